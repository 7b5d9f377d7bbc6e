// The tree of moves that the user has looked at, without a browser.
//
//     node --test web/tests/losing-tree.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL("../src/losing-tree.ts", import.meta.url))], bundle: true, format: "esm", write: false });
const { beside, emptyTree, lastAfter, variations, visit } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);

/** Creates a tree in which these lines were looked at in this order. The name of a move is the move in capitals. */
function tree(...lines) {
  const root = emptyTree();
  for (const line of lines) {
    const moves = line.split(" ").filter(Boolean);
    visit(root, moves, moves.map((move) => move.toUpperCase()));
  }
  return root;
}

const words = (text) => text.split(" ").filter(Boolean);

test("the move looked at last comes next", () => {
  for (const [title, lines, at, expected] of [
    ["nothing was looked at", [""], "", undefined],
    ["the only move", ["a b"], "a", "b"],
    ["a line that was taken back", ["a b c", "a"], "a", "b"],
    ["the later of two", ["a b", "a c"], "a", "c"],
    ["the earlier of two, looked at again", ["a b", "a c", "a b"], "a", "b"],
    ["a place that was not looked at", ["a b"], "x", undefined],
  ]) assert.equal(lastAfter(tree(...lines), words(at)), expected, title);
});

test("variations are the alternatives that were looked at", () => {
  for (const [title, lines, at, ply, expected] of [
    ["none", ["a b"], "a b", 1, []],
    ["one, with what followed", ["a x y", "a b"], "a b", 1, ["X Y"]],
    ["two, in the order in which they were looked at first", ["a x", "a b", "a z", "a b"], "a b", 1, ["X", "Z"]],
    ["of the first move", ["x y", "a"], "a", 0, ["X Y"]],
    ["a long one is cut", ["a x y z w", "a b"], "a b", 1, ["X Y Z …"]],
    ["what followed last", ["a x y", "a x z", "a b"], "a b", 1, ["X Z"]],
  ]) {
    const found = variations(tree(...lines), words(at), ply, 3).map(({ line, more }) => line.join(" ") + (more ? " …" : ""));
    assert.deepEqual(found, expected, title);
  }
  const [{ moves }] = variations(tree("a x y", "a b"), ["a", "b"], 1, 3);
  assert.deepEqual(moves, ["a", "x", "y"]);
});

test("up and down lead to the alternatives of a move", () => {
  for (const [title, lines, at, by, expected] of [
    ["no other", ["a b"], "a b", 1, undefined],
    ["before all moves", ["a"], "", 1, undefined],
    ["the next", ["a b", "a c", "a d"], "a c", 1, "a d"],
    ["the one before", ["a b", "a c", "a d"], "a c", -1, "a b"],
    ["from the last to the first", ["a b", "a c"], "a c", 1, "a b"],
    ["from the first to the last", ["a b", "a c"], "a b", -1, "a c"],
  ]) assert.equal(beside(tree(...lines), words(at), by)?.join(" "), expected, title);
});
