// Losing chess: sentences about positions and short texts about moves, as functions of the proved results.

import { type Here, type Opening, type Result, type Spot, type Turn, firstPly, resultOf, withNumbers } from "./losing-state";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/**
 * Maximum number of consecutive moves of both sides without a capture or pawn move in a proof that holds under a
 * 50-move rule.
 */
const FIFTY_MOVES = 99;

/** Whether a proof's claim does not cover a 50-move rule. */
export function needsMoreThanFifty(claim: { reversible: number }): boolean {
  return claim.reversible > FIFTY_MOVES;
}

/** Returns a sentence about the proved replies to the main move. */
function openingSentence({ begin, first, after }: Opening): string {
  const mover = begin.to_move;
  const proved = after.turns.filter(({ winner }) => winner === mover).length;
  const open = after.turns.filter(({ winner }) => winner === null).map(({ san }) => san);
  return strings.losingChess.opening(first.san, mover, proved, after.turns.length, open);
}

/** Returns a sentence about the other first moves. */
function othersSentence({ begin, first }: Opening): string {
  const others = begin.turns.filter(({ move }) => move !== first.move);
  const of = (result: Result) => others.filter((turn) => resultOf(turn, begin.to_move) === result).map(({ san }) => san);
  return strings.losingChess.otherMoves(begin.to_move, of("wins"), of("loses"), of("open").length + of("partly").length);
}

/** Whether a position is the starting position or the one after the main move. */
function isOpening({ moves }: Spot, { first }: Opening): boolean {
  return moves.length <= 1 && (moves[0] ?? first.move) === first.move;
}

function spotSentence(spot: Spot, opening: Opening | undefined): string {
  const first = opening && isOpening(spot, opening) ? openingSentence(opening) : "";
  const others = opening && spot.moves.length === 0 ? othersSentence(opening) : "";
  const together = spot.winner === null ? "" : viewStrings.winsTogether(spot.winner);
  const said = [together, first, others].filter(Boolean).join(" ");
  if (said !== "") return said;
  const proved = spot.turns.filter(({ winner }) => winner !== null).length;
  const here = strings.losingChess.openHere(withNumbers(spot.line, 0).join(" "), proved, spot.turns.length);
  // M. Watkins reports results for the replies to the main move that have no proof here.
  const reply = opening && spot.moves.length === 2 && spot.moves[0] === opening.first.move ? strings.losingChess.elsewhere : "";
  const [only] = spot.turns;
  const forced = only?.san.includes("x") && spot.turns.length === 1 ? strings.losingChess.onlyMove(only.san) : "";
  return [here, reply, forced].filter(Boolean).join(" ");
}

/** Returns the proof's move with its number, if the winner is to move. */
function winningMove(here: Here): string | undefined {
  const { place } = here;
  const [reply] = place?.to_move === place?.winner ? (place?.replies ?? []) : [];
  return reply && withNumbers([reply.san], firstPly(here) + here.moves.length)[0];
}

/** Returns the sentence about a position, and the winner that it names. */
export function sentence(here: Here, opening: Opening | undefined): { text: string; winner: string | undefined } {
  const { place, proof, spot } = here;
  const fifty = proof && needsMoreThanFifty(proof) ? ` ${strings.losingChess.notUnderFifty}` : "";
  if (place) return { text: place.end ?? viewStrings.wins(place.winner, place.longest, winningMove(here)) + fifty, winner: place.winner };
  if (proof) return { text: viewStrings.wins(proof.winner, proof.longest) + fifty, winner: proof.winner };
  if (!spot) return { text: "", winner: undefined };
  const opened = opening && isOpening(spot, opening) ? opening.begin.to_move : undefined;
  return { text: spotSentence(spot, opening), winner: spot.winner ?? opened };
}

/** Returns the text about a move in a table. */
export function turnWords(turn: Turn): string {
  if (turn.claim) return viewStrings.behind(turn.winner ?? "", turn.claim.longest, turn.claim.positions) + (needsMoreThanFifty(turn.claim) ? `. ${strings.losingChess.notUnderFifty}` : "");
  if (turn.replies && (turn.winner !== null || turn.replies[0] > 0)) return viewStrings.partly(turn.winner, turn.replies[0], turn.replies[1]);
  return viewStrings.notProved;
}

/** Returns the text about a move in a button: the result in one or two words. */
export function shortWords(turn: Turn): string {
  if (turn.winner === null) return strings.losingChess.open;
  return strings.losingChess.short(turn.winner, turn.claim?.longest, turn.claim !== undefined && needsMoreThanFifty(turn.claim));
}
