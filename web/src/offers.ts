// Offers the view that shows the contents of a verified certificate, as a button.

import type { Outcome } from "./check";
import { element } from "./dom";
import type { EndingFile } from "./bidding";
import { type Known, known } from "./losing-state";
import type { Given } from "./program";
import type { Services } from "./services";
import { strings } from "./strings";
import { type Verified, inWords } from "./verdict";

/** The views that show certificates. Each takes a certificate and returns its address. */
interface Takers {
  losing(proofs: Known[]): Promise<string>;
  bidding(ending: EndingFile): Promise<string>;
  chips(table: { file: string; title: string }): Promise<string>;
  scores(table: { file: string; title: string }): Promise<string>;
  mating(file: string): Promise<string>;
  safe(file: string): Promise<string>;
}

/** Creates a button that leads to an address. */
function button(words: string, go: () => Promise<string>): HTMLElement {
  const look = async () => {
    location.hash = await go();
  };
  return element("button", { type: "button", click: () => void look() }, words);
}

export class Offers {
  readonly #services: Services;
  readonly #takers: Takers;

  constructor(services: Services, takers: Takers) {
    this.#services = services;
    this.#takers = takers;
  }

  /** Returns the button for a verified file, if a view can show it. */
  of(name: string, verified: Verified, file: Uint8Array): HTMLElement | undefined {
    const own = ownName(name, verified);
    const go = this.#taker(own, verified);
    if (!go) return undefined;
    return button(known(own, verified).length > 0 ? strings.walkThrough : strings.lookAt, () => {
      this.#services.keep(own, file);
      return go();
    });
  }

  /** Returns the button for a file that the program serving this page has verified. */
  elsewhere({ name }: Given, outcome: Outcome): HTMLElement | undefined {
    const { program } = this.#services;
    if (!program || !("verdict" in outcome) || outcome.verdict.verdict !== "verified") return undefined;
    const own = ownName(name, outcome.verdict);
    const proofs = known(own, outcome.verdict);
    if (proofs.length === 0) return undefined;
    return button(strings.walkElsewhere, () => {
      this.#services.readElsewhere(own, { outcome, answering: program, read: (question) => program.ask(question, name) });
      return this.#takers.losing(proofs);
    });
  }

  #taker(file: string, verified: Verified): (() => Promise<string>) | undefined {
    const { rules, parameters } = verified.game;
    const title = inWords(verified.game);
    const proofs = known(file, verified);
    const ending = rules === "bidding-chess" ? () => this.#takers.bidding({ file, material: parameters["material"] ?? "", board: parameters["board"] ?? "" }) : undefined;
    const mates = () => this.#takers.mating(file);
    const takers: Record<string, (() => Promise<string>) | undefined> = {
      losing: proofs.length > 0 ? () => this.#takers.losing(proofs) : undefined,
      richman: ending,
      bracket: ending,
      chips: () => this.#takers.chips({ file, title }),
      scoring: () => this.#takers.scores({ file, title }),
      safe: () => this.#takers.safe(file),
      helpmate: mates,
      unwinnable: mates,
      // Only batches about chess have a view.
      batch: rules === "chess" ? mates : undefined,
    };
    return Object.hasOwn(takers, verified.kind.name) ? takers[verified.kind.name] : undefined;
  }
}

/** Makes the name unique, so that two files with the same name can both be shown. */
function ownName(name: string, { sha256 }: Verified): string {
  return `${name} (${sha256.slice(0, 8)})`;
}
