// Can they mate?: the sentences, as functions of the state.

import { type Game, type Panel, SIDES, type Side, type Since, type State, type Told, canMate, flagOf, numbered, rulingOf } from "./mating-state";
import { viewStrings } from "./view-strings";

const words = viewStrings.mate;

/** The result in one sentence, and its kind, which determines the colour. */
interface Headline {
  text: string;
  kind: "white" | "black" | "both" | "dead" | "open";
}

const other: Record<Side, Side> = { white: "black", black: "white" };

/** Returns the length of a side's line to mate in half-moves. The line may not be the shortest. */
function plies({ panels }: State, side: Side): string {
  const { walk, shortest } = panels[side].told ?? {};
  return words.plies(walk?.length ?? 0, shortest === true);
}

/** Returns the result of a position. */
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

/** Returns the result of a game that ended by a flag. */
function flagged(state: State, { loser }: NonNullable<Game["flag"]>): Headline {
  const side = other[loser];
  const can = canMate(state, side) === true;
  const ruling = rulingOf(state.rulings, "fide-timeout", loser);
  return { text: words.flagged(loser, side, can, plies(state, side), ruling), kind: ruling === "win" ? side : ruling === "draw" ? "dead" : "open" };
}

/** Explains the answer in one sentence for everybody. */
export function why({ told, searching, stopped, nodes }: Panel, side: Side, { spot }: State): string {
  if (searching) return viewStrings.searchingNodes(nodes);
  if (stopped && !told) return viewStrings.stoppedSearch;
  if (!told) return "";
  if (told.verdict === "unknown") return viewStrings.unknown(told.nodes ?? 0);
  if (told.walk) return viewStrings.mateIn(told.walk.length, told.shortest);
  if (told.evidence === "over") return viewStrings.over(spot?.mated_by ?? null);
  return words.why(side, told.evidence ?? "", told.positions ?? 0, told.skeletons ?? 0);
}

/** Describes the extent of the search, for readers who want to know how the answer was found. */
export function evidence(told: Told, side: Side): string {
  if (told.verdict !== "unwinnable") return told.walk ? words.lineProves : "";
  return words.evidence(side, told.evidence ?? "", told.positions ?? 0, told.skeletons ?? 0, told.tracked);
}

/** Returns a sentence about the game: which one of the text, the current ply, and the end of the game. */
export function gameSentence({ played }: State): string {
  if (!played) return "";
  const { game, ply } = played;
  const all = game.walk.length;
  const last = game.walk[ply - 1];
  const at = last === undefined ? words.gameBegins : ply === all ? words.gameLast(numbered(game, ply - 1, last.san)) : words.gameAt(numbered(game, ply - 1, last.san));
  return [game.games > 1 ? words.firstOf(game.games) : "", at, ending(game)].filter(Boolean).join(" ");
}

/** Lists the rulings on the fallen flag, grouped by ruling. */
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

/** Returns the rulings of the most common rules on either flag. The table below shows all rules. */
export function brief({ rulings, spot }: State): string {
  if (rulings.length === 0 || spot?.end !== null) return "";
  const said = (policy: string, flag: Side) => viewStrings.ruling(rulingOf(rulings, policy, flag), other[flag]);
  return SIDES.map((flag) => words.brief(flag, said("fide-timeout", flag), said("lichess-2026", flag))).join(" ");
}

/** Describes the end of a game. */
function ending({ flag, result, contradiction }: Game): string {
  if (contradiction !== null) return words.contradiction(contradiction);
  if (!flag) return words.noFlag(result);
  return words.flagFell(flag.loser, flag.named, result);
}

/** Returns a sentence about the move after which a side could not mate any more. */
export function sinceSentence(game: Game, side: Side, found: Since | undefined): string {
  if (!found) return words.searchedPlies(side);
  if (found.unknown) return words.sinceUnknown(side);
  if (found.since === null) return words.toTheEnd(side);
  const { ply, exact } = found.since;
  const san = game.walk[ply - 1]?.san;
  return words.since(side, san === undefined ? undefined : numbered(game, ply - 1, san), exact);
}
