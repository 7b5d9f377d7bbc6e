// Losing chess: draws the part beside the board. Each function creates elements for a state; the caller supplies the
// actions of the buttons.

import { mark } from "./card";
import { element } from "./dom";
import type { Read } from "./losing-proofs";
import { type Among, type Here, type Opening, type Place, type Spot, type Turn, bestFirst, firstPly, longestFirst, mainLine, rootName, showsReplies, withNumbers } from "./losing-state";
import { type Root, variations } from "./losing-tree";
import { needsMoreThanFifty, shortWords, turnWords } from "./losing-words";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Actions beside the board. */
export interface Acts {
  play(move: string): void;
  go(moves: string[]): void;
  /** Goes to the root of another proof. */
  enter(file: string): void;
}

/** Maximum number of moves shown of the longest line. */
const MAIN_LINE = 12;

/** The suffix that the page adds to the name of a file opened by the user. */
const OWN_NAME = / \([0-9a-f]{8}\)$/;

/** Creates everything beside the board. */
export function side(here: Here, opening: Opening | undefined, read: Read | undefined, tree: Root, acts: Acts): HTMLElement[] {
  const { place, spot, unread } = here;
  const replied = showsReplies(here, opening) && opening && strip(here, opening, acts);
  // While the user compares replies, their buttons keep their place. Further on in the game, the moves come first.
  const comparing = here.moves.length <= 2;
  const parts: (HTMLElement | false | undefined)[] = [
    comparing && replied,
    line(here, tree, acts),
    here.proof?.among && here.proof.among.roots > 1 && otherRoots(here.proof.among, acts),
    unread !== undefined && element("p", { class: "note" }, unread),
    place && read && inProof(here, place, read),
    place?.cited ? goesOn(place.cited, acts) : undefined,
    place && read && place.replies.length > 0 && replies(place, read, acts),
    spot && spot.proof === null && !place && turns(spot, acts),
    !comparing && replied,
    place && read && how(here, read),
  ];
  return parts.filter((part): part is HTMLElement => part instanceof HTMLElement);
}

/** Creates a field that chooses among the roots of a file. */
function otherRoots({ file, index, roots }: Among, acts: Acts): HTMLElement {
  const field = element("input", { type: "number", id: "root", min: "1", max: String(roots), value: String(index + 1), required: "" });
  field.addEventListener("change", () => {
    if (field.checkValidity()) acts.enter(rootName(file, field.valueAsNumber - 1));
    else field.reportValidity();
  });
  return element("p", {}, element("label", { for: field.id }, viewStrings.rootOf), " ", field, ` ${viewStrings.ofRoots(roots)}`);
}

/** Creates a button that leads to the cited proof of a position. */
function goesOn({ file, root }: { file: string; root: number }, acts: Acts): HTMLElement {
  return element("p", {}, viewStrings.provedBy(file), " ", element("button", { type: "button", click: () => acts.enter(rootName(file, root)) }, viewStrings.goOn));
}

/** Maximum number of moves shown of a variation. */
const LEFT = 6;

/**
 * Lists the moves to this position, with the variations that the user has looked at. Each move is a button that leads
 * to the position after it.
 */
function line(here: Here, tree: Root, acts: Acts): HTMLElement {
  const variation = (ply: number) =>
    variations(tree, here.moves, ply, LEFT).map(({ moves, line, more }) => {
      const words = withNumbers(line, firstPly(here) + ply).join(" ") + (more ? " …" : "");
      return element("li", { class: "left" }, element("button", { type: "button", title: viewStrings.lookedAt, click: () => acts.go(moves.slice(0, ply + 1)) }, words));
    });
  const numbers = withNumbers(here.line, firstPly(here));
  const items = here.line.map((san, at) => {
    const number = (numbers[at] ?? "").slice(0, -san.length);
    return element("li", {}, number, element("button", { type: "button", "aria-current": at === here.line.length - 1 && "step", click: () => acts.go(here.moves.slice(0, at + 1)) }, san));
  });
  const all = items.flatMap((item, ply) => [item, ...variation(ply)]);
  return element("ol", { class: "line", "aria-label": viewStrings.line }, all, variation(items.length));
}

function inProof(here: Here, place: Place, { sizes }: Read): HTMLElement {
  const size = place.end === null && [viewStrings.positionsHere, " ", cell(place.number, sizes), "."];
  const longest = place.main_line.length > 0 && [" ", viewStrings.mainLine, " ", mainLine(here, MAIN_LINE)];
  return element("p", { class: "faint" }, size, longest);
}

function cell(number: number, sizes: Map<number, number>): HTMLElement {
  const size = sizes.get(number);
  return element("span", { "data-size": String(number) }, size === undefined ? "…" : viewStrings.count(size));
}

function move(san: string, coordinates: string, kind: string, acts: Acts): HTMLElement {
  return element("button", { type: "button", "data-move": coordinates, class: kind, click: () => acts.play(coordinates) }, san);
}

function table(caption: string, columns: string[], rows: HTMLElement[]): HTMLElement {
  const head = element("tr", {}, columns.map((word) => element("th", { scope: "col" }, word)));
  return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, rows));
}

/** Lists the moves of a proof, with the number of positions after each move and the length of the longest line. */
function replies(place: Place, { sizes }: Read, acts: Acts): HTMLElement {
  const row = ({ move: coordinates, san, number, longest }: Place["replies"][number]) =>
    element("tr", {}, element("td", {}, move(san, coordinates, `result ${place.winner}`, acts)), element("td", {}, cell(number, sizes)), element("td", {}, viewStrings.count(longest)));
  const caption = place.to_move === place.winner ? viewStrings.winnersMove(place.winner) : viewStrings.replies(place.to_move, place.replies.length);
  return table(caption, [viewStrings.move, viewStrings.positions, viewStrings.longest], longestFirst(place.replies).map(row));
}

/** Lists the moves of a position before the proofs, with the result proved for each move. */
function turns(spot: Spot, acts: Acts): HTMLElement {
  const row = (turn: Turn) =>
    element("tr", {}, element("td", {}, move(turn.san, turn.move, `result ${turn.winner ?? "open"}`, acts)), element("td", { class: turn.winner === null && !turn.replies ? "faint" : undefined }, turnWords(turn)));
  return table(viewStrings.movesOf(spot.to_move), [viewStrings.move, viewStrings.provedBehind], bestFirst(spot.turns, spot.to_move).map(row));
}

/** Lists all replies to the main move as buttons. */
function strip({ moves }: Here, { first, after }: Opening, acts: Acts): HTMLElement {
  const button = (turn: Turn) => {
    const current = moves[0] === first.move && moves[1] === turn.move && "true";
    const attributes = { type: "button", "data-reply": turn.move, class: `result ${turn.winner ?? "open"}`, "aria-current": current, click: () => acts.go([first.move, turn.move]) };
    return element("li", {}, element("button", attributes, turn.san, " ", element("small", {}, shortWords(turn))));
  };
  const marked = after.turns.some(({ claim }) => claim && needsMoreThanFifty(claim));
  return element(
    "div",
    { class: "strip" },
    element("h3", {}, strings.losingChess.repliesTo(withNumbers([first.san], 0).join(" "))),
    element("ul", {}, bestFirst(after.turns, after.to_move).map(button)),
    element("p", { class: "faint" }, strings.losingChess.legend, marked && ` ${strings.losingChess.legendFifty}`),
  );
}

/** Shows the verdict on the proof, and where the proof comes from. */
function how({ proof }: Here, { shown }: Read): HTMLElement {
  const verdict = mark({ verdict: shown.verified, seconds: shown.seconds });
  return element(
    "details",
    { class: "how" },
    element("summary", {}, verdict, " ", strings.losingChess.how(strings.seconds(shown.seconds), shown.elsewhere)),
    element("p", {}, shown.file, shown.elsewhere && `, ${strings.byProgram}`, ": ", proof ? viewStrings.proves(proof) : "", " ", element("code", { class: "digest" }, shown.verified.sha256)),
    element("p", {}, strings.losingChess.checkYourself(shown.file.replace(OWN_NAME, ""))),
  );
}

/** Restores the focus after a redraw: on the button of the same reply, or on the current move. */
export function focusAgain(beside: HTMLElement, focused: Element): void {
  const reply = focused.getAttribute("data-reply");
  const same = reply === null ? null : beside.querySelector<HTMLElement>(`[data-reply="${reply}"]`);
  (same ?? beside.querySelector<HTMLElement>(".line [aria-current]"))?.focus({ preventScroll: true });
}
