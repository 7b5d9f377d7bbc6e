// Who can still mate: a position that is typed or set up, the solver's answer for either side with what shows it, what rules say when a flag falls, and
// certificates, each of which the checker has verified before it is offered. The search is the explorer's, in its worker, which is ended when nobody wants to
// wait.

import { Board, allSquares, pieces } from "./board";
import { Busy } from "./busy";
import { type Child, element } from "./dom";
import type { Asking } from "./explorer";
import { POSITIONS } from "./positions";
import { type Reach, inWords, loose, marks } from "./reach";
import { SetUp } from "./setup";
import { type Files, bytesOf, heading, shown } from "./shown";
import { strings } from "./strings";
import type { Entry } from "./verdict";

type Side = "white" | "black";

const SIDES: Side[] = ["white", "black"];

interface Spot {
  fen: string;
  to_move: Side;
  end: "mate" | "stalemate" | null;
  mated_by: Side | null;
}

interface Step {
  move: string;
  san: string;
  fen: string;
}

/** An answer: whether a side can mate, and what shows it. */
interface Told {
  verdict: "winnable" | "unwinnable" | "unknown";
  nodes?: number;
  evidence?: string;
  positions?: number;
  skeletons?: number;
  tracked?: string;
  shortest?: boolean;
  walk?: Step[];
  reach?: Reach;
  certificate: string | null;
}

/** A certificate about who can mate. */
export interface AnswersFile {
  file: string;
  answers: number;
}

interface Ruling {
  policy: string;
  white_flag: string;
  black_flag: string;
}

/** What is known of a side, and where it is shown. */
interface Panel {
  told?: Told | undefined;
  /** What has been searched for, if a search is under way. */
  searching?: "answer" | "shortest" | undefined;
  stopped: boolean;
  nodes: number;
  readonly answer: HTMLElement;
  readonly kept: HTMLElement;
}

/** The limit of the first search, in nodes: some tenths of a second for either side. Each further search has ten times as many. */
const NODES = 300_000;
const LONGER = 10;

/** A FEN as it stands in an address. */
function address(fen: string): string {
  return fen.replaceAll(" ", "_");
}

export class MatingView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #page: Files;
  readonly #board: Board;
  readonly #setup = new SetUp((fen) => void this.#take(fen, true));
  readonly #status = element("p", { role: "status", "aria-live": "polite" });
  readonly #wrong = element("p", { role: "alert", class: "wrong" });
  readonly #busy = new Busy();
  readonly #fen = element("input", { type: "text", id: "mating-fen", autocomplete: "off", spellcheck: "false" });
  readonly #named = element("select", { id: "named", change: () => this.#named.value !== "" && void this.#take(this.#named.value, false) });
  readonly #about = element("p", { class: "faint" });
  readonly #certificate = element("select", { id: "certificate", change: () => void this.#openCertificate() });
  readonly #source = element("div", { class: "from-file" });
  readonly #dead = element("p", { class: "state" });
  readonly #rules = element("div", { class: "rules" });
  readonly #steps: HTMLElement;
  readonly #unit = element("select", { id: "unit", change: () => this.#draw() });
  readonly #units = element("p", { class: "buttons" }, element("label", { for: "unit" }, strings.whereCanGet), this.#unit);
  readonly #panels: Record<Side, Panel> = { white: panel(), black: panel() };
  #spot: Spot | undefined;
  /** What the board has: the position that has been asked about, or one that is still being set up. */
  #draft = "";
  /** The side whose answer the board shows, and how many moves of its line have been made. */
  #side: Side = "white";
  #ply = 0;
  /** Whether the user has chosen the side. */
  #chosen = false;
  /** Whose pieces and pawns can be chosen to be drawn. */
  #drawn: Reach | undefined;
  /** The answers of a certificate that has been opened, and the one that is shown. */
  #entries: Entry[] = [];
  #entry: Entry | undefined;
  /** Counts the positions that are shown, and those that are asked for: what comes late is not shown. */
  #turn = 0;
  #asked = 0;

  constructor(asking: Asking, page: Files, certificates: AnswersFile[]) {
    this.#asking = asking;
    this.#page = page;
    this.#board = new Board(strings.board, 8, 8, {
      targets: (from) => this.#targets(from),
      move: (from, to) => {
        this.#follow();
        this.#setup.move(from, to);
      },
      press: (name) => {
        this.#follow();
        return this.#setup.press(name);
      },
      off: (from) => {
        this.#follow();
        this.#setup.move(from);
      },
    });
    const button = (label: string, click: () => void) => element("button", { type: "button", click }, label);
    this.#steps = element(
      "div",
      { class: "buttons", role: "group", "aria-label": strings.lineToMate },
      button(strings.toBeginning, () => this.#step(0)),
      button(strings.back, () => this.#step(this.#ply - 1)),
      button(strings.on, () => this.#step(this.#ply + 1)),
      button(strings.toMate, () => this.#step(Infinity)),
    );
    const ask = element("button", { type: "submit" }, strings.ask);
    const form = element("form", { class: "jump" }, element("label", { for: "mating-fen" }, strings.fen), this.#fen, ask);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#take(this.#fen.value.trim(), false);
    });
    const more = element("div", { class: "buttons" }, button(strings.turn, () => this.#board.turn()), button(strings.link, () => void this.#link()));
    this.#named.append(option("", strings.chooseOne), ...POSITIONS.map(({ name, fen }) => option(fen, name)));
    const named = element("p", { class: "buttons" }, element("label", { for: "named" }, strings.known), this.#named);
    this.#certificate.append(option("", strings.chooseOne), ...certificates.map(({ file, answers }) => option(file, strings.fileOfAnswers(file, answers))));
    const verified = element("p", { class: "buttons" }, element("label", { for: "certificate" }, strings.knownAnswers), this.#certificate);
    const parts = SIDES.map((side) => {
      const { answer, kept } = this.#panels[side];
      return element("section", { class: "can", "aria-label": strings.canMate(side) }, answer, kept);
    });
    this.element = element(
      "section",
      { class: "mating", "aria-label": strings.mating },
      element("h2", {}, strings.mating),
      element(
        "div",
        { class: "beside" },
        element("div", { class: "on-board" }, this.#board.element, this.#steps, this.#units),
        element("div", { class: "choices" }, form, this.#wrong, this.#busy.element, named, verified, this.#about, this.#source),
        element("div", { class: "side" }, this.#dead, parts, this.#rules),
        element("div", { class: "set-up" }, more, this.#setup.element, this.#status),
      ),
      element("p", { class: "faint" }, strings.matingLead),
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Has a certificate verified whose answers are to be looked at. Returns the address of the first. */
  async add(file: string): Promise<string> {
    const verify = async (signal: AbortSignal) => this.#page.verify(await this.#page.fetch(file, signal), false, signal);
    const found = shown(file, await this.#busy.during(strings.entering(file), verify));
    const { verified } = found;
    const entries = verified.kind.name === "batch" ? verified.entries : [verified];
    const options = entries.map((entry, at) => option(String(at), strings.entry(at + 1, winner(entry), entry.kind.name === "helpmate", root(entry))));
    const choice = element("select", { id: "entry", change: () => void this.#enter(entries[Number(choice.value)]) }, options);
    this.#source.replaceChildren(
      heading(found, strings.answers(entries.length)),
      element("p", { class: "buttons" }, element("label", { for: "entry" }, strings.answersOf), choice),
      element("p", { class: "statement" }),
    );
    const known = [...this.#certificate.options].some(({ value }) => value === file);
    if (!known) this.#certificate.append(option(file, strings.fileOfAnswers(file, entries.length)));
    this.#certificate.value = file;
    this.#entries = entries;
    [this.#entry] = entries;
    this.#draft = "";
    return `mating/${this.#entry ? address(root(this.#entry)) : ""}`;
  }

  async #openCertificate(): Promise<void> {
    const file = this.#certificate.value;
    if (file === "") return;
    try {
      await this.add(file);
    } catch (error) {
      this.#wrong.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    await this.#enter(this.#entry);
  }

  /** Shows what the rest of an address names: a position. */
  async open(rest: string[]): Promise<void> {
    const fen = rest.join("/").replaceAll("_", " ").trim();
    if (fen === "" && this.#spot) return this.#write(this.#spot.fen);
    if (fen !== "" && fen === this.#draft) return;
    const entry = this.#entry;
    if (entry && root(entry) === fen) return this.#enter(entry);
    const [first] = POSITIONS;
    if (!(await this.#take(fen === "" ? (first?.fen ?? "") : fen, false)) && !this.#spot && first) {
      // A link that is no position leads to the first one.
      const wrong = this.#wrong.textContent;
      if (await this.#take(first.fen, false)) this.#wrong.textContent = wrong;
    }
  }

  /** Shows an answer of the certificate. */
  async #enter(entry: Entry | undefined): Promise<void> {
    if (!entry) return;
    await this.#take(root(entry), false, entry);
  }

  /** Asks about a position. One that is being set up is shown even if there is none such; otherwise the board stays. Whether there is. */
  async #take(fen: string, draft: boolean, entry?: Entry): Promise<boolean> {
    this.#asked += 1;
    const asked = this.#asked;
    // A search may take long, and the worker answers one question after the other.
    this.#asking.stop();
    let spot: Spot;
    try {
      spot = await this.#asking.ask<Spot>({ mating: { position: { fen } } });
    } catch (error) {
      if (asked !== this.#asked) return false;
      this.#wrong.textContent = strings.noPosition(error instanceof Error ? error.message : String(error));
      if (draft) {
        this.#clear(fen);
        this.#draw();
      }
      return false;
    }
    if (asked !== this.#asked) return false;
    this.#wrong.textContent = "";
    const turn = this.#clear(spot.fen);
    this.#spot = spot;
    this.#entry = entry;
    const known = POSITIONS.find((one) => one.fen === spot.fen);
    this.#named.value = known?.fen ?? "";
    this.#about.textContent = known ? strings.sourceOf(known.source) : "";
    this.#write(spot.fen);
    this.#cite(entry);
    this.#draw();
    await Promise.all(SIDES.map((side) => this.#search(side, NODES, turn)));
    return turn === this.#turn;
  }

  /** Forgets what has been said of another position, and counts this one. */
  #clear(fen: string): number {
    this.#draft = fen;
    this.#fen.value = fen;
    this.#status.textContent = "";
    this.#about.textContent = "";
    this.#spot = undefined;
    this.#setup.show(fen);
    this.#chosen = false;
    this.#side = "white";
    this.#ply = 0;
    for (const side of SIDES) {
      Object.assign(this.#panels[side], { told: undefined, searching: undefined, stopped: false, nodes: NODES });
      this.#panels[side].answer.replaceChildren();
      this.#panels[side].kept.replaceChildren();
    }
    this.#dead.textContent = "";
    this.#rules.replaceChildren();
    this.#cite(undefined);
    this.#turn += 1;
    return this.#turn;
  }

  #write(fen: string): void {
    const here = `#mating/${address(fen)}`;
    if (location.hash !== here && location.hash.startsWith("#mating")) history.replaceState(null, "", here);
  }

  /** What the opened certificate says of the position, if it is one of its own. */
  #cite(entry: Entry | undefined): void {
    const said = this.#source.querySelector(".statement");
    if (said) said.textContent = entry?.statements.join("; ") ?? "";
    const choice = this.#source.querySelector("select");
    if (choice && entry) choice.value = String(this.#entries.indexOf(entry));
  }

  // Searching.

  async #search(side: Side, nodes: number, turn = this.#turn, shortest = false): Promise<void> {
    const spot = this.#spot;
    const panel = this.#panels[side];
    if (!spot) return;
    Object.assign(panel, { searching: shortest ? "shortest" : "answer", stopped: false, nodes });
    this.#say(side);
    try {
      const question = { mating: { decide: { fen: spot.fen, white: side === "white", nodes, shortest } } };
      const told = (!shortest && (await this.#given(side, spot))) || (await this.#asking.ask<Told>(question));
      if (turn !== this.#turn) return;
      panel.told = told;
    } catch (error) {
      if (turn !== this.#turn) return;
      const why = error instanceof Error ? error.message : String(error);
      panel.stopped = why === strings.stopped;
      if (!panel.stopped) this.#wrong.textContent = why;
    }
    panel.searching = undefined;
    const before = this.#side;
    this.#look();
    this.#say(side);
    // A piece that is being dragged would fall back, so the board is drawn only if it changes.
    if (side === this.#side || before !== this.#side) this.#draw();
    this.#status.textContent = SIDES.map((one) => strings.verdictIs(one, this.#panels[one].told?.verdict)).join(" ");
    await Promise.all([this.#keep(side, turn), this.#judge(turn)]);
  }

  /** The answer of the opened certificate, if it has a line. What it says of a closed set cannot be drawn: the solver's own answer is shown beside it. */
  async #given(side: Side, spot: Spot): Promise<Told | undefined> {
    const line = this.#entry && winner(this.#entry) === side ? this.#entry.evidence["line"] : undefined;
    if (typeof line !== "string") return undefined;
    const walk = await this.#asking.ask<Step[]>({ mating: { line: { fen: spot.fen, moves: line.split(" ").filter(Boolean) } } });
    return { verdict: "winnable", evidence: "mate", walk, certificate: null };
  }

  /** Turns to the side about which there is most to see, unless the user has chosen one. */
  #look(): void {
    if (this.#chosen) return;
    const wanted = this.#entry ? winner(this.#entry) : SIDES.find((side) => this.#panels[side].told?.verdict === "unwinnable");
    const known = wanted ?? SIDES.find((side) => this.#panels[side].told?.verdict === "winnable") ?? "white";
    if (known === this.#side) return;
    this.#side = known;
    this.#ply = 0;
    SIDES.forEach((side) => this.#say(side));
  }

  /** Has the certificate verified, and offers it. */
  async #keep(side: Side, turn: number): Promise<void> {
    const { told, kept } = this.#panels[side];
    const spot = this.#spot;
    if (!spot || !told?.certificate) return kept.replaceChildren();
    const bytes = bytesOf(told.certificate);
    const name = `${side}-${told.verdict === "winnable" ? "can" : "cannot"}-mate.cbor`;
    kept.replaceChildren(element("p", { class: "faint" }, strings.verifying));
    try {
      const outcome = await this.#page.verify(bytes, false);
      if (turn !== this.#turn || told !== this.#panels[side].told) return;
      const found = shown(name, outcome);
      const { claim, kind, statements } = found.verified;
      // The checker says what the certificate proves; the page, that it is what was asked.
      const asked = claim["root"] === spot.fen && claim["winner"] === side && kind.name === (told.verdict === "winnable" ? "helpmate" : "unwinnable");
      if (!asked) throw new Error(strings.otherClaim(name, statements.join("; ")));
      const keep = () => {
        const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: "application/cbor" }));
        element("a", { href: url, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
      };
      const button = element("button", { type: "button", "aria-label": `${strings.keep} ${name}`, click: keep }, strings.keep);
      const proved = element("details", {}, element("summary", {}, strings.whatIsProved), element("p", {}, statements.join("; ")));
      kept.replaceChildren(heading(found, strings.bytes(bytes.length)), proved, button);
    } catch (error) {
      if (turn === this.#turn) kept.replaceChildren(element("p", { class: "wrong" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** What rules say of a fallen flag. */
  async #judge(turn: number): Promise<void> {
    const spot = this.#spot;
    if (!spot) return;
    const can = (side: Side) => ({ winnable: true, unwinnable: false, unknown: null })[this.#panels[side].told?.verdict ?? "unknown"];
    const [white, black] = [can("white"), can("black")];
    this.#dead.textContent = white === false && black === false && spot.end === null ? strings.dead : "";
    try {
      const rulings = await this.#asking.ask<Ruling[]>({ mating: { rulings: { fen: spot.fen, white, black } } });
      if (turn === this.#turn) this.#rules.replaceChildren(...this.#table(rulings));
    } catch {
      // The worker has been ended with a search; the rules come with the next answer.
    }
  }

  #table(rulings: Ruling[]): Node[] {
    const [first] = rulings;
    const cell = (said: string, fide: string | undefined, winner: Side) => {
      const words = strings.ruling(said, winner);
      return element("td", { "data-ruling": said }, said === fide || said === "unknown" || fide === "unknown" ? words : element("strong", {}, words));
    };
    const row = ({ policy, white_flag: white, black_flag: black }: Ruling) =>
      element(
        "tr",
        { "data-policy": policy },
        element("th", { scope: "row" }, strings.policies[policy] ?? policy),
        cell(white, first?.white_flag, "black"),
        cell(black, first?.black_flag, "white"),
      );
    const head = element("tr", {}, [strings.rule, strings.flag("white"), strings.flag("black")].map((word) => element("th", { scope: "col" }, word)));
    const source = element("a", { href: "spec/policies.html", target: "_blank", rel: "noopener" }, strings.rulesSource);
    return [
      element("table", {}, element("caption", {}, strings.rulesSay), element("thead", {}, head), element("tbody", {}, rulings.map(row))),
      element("p", { class: "faint" }, strings.rulesHelp, " ", source),
    ];
  }

  // What is said of a side.

  #say(side: Side): void {
    const { told, searching, stopped, nodes, answer } = this.#panels[side];
    const button = (label: string, click: () => void, pressed?: boolean) =>
      element("button", { type: "button", "aria-pressed": pressed === undefined ? undefined : String(pressed), "data-do": label, click }, label);
    const verdict = told?.verdict ?? "unknown";
    const mark = element("span", { class: `mark ${verdict}` }, searching === "answer" ? strings.searching : strings.verdictOf[verdict]);
    const buttons: Child[] = [];
    if (searching) {
      buttons.push(button(strings.stop, () => this.#asking.stop()));
    } else if (verdict === "unknown") {
      const [label, limit] = stopped ? [strings.searchAgain, nodes] : [strings.searchLonger, nodes * LONGER];
      buttons.push(button(label, () => void this.#search(side, limit)));
    } else if (told) {
      buttons.push(button(strings.showOnBoard, () => this.#turnTo(side), side === this.#side));
      const mayBeShorter = told.walk && told.walk.length > 1 && told.shortest === undefined;
      if (mayBeShorter) buttons.push(button(strings.shorter, () => void this.#search(side, NODES, this.#turn, true)));
    }
    // Who has pressed a button that is made anew goes on from there.
    const focused = answer.contains(document.activeElement) ? document.activeElement?.getAttribute("data-do") : undefined;
    answer.replaceChildren(
      element("h3", {}, strings.canMate(side), " ", mark),
      element("p", { class: "why" }, searching ? strings.searchingNodes(nodes) : stopped && !told ? strings.stoppedSearch : told ? this.#why(told, side) : ""),
      told?.walk && told.walk.length > 0 ? this.#line(told.walk, side) : "",
      ...(told?.reach ? inWords(told.reach) : []),
      element("p", { class: "buttons" }, buttons),
    );
    if (focused) answer.querySelector<HTMLElement>(`[data-do="${CSS.escape(focused)}"]`)?.focus();
  }

  #why(told: Told, side: Side): string {
    if (told.verdict === "unknown") return strings.unknown(told.nodes ?? 0);
    if (told.walk) return strings.mateIn(told.walk.length, told.shortest);
    if (told.evidence === "over") return strings.over(this.#spot?.mated_by ?? null);
    return strings.why(side, told.evidence ?? "", told.positions ?? 0, told.skeletons ?? 0, told.tracked);
  }

  /** The moves to the mate, each of which leads to where it has been made. */
  #line(walk: Step[], side: Side): HTMLElement {
    const first = this.#spot?.to_move === "black" ? 1 : 0;
    const item = ({ move, san }: Step, at: number) => {
      const plies = at + first;
      const number = plies % 2 === 0 ? `${plies / 2 + 1}. ` : at === 0 ? `${(plies + 1) / 2}… ` : "";
      const go = () => {
        if (this.#side !== side) this.#turnTo(side);
        this.#step(at + 1);
      };
      const here = this.#side === side && this.#ply === at + 1 && "step";
      return element("li", {}, number, element("button", { type: "button", "aria-current": here, "data-do": `ply ${at + 1}`, "data-move": move, click: go }, san));
    };
    return element("ol", { class: "line", "aria-label": strings.lineToMate }, walk.map(item));
  }

  // The board.

  #turnTo(side: Side): void {
    this.#chosen = true;
    this.#side = side;
    this.#ply = 0;
    SIDES.forEach((one) => this.#say(one));
    this.#draw();
  }

  get #walk(): Step[] {
    return this.#panels[this.#side].told?.walk ?? [];
  }

  #step(ply: number): void {
    const walk = this.#walk;
    if (walk.length === 0) return;
    this.#ply = Math.max(0, Math.min(ply, walk.length));
    this.#say(this.#side);
    this.#draw();
    this.#status.textContent = strings.afterMoves(this.#ply, walk.length, walk[this.#ply - 1]?.san);
  }

  /** Draws the position, with what the answer about the chosen side says of it. */
  #draw(): void {
    const reach = this.#panels[this.#side].told?.reach;
    const walk = this.#walk;
    const step = walk[this.#ply - 1];
    this.#steps.hidden = walk.length === 0;
    this.#units.hidden = !reach;
    if (reach !== this.#drawn) {
      this.#drawn = reach;
      const units = reach ? loose(reach) : [];
      this.#unit.replaceChildren(option("", strings.bothKings), ...units.map(({ piece, square }) => option(square, strings.unitOn(piece, square))));
    }
    const unit = reach?.units.find(({ square }) => square === this.#unit.value);
    if (step) this.#board.show(step.fen, { last: [step.move.slice(0, 2), step.move.slice(2, 4)] });
    else this.#board.show(this.#draft, reach ? marks(reach, unit) : {});
  }

  /** Where a piece may be put: anywhere. */
  #targets(from: string): string[] {
    if (!this.#setup.moves) return [];
    const fen = this.#walk[this.#ply - 1]?.fen ?? this.#draft;
    if (!pieces(fen).has(from)) return [];
    return allSquares(8, 8).filter((name) => name !== from);
  }

  /** What is set up begins with what the board shows, a position of the line too. */
  #follow(): void {
    this.#setup.show(this.#walk[this.#ply - 1]?.fen ?? this.#draft);
  }

  #key(event: KeyboardEvent): void {
    // On the board and in fields the arrows have other meanings.
    const { target } = event;
    if (event.defaultPrevented || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    const steps: Record<string, number> = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: Infinity };
    const ply = steps[event.key];
    if (ply === undefined || this.#walk.length === 0) return;
    this.#step(ply);
    event.preventDefault();
  }

  async #link(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.#status.textContent = strings.linkCopied;
    } catch {
      // Over plain http there is no clipboard: the address is in the browser's own field.
      this.#status.textContent = strings.linkAbove;
    }
  }
}

function panel(): Panel {
  return { stopped: false, nodes: NODES, answer: element("div"), kept: element("div", { class: "kept" }) };
}

/** The side that an answer is about. */
function winner(entry: Entry): Side {
  return entry.claim["winner"] === "black" ? "black" : "white";
}

/** The position of an answer. */
function root(entry: Entry): string {
  return String(entry.claim["root"]);
}

/** A choice of a list. */
function option(value: string, label: string): HTMLOptionElement {
  return element("option", { value }, label);
}
