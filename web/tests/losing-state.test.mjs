// Losing chess without a browser: sentences about positions, the order of moves, and the positions that the page
// contains.
//
//     node --test web/tests/losing-state.test.mjs
//         SITE: the folder built by build.mjs; EXPLORER_WASM: the explorer's module

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { Explorer } from "../explorer/explorer.mjs";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));

/** Imports a module of the page's sources. */
async function source(name) {
  const { outputFiles } = await build({ entryPoints: [join(SOURCES, name)], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const state = { ...(await source("losing-state.ts")), ...(await source("losing-words.ts")) };
const { Top } = await source("losing-top.ts");
const site = (name) => readFileSync(join(process.env.SITE, name));

/**
 * Creates a move of a position: "e3", "e3 white 32" (a proof, its winner and length), "e3 15/20" (proved replies), or
 * "e3 white 20/20".
 */
function turn(words, reversible = 1) {
  const [san, ...rest] = words.split(" ");
  const winner = rest.find((word) => /white|black/.test(word)) ?? null;
  const longest = rest.find((word) => /^\d+$/.test(word));
  const replies = rest.find((word) => word.includes("/"))?.split("/").map(Number);
  return { move: `a1${san}`, san, winner, ...(longest && { file: `${san}.cbor`, claim: { positions: 7, longest: Number(longest), reversible } }), ...(replies && { replies }) };
}

const spot = (line, to_move, turns, winner = null) => ({ fen: `8/8/8/8/8/8/8/8 ${to_move[0]} - - 0 1`, moves: line.map((san) => `a1${san}`), line, to_move, winner, proof: null, turns: turns.map((one) => turn(one)) });

const opening = (first, replies, others = []) => {
  const begin = spot([], "white", [first, ...others]);
  return { begin, first: begin.turns[0], after: spot([begin.turns[0].san], "black", replies) };
};

for (const [title, moves, mover, expected] of [
  ["wins, open moves, losses", ["a black 9", "b", "c white 9"], "white", "c b a"],
  ["the same for the other side", ["a black 9", "b", "c white 9"], "black", "a b c"],
  ["the quickest win first", ["a white 30", "b white 8", "c white 12"], "white", "b c a"],
  ["the longest loss first", ["a white 30", "b white 80", "c white 12"], "black", "b a c"],
  ["partly proved moves before open ones", ["a", "b 3/20", "c 0/20"], "white", "b a c"],
  ["equal moves keep their order", ["a", "b", "c"], "white", "a b c"],
  ["no moves", [], "white", ""],
]) {
  test(`best first: ${title}`, () => {
    assert.equal(state.bestFirst(moves.map((one) => turn(one)), mover).map(({ san }) => san).join(" "), expected);
  });
}

for (const [title, value, expected] of [
  ["nothing is proved about any move", [["a", "b"]], undefined],
  ["most replies are proved", [["a 2/20", "b 5/20", "c 4/20"]], "b"],
  ["proved moves alone", [["a black 3"]], undefined],
  ["the move with most proved replies is refuted", [["a black 5/20", "b 1/20"]], "b"],
]) {
  test(`the main move: ${title}`, () => assert.equal(state.mainMove(spot([], "white", ...value))?.san, expected));
}

const E3 = opening("e3 2/4", ["a5 white 86", "b5", "c5", "d5 white 32"], ["d3 black 32", "Na3", "h4 black 9"]);

for (const [title, at, first, expected, winner] of [
  ["the beginning", E3.begin, E3, "1. e3: White wins against 2 of 4 replies; open: b5 c5. Two other first moves of White lose: d3 h4. The remaining one is not proved here.", "white"],
  ["the main move", E3.after, E3, "1. e3: White wins against 2 of 4 replies; open: b5 c5.", "white"],
  ["all replies are proved", spot([], "white", []), opening("e3 2/2", ["a5 white 8", "b5 white 8"]), "1. e3: White wins against 2 of 2 replies.", "white"],
  ["the game is solved", spot([], "white", [], "white"), opening("e3 white 1/1", ["a5 white 8"]), "White wins by force: that follows from the proofs together. 1. e3: White wins against 1 of 1 replies.", "white"],
  ["another first move", spot(["Na3"], "black", ["a5", "b5"]), E3, "Not proved here: who wins after 1. Na3.", undefined],
  ["an open reply", spot(["e3", "b5"], "white", ["Bxb5"]), E3, "Not proved here: who wins after 1. e3 b5. M. Watkins reports that White wins; no certificate of that is on this page. Captures are compulsory: Bxb5 is the only legal move.", undefined],
  ["a position before some proofs", spot(["e3", "b5"], "white", ["a white 3", "b", "c"]), E3, "Not proved here: who wins after 1. e3 b5. 1 of 3 moves have a proof. M. Watkins reports that White wins; no certificate of that is on this page.", undefined],
  ["a position that the proofs decide together", spot(["e3", "b5"], "white", ["a white 3"], "white"), E3, "White wins by force: that follows from the proofs together.", "white"],
  ["no proof is near the beginning", spot([], "white", ["a", "b"]), undefined, "Not proved here: who wins from the beginning.", undefined],
]) {
  test(`the sentence: ${title}`, () => assert.deepEqual(state.sentence(state.atSpot(at), first), { text: expected, winner }));
}

const proof = { file: "x.cbor", rules: "joint", winner: "white", root: "8/8/8/8/8/8/8/8 w - -", clock: 0, positions: 33, longest: 1858, reversible: 1 };
const place = { fen: "", moves: [], line: [], to_move: "black", winner: "white", end: null, number: 3, longest: 31, main_line: ["a", "b", "c"], replies: [] };
const MARK = " Not proved under a 50-move rule.";

for (const [title, reversible, at, expected] of [
  ["a proof that is not read", 1, undefined, "White wins by force, in at most 1,858 moves of both sides in this proof."],
  ["99 reversible moves in a row", 99, undefined, "White wins by force, in at most 1,858 moves of both sides in this proof."],
  ["100 reversible moves in a row", 100, undefined, `White wins by force, in at most 1,858 moves of both sides in this proof.${MARK}`],
  ["a position of a proof", 1, place, "White wins by force, in at most 31 moves of both sides in this proof."],
  ["a position of a proof with 100 reversible moves", 100, place, `White wins by force, in at most 31 moves of both sides in this proof.${MARK}`],
  ["the winner's move", 1, { ...place, to_move: place.winner, replies: [{ move: "d1g4", san: "Qg4", longest: 30 }] }, "White wins by force with 1. Qg4, in at most 31 moves of both sides in this proof."],
  ["one move is left", 1, { ...place, longest: 1 }, "White wins by force, in at most 1 move of both sides in this proof."],
  ["the end of play", 100, { ...place, end: "White has won." }, "White has won."],
]) {
  test(`the sentence: ${title}`, () => {
    const here = { ...state.rootOf({ ...proof, reversible }, undefined, "x.cbor"), ...(at && { place: at }) };
    assert.equal(state.sentence(here, E3).text, expected);
  });
}

for (const [title, words, reversible, table, button] of [
  ["a proof", "d5 white 32", 1, "White wins, in at most 32 moves in this proof: 7 positions", "White, 32"],
  ["a long proof", "Nh6 white 1858", 1610, `White wins, in at most 1,858 moves in this proof: 7 positions.${MARK}`, "White, 1,858*"],
  ["proved by its replies", "e3 white 20/20", 1, "White wins: proved for 20 of 20 replies", "White"],
  ["partly proved", "e3 15/20", 1, "open: proved for 15 of 20 replies", "not proved"],
  ["no reply is proved", "e3 0/20", 1, "not proved here", "not proved"],
  ["open", "Na3", 1, "not proved here", "not proved"],
]) {
  test(`the words about a move: ${title}`, () => {
    const said = turn(words, reversible);
    assert.deepEqual([state.turnWords(said), state.shortWords(said)], [table, button]);
  });
}

for (const [title, line, plies, expected] of [
  ["White begins", ["e3", "b5", "Bxb5"], 0, ["1. e3", "b5", "2. Bxb5"]],
  ["Black begins", ["b5", "Bxb5", "e6"], 1, ["1... b5", "2. Bxb5", "e6"]],
  ["later in a game", ["e6"], 7, ["4... e6"]],
  ["nothing", [], 0, []],
]) {
  test(`numbers of moves: ${title}`, () => assert.deepEqual(state.withNumbers(line, plies), expected));
}

for (const [title, one, other, expected] of [
  ["a move on", "a", "a b", true],
  ["a move back", "a b", "a", true],
  ["the same place", "a", "a", true],
  ["two moves on", "a", "a b c", false],
  ["another move", "a b", "a c", false],
  ["a proof that stands apart", "a", "a", false],
]) {
  test(`a step or a jump: ${title}`, () => {
    const at = (text, apart) => ({ moves: text.split(" "), apart });
    assert.equal(state.isStep(at(one), at(other, title.endsWith("apart") ? "x.cbor" : undefined)), expected);
  });
}

const winning = { ...place, to_move: "white", main_line: ["Q"], replies: [{ move: "q", san: "Q", longest: 7 }] };
const losing = { ...place, main_line: ["B"], replies: [{ move: "a", san: "A", longest: 3 }, { move: "b", san: "B", longest: 9 }, { move: "c", san: "C", longest: 5 }] };

for (const [title, at, defence, random, expected] of [
  ["the winner's move is the proof's", winning, "random", 0.9, "q"],
  ["the hardest defence takes longest", losing, "hardest", 0.9, "b"],
  ["a random defence: the first", losing, "random", 0, "b"],
  ["a random defence: the last", losing, "random", 0.999, "a"],
  ["the end of play", { ...losing, replies: [] }, "hardest", 0, undefined],
  ["no proof", undefined, "hardest", 0, undefined],
]) {
  test(`a proof that plays by itself: ${title}`, () => assert.equal(state.defend({ ...state.rootOf(proof, undefined, "x.cbor"), ...(at && { place: at }) }, defence, random), expected));
}

for (const [title, forth, expected] of [
  ["along the longest line", undefined, "b"],
  ["the move that was taken back", "c", "c"],
  ["what was taken back is no move here", "x", "b"],
]) {
  test(`on: ${title}`, () => assert.equal(state.onward({ ...state.rootOf(proof, undefined, "x.cbor"), place: losing }, forth), expected));
}

test("losing.json agrees with the explorer on the starting position, first moves, and replies to 1. e3 where no proof begins", () => {
  const { losing } = JSON.parse(site("site.json"));
  const explorer = new Explorer(new WebAssembly.Module(readFileSync(process.env.EXPLORER_WASM)));
  explorer.ask({ losing: { top: { proofs: losing } } });
  const top = new Top(JSON.parse(site("losing.json")), losing);
  const asked = (moves) => explorer.ask({ losing: { spot: { moves } } }).answer;
  // The page gets everything else about proofs from site.json.
  const comparable = (one) => ({ ...one, turns: one.proof === null ? one.turns.map(({ claim, ...turn }) => ({ ...turn, claim: claim && [claim.positions, claim.longest, claim.reversible] })) : [] });
  const firsts = asked([]).turns;
  const replies = asked(["e2e3"]).turns;
  const places = [[], ...firsts.map(({ move }) => [move]), ...replies.map(({ move }) => ["e2e3", move])];
  assert.equal(places.length, 41);
  for (const moves of places) assert.deepEqual(comparable(top.spot(moves)), comparable(asked(moves)), moves.join(" "));
  // Moves in algebraic notation, and moves inside a proof, which the file does not contain.
  assert.deepEqual(top.spot(["e3", "b5"]), top.spot(["e2e3", "b7b5"]));
  assert.deepEqual(top.spot(["e3", "d5", "Qg4"]), top.spot(["e2e3", "d7d5"]));
  for (const moves of [["e2e5"], ["e3", "b5", "Bxb5"], ["Na3", "a5"], ["nonsense"]]) assert.equal(top.spot(moves), undefined, moves.join(" "));
});

test("losing.json is small", () => {
  const size = gzipSync(site("losing.json"), { level: 9 }).length;
  assert.ok(size < 15_000, `${size} bytes`);
});

for (const [title, here, expected] of [
  ["the proof's own move", { place: { winner: "white", to_move: "white", replies: [{ move: "d1g4", longest: 31 }] } }, ["d1g4 white"]],
  ["the three replies that hold out longest", { place: { winner: "black", to_move: "white", replies: [["a2a3", 4], ["b2b3", 9], ["c2c3", 7], ["d2d3", 5]].map(([move, longest]) => ({ move, longest })) } }, ["b2b3 black", "c2c3 black", "d2d3 black"]],
  ["before the proofs: moves that win, and those with proved replies", { spot: spot([], "white", ["e3 15/20", "d4 black 9", "c4"]) }, ["a1 e3 open"]],
  ["a loss is not drawn", { spot: spot([], "white", ["d4 black 9", "c4"]) }, []],
  ["a proof that is not read", { spot: { ...spot([], "white", []), proof: "d4.cbor" } }, []],
  ["nothing yet", {}, []],
]) {
  test(`arrows: ${title}`, () => {
    const drawn = state.arrowsOf(here).map(({ from, to, kind }) => `${from}${from === "a1" ? " " : ""}${to} ${kind}`);
    assert.deepEqual(drawn, expected);
  });
}

test("an arrow ends in the middle of its square, with a head", async () => {
  const { outline } = await source("arrows.ts");
  const round = (points) => points.map((point) => point.map((number) => Math.round(number)));
  assert.deepEqual(round(outline([20, 20], [20, 100])), [[23, 20], [23, 86], [29, 86], [20, 100], [11, 86], [17, 86], [17, 20]]);
  // The knight's move shows that the direction is right: the fourth corner is the point of the arrow.
  assert.deepEqual(outline([0, 0], [40, 80])[3].map(Math.round), [40, 80]);
});

test("a certificate is a proof for each of its roots; other kinds are none", () => {
  const game = { parameters: { stalemate: "joint" } };
  const one = { kind: { name: "losing", version: 1 }, game, claim: { root: "r", winner: "white", clock: 3, longest: 5, reversible: 4 }, evidence: { positions: 9 } };
  assert.deepEqual(state.known("x", one), [{ file: "x", rules: "joint", winner: "white", root: "r", clock: 3, longest: 5, reversible: 4, positions: 9 }]);
  const roots = [{ position: "p", clock: 0, longest: 1, run: 0 }, { position: "q", clock: 2, longest: 7, run: 1 }];
  const two = { ...one, kind: { name: "losing", version: 2 }, claim: { roots, winner: "black", reversible: 6 } };
  const found = state.known("x", two);
  assert.deepEqual(found.map(({ file, root, clock, longest, winner, reversible }) => [file, root, clock, longest, winner, reversible]), [
    ["x", "p", 0, 1, "black", 6],
    ["x #2", "q", 2, 7, "black", 6],
  ]);
  assert.deepEqual(found[1].among, { file: "x", index: 1, roots: 2 });
  assert.deepEqual(state.known("x", { ...one, kind: { name: "safe", version: 1 } }), []);
});
