// Can they mate?: the elements of the view, and how they show a state. The view supplies the actions.

import { box } from "./box";
import { Busy } from "./busy";
import { element } from "./dom";
import { type AskedOfBoard, BoardPart } from "./mating-board";
import { type Acts, type Kept, SidePart, Slot, filesOf, game, option, rules } from "./mating-draw";
import { type AnswersFile, SIDES, type Side, type State, walkOf } from "./mating-state";
import { brief, headline } from "./mating-words";
import { Messages } from "./messages";
import { POSITIONS } from "./positions";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Callbacks into the view. */
export interface Asked extends Acts, AskedOfBoard {
  /** The user typed, pasted, chose or dropped a text. */
  take(text: string): void;
  /** The user chose a position of the list. */
  choose(fen: string): void;
  openCertificate(file: string): void;
  /** The user corrected the assumption about the side to move. */
  otherToMove(): void;
}

const words = viewStrings.mate;

export class Screen extends Messages {
  readonly element: HTMLElement;
  readonly busy = new Busy();
  readonly certificate: HTMLSelectElement;
  readonly source = element("div", { class: "from-file" });
  readonly #asked: Asked;
  readonly #board: BoardPart;
  readonly #brief = element("p", { class: "brief" });
  readonly #state = element("p", { class: "state", role: "status", "aria-live": "polite" });
  readonly #field: HTMLTextAreaElement;
  readonly #note = new Slot(element("p", { class: "note" }));
  readonly #named: HTMLSelectElement;
  readonly #about = element("p", { class: "about" });
  readonly #certificates: HTMLDetailsElement;
  readonly #parts: Record<Side, SidePart>;
  readonly #game = new Slot(element("section", { class: "of-game", "aria-label": words.game }));
  readonly #rules = new Slot(element("div", { class: "rules" }));
  /** Whether the text in the field is the user's. If so, it stays. */
  #typed = false;

  constructor(asked: Asked, certificates: AnswersFile[]) {
    super();
    this.#asked = asked;
    this.#board = new BoardPart(asked);
    this.#parts = { white: new SidePart("white", asked), black: new SidePart("black", asked) };
    this.#named = element("select", { id: "named", change: () => this.#named.value !== "" && asked.choose(this.#named.value) }, option("", viewStrings.chooseOne), POSITIONS.map(({ name, fen }) => option(fen, name)));
    this.certificate = element("select", { id: "certificate", change: () => this.certificate.value !== "" && asked.openCertificate(this.certificate.value) }, filesOf(certificates));
    this.#certificates = element("details", { class: "certificates" }, element("summary", {}, words.certificates), element("p", { class: "buttons" }, element("label", { for: "certificate" }, viewStrings.knownAnswers), this.certificate), this.source);
    const beside = element("div", { class: "words" });
    this.element = element(
      "section",
      { class: "mating", "aria-label": strings.mating },
      element("h2", {}, strings.mating),
      this.#state,
      element("div", { class: "beside" }, this.#board.element, beside, this.#rules.element),
      element("p", { class: "faint" }, viewStrings.matingLead),
    );
    const { form, field } = box({ id: "mating-box", label: words.box, example: words.example, go: viewStrings.ask, around: this.element, take: (text) => this.#take(text), wrong: (why) => this.warn(why) });
    this.#field = field;
    field.addEventListener("input", () => {
      this.#typed = field.value.trim() !== "";
    });
    beside.append(this.#brief, form, ...this.#choices(), this.#game.element, element("div", { class: "sides" }, this.#parts.white.element, this.#parts.black.element));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Creates the part below the field: messages, with room reserved for them, and other ways to choose a position. */
  #choices(): HTMLElement[] {
    return [
      element("div", { class: "messages" }, this.status, this.busy.element, this.wrong, this.#note.element),
      element("p", { class: "buttons" }, element("label", { for: "named" }, viewStrings.known), this.#named),
      this.#about,
      this.#board.setup.element,
      this.#certificates,
    ];
  }

  #take(text: string): void {
    this.#typed = text.trim() !== "";
    // The field shows the beginning of the text.
    this.#field.scrollTop = 0;
    this.#asked.take(text);
  }

  /** Puts a text into the field as if the user had typed it. */
  type(text: string): void {
    this.#typed = true;
    this.#field.value = text;
  }

  /** Puts a position into the field, unless the user has typed there. */
  fill(fen: string): void {
    if (!this.#typed) this.#field.value = fen;
  }

  draw(state: State, kept: Record<Side, Kept | undefined>): void {
    const { text, kind } = headline(state);
    this.#state.className = `state ${kind}`;
    if (this.#state.textContent !== text) this.#state.textContent = text;
    this.#brief.textContent = brief(state);
    this.#board.draw(state);
    for (const side of SIDES) this.#parts[side].show(state, kept[side]);
    const { entry, played, rulings, assumed } = state;
    this.#game.draw([played, rulings], () => game(state, this.#asked));
    this.#rules.draw([rulings, played], () => rules(state));
    this.#note.draw([assumed, state.spot], () => (assumed ? [words.toMoveAssumed(assumed), " ", element("button", { type: "button", click: this.#asked.otherToMove }, words.otherToMove(assumed === "white" ? "black" : "white"))] : []));
    const known = POSITIONS.find(({ fen }) => fen === state.fen);
    this.#named.value = known?.fen ?? "";
    this.#about.textContent = known ? viewStrings.sourceOf(known.source) : "";
    const statement = this.source.querySelector(".statement");
    if (statement) statement.textContent = entry?.statements.join("; ") ?? "";
  }

  /** Shows an opened certificate. */
  showSource(file: string, label: string, parts: HTMLElement[]): void {
    this.source.replaceChildren(...parts);
    const known = [...this.certificate.options].some(({ value }) => value === file);
    if (!known) this.certificate.append(option(file, label));
    this.certificate.value = file;
    this.#certificates.open = true;
  }

  #key(event: KeyboardEvent): void {
    // The board and fields use the arrow keys themselves.
    const { target } = event;
    if (event.defaultPrevented || target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
    const state = this.#asked.state();
    const all = walkOf(state).length;
    const steps: Record<string, number> = { ArrowLeft: state.ply - 1, ArrowRight: state.ply + 1, Home: 0, End: all };
    const ply = steps[event.key];
    if (ply === undefined || all === 0) return;
    this.#asked.step(state.side, ply);
    event.preventDefault();
  }
}
