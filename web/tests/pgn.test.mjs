// Texts of games without a browser: PGN, moves, FEN and links.
//
//     node --test web/tests/pgn.test.mjs

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));

async function source(name) {
  const { outputFiles } = await build({ entryPoints: [join(SOURCES, name)], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const { read, fits } = await source("pgn.ts");
const { said } = await source("losing-box.ts");

for (const [title, text, moves, result] of [
  ["nothing", "", ""],
  ["moves alone", "e3 b5 Bxb5", "e3 b5 Bxb5"],
  ["coordinates", "e2e3 b7b5", "e2e3 b7b5"],
  ["numbers of moves", "1. e3 b5 2. Bxb5", "e3 b5 Bxb5"],
  ["numbers without a space", "1.e3 b5 2.Bxb5", "e3 b5 Bxb5"],
  ["numbers of Black's moves", "1. e3 1... b5 2. Bxb5 2...e6", "e3 b5 Bxb5 e6"],
  ["an ellipsis as one letter", "1. e3 1… b5", "e3 b5"],
  ["a result", "1. e3 b5 0-1", "e3 b5", "0-1"],
  ["a draw", "1. e3 1/2-1/2", "e3", "1/2-1/2"],
  ["an unfinished game", "1. e3 *", "e3", "*"],
  ["nothing after the result", "1. e3 1-0 2. e4", "e3", "1-0"],
  ["comments in braces", "1. e3 {a (bad) move; 1. e4?} b5", "e3 b5"],
  ["a comment over lines", "1. e3 {one\ntwo} b5", "e3 b5"],
  ["a brace that is not closed", "1. e3 {b5 Bxb5", "e3"],
  ["comments to the end of the line", "1. e3 ; b6\nb5", "e3 b5"],
  ["lines for programs", "% no move\n1. e3\n%b6\nb5", "e3 b5"],
  ["a variation", "1. e3 (1. e4 e5) b5", "e3 b5"],
  ["variations in variations", "1. e3 (1. e4 (1. d3 g6) e5 (1... b5)) b5", "e3 b5"],
  ["a comment with a bracket in a variation", "1. e3 (1. e4 {)} e5) b5", "e3 b5"],
  ["a variation that is closed twice", "1. e3 (1. e4)) b5", "e3 b5"],
  ["NAGs", "1. e3 $1 b5 $2 $14", "e3 b5"],
  ["marks", "1. e3! b5?? 2. Bxb5!?", "e3 b5 Bxb5"],
  ["signs of check", "1. Qh5+ Kd7 2. Qxe5#", "Qh5 Kd7 Qxe5"],
  ["promotions", "9. bxa8=K a1=R 10. c8=Q", "bxa8=K a1=R c8=Q"],
  ["signs of evaluation", "1. e3 += b5 +-", "e3 b5"],
  ["clocks", "1. e3 { [%clk 0:03:00] } 1... b5 { [%eval 0.1] }", "e3 b5"],
  ["a mark of the order of bytes", "\uFEFF1. e3", "e3"],
  ["Windows' lines", "1. e3\r\nb5\r\n", "e3 b5"],
  ["brackets that belong to nothing", "1. e3 ] } b5", "e3 b5"],
]) {
  test(`PGN: ${title}`, () => {
    const game = read(text);
    assert.equal(game.moves.join(" "), moves);
    assert.equal(game.result, result);
  });
}

test("PGN: tags may contain quotation marks, and only the first game is read", () => {
  const { tags, moves } = read('[Event "The \\"open\\" {one}"]\n[FEN "8/8/8/8/8/8/8/K6k w - -"]\n[Empty ""]\n\n1. e3 b5\n\n[Event "Another"]\n\n1. d3');
  assert.deepEqual([...tags], [["event", 'The "open" {one}'], ["fen", "8/8/8/8/8/8/8/K6k w - -"], ["empty", ""]]);
  assert.deepEqual(moves, ["e3", "b5"]);
});

test("PGN: hostile texts of a million letters are read in linear time", () => {
  const begun = performance.now();
  for (const text of ["(".repeat(1e6), "{".repeat(1e6), "[".repeat(1e5), "e3 ".repeat(3e5), `[A "${"\\".repeat(1e6)}`]) read(text);
  assert.ok(performance.now() - begun < 10_000);
});

for (const [word, move, san, expected] of [
  ["e3", "e2e3", "e3", true],
  ["e2e3", "e2e3", "e3", true],
  ["e2-e3", "e2e3", "e3", true],
  ["e4", "e2e3", "e3", false],
  ["Nxc6", "a5c6", "Nxc6", true],
  ["Nc6", "a5c6", "Nxc6", true],
  ["Nac6", "a5c6", "Nxc6", true],
  ["Nbc6", "a5c6", "Nxc6", false],
  ["N5c6", "a5c6", "Naxc6", true],
  ["Na5xc6", "a5c6", "Nxc6", true],
  ["Bc6", "a5c6", "Nxc6", false],
  ["c6", "a5c6", "Nxc6", false],
  ["bxa5", "b4a5", "bxa5", true],
  ["axb5", "c4b5", "cxb5", false],
  ["Bxa5", "b4a5", "bxa5", false],
  ["a8=K", "a7a8k", "a8=K", true],
  ["a8K", "a7a8k", "a8=K", true],
  ["a7a8k", "a7a8k", "a8=K", true],
  ["a8=Q", "a7a8k", "a8=K", false],
  ["a8", "a7a8k", "a8=K", false],
  ["Qh5+", "d1h5", "Qh5", true],
  ["", "e2e3", "e3", false],
  ["<img>", "e2e3", "e3", false],
]) {
  test(`${word} ${expected ? "denotes" : "does not denote"} ${san} (${move})`, () => assert.equal(fits(word, { move, san }), expected));
}

const BOARD = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR";
const link = `https://lichess.org`;

for (const [title, text, expected] of [
  ["a FEN of six fields", `${BOARD} b KQkq - 0 1`, { fens: [`${BOARD} b - - 0`] }],
  ["four fields", `${BOARD} b - -`, { fens: [`${BOARD} b - - 0`] }],
  ["two fields", `${BOARD} b`, { fens: [`${BOARD} b - - 0`] }],
  ["more than six", `${BOARD} b KQkq - 3 1 +0+0`, { fens: [`${BOARD} b - - 3`] }],
  ["a pawn that has just passed", `${BOARD} w - d6 0 2`, { fens: [`${BOARD} w - d6 0`] }],
  ["a board alone: either side may be to move", BOARD, { fens: [`${BOARD} w - - 0`, `${BOARD} b - - 0`] }],
  ["too few ranks are for the explorer to refuse", "8/8 w - -", { fens: ["8/8 w - - 0"] }],
  ["an analysis board", `${link}/analysis/antichess/${BOARD}_b_KQkq_-_0_1`, { fens: [`${BOARD} b - - 0`] }],
  ["an analysis board, with its colour", `${link}/analysis/antichess/${BOARD}_b_-_-_0_1?color=white`, { fens: [`${BOARD} b - - 0`] }],
  ["the editor: its name ends in a letter of a piece", `${link}/editor/${BOARD}_b_-_-_0_1`, { fens: [`${BOARD} b - - 0`] }],
  ["the editor, as a query", `${link}/editor?fen=${BOARD.replaceAll("/", "%2F")}+b+-+-+0+1&variant=antichess`, { fens: [`${BOARD} b - - 0`] }],
  ["without https", `lichess.org/editor/${BOARD}_b_-_-_0_1`, { fens: [`${BOARD} b - - 0`] }],
  ["moves of a PGN", `${link}/analysis/pgn/1.e3_b5_Bxb5`, { moves: "e3 b5 Bxb5" }],
  ["moves of a PGN with another space", `${link}/analysis/pgn/e3+b5?color=black`, { moves: "e3 b5" }],
  ["a link of this page", "http://127.0.0.1/below/#losing/e2e3.d7d5", { moves: "e2e3 d7d5" }],
  ["a game by its name alone", `${link}/abcdefgh`, { nothing: true }],
  ["a link that is wrongly encoded", `${link}/%E0%A4%A`, { nothing: true }],
  ["a PGN with a link and slashes in its tags", `[Site "${link}/abcdefgh"]\n[Result "1/2-1/2"]\n\n1. e3 1/2-1/2`, { moves: "e3" }],
  ["a PGN from a position", `[FEN "${BOARD} b KQkq - 0 1"]\n\n1... b5 *`, { fens: [`${BOARD} b - - 0`], moves: "b5" }],
  ["moves", "1. e3 b5", { moves: "e3 b5" }],
  ["nothing", " ", { moves: "" }],
]) {
  test(`a text: ${title}`, () => {
    const { fens, game, nothing } = said(text);
    assert.deepEqual({ ...(fens && { fens }), ...(game && { moves: game.moves.join(" ") }), ...(nothing && { nothing: true }) }, expected);
  });
}
