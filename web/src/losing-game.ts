// Losing chess: a game against the proofs. Where it enters one, where it leaves it, and who did.

import type { Proofs } from "./losing-proofs";
import { type Here, type Known, type Spot, atSpot, nextMoves, rootOf, withNumbers } from "./losing-state";
import { type Game, fits } from "./pgn";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Names of the variant in PGN. */
const ANTICHESS = /anti|losing|loser|giveaway|suicide|take ?me/i;

/** How far the proofs go along with a game. */
export interface Followed {
  /** The moves that they go along with, in coordinates and in algebraic notation. */
  moves: string[];
  line: string[];
  /** How many moves lead to the root of the proof, and which proof it is, if one is met. */
  entered?: { plies: number; proof: Known };
  /** The game's next move and the proof's, where the winner plays another one. */
  left?: { san: string; proofs: string };
  /** Why the proof was not read. */
  unread?: string;
  /** Why the game's next move cannot be made, if some could be before it. */
  illegal?: string;
  /** How many moves of the game are not in the proofs. */
  rest: number;
}

/** The moves to a position: in the proof that has been entered, or else on the ways to all proofs. Of several positions the first that is found. */
export async function find(proofs: Proofs, here: Here | undefined, fens: string[]): Promise<{ moves: string[]; apart?: string | undefined }> {
  const read = here?.place && here.proof && proofs.read(here.proof.file);
  const wrong: unknown[] = [];
  const or = (error: unknown) => {
    wrong.push(error);
    return undefined;
  };
  for (const fen of fens) {
    const way = here && read && (await proofs.way(read, fen).catch(or));
    if (way) return { moves: [...here.moves.slice(0, here.before), ...way], apart: here.apart };
    const moves = await proofs.find(fen).catch(or);
    if (moves) return { moves };
  }
  const sentence = wrong[0] instanceof Error ? wrong[0].message : String(wrong[0]);
  throw new Error(read ? sentence : `${sentence}. ${viewStrings.fenInProof}`);
}

/** Follows a game, from the beginning or from one of these positions. */
export async function followGame(proofs: Proofs, here: Here | undefined, { moves, tags }: Game, fens: string[] | undefined, stopped: () => boolean): Promise<Followed> {
  const variant = tags.get("variant") ?? "";
  if (variant !== "" && !ANTICHESS.test(variant)) throw new Error(strings.losingChess.otherVariant(variant));
  return follow(proofs, fens ? (await find(proofs, here, fens)).moves : [], moves, stopped);
}

/** Follows moves, as they are written, from a position before the proofs that `before` lead to. An illegal move ends that with a sentence; the first one is an error. */
async function follow(proofs: Proofs, before: string[], words: string[], stopped: () => boolean): Promise<Followed> {
  let spot = await proofs.spot(before);
  let at = 0;
  while (spot.proof === null && at < words.length && !stopped()) {
    const next = one(words[at] ?? "", nextMoves(atSpot(spot)));
    // The explorer says what is wrong with any other word.
    const step = await proofs.spot([...spot.moves, next ?? words[at] ?? ""]).catch(numbered(words[at] ?? "", spot.moves.length));
    if (step instanceof Error) return illegal(step, at, { moves: spot.moves, line: spot.line, rest: words.length - at });
    spot = step;
    at += 1;
  }
  const { moves, line } = spot;
  const proof = proofs.get(spot.proof ?? "");
  if (!proof) return { moves, line, rest: words.length - at };
  const entered = { plies: moves.length, proof };
  const unread = proofs.tooLarge(proof.file);
  if (unread !== undefined) return { moves, line, entered, unread, rest: words.length - at };
  return { ...(await within(proofs, proof, spot, words.slice(at), at, stopped)), entered };
}

/** The sentence about a move that cannot be made, with the number of the move before it. */
function numbered(word: string, plies: number): (error: unknown) => Error {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    return new Error(why.startsWith(`${word} `) ? withNumbers([word], plies).join("") + why.slice(word.length) : why);
  };
}

/** How far a game goes whose next move cannot be made after `made` moves of it. */
function illegal(why: Error, made: number, followed: Followed): Followed {
  if (made === 0) throw why;
  return { ...followed, illegal: why.message };
}

/** The move that a word says, if it says one. */
function one(word: string, moves: { move: string; san: string }[]): string | undefined {
  const found = moves.filter((move) => fits(word, move));
  return found.length === 1 ? found[0]?.move : undefined;
}

/** Follows moves from the root of a proof, to which `made` moves of the game have led. */
async function within(proofs: Proofs, proof: Known, spot: Spot, words: string[], made: number, stopped: () => boolean): Promise<Followed> {
  const read = await proofs.enter(proof.file);
  const root = rootOf(proof, spot, undefined);
  let place = await proofs.place(read, root.line, []);
  const followed = (at: number) => ({ moves: [...root.moves, ...place.moves], line: place.line, rest: words.length - at });
  for (const [at, word] of words.entries()) {
    if (stopped()) return followed(at);
    const next = one(word, place.replies) ?? word;
    try {
      place = await proofs.place(read, root.line, [...place.moves, next]);
    } catch (error) {
      const [proofsMove] = place.replies;
      if (place.to_move !== place.winner || !proofsMove || !isLegal(error)) return illegal(numbered(word, place.line.length)(error), made + at, followed(at));
      return { ...followed(at), left: { san: word, proofs: proofsMove.san } };
    }
  }
  return followed(words.length);
}

/** Whether the explorer refuses a winner's move because the proof has another one, and not because it is illegal. */
function isLegal(error: unknown): boolean {
  return error instanceof Error && /is legal, but|if it is a reply to that/.test(error.message);
}

/** The sentences about a game: where it enters a proof and who leaves it. */
export function gameSentence({ line, entered, left, unread, illegal, rest }: Followed): string {
  const numbered = (san: string, plies: number) => withNumbers([san], plies).join("");
  if (!entered) return strings.losingChess.gameWithout(line.length);
  const { plies, proof } = entered;
  const mover = plies % 2 === 1 ? "white" : "black";
  const entering = strings.losingChess.gameEnters(mover, numbered(line[plies - 1] ?? "", plies - 1), proof.winner, plies);
  if (unread !== undefined) return `${entering} ${unread}`;
  if (left) return `${entering} ${strings.losingChess.gameLeaves(proof.winner, numbered(left.san, line.length), numbered(left.proofs, line.length), rest - 1)}`;
  return illegal === undefined ? `${entering} ${strings.losingChess.gameStays(proof.winner)}` : entering;
}
