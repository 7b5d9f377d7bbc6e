// Two lines of a view: the result of an action, and an error. They are not part of the state and disappear when
// something else is shown.

import { element } from "./dom";

export class Messages {
  readonly status = element("p", { role: "status", "aria-live": "polite" });
  readonly wrong = element("p", { role: "alert", class: "wrong" });

  /** Shows the result of an action. */
  tell(said: string): void {
    this.status.textContent = said;
  }

  /** Shows an error. */
  warn(why: string): void {
    this.wrong.textContent = why;
  }

  clear(): void {
    this.tell("");
    this.warn("");
  }
}
