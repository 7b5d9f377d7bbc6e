// What takes long in a view: what is done, for how long it has been done, and a button that ends it.

import { element } from "./dom";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** How often the time is shown, in milliseconds. */
const TICK = 100;

/** What the user has stopped. */
class Stopped extends Error {}

export class Busy {
  readonly #what = element("span", { role: "status", "aria-live": "polite" });
  readonly #time = element("span", { class: "faint" });
  readonly #stop = element("button", { type: "button", click: () => this.#control?.abort(new Stopped(strings.stoppedSentence)) }, viewStrings.stop);
  readonly element = element("p", { class: "busy", hidden: true }, this.#what, this.#time, this.#stop);
  #control: AbortController | undefined;

  /**
   * Says what is done while it is done. When the user stops it, it fails with a sentence at once; when something else is begun, nothing more comes of it. In both
   * cases `work` is told by its signal.
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

  /** Ends what is being done, as something else is begun. */
  end(): void {
    this.#control?.abort(new Error(strings.stopped));
  }
}
