// Can they mate?, without a browser: the meaning of texts, the effects of answers, and the sentences.
//
//     node --test web/tests/mating-state.test.mjs

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));

/** Imports a module of the page's sources. */
async function source(name) {
  const { outputFiles } = await build({ entryPoints: [join(SOURCES, name)], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const state = await source("mating-state.ts");
const words = await source("mating-words.ts");
const { said } = await source("box.ts");

const BOARD = "7k/7p/8/8/8/8/8/K5N1";
const LICHESS = "https://lichess.org";

for (const [title, text, expected] of [
  ["six fields", `${BOARD} b KQ e3 12 80`, [`${BOARD} b KQ e3`]],
  ["four", `${BOARD} b - -`, [`${BOARD} b - -`]],
  ["three", `${BOARD} w KQkq`, [`${BOARD} w KQkq -`]],
  ["two", `${BOARD}  w`, [`${BOARD} w - -`]],
  ["a board alone: either side may be to move", BOARD, [`${BOARD} w - -`, `${BOARD} b - -`]],
  ["more than six", `${BOARD} b - - 0 1 +0+0`, [`${BOARD} b - -`]],
  ["spaces around it", `  ${BOARD} b\n`, [`${BOARD} b - -`]],
  ["no board: the explorer says what is wrong", "8/8", ["8/8 w - -"]],
  ["nothing", " ", [""]],
]) {
  test(`fields of a FEN: ${title}`, () => assert.deepEqual(state.fensOf(text), expected));
}

for (const [title, text, expected] of [
  ["the editor", `${LICHESS}/editor/${BOARD}_b_-_-_0_1?color=white`, { fen: `${BOARD} b - - 0 1` }],
  ["the analysis board", `${LICHESS}/analysis/standard/${BOARD}_b_-_-_0_1`, { fen: `${BOARD} b - - 0 1` }],
  ["the analysis board, from a position", `${LICHESS}/analysis/fromPosition/${BOARD}_b_-_-_0_1`, { fen: `${BOARD} b - - 0 1` }],
  ["another variant", `${LICHESS}/analysis/atomic/${BOARD}_b_-_-_0_1`, { fen: `${BOARD} b - - 0 1`, variant: "atomic" }],
  ["another variant of the editor", `${LICHESS}/editor?fen=${BOARD.replaceAll("/", "%2F")}+b+-+-+0+1&variant=crazyhouse`, { fen: `${BOARD} b - - 0 1`, variant: "crazyhouse" }],
  ["moves of an analysis board", `${LICHESS}/analysis/pgn/1.e4_e5`, { game: "1.e4 e5" }],
  ["a link of this page", `http://127.0.0.1/below/#mating/${BOARD}_b_-_-`, { fen: `${BOARD} b - -` }],
  ["a link of this page to losing chess", "http://127.0.0.1/#losing/e2e3", { moves: ["e2e3"] }],
  ["a study by its name alone", `${LICHESS}/study/abcdefgh/ijklmnop`, { nothing: true }],
  ["a FEN", `${BOARD} b - -`, { fen: `${BOARD} b - -` }],
  ["a PGN", '[Site "https://lichess.org/abcdefgh"]\n\n1. e4 1/2-1/2', { game: '[Site "https://lichess.org/abcdefgh"]\n\n1. e4 1/2-1/2' }],
  ["moves", "1. e4 e5", { game: "1. e4 e5" }],
]) {
  test(`a text: ${title}`, () => {
    const found = said(text);
    assert.deepEqual("nothing" in found ? { nothing: true } : found, expected);
  });
}

for (const [fen, expected] of [[`${BOARD} b - -`, true], ["8/8/8 w - -", false], [`${BOARD}/8 w - -`, false], ["9/8/8/8/8/8/8/8", false], ["7k/7p/8/8/8/8/8/K5N2", false], ["<k6/8/8/8/8/8/8/K7", false], ["", false]]) {
  test(`a board to draw: ${fen}`, () => assert.equal(state.isBoard(fen), expected));
}

const STEP = { move: "a1b1", san: "Kb1", fen: "" };

/**
 * Returns the panel of a side: "yes 3" (a line of three moves), "no", "?" (unknown), "…" (a running search), or "" (no
 * answer yet).
 */
function told(word) {
  const [verdict, moves] = word.split(" ");
  if (verdict === "yes") return { told: { verdict: "winnable", evidence: "mate", walk: Array(Number(moves)).fill(STEP), certificate: "" } };
  if (verdict === "no") return { told: { verdict: "unwinnable", evidence: "skeletons", positions: 5, skeletons: 7, reach: { settled: [], units: [] }, certificate: "" } };
  if (verdict === "?") return { told: { verdict: "unknown", nodes: 300_000, certificate: null } };
  return verdict === "…" ? { searching: "answer" } : {};
}

const SPOT = { fen: `${BOARD} b - -`, to_move: "black", end: null, mated_by: null };
const of = (white, black, more = {}) => state.fresh(SPOT.fen, { spot: SPOT, panels: { white: { stopped: false, nodes: 300_000, ...told(white) }, black: { stopped: false, nodes: 300_000, ...told(black) } }, ...more });
const rulings = (white_flag, black_flag) => [{ policy: "fide-timeout", white_flag, black_flag }, { policy: "chesscom", white_flag: "draw", black_flag: "draw" }];
const game = (flag, more = {}) => ({ games: 1, number: 41, begin: { ...SPOT, to_move: "white" }, walk: [{ move: "d2e3", san: "Ke3", fen: "a" }, { move: "d5e5", san: "Ke5", fen: "b" }], result: "0-1", flag, contradiction: null, ...more });
const flagged = (loser, ply = 2) => ({ played: { game: game({ loser, won: null, named: true }), ply, since: {} }, rulings: rulings("win", "draw") });

for (const [title, value, text, kind] of [
  ["neither side can", of("no", "no"), "Neither side can mate: the position is dead, and the game is over by FIDE 5.2.2.", "dead"],
  ["both can", of("yes 12", "yes 1"), "Both sides can mate: White in at most 12 plies, Black in 1 ply.", "both"],
  ["only White can", of("yes 12", "no"), "White can mate, in at most 12 plies. Black cannot.", "white"],
  ["only Black can: it comes first", of("no", "yes 3"), "Black can mate, in at most 3 plies. White cannot.", "black"],
  ["a shortest line", of("yes 3", "no", { panels: { white: { ...told("yes 3"), told: { ...told("yes 3").told, shortest: true } }, black: told("no") } }), "White can mate, in 3 plies. Black cannot.", "white"],
  ["one is not known", of("?", "no"), "Whether White can mate is not known. Black cannot.", "open"],
  ["one can, the other is not known", of("?", "yes 3"), "Black can mate, in at most 3 plies. Whether White can mate is not known.", "black"],
  ["one can, the other is searched", of("yes 3", "…"), "White can mate, in at most 3 plies. Searching whether Black can mate …", "white"],
  ["both are searched", of("…", "…"), "Searching for a mate by either side …", "open"],
  ["neither is known", of("?", "?"), "Whether either side can mate is not known: search longer.", "open"],
  ["mate", of("", "", { spot: { ...SPOT, end: "mate", mated_by: "white" } }), "Play is over: White has mated.", "white"],
  ["stalemate", of("no", "no", { spot: { ...SPOT, end: "stalemate" } }), "Play is over: stalemate.", "dead"],
  ["no position", state.fresh("8/8", { none: true }), "There is no such position.", "open"],
  ["nothing is known yet", state.fresh(SPOT.fen), "Searching for a mate by either side …", "open"],
  ["a flag, and the other side can mate", of("no", "yes 3", flagged("white")), "White lost on time, and Black can mate, in at most 3 plies: Black wins by FIDE 6.9.", "black"],
  ["a flag, and the other side cannot", of("no", "yes 3", flagged("black")), "Black lost on time, and White cannot mate: a draw by FIDE 6.9.", "dead"],
  ["a flag, and nobody knows", of("?", "yes 3", flagged("black")), "Black can mate, in at most 3 plies. Whether White can mate is not known.", "black"],
  ["a flag that has not fallen yet", of("no", "yes 3", flagged("black", 1)), "Black can mate, in at most 3 plies. White cannot.", "black"],
]) {
  test(`the result: ${title}`, () => assert.deepEqual(words.headline(value), { text, kind }));
}

for (const [title, flag, more, ply, expected] of [
  ["a flag", { loser: "white", won: "black", named: true }, {}, 2, "The last position of the game, after 41... Ke5. White lost on time; the result is 0-1."],
  ["a flag that is not named", { loser: "white", won: null, named: false }, { result: "1/2-1/2" }, 2, "The last position of the game, after 41... Ke5. White lost on time (a flag fell, and that side was to move); the result is 1/2-1/2."],
  ["no flag", null, { result: "1-0" }, 1, "The position of the game after 41. Ke3. The text does not say that anybody lost on time; the result is 1-0."],
  ["no result", null, { result: null }, 0, "The first position of the game. The text does not say that anybody lost on time."],
  ["several games", null, { result: "*", games: 3 }, 0, "The first of 3 games. The first position of the game. The text does not say that anybody lost on time."],
  ["a contradiction", null, { contradiction: "a flag has fallen, and the result is open" }, 0, "The first position of the game. The text contradicts itself: a flag has fallen, and the result is open."],
]) {
  test(`a game: ${title}`, () => assert.equal(words.gameSentence(of("no", "no", { played: { game: game(flag, more), ply, since: {} } })), expected));
}

for (const [title, value, expected] of [
  ["by what they say", of("no", "yes 3", flagged("white")), "Black wins by FIDE 6.9. Draw by Chess.com."],
  ["all the same", of("no", "yes 3", flagged("black")), "Draw by FIDE 6.9, Chess.com."],
  ["no flag has fallen here", of("no", "yes 3", flagged("black", 1)), ""],
  ["they are not known yet", of("no", "yes 3", { ...flagged("black"), rulings: [] }), ""],
]) {
  test(`what rules say of a game: ${title}`, () => assert.equal(words.rulingsSentence(value), expected));
}

for (const [title, found, expected] of [
  ["from a move on", { unknown: false, since: { ply: 2, exact: true } }, "White could no longer mate from 41... Ke5 on."],
  ["perhaps earlier", { unknown: false, since: { ply: 1, exact: false } }, "White could no longer mate from 41. Ke3 on, at least: earlier positions were not all decided."],
  ["from the beginning", { unknown: false, since: { ply: 0, exact: true } }, "White could mate at no point of the game."],
  ["never", { unknown: false, since: null }, "White could mate to the end of the game."],
  ["not found out", { unknown: true, since: null }, "When White could no longer mate, if ever, was not found out."],
  ["not yet", undefined, "When could White no longer mate? Searching …"],
]) {
  test(`since when: ${title}`, () => assert.equal(words.sinceSentence(game(null), "white", found), expected));
}

for (const [title, begin, ply, expected] of [["White", "white", 0, "41. e4"], ["Black", "white", 1, "41... e4"], ["Black begins", "black", 0, "41... e4"], ["after that", "black", 1, "42. e4"]]) {
  test(`the number of a move: ${title}`, () => assert.equal(state.numbered({ begin: { to_move: begin }, number: 41 }, ply, "e4"), expected));
}

const spotted = () => state.fresh(SPOT.fen, { spot: SPOT });
const told_ = (word) => told(word).told;

test("the board turns to the side that cannot mate, but not away from the side that the user chose", () => {
  const first = state.answered(spotted(), "white", told_("yes 3"));
  assert.equal(first.side, "white");
  const second = state.answered(first, "black", told_("no"));
  assert.equal(second.side, "black");
  const chosen = state.turnedTo(first, "white");
  assert.equal(state.answered(chosen, "black", told_("no")).side, "white");
  // The side of the certificate's answer has priority.
  const entry = { claim: { winner: "white", root: SPOT.fen } };
  assert.equal(state.answered({ ...first, entry }, "black", told_("no")).side, "white");
});

test("stepping through a line stops at its ends", () => {
  const there = state.answered(spotted(), "white", { ...told_("yes 2"), walk: [{ ...STEP, fen: "one" }, { ...STEP, fen: "two" }] });
  for (const [ply, expected, board] of [[1, 1, "one"], [2, 2, "two"], [3, 2, "two"], [-1, 0, SPOT.fen], [Infinity, 2, "two"]]) {
    const after = state.stepped(there, ply);
    assert.deepEqual([after.ply, state.boardOf(after)], [expected, board]);
  }
  assert.equal(state.stepped(spotted(), 1).ply, 0);
  assert.equal(state.turnedTo(state.stepped(there, 2), "black").ply, 0);
});

for (const [title, panel, expected] of [
  ["nothing is known", { stopped: false, nodes: 10 }, { nodes: 100, longer: true, shortest: false }],
  ["it was not found out", { ...told("?"), stopped: false, nodes: 10 }, { nodes: 100, longer: true, shortest: false }],
  ["it was stopped", { stopped: true, nodes: 10 }, { nodes: 10, longer: false, shortest: false }],
  ["a line may be longer than is needed", { ...told("yes 3"), stopped: false, nodes: 10 }, { nodes: 300_000, longer: false, shortest: true }],
  ["a line of one move", { ...told("yes 1"), stopped: false, nodes: 10 }, undefined],
  ["a line that is a shortest one", { told: { ...told_("yes 3"), shortest: true }, stopped: false, nodes: 10 }, undefined],
  ["it cannot mate", { ...told("no"), stopped: false, nodes: 10 }, undefined],
]) {
  test(`what can be searched for next: ${title}`, () => assert.deepEqual(state.nextSearch(panel), expected));
}

for (const [title, value, expected] of [
  ["a fortress", told_("no"), "A skeleton says where kings and pawns are, who is to move, and where pieces may be; it stands for all positions of that kind. 7 skeletons can come about, and White mates in none."],
  ["one skeleton, with pieces followed", { ...told_("no"), skeletons: 1, tracked: "a1 b2" }, "A skeleton says where kings and pawns are, who is to move, and where pieces may be; it stands for all positions of that kind. 1 skeleton can come about, and White mates in none. The pieces on a1 b2 were followed move by move."],
  ["a closed set", { ...told_("no"), evidence: "closed", skeletons: 0 }, "5 positions can follow, and no move leads out of them."],
  ["material", { ...told_("no"), evidence: "material" }, ""],
  ["a line", told_("yes 3"), "The line is the proof: every move of it is legal, and it ends with mate. A ply is a move of one side."],
]) {
  test(`how it is known: ${title}`, () => assert.equal(words.evidence(value, "white"), expected));
}

test("an address leads back to its position", () => {
  assert.equal(state.addressOf(SPOT.fen), `mating/${BOARD}_b_-_-`);
  assert.equal(state.fenOf([...BOARD.split("/").slice(0, -1), `${BOARD.split("/").at(-1)}_b_-_-`]), SPOT.fen);
});

for (const [title, at, expected] of [
  ["rules that differ", { rulings: [{ policy: "fide-timeout", white_flag: "draw", black_flag: "draw" }, { policy: "lichess-2026", white_flag: "win", black_flag: "draw" }] }, "If White's flag falls now: draw by FIDE 6.9, Black wins on Lichess. If Black's flag falls now: draw, by FIDE 6.9 and on Lichess."],
  ["no rulings yet", { rulings: [] }, ""],
  ["play is over", { rulings: [{ policy: "fide-timeout", white_flag: "over", black_flag: "over" }], spot: { end: "stalemate" } }, ""],
]) {
  test(`flags in brief: ${title}`, () => assert.equal(words.brief({ spot: { end: null }, ...at }), expected));
}
