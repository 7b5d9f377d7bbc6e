// Two lines of a view that say what came of an action and what is wrong. They are no part of what is shown: they go when something else is shown.

import { element } from "./dom";

export class Messages {
  readonly status = element("p", { role: "status", "aria-live": "polite" });
  readonly wrong = element("p", { role: "alert", class: "wrong" });

  /** Says what came of an action. */
  tell(said: string): void {
    this.status.textContent = said;
  }

  /** Says what is wrong. */
  warn(why: string): void {
    this.wrong.textContent = why;
  }

  clear(): void {
    this.tell("");
    this.warn("");
  }
}
