// Sides of losing chess that do not lose, without a browser: moves, sentences, arrows, move numbers.
//
//     node --test web/tests/safe-state.test.mjs      EXPLORER_WASM: the explorer's module

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { Explorer } from "../explorer/explorer.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const { outputFiles } = await build({ entryPoints: [join(ROOT, "web/src/safe-state.ts")], bundle: true, format: "esm", write: false });
const state = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);

const module = await WebAssembly.compile(readFileSync(process.env.EXPLORER_WASM));

/** Returns a function that answers questions about a certificate of the conformance corpus. */
function opened(name) {
  const explorer = new Explorer(module);
  const file = new Uint8Array(readFileSync(join(ROOT, `tests/corpus/accept/safe/${name}.cbor`)));
  const { answer } = explorer.ask({ safe: { read: { name } } }, file);
  return { roots: answer.roots, place: (moves = [], root = 0) => explorer.ask({ safe: { place: { root, moves } } }).answer };
}

for (const [title, name, moves, sentence, how] of [
  ["both sides by force", "king-and-pawn", [], "Drawn with best play from here: neither side can win by force.", ["White does not lose if it plays Kc7.", "Black does not lose whatever White plays."]],
  ["one side has left its closed set", "king-and-pawn", ["Kd7"], "White cannot win by force from here.", ["Black does not lose if it plays d4."]],
  ["whatever both play", "bishops", ["Bb2"], "Neither side can win from here, whatever both play.", ["White does not lose whatever both sides play.", "Black does not lose whatever both sides play."]],
  ["one side, whatever both play", "en-passant", [], "Black cannot win from here, whatever both sides play.", ["White does not lose whatever both sides play."]],
  ["one side by force", "capture", [], "White cannot win by force from here.", ["Black does not lose whatever White plays."]],
  ["won by the side", "capture", ["Kxa2"], "Play is over here: Black has won.", ["Black has not lost."]],
  ["drawn", "end-drawn-fics", [], "Play is over here: a draw.", ["White has not lost.", "Black has not lost."]],
]) {
  test(`what is said: ${title}`, () => {
    const place = opened(name).place(moves);
    assert.equal(state.sentence(place), sentence);
    assert.deepEqual(place.sides.map((side) => state.how(place, side)), how);
  });
}

test("moves that keep both sides safe come first, and one of them has an arrow", () => {
  const place = opened("king-and-pawn").place();
  const next = state.nextMoves(place);
  assert.deepEqual(next.map(({ san, sides }) => [san, sides.length]), [["Kc7", 2], ["Kd7", 1], ["Ke7", 1], ["Kc8", 1], ["Ke8", 1]]);
  assert.deepEqual(state.arrowsOf(place), [{ from: "d8", to: "c7", kind: "white" }]);
  assert.deepEqual(state.arrowsOf(opened("bishops").place()), []);
  assert.deepEqual(state.nextMoves(undefined), []);
});

test("moves are numbered from the root, where Black may begin", () => {
  assert.deepEqual(state.numbered(["Kc7", "d4", "Kb6"], "white"), ["1. Kc7", "d4", "2. Kb6"]);
  assert.deepEqual(state.numbered(["Bb3", "Bb2"], "black"), ["1... Bb3", "2. Bb2"]);
});
