// What can be done with a verified certificate: the view that shows what it proves, as a button.

import type { Outcome } from "./check";
import { element } from "./dom";
import type { EndingFile } from "./bidding";
import { type Known, known } from "./losing-state";
import type { Given } from "./program";
import type { Services } from "./services";
import { strings } from "./strings";
import { type Verified, inWords } from "./verdict";

/** The views that show certificates: each takes one and says where it is shown. */
export interface Takers {
  losing(proof: Known): Promise<string>;
  bidding(ending: EndingFile): Promise<string>;
  chips(table: { file: string; title: string }): Promise<string>;
  scores(table: { file: string; title: string }): Promise<string>;
  mating(file: string): Promise<string>;
}

/** A button that leads to where something is shown. */
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

  /** What can be done with a verified file. */
  of(name: string, verified: Verified, file: Uint8Array): HTMLElement | undefined {
    const own = ownName(name, verified);
    const go = this.#taker(own, verified);
    if (!go) return undefined;
    return button(known(own, verified) ? strings.walkThrough : strings.lookAt, () => {
      this.#services.keep(own, file);
      return go();
    });
  }

  /** What can be done with a file that the program which serves the page has verified. */
  elsewhere({ name }: Given, outcome: Outcome): HTMLElement | undefined {
    const { program } = this.#services;
    if (!program || !("verdict" in outcome) || outcome.verdict.verdict !== "verified") return undefined;
    const own = ownName(name, outcome.verdict);
    const proof = known(own, outcome.verdict);
    if (!proof) return undefined;
    return button(strings.walkElsewhere, () => {
      this.#services.readElsewhere(own, { outcome, answering: program, read: (question) => program.ask(question, name) });
      return this.#takers.losing(proof);
    });
  }

  #taker(file: string, verified: Verified): (() => Promise<string>) | undefined {
    const { rules, parameters } = verified.game;
    const title = inWords(verified.game);
    const proof = known(file, verified);
    const ending = rules === "bidding-chess" ? () => this.#takers.bidding({ file, material: parameters["material"] ?? "", board: parameters["board"] ?? "" }) : undefined;
    const mates = () => this.#takers.mating(file);
    const takers: Record<string, (() => Promise<string>) | undefined> = {
      losing: proof && (() => this.#takers.losing(proof)),
      richman: ending,
      bracket: ending,
      chips: () => this.#takers.chips({ file, title }),
      scoring: () => this.#takers.scores({ file, title }),
      helpmate: mates,
      unwinnable: mates,
      // Batches are of answers about chess.
      batch: rules === "chess" ? mates : undefined,
    };
    return Object.hasOwn(takers, verified.kind.name) ? takers[verified.kind.name] : undefined;
  }
}

/** Of two files with one name both can be looked at. */
function ownName(name: string, { sha256 }: Verified): string {
  return `${name} (${sha256.slice(0, 8)})`;
}
