// Compares all answers with those of the native crate: verdict, reason, line, number of nodes, rulings, certificates.
//
//     NATIVE=FILE NODES=NUMBER node --test native.test.mjs
//
// FILE is the output of `cargo run --release -p gamecert-unwinnable-wasm --example native -- NUMBER LIST...`

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { POLICIES, Solver, quick, ruling } from "gamecert-unwinnable";

const rows = readFileSync(process.env.NATIVE, "utf8").trim().split("\n").map((line) => line.split("\t"));

function written({ verdict, reason, line, nodes }) {
  return [verdict, reason ?? "", line?.join(" ") ?? "", nodes].join(",");
}

/** Returns the hash that the native program prints. */
function hash(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

test(`quick answers and rulings on ${rows.length} questions`, (context) => {
  const verdicts = {};
  for (const [fen, side, quickly, , rulings] of rows) {
    const answer = quick(fen, side);
    assert.equal(written(answer), quickly, `${fen} ${side}`);
    const flagged = side === "white" ? "black" : "white";
    assert.equal(POLICIES.map((policy) => ruling(fen, flagged, policy)).join(" "), rulings, `${fen} ${side}`);
    verdicts[answer.verdict] = (verdicts[answer.verdict] ?? 0) + 1;
  }
  context.diagnostic(JSON.stringify(verdicts));
  // Without all three verdicts the lists would say little.
  assert.deepEqual(Object.keys(verdicts).sort(), ["can", "cannot", "unknown"]);
});

test(`full answers within ${process.env.NODES} nodes`, async (context) => {
  const solver = new Solver({ workers: 2 });
  const answers = await solver.decideMany(rows.map(([fen, side]) => ({ fen, side })), { nodes: Number(process.env.NODES), certificate: true });
  await solver.close();
  const verdicts = {};
  for (const [place, [fen, side, , decided, , certificate]] of rows.entries()) {
    const answer = answers[place];
    assert.equal(written(answer), decided, `${fen} ${side}`);
    assert.equal(answer.certificate === null ? "" : hash(answer.certificate), certificate, `${fen} ${side}`);
    verdicts[answer.reason] = (verdicts[answer.reason] ?? 0) + 1;
  }
  context.diagnostic(JSON.stringify(verdicts));
  for (const reason of ["mate", "over", "material", "static", "skeletons", "closed"]) assert.ok(verdicts[reason] > 0, reason);
});
