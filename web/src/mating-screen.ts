// Can they mate?: the elements of the view, and what they show of a state. What is done with them is the view's.

import { Board, type Owner, allSquares, pieces } from "./board";
import { box } from "./box";
import { Busy } from "./busy";
import { element } from "./dom";
import { type Acts, type Kept, SidePart, Slot, filesOf, game, option, rules } from "./mating-draw";
import { type AnswersFile, SIDES, type Side, type State, boardOf, walkOf } from "./mating-state";
import { headline } from "./mating-words";
import { POSITIONS } from "./positions";
import { type Reach, loose, marks } from "./reach";
import { SetUp } from "./setup";
import { strings } from "./strings";

/** What is asked of the view. */
export interface Asked extends Acts {
  state(): State;
  /** A text has been typed, pasted, chosen or dropped. */
  take(text: string): void;
  /** A position has been set up. */
  setUp(fen: string): void;
  /** A position of the list has been chosen. */
  choose(fen: string): void;
  openCertificate(file: string): void;
  /** It is drawn where this piece or pawn can get. */
  unit(square: string): void;
  /** Another side is to move than was assumed. */
  otherToMove(): void;
  link(): void;
  copy(): void;
}

const words = strings.mate;

export class Screen {
  readonly element: HTMLElement;
  readonly busy = new Busy();
  readonly certificate: HTMLSelectElement;
  readonly source = element("div", { class: "from-file" });
  readonly #asked: Asked;
  readonly #board: Board;
  readonly #setup: SetUp;
  readonly #state = element("p", { class: "state", role: "status", "aria-live": "polite" });
  readonly #status = element("p", { role: "status", "aria-live": "polite" });
  readonly #wrong = element("p", { role: "alert", class: "wrong" });
  readonly #field: HTMLTextAreaElement;
  readonly #fen = element("code", { id: "mating-fen" });
  readonly #note = new Slot(element("p", { class: "note" }));
  readonly #named: HTMLSelectElement;
  readonly #about = element("p", { class: "about" });
  readonly #certificates: HTMLDetailsElement;
  readonly #steps: HTMLFieldSetElement;
  readonly #unit: HTMLSelectElement;
  readonly #units: HTMLElement;
  readonly #parts: Record<Side, SidePart>;
  readonly #game = new Slot(element("section", { class: "of-game", "aria-label": words.game }));
  readonly #rules = new Slot(element("div", { class: "rules" }));
  /** What the board has been drawn of. */
  #drawn: unknown[] = [];
  #reach: Reach | undefined;
  /** Whether what stands in the field is the user's: then it stays. */
  #typed = false;

  constructor(asked: Asked, certificates: AnswersFile[]) {
    this.#asked = asked;
    this.#setup = new SetUp((fen) => asked.setUp(fen));
    this.#board = new Board(strings.board, 8, 8, this.#owner());
    this.#parts = { white: new SidePart("white", asked), black: new SidePart("black", asked) };
    this.#named = element("select", { id: "named", change: () => this.#named.value !== "" && asked.choose(this.#named.value) }, option("", strings.chooseOne), POSITIONS.map(({ name, fen }) => option(fen, name)));
    this.certificate = element("select", { id: "certificate", change: () => this.certificate.value !== "" && asked.openCertificate(this.certificate.value) }, filesOf(certificates));
    this.#certificates = element("details", { class: "certificates" }, element("summary", {}, words.certificates), element("p", { class: "buttons" }, element("label", { for: "certificate" }, strings.knownAnswers), this.certificate), this.source);
    this.#unit = element("select", { id: "unit", change: () => asked.unit(this.#unit.value) });
    this.#units = element("p", { class: "buttons units-of" }, element("label", { for: "unit" }, strings.whereCanGet), this.#unit);
    this.#steps = this.#stepButtons();
    const beside = element("div", { class: "words" });
    this.element = element(
      "section",
      { class: "mating", "aria-label": strings.mating },
      element("h2", {}, strings.mating),
      this.#state,
      element("div", { class: "beside" }, element("div", {}, this.#board.element, this.#steps, this.#units, this.#more()), beside),
      element("p", { class: "faint" }, strings.matingLead),
    );
    const { form, field } = box({ id: "mating-box", label: words.box, example: words.example, go: strings.ask, around: this.element, take: (text) => this.#take(text), wrong: (why) => this.warn(why) });
    this.#field = field;
    field.addEventListener("input", () => {
      this.#typed = field.value.trim() !== "";
    });
    beside.append(form, ...this.#choices(), this.#game.element, element("div", { class: "sides" }, this.#parts.white.element, this.#parts.black.element), this.#rules.element);
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What comes of the board: it is what sets a position up. */
  #owner(): Owner {
    const { state } = this.#asked;
    const follow = () => this.#setup.show(boardOf(state()));
    return {
      targets: (from) => (this.#setup.moves && pieces(boardOf(state())).has(from) ? allSquares(8, 8).filter((name) => name !== from) : []),
      move: (from, to) => {
        follow();
        this.#setup.move(from, to);
      },
      press: (name) => {
        follow();
        return this.#setup.press(name);
      },
      off: (from) => {
        follow();
        this.#setup.move(from);
      },
    };
  }

  #stepButtons(): HTMLFieldSetElement {
    const { state, step } = this.#asked;
    const button = (label: string, ply: () => number) => element("button", { type: "button", click: () => step(state().side, ply()) }, label);
    return element(
      "fieldset",
      { class: "buttons steps" },
      element("legend", { class: "spoken" }, strings.lineToMate),
      button(strings.toBeginning, () => 0),
      button(strings.back, () => state().ply - 1),
      button(strings.on, () => state().ply + 1),
      button(strings.toMate, () => walkOf(state()).length),
    );
  }

  #more(): HTMLElement {
    const button = (label: string, click: () => void) => element("button", { type: "button", click }, label);
    return element(
      "div",
      {},
      element("div", { class: "buttons" }, button(strings.turn, () => this.#board.turn()), button(strings.link, this.#asked.link), button(words.copyFen, this.#asked.copy)),
      element("p", { class: "fen" }, this.#fen),
    );
  }

  /** What stands below the field: messages, for which there is always room, and other ways to a position. */
  #choices(): HTMLElement[] {
    return [
      element("div", { class: "messages" }, this.#status, this.busy.element, this.#wrong, this.#note.element),
      element("p", { class: "buttons" }, element("label", { for: "named" }, strings.known), this.#named),
      this.#about,
      this.#setup.element,
      this.#certificates,
    ];
  }

  #take(text: string): void {
    this.#typed = text.trim() !== "";
    // What was typed is read from its beginning on.
    this.#field.scrollTop = 0;
    this.#asked.take(text);
  }

  /** Puts a position into the field, unless the user has typed there. */
  fill(fen: string): void {
    if (!this.#typed) this.#field.value = fen;
  }

  /** Shows a state. */
  draw(state: State, kept: Record<Side, Kept | undefined>): void {
    const { text, kind } = headline(state);
    this.#state.className = `state ${kind}`;
    if (this.#state.textContent !== text) this.#state.textContent = text;
    this.#drawBoard(state);
    for (const side of SIDES) this.#parts[side].show(state, kept[side]);
    const { entry, played, rulings, assumed } = state;
    this.#game.draw([played, rulings], () => game(state, this.#asked));
    this.#rules.draw([rulings, played], () => rules(state));
    this.#note.draw([assumed, state.spot], () => (assumed ? [words.toMoveAssumed(assumed), " ", element("button", { type: "button", click: this.#asked.otherToMove }, words.otherToMove(assumed === "white" ? "black" : "white"))] : []));
    const known = POSITIONS.find(({ fen }) => fen === state.fen);
    this.#named.value = known?.fen ?? "";
    this.#about.textContent = known ? strings.sourceOf(known.source) : "";
    const statement = this.source.querySelector(".statement");
    if (statement) statement.textContent = entry?.statements.join("; ") ?? "";
  }

  #drawBoard(state: State): void {
    const reach = state.panels[state.side].told?.reach;
    const walk = walkOf(state);
    const step = walk[state.ply - 1];
    this.#steps.disabled = walk.length === 0;
    this.#units.classList.toggle("away", !reach);
    if (reach !== this.#reach) {
      this.#reach = reach;
      this.#unit.replaceChildren(option("", strings.bothKings), ...(reach ? loose(reach) : []).map(({ piece, square }) => option(square, strings.unitOn(piece, square))));
    }
    this.#unit.value = state.unit;
    this.#fen.textContent = boardOf(state);
    // A piece that is being dragged would fall back, so the board is drawn only if it changes.
    const drawn = [boardOf(state), step, reach, state.unit];
    if (this.#drawn.length > 0 && drawn.every((one, at) => one === this.#drawn[at])) return;
    if (drawn[0] !== this.#drawn[0]) this.#setup.show(boardOf(state));
    this.#drawn = drawn;
    const unit = reach?.units.find(({ square }) => square === state.unit);
    if (step) this.#board.show(step.fen, { last: [step.move.slice(0, 2), step.move.slice(2, 4)] });
    else this.#board.show(state.fen, reach ? marks(reach, unit) : {});
  }

  /** Shows a certificate that has been opened. */
  showSource(file: string, label: string, parts: HTMLElement[]): void {
    this.source.replaceChildren(...parts);
    const known = [...this.certificate.options].some(({ value }) => value === file);
    if (!known) this.certificate.append(option(file, label));
    this.certificate.value = file;
    this.#certificates.open = true;
  }

  #key(event: KeyboardEvent): void {
    // On the board and in fields the arrows have other meanings.
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

  /** Says what came of an action. */
  tell(said: string): void {
    this.#status.textContent = said;
  }

  /** Says what is wrong. */
  warn(why: string): void {
    this.#wrong.textContent = why;
  }

  clear(): void {
    this.tell("");
    this.warn("");
  }
}
