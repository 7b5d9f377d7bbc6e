// Shows that a view is busy: the current task, the time elapsed, and a button to stop it.

import { element } from "./dom";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Interval between two updates of the time, in milliseconds. */
const TICK = 100;

/** The error of a task that the user stopped. */
class Stopped extends Error {}

export class Busy {
  readonly #what = element("span", { role: "status", "aria-live": "polite" });
  readonly #time = element("span", { class: "faint" });
  readonly #stop = element("button", { type: "button", click: () => this.#control?.abort(new Stopped(strings.stoppedSentence)) }, viewStrings.stop);
  readonly element = element("p", { class: "busy", hidden: true }, this.#what, this.#time, this.#stop);
  #control: AbortController | undefined;

  /**
   * Shows `what` while `work` runs. If the user stops it, the promise is rejected at once with a sentence. If another
   * task begins, the promise is never settled. In both cases the signal given to `work` is aborted.
   */
  async during<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.end();
    const control = new AbortController();
    this.#control = control;
    const { signal } = control;
    const begun = performance.now();
    this.#what.textContent = what;
    this.#time.textContent = "";
    this.#stop.setAttribute("aria-label", `${viewStrings.stop}: ${what}`);
    this.element.hidden = false;
    const ticking = setInterval(() => {
      this.#time.textContent = strings.seconds((performance.now() - begun) / 1000);
    }, TICK);
    const over = () => {
      clearInterval(ticking);
      if (this.#control !== control) return;
      this.#control = undefined;
      this.#what.textContent = "";
      this.element.hidden = true;
    };
    return new Promise<T>((resolve, reject) => {
      signal.addEventListener("abort", () => {
        over();
        if (signal.reason instanceof Stopped) reject(signal.reason);
      });
      const came = (settle: () => void) => {
        if (signal.aborted) return;
        over();
        settle();
      };
      work(signal).then(
        (result) => came(() => resolve(result)),
        (error: unknown) => came(() => reject(error)),
      );
    });
  }

  /** Aborts the current task because another one begins. */
  end(): void {
    this.#control?.abort(new Error(strings.stopped));
  }
}
