// Can they mate?: draws the part beside the board. Elements are recreated only if their contents changed, so that
// nothing open, focused or under the pointer disappears.

import { mark } from "./card";
import { type Child, element } from "./dom";
import { type AnswersFile, type Panel, type Side, type State, flagOf, nextSearch, root, winner } from "./mating-state";
import { evidence, gameSentence, rulingsSentence, sinceSentence, why } from "./mating-words";
import { inWords } from "./reach";
import { type Shown, heading } from "./shown";
import { specification } from "./files";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import type { Entry } from "./verdict";

/** Actions beside the board. */
export interface Acts {
  search(side: Side, nodes: number, shortest: boolean): void;
  stop(): void;
  turnTo(side: Side): void;
  /** Shows a ply of a side's line. */
  step(side: Side, ply: number): void;
  /** Shows a ply of the game. */
  goTo(ply: number): void;
}

/** The certificate of an answer: it is being verified, is verified, or does not match the question. */
export type Kept = { verifying: true } | { shown: Shown; bytes: Uint8Array } | { wrong: string };

/**
 * An element whose children are recreated only if their data changed. The focus stays on the same button, or on the
 * first enabled one.
 */
export class Slot<T extends HTMLElement> {
  readonly element: T;
  #of: unknown[] | undefined;

  constructor(made: T) {
    this.element = made;
  }

  draw(of: unknown[], make: () => Child[]): void {
    if (this.#of?.length === of.length && this.#of.every((one, at) => one === of[at])) return;
    this.#of = of;
    const active = this.element.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.getAttribute("data-do");
    this.element.replaceChildren(...make().filter((child): child is Node | string => Boolean(child)));
    if (!active) return;
    const again = focused ? this.element.querySelector<HTMLElement>(`[data-do="${CSS.escape(focused)}"]`) : null;
    (again ?? this.element.querySelector<HTMLElement>("button:not([disabled])"))?.focus({ preventScroll: true });
  }
}

function button(label: string, click: () => void, more: Record<string, string | boolean | undefined> = {}): HTMLButtonElement {
  return element("button", { type: "button", "data-do": label, ...more, click }, label);
}

/** The answer about one side. */
export class SidePart {
  readonly element: HTMLElement;
  readonly #side: Side;
  readonly #acts: Acts;
  readonly #mark = element("span", { class: "mark" });
  readonly #why = element("p", { class: "why" });
  readonly #buttons = new Slot(element("p", { class: "buttons" }));
  readonly #line = new Slot(element("div"));
  readonly #reach = new Slot(element("div"));
  readonly #summary = new Slot(element("summary"));
  readonly #proof = new Slot(element("div"));
  readonly #how: HTMLDetailsElement;

  constructor(side: Side, acts: Acts) {
    this.#side = side;
    this.#acts = acts;
    this.#how = element("details", { class: "kept" }, this.#summary.element, this.#proof.element);
    const head = element("h3", {}, viewStrings.canMate(side), " ", this.#mark);
    this.element = element("section", { class: "can", "aria-label": viewStrings.canMate(side) }, head, this.#buttons.element, this.#why, this.#line.element, this.#reach.element, this.#how);
  }

  show(state: State, kept: Kept | undefined): void {
    const panel = state.panels[this.#side];
    const { told, searching } = panel;
    const verdict = told?.verdict ?? "unknown";
    this.element.hidden = !state.spot;
    this.#mark.className = `mark ${verdict}`;
    this.#mark.textContent = searching === "answer" ? viewStrings.searching : viewStrings.verdictOf[verdict];
    this.#why.textContent = why(panel, this.#side, state);
    const shown = state.side === this.#side;
    this.#buttons.draw([told, searching, panel.stopped, panel.nodes, shown], () => this.#actions(panel, shown));
    const walk = told?.walk ?? [];
    this.#line.draw([told?.walk, state.spot], () => (walk.length > 0 ? [this.#moves(state)] : []));
    this.#current(shown ? state.ply : 0);
    this.#reach.draw([told?.reach], () => (told?.reach ? inWords(told.reach) : []));
    this.#how.classList.toggle("away", !kept);
    this.#summary.draw([kept], () => (kept ? summary(kept) : []));
    this.#proof.draw([kept, told], () => (kept && told ? proof(kept, evidence(told, this.#side)) : []));
  }

  /** The buttons keep their place above everything that may grow. */
  #actions(panel: Panel, shown: boolean): Child[] {
    if (panel.searching) return [button(viewStrings.stop, this.#acts.stop)];
    const next = nextSearch(panel);
    const label = next?.shortest ? viewStrings.shorter : next?.longer ? viewStrings.searchLonger : viewStrings.searchAgain;
    const search = next && button(label, () => this.#acts.search(this.#side, next.nodes, next.shortest));
    const known = panel.told && panel.told.verdict !== "unknown";
    return known ? [search, button(viewStrings.showOnBoard, () => this.#acts.turnTo(this.#side), { "aria-pressed": String(shown) })] : [search];
  }

  /** Lists the moves to the mate. Each is a button that leads to the position after it. */
  #moves({ panels, spot }: State): HTMLElement {
    const first = spot?.to_move === "black" ? 1 : 0;
    const items = (panels[this.#side].told?.walk ?? []).map(({ move, san }, at) => {
      const plies = at + first;
      const number = plies % 2 === 0 ? `${plies / 2 + 1}. ` : at === 0 ? `${(plies + 1) / 2}… ` : "";
      return element("li", {}, number, element("button", { type: "button", "data-move": move, click: () => this.#acts.step(this.#side, at + 1) }, san));
    });
    return element("ol", { class: "line", "aria-label": viewStrings.lineToMate }, items);
  }

  /** Marks the current move. */
  #current(ply: number): void {
    const list = this.#line.element.querySelector(".line");
    for (const [at, one] of [...this.#line.element.querySelectorAll("button")].entries()) {
      if (at + 1 !== ply) one.removeAttribute("aria-current");
      else {
        one.setAttribute("aria-current", "step");
        // Only the list scrolls, not the page.
        if (list) list.scrollTop = one.offsetTop - (list as HTMLElement).offsetTop - list.clientHeight / 2;
      }
    }
  }
}

function summary(kept: Kept): Child[] {
  if ("verifying" in kept) return [strings.verifying];
  if ("wrong" in kept) return [element("span", { class: "wrong" }, kept.wrong)];
  const { verified, seconds } = kept.shown;
  return [mark({ verdict: verified, seconds }), " ", strings.losingChess.how(strings.seconds(seconds), false)];
}

/** Shows the certificate: the extent of the search, the checker's statement, and the file. */
function proof(kept: Kept, looked: string): Child[] {
  if (!("shown" in kept)) return [];
  const { shown, bytes } = kept;
  const keep = () => {
    const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: "application/cbor" }));
    element("a", { href: url, download: shown.file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return [
    looked !== "" && element("p", { class: "evidence" }, looked),
    element("p", {}, viewStrings.whatIsProved, ": ", element("span", { class: "statement" }, shown.verified.statements.join("; "))),
    element("p", {}, shown.file, ", ", strings.bytes(bytes.length), ": ", element("code", { class: "digest" }, shown.verified.sha256)),
    element("p", {}, element("button", { type: "button", "aria-label": `${viewStrings.keep} ${shown.file}`, click: keep }, viewStrings.keep)),
    element("p", { class: "faint" }, viewStrings.mate.checkYourself(shown.file)),
  ];
}

/** Shows what each rule says about a fallen flag, and marks the flag that fell in the game. */
export function rules(state: State): Child[] {
  const { rulings } = state;
  const [first] = rulings;
  if (!first) return [];
  const fallen = flagOf(state)?.loser;
  const cell = (said: string, fide: string, flag: Side) => {
    const words = viewStrings.ruling(said, flag === "white" ? "black" : "white");
    const same = said === fide || said === "unknown" || fide === "unknown";
    return element("td", { "data-ruling": said, class: fallen === flag ? "fallen" : undefined }, same ? words : element("strong", {}, words));
  };
  const rows = rulings.map(({ policy, white_flag: white, black_flag: black }) =>
    element("tr", { "data-policy": policy }, element("th", { scope: "row" }, viewStrings.policies[policy] ?? policy), cell(white, first.white_flag, "white"), cell(black, first.black_flag, "black")),
  );
  const column = (flag: Side) => element("th", { scope: "col", class: fallen === flag ? "fallen" : undefined }, viewStrings.flag(flag));
  const head = element("tr", {}, element("th", { scope: "col" }, viewStrings.rule), column("white"), column("black"));
  const source = element("a", { href: specification("policies.md"), target: "_blank", rel: "noopener" }, viewStrings.rulesSource);
  return [
    element("table", {}, element("caption", {}, viewStrings.rulesSay), element("thead", {}, head), element("tbody", {}, rows)),
    element("p", { class: "faint" }, viewStrings.rulesHelp, " ", source),
  ];
}

/** Shows the game to which the position belongs. */
export function game(state: State, acts: Acts): Child[] {
  const { played } = state;
  if (!played) return [];
  const { game, ply, since } = played;
  const of = (side: Side) => {
    const found = since[side];
    const to = found?.since?.ply;
    const there = to !== undefined && button(viewStrings.mate.showThere, () => acts.goTo(to), { "data-do": side, "aria-label": `${viewStrings.mate.showThere}: ${sinceSentence(game, side, found)}`, "aria-pressed": String(to === ply) });
    return element("li", { "data-side": side }, there, " ", sinceSentence(game, side, found));
  };
  const last = button(viewStrings.mate.showLast, () => acts.goTo(game.walk.length), { "aria-pressed": String(ply === game.walk.length) });
  return [
    element("h3", {}, viewStrings.mate.game),
    element("p", { class: "ended" }, gameSentence(state)),
    element("p", { class: "ruled" }, rulingsSentence(state)),
    element("p", {}, last),
    element("ul", { class: "since" }, of("white"), of("black")),
  ];
}

/** Creates an option of a list. */
export function option(value: string, label: string): HTMLOptionElement {
  return element("option", { value }, label);
}

/** Lists the certificates that can be opened. */
export function filesOf(certificates: AnswersFile[]): HTMLOptionElement[] {
  return [option("", viewStrings.chooseOne), ...certificates.map(({ file, answers }) => option(file, viewStrings.fileOfAnswers(file, answers)))];
}

/** Shows the verdict on an opened certificate, and a choice of its answers. */
export function source(found: Shown, entries: Entry[], choose: (entry: Entry | undefined) => void): HTMLElement[] {
  const options = entries.map((entry, at) => option(String(at), viewStrings.entry(at + 1, winner(entry), entry.kind.name === "helpmate", root(entry))));
  const choice = element("select", { id: "entry", change: () => choose(entries[Number(choice.value)]) }, options);
  return [
    heading(found, viewStrings.answers(entries.length)),
    element("p", { class: "buttons" }, element("label", { for: "entry" }, viewStrings.answersOf), choice),
    element("p", { class: "statement" }),
  ];
}
