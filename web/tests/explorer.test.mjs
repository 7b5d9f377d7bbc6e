// The explorer's module in Node: it answers wrong questions with a sentence, and never traps.
//
//     node --test web/tests/explorer.test.mjs      EXPLORER_WASM: the module

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Explorer } from "../explorer/explorer.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const certificate = (path) => new Uint8Array(readFileSync(join(ROOT, path)));

let module;

before(async () => {
  module = await WebAssembly.compile(readFileSync(process.env.EXPLORER_WASM));
});

test("the module imports nothing", () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

const nothing = new Uint8Array();
const proof = { file: "x.cbor", rules: "joint", winner: "white", root: "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - -", clock: 0, positions: 1, longest: 1, reversible: 0 };

for (const [title, question, file, says] of [
  ["no part", {}, nothing, /^no question: /],
  ["no such question", { losing: { mate: {} } }, nothing, /^no question: .*unknown variant `mate`/],
  ["no proofs", { losing: { top: { proofs: [] } } }, nothing, /there is no proof/],
  ["rules that there are not", { losing: { top: { proofs: [{ ...proof, rules: "drawish" }] } } }, nothing, /^x\.cbor: .*drawish/],
  ["a root that is no position", { losing: { top: { proofs: [{ ...proof, root: "8/8" }] } } }, nothing, /^x\.cbor: /],
  ["a side that there is not", { losing: { top: { proofs: [{ ...proof, winner: "green" }] } } }, nothing, /^x\.cbor: no side "green"/],
  ["moves before there are proofs", { losing: { spot: { moves: [] } } }, nothing, /no proofs are at hand/],
  ["a position before there are proofs", { losing: { find: { fen: proof.root } } }, nothing, /no proofs are at hand/],
  ["a place before a proof is read", { losing: { place: { before: [], moves: [] } } }, nothing, /no proof has been read/],
  ["no certificate", { losing: { read: { name: "x.cbor" } } }, new TextEncoder().encode("text"), /^x\.cbor/],
  ["an empty file", { losing: { read: { name: "x.cbor" } } }, nothing, /^x\.cbor/],
  ["a certificate of another kind", { losing: { read: { name: "kk.cbor" } } }, certificate("certs/kk.cbor"), /^kk\.cbor: .*no proof of losing chess/],
  ["a forged proof", { losing: { read: { name: "d3.cbor" } } }, certificate("certs/losing/d3.cbor").map((byte, at, all) => (at === all.length - 1 ? byte ^ 1 : byte)), /^d3\.cbor is rejected/],
  ["a place before a closed set is read", { safe: { place: { root: 0, moves: [] } } }, nothing, /no proof that a side does not lose has been read/],
  ["no closed set", { safe: { read: { name: "d3.cbor" } } }, certificate("certs/losing/d3.cbor"), /^d3\.cbor: a certificate of kind losing has no closed set/],
  ["a forged closed set", { safe: { read: { name: "x.cbor" } } }, certificate("tests/corpus/reject/safe/flag-white.cbor"), /^x\.cbor is rejected: safe\/lost/],
  ["a position before an ending is opened", { bidding: { look: { position: "8/8/8/8/8/8/8/KRk5" } } }, nothing, /no ending has been opened/],
  ["an ending without the one that it cites", { bidding: { open: { name: "krk.cbor" } } }, certificate("certs/krk.cbor"), /^krk\.cbor is undecided/],
  ["an ending of another kind", { bidding: { open: { name: "d3.cbor" } } }, certificate("certs/losing/d3.cbor"), /^d3\.cbor: /],
  ["bounds without what they cite", { bidding: { open: { name: "krk.cbor" } } }, certificate("tests/corpus/accept/bracket/3x3-krk.cbor"), /^krk\.cbor is undecided/],
  ["thresholds before a game is opened", { chips: { look: { position: "0" } } }, nothing, /no game has been opened/],
  ["tables of another kind", { chips: { open: { name: "kk.cbor" } } }, certificate("certs/kk.cbor"), /kk\.cbor: not about bidding with chips/],
  ["a proof in the place of tables", { chips: { open: { name: "d3.cbor" } } }, certificate("certs/losing/d3.cbor"), /^d3\.cbor: /],
  ["no game file", { chips: { file: { name: "x.json" } } }, new TextEncoder().encode("{"), /^x\.json: line 1, column 1: /],
  ["a name of a game that there is not", { chips: { named: { game: "go" } } }, nothing, /'go' is no game/],
  ["a name of a file", { chips: { named: { game: "x.json" } } }, nothing, /'x\.json' is no game/],
  ["outcomes before a game is opened", { heaps: { look: { heap: 1, coins: 1, budget: 1, marker: "left" } } }, nothing, /no game has been opened/],
  ["outcomes of another kind", { heaps: { open: { name: "kk.cbor" } } }, certificate("certs/kk.cbor"), /kk\.cbor: not about a scoring game/],
  ["a set of too many numbers", { heaps: { solve: { set: Array.from({ length: 17 }, (_, at) => at + 1), budgets: [1, 1] } } }, nothing, /17 numbers; at most 16/],
  ["a budget beyond certificates", { heaps: { solve: { set: [1], budgets: [1, 4_000_000_000] } } }, nothing, /total budgets are at most/],
  ["a position with a rank too few", { mating: { position: { fen: "8/8/8/8/8/8/8 w - -" } } }, nothing, /the board has 7 ranks, not 8/],
  ["no FEN", { mating: { position: { fen: "" } } }, nothing, /the board is missing/],
  ["a FEN of other letters", { mating: { decide: { fen: "é/\u0000 w - -", white: true, nodes: 10 } } }, nothing, /'é' is no unit/],
  ["a king too few", { mating: { decide: { fen: "8/8/8/8/8/8/8/K7 w - -", white: true, nodes: 10 } } }, nothing, /Black has 0 kings/],
  ["a side in check that is not to move", { mating: { rulings: { fen: "4k3/4R3/8/8/8/8/8/4K3 w - -" } } }, nothing, /could be captured/],
  ["a limit that is none", { mating: { decide: { fen: "7k/8/8/8/8/8/8/KR6 w - -", white: true, nodes: -5 } } }, nothing, /^no question: invalid value/],
  ["a limit that is no whole number", { mating: { decide: { fen: "7k/8/8/8/8/8/8/KR6 w - -", white: true, nodes: 1.5 } } }, nothing, /^no question: invalid type/],
  ["a question about nobody", { mating: { decide: { fen: "7k/8/8/8/8/8/8/KR6 w - -", nodes: 5 } } }, nothing, /^no question: missing field `white`/],
  ["a line with an illegal move", { mating: { line: { fen: "7k/8/8/8/8/8/8/KR6 w - -", moves: ["b1b8", "h8g8"] } } }, nothing, /^move 2, "h8g8", is no legal move/],
  ["a line with a word that is no move", { mating: { line: { fen: "7k/8/8/8/8/8/8/KR6 w - -", moves: ["é"] } } }, nothing, /^move 1, "é", is no legal move/],
  ["a text without a game", { mating: { game: { pgn: "{ nothing }" } } }, nothing, /^there is no game in this text$/],
  ["a game with an illegal move, which has a number", { mating: { game: { pgn: "1. e4 e5 2. Ke3 *" } } }, nothing, /^2\. "Ke3" is no legal move here$/],
  ["a game with an illegal move of Black", { mating: { since: { pgn: "1. e4 Nf3", white: true, nodes: 10 } } }, nothing, /^1\.\.\. "Nf3" is no legal move here$/],
  ["a game of another variant, which is named", { mating: { game: { pgn: '[Variant "Atomic"]\n\n1. e4 *' } } }, nothing, /"Atomic"/],
  ["a game from a position that there is not", { mating: { game: { pgn: '[FEN "7k/8/8 w - -"]\n\n*' } } }, nothing, /the board has 3 ranks, not 8$/],
  ["a game without an end of its comment", { mating: { game: { pgn: "1. e4 { never closed" } } }, nothing, /^a comment is not closed$/],
  ["a game of bytes that are no text", { mating: { game: { pgn: "\u0000\ud83d\ude00" } } }, nothing, /is no move$/],
  ["a game that is none", { mating: { game: {} } }, nothing, /^no question: missing field `pgn`/],
  ["a game that is no ending", { bidding: { open: { name: "tic-tac-toe.cbor" } } }, certificate("certs/tic-tac-toe.cbor"), /not an ending of bidding chess/],
]) {
  test(`${title} is answered with a sentence`, () => {
    const explorer = new Explorer(module);
    const told = explorer.ask(question, file);
    assert.match(told.error ?? JSON.stringify(told), says);
    // The explorer still answers.
    assert.ok("answer" in explorer.ask({ losing: { top: { proofs: [proof] } } }));
  });
}

test("a position on the way to a proof, or one move beside it, is found", () => {
  const explorer = new Explorer(module);
  explorer.ask({ losing: { top: { proofs: [proof, { ...proof, file: "y.cbor", root: "rnbqkbnr/pppppp1p/6p1/8/8/3P4/PPP1PPPP/RNBQKBNR w - -" }] } } });
  const found = (fen) => explorer.ask({ losing: { find: { fen } } });
  assert.deepEqual(found("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), { answer: [] });
  assert.deepEqual(found(proof.root), { answer: ["e2e3"] });
  assert.deepEqual(found("rnbqkbnr/pppppp1p/6p1/8/8/3P4/PPP1PPPP/RNBQKBNR w - -"), { answer: ["d2d3", "g7g6"] });
  // No proof contains this position, but it is one move beside the way to a proof.
  assert.deepEqual(found("rnbqkbnr/1ppppppp/p7/8/8/3P4/PPP1PPPP/RNBQKBNR w - -"), { answer: ["d2d3", "a7a6"] });
  // Positions below the root of a proof are found only in the proof itself.
  assert.match(found("rnbqkbnr/1ppppppp/p7/8/8/4P3/PPPP1PPP/RNBQKBNR w - -").error, /^no move beside the ways/);
  assert.match(found("8/8").error, /FEN/);
});

test("a proof of version 2 is read from one of its roots, and leads to the files that it cites", () => {
  const explorer = new Explorer(module);
  const corpus = (name) => certificate(`tests/corpus/accept/losing-2/${name}.cbor`);
  const read = (name, root) => explorer.ask({ losing: { read: { name, root } } }, corpus(name));
  const place = (...moves) => explorer.ask({ losing: { place: { before: [], moves } } }).answer;
  // A cited file that was not sent is missing.
  assert.match(read("cites").error, /^cites/);
  explorer.ask({ losing: { cite: { name: "the other" } } }, corpus("offered"));
  assert.equal(read("cites", 0).answer.claim.root, "8/8/8/8/8/k7/8/1R6 w - - 0 1");
  assert.equal(place().cited, null);
  const { cited, replies, end, longest } = place("Rb2");
  assert.deepEqual([cited, replies, end, longest], [{ file: "the other", root: 0 }, [], null, 1]);
  // Sent files are used once.
  assert.match(read("cites").error, /^cites/);
  assert.equal(read("two-roots", 1).answer.claim.root, "8/8/8/8/8/k7/8/1R6 w - - 3 1");
  assert.equal(place().fen, "8/8/8/8/8/k7/8/1R6 w - - 3 1");
  assert.deepEqual(explorer.ask({ losing: { way: { fen: "8/8/8/8/8/k7/1R6/8 b - -" } } }).answer, ["b1b2"]);
  assert.match(read("two-roots", 2).error, /^no root 2: there are 2$/);
});

test("nonexistent numbers, moves and squares are answered with a sentence", () => {
  const explorer = new Explorer(module);
  assert.ok("answer" in explorer.ask({ losing: { read: { name: "d3.cbor" } } }, certificate("certs/losing/d3.cbor")));
  explorer.ask({ bidding: "cite" }, certificate("certs/kk.cbor"));
  assert.ok("answer" in explorer.ask({ bidding: { open: { name: "krk.cbor" } } }, certificate("certs/krk.cbor")));
  assert.ok("answer" in explorer.ask({ safe: { read: { name: "drawn.cbor" } } }, certificate("tests/corpus/accept/safe/king-and-pawn.cbor")));
  const position = "8/8/8/8/8/8/8/KRk5";
  for (const [question, says] of [
    [{ losing: { size: { number: 4_000_000_000 } } }, /no position 4000000000/],
    [{ losing: { place: { before: [], moves: ["a1a1"] } } }, /a1a1/],
    [{ losing: { way: { fen: "no" } } }, /./],
    [{ safe: { place: { root: 1, moves: [] } } }, /no root 1: there are 1/],
    [{ safe: { place: { root: 0, moves: ["d8d1"] } } }, /d8d1/],
    [{ safe: { place: { root: 0, moves: ["Kd7", "Kd1"] } } }, /Kd1/],
    [{ bidding: { squares: { position, square: "h9" } } }, /no piece on h9/],
    [{ bidding: { squares: { position, square: "" } } }, /no piece on /],
    [{ bidding: { squares: { position, square: "é" } } }, /no piece on é/],
    [{ bidding: { after: { position, played: "h8h7" } } }, /h8h7 is no move/],
    [{ bidding: { after: { position, played: "a1b1" } } }, /a1b1 is no move/],
    [{ bidding: { after: { position, played: "é" } } }, /é is no move/],
    [{ bidding: { after: { position, played: "b1c1é" } } }, /b1c1é is no move/],
    [{ bidding: { look: { position: "8/8/8/8/8/8/8/KQk5" } } }, /is of the ending KQK/],
  ]) {
    assert.match(explorer.ask(question).error ?? "no error", says, JSON.stringify(question));
  }
});

test("bounds answer for positions and squares, and name no best move", () => {
  const explorer = new Explorer(module);
  explorer.ask({ bidding: "cite" }, certificate("tests/corpus/accept/richman/bidding-chess-3x3-kk.cbor"));
  const opened = explorer.ask({ bidding: { open: { name: "krk.cbor" } } }, certificate("tests/corpus/accept/bracket/3x3-krk.cbor")).answer;
  assert.deepEqual(opened, { board: [3, 3], material: "KRK", classes: 66, bits: 47, position: opened.position });
  const position = "2k/3/K1R";
  const { answer } = explorer.ask({ bidding: { look: { position } } });
  assert.deepEqual([answer.alpha.high, answer.beta.low, answer.alpha_less_than_beta], ["3/4", "3/4", false]);
  const squares = explorer.ask({ bidding: { squares: { position, square: "c1" } } }).answer;
  assert.deepEqual(squares.map(({ square }) => square), ["b1", "c1", "a2", "b2", "c2", "a3", "b3"]);
  assert.deepEqual(squares.find(({ square }) => square === "c1").alpha, answer.alpha);
  for (const [question, says] of [
    [{ best: { position, white: true } }, /bounds do not say which move is best/],
    [{ look: { position: "2k/3/K1Q" } }, /is of the ending KQK, but there are bounds of KK, KRK only/],
    [{ squares: { position, square: "b2" } }, /no piece on b2/],
  ]) {
    assert.match(explorer.ask({ bidding: question }).error ?? "no error", says, JSON.stringify(question));
  }
});

test("impossible numbers of chips are answered with a sentence", () => {
  const explorer = new Explorer(module);
  const told = explorer.ask({ chips: { named: { game: "tic-tac-toe" } } });
  assert.equal(told.answer.start, ".../.../...");
  const position = ".../.../...";
  const held = { left: 3, total: 6, mark: "left" };
  for (const [question, says] of [
    [{ look: { position } }, /thresholds are read from certificates/],
    [{ advise: { position, player: "left", held } }, /nobody plays/],
    [{ round: { held, bids: [1, 1] } }, /nobody plays/],
    [{ begin: { ties: "advantage", chips: 4_000_000_000 } }, /at most 1000000 chips/],
    [{ solve: { ties: "advantage", player: "left", chips: [5, 4] } }, /from 5 to 4 chips: the first is above the last/],
    [{ solve: { ties: "advantage", player: "left", chips: [0, 4_000_000_000] } }, /would take|tables hold up to/],
    [{ options: { position: "XXX/.../..." } }, /play is over/],
  ]) {
    assert.match(explorer.ask({ chips: question }).error ?? "no error", says, JSON.stringify(question));
  }
  assert.ok("answer" in explorer.ask({ chips: { begin: { ties: "advantage", chips: 6 } } }));
  for (const [question, says] of [
    [{ advise: { position, player: "left", held: { ...held, left: 7 } } }, /7 chips of 6/],
    [{ advise: { position, player: "left", held: { ...held, total: 9 } } }, /9 chips in all, but 6 were looked ahead with/],
    [{ after: { position, player: "left", before: held, now: { ...held, total: 9 } } }, /9 chips in all/],
    [{ round: { held, bids: [4, 0] } }, /a bid of 4 with 3 chips/],
    [{ advise: { position: "XXX/.../...", player: "left", held } }, /play is over/],
  ]) {
    assert.match(explorer.ask({ chips: question }).error ?? "no error", says, JSON.stringify(question));
  }
});

test("the smallest and largest node limits are accepted", () => {
  const explorer = new Explorer(module);
  const fen = "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -";
  assert.equal(explorer.ask({ mating: { decide: { fen, white: true, nodes: 0 } } }).answer.verdict, "unknown");
  // An easy search ends far below this limit.
  const easy = { fen: "7k/7p/8/8/8/8/8/K5N1 b - -", white: true, nodes: Number.MAX_SAFE_INTEGER };
  assert.equal(explorer.ask({ mating: { decide: easy } }).answer.verdict, "winnable");
});

test("the search agrees with the program's, including the number of nodes", () => {
  const explorer = new Explorer(module);
  for (const name of ["can-mate.jsonl", "can-mate-longer.jsonl"]) {
    const lines = readFileSync(join(ROOT, "web/tests/data", name), "utf8").trim().split("\n");
    for (const { fen, side, verdict, line, nodes, evidence, positions, skeletons } of lines.map((one) => JSON.parse(one))) {
      const limit = name === "can-mate.jsonl" ? 300_000 : 3_000_000;
      const { answer } = explorer.ask({ mating: { decide: { fen, white: side === "white", nodes: limit } } });
      const found = { verdict: answer.verdict, line: answer.line, nodes: answer.nodes, evidence: answer.evidence, positions: answer.positions, skeletons: answer.skeletons };
      // Each question must be answered independently of earlier questions to the same solver.
      assert.deepEqual(found, { verdict, line, nodes, evidence, positions, skeletons }, `${fen} ${side}`);
    }
  }
});

test("a game is read: its moves, who lost on time, and from which ply on a side could not mate", () => {
  const explorer = new Explorer(module);
  const pgn = readFileSync(join(ROOT, "web/tests/data/flag.pgn"), "utf8");
  const { answer } = explorer.ask({ mating: { game: { pgn } } });
  assert.deepEqual([answer.games, answer.number, answer.result, answer.flag, answer.walk.length], [2, 41, "0-1", { loser: "white", won: "black", named: true }, 5]);
  assert.equal(answer.walk.at(-1).fen, "8/8/8/4k3/8/5K2/8/8 b - -");
  const since = (white) => explorer.ask({ mating: { since: { pgn, white, nodes: 10_000 } } }).answer;
  assert.deepEqual(since(true), { unknown: false, since: { ply: 4, exact: true } });
  assert.deepEqual(since(false), { unknown: false, since: { ply: 5, exact: true } });
});
