// The functions that answer at once, in Node.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as unwinnable from "gamecert-unwinnable";

import { DEAD, QUICK, WRONG } from "./cases.mjs";

const { POLICIES, UnwinnableError, cannotMate, quick, ready, ruling } = unwinnable;

test("the package exports its functions and nothing else", () => {
  assert.deepEqual(Object.keys(unwinnable).sort(), ["POLICIES", "Solver", "UnwinnableError", "cannotMate", "quick", "ready", "ruling"]);
});

for (const [title, fen, side, verdict, reason] of QUICK) {
  test(`quick: ${title}`, () => {
    const answer = quick(fen, side);
    assert.equal(answer.verdict, verdict);
    assert.equal(answer.reason, reason);
    assert.deepEqual(answer.line, verdict === "can" ? [] : null);
    assert.equal(cannotMate(fen, side), verdict === "cannot");
  });
}

test("ready may be awaited, before and after questions", async () => {
  await ready();
  assert.equal(cannotMate("8/8/8/8/8/5k2/7q/K7 b - -", "white"), true);
  await ready();
});

for (const [title, fen, side, code, message] of WRONG) {
  test(`wrong question: ${title}`, () => {
    const expected = (error) => {
      assert.ok(error instanceof UnwinnableError && error instanceof Error);
      assert.deepEqual([error.name, error.code, error.message], ["UnwinnableError", code, message]);
      return true;
    };
    assert.throws(() => quick(fen, side), expected);
    assert.throws(() => cannotMate(fen, side), expected);
    assert.throws(() => ruling(fen, side, "fide-timeout"), expected);
  });
}

test("after a wrong question the next one is answered", () => {
  assert.throws(() => quick("8", "white"));
  assert.equal(quick("8/8/8/8/8/5k2/7q/K7 b - -", "white").verdict, "cannot");
});

test("quick rulings: material is decided, the rest unless a search is needed", () => {
  const rulings = (fen, flagged) => POLICIES.map((policy) => ruling(fen, flagged, policy)).join(" ");
  assert.equal(rulings("8/8/8/8/8/5k2/7q/K7 b - -", "black"), "draw unknown draw draw draw draw");
  assert.equal(rulings("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "white"), "draw draw draw win win win");
  assert.equal(rulings(DEAD, "black"), "unknown unknown unknown win win win");
});

test("a wrong policy", () => {
  assert.throws(() => ruling(DEAD, "black", "fide"), {
    code: "policy",
    message: 'the policy is one of fide-timeout, fide-dead, uscf, lichess-2025, lichess-2026, chesscom, not "fide"',
  });
});
