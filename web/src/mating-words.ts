// Can they mate?: the sentences, as functions of what is shown.

import { type Game, type Panel, SIDES, type Side, type Since, type State, type Told, canMate, flagOf, numbered, rulingOf } from "./mating-state";
import { viewStrings } from "./view-strings";

const words = viewStrings.mate;

/** The result in one sentence, and its kind, which has a colour. */
export interface Headline {
  text: string;
  kind: "white" | "black" | "both" | "dead" | "open";
}

const other: Record<Side, Side> = { white: "black", black: "white" };

/** How many moves of both sides it takes a side to mate: those of the line, which may not be the fewest. */
function plies({ panels }: State, side: Side): string {
  const { walk, shortest } = panels[side].told ?? {};
  return words.plies(walk?.length ?? 0, shortest === true);
}

/** The result of a position. */
export function headline(state: State): Headline {
  if (state.none) return { text: words.noPosition, kind: "open" };
  const { spot, panels } = state;
  if (!spot) return { text: words.looking, kind: "open" };
  if (spot.end !== null) return { text: viewStrings.over(spot.mated_by), kind: spot.mated_by ?? "dead" };
  const flag = flagOf(state);
  if (flag && canMate(state, other[flag.loser]) !== null) return flagged(state, flag);
  const [white, black] = [canMate(state, "white"), canMate(state, "black")];
  if (white === false && black === false) return { text: words.dead, kind: "dead" };
  if (white === true && black === true) return { text: words.both(plies(state, "white"), plies(state, "black")), kind: "both" };
  const kind = white === true ? "white" : black === true ? "black" : "open";
  if (white === null && black === null) return { text: SIDES.some((side) => panels[side].searching) ? words.looking : words.neitherKnown, kind };
  const text = [white, black].map((can, at) => {
    const side = SIDES[at] as Side;
    if (can === null && panels[side].searching) return words.searched(side);
    return can === null ? words.notKnown(side) : can ? words.can(side, plies(state, side)) : words.cannot(side);
  });
  return { text: (white === true || black !== true ? text : text.toReversed()).join(" "), kind };
}

/** The result of a game that a flag ended. */
function flagged(state: State, { loser }: NonNullable<Game["flag"]>): Headline {
  const side = other[loser];
  const can = canMate(state, side) === true;
  const ruling = rulingOf(state.rulings, "fide-timeout", loser);
  return { text: words.flagged(loser, side, can, plies(state, side), ruling), kind: ruling === "win" ? side : ruling === "draw" ? "dead" : "open" };
}

/** Why it is so, in a sentence for everybody. */
export function why({ told, searching, stopped, nodes }: Panel, side: Side, { spot }: State): string {
  if (searching) return viewStrings.searchingNodes(nodes);
  if (stopped && !told) return viewStrings.stoppedSearch;
  if (!told) return "";
  if (told.verdict === "unknown") return viewStrings.unknown(told.nodes ?? 0);
  if (told.walk) return viewStrings.mateIn(told.walk.length, told.shortest);
  if (told.evidence === "over") return viewStrings.over(spot?.mated_by ?? null);
  return words.why(side, told.evidence ?? "", told.positions ?? 0, told.skeletons ?? 0);
}

/** How much was looked at, for those who ask how it is known. */
export function evidence(told: Told, side: Side): string {
  if (told.verdict !== "unwinnable") return told.walk ? words.lineProves : "";
  return words.evidence(side, told.evidence ?? "", told.positions ?? 0, told.skeletons ?? 0, told.tracked);
}

/** Which game it is, where in it one is, and how it ended. */
export function gameSentence({ played }: State): string {
  if (!played) return "";
  const { game, ply } = played;
  const all = game.walk.length;
  const last = game.walk[ply - 1];
  const at = last === undefined ? words.gameBegins : ply === all ? words.gameLast(numbered(game, ply - 1, last.san)) : words.gameAt(numbered(game, ply - 1, last.san));
  return [game.games > 1 ? words.firstOf(game.games) : "", at, ending(game)].filter(Boolean).join(" ");
}

/** What each rule says of the flag that has fallen, by what it says. */
export function rulingsSentence(state: State): string {
  const flag = flagOf(state);
  if (!flag || state.rulings.length === 0) return "";
  const by = new Map<string, string[]>();
  for (const { policy } of state.rulings) {
    const ruling = rulingOf(state.rulings, policy, flag.loser);
    by.set(ruling, [...(by.get(ruling) ?? []), viewStrings.policies[policy] ?? policy]);
  }
  return [...by].map(([ruling, policies]) => words.ruledBy(viewStrings.ruling(ruling, other[flag.loser]), policies)).join(" ");
}

/** What the most common rules say of either flag, beside the result; the table has all rules. */
export function brief({ rulings, spot }: State): string {
  if (rulings.length === 0 || spot?.end !== null) return "";
  const said = (policy: string, flag: Side) => viewStrings.ruling(rulingOf(rulings, policy, flag), other[flag]);
  return SIDES.map((flag) => words.brief(flag, said("fide-timeout", flag), said("lichess-2026", flag))).join(" ");
}

/** How a game ended. */
function ending({ flag, result, contradiction }: Game): string {
  if (contradiction !== null) return words.contradiction(contradiction);
  if (!flag) return words.noFlag(result);
  return words.flagFell(flag.loser, flag.named, result);
}

/** From which move on a side could no longer mate. */
export function sinceSentence(game: Game, side: Side, found: Since | undefined): string {
  if (!found) return words.searchedPlies(side);
  if (found.unknown) return words.sinceUnknown(side);
  if (found.since === null) return words.toTheEnd(side);
  const { ply, exact } = found.since;
  const san = game.walk[ply - 1]?.san;
  return words.since(side, san === undefined ? undefined : numbered(game, ply - 1, san), exact);
}
