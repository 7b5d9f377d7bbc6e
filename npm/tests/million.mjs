// Asks a million quick questions, a hundred thousand wrong ones and ten thousand full ones, and fails if memory grows.
//
//     DATA=FOLDER node --expose-gc million.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Solver, quick } from "gamecert-unwinnable";

const lines = ["timeouts.txt", "unfair_timeouts.txt"].flatMap((name) => readFileSync(join(process.env.DATA, name), "utf8").trim().split("\n"));
const fens = lines.map((line) => line.split(" ").slice(0, 4).join(" "));

/** Memory of the process in MiB, after the collection of garbage. */
function memory() {
  globalThis.gc();
  return process.memoryUsage().rss / 2 ** 20;
}

/** Acts in ten parts, and compares the memory after the second part with that after the last. */
async function flat(title, act) {
  const after = [];
  for (let part = 0; part < 10; part += 1) {
    await act(part);
    after.push(memory());
  }
  const grown = after[9] - after[1];
  console.log(`${title}: ${after.map((size) => size.toFixed(0)).join(" ")} MiB`);
  assert.ok(grown < 16, `${title}: memory has grown by ${grown.toFixed(0)} MiB`);
}

await flat("a million quick questions", () => {
  for (let count = 0; count < 100_000; count += 1) quick(fens[count % fens.length], count % 2 === 0 ? "white" : "black");
});
await flat("100,000 wrong questions", () => {
  for (let count = 0; count < 10_000; count += 1) assert.throws(() => quick(`${fens[count % fens.length]} wrong`, "white"));
});
const solver = new Solver({ workers: 2 });
await flat("20,000 full questions", async (part) => {
  const questions = fens.slice(0, 2000).map((fen) => ({ fen, side: part % 2 === 0 ? "white" : "black" }));
  await solver.decideMany(questions, { nodes: 1000 });
});
await solver.close();
await flat("100 solvers that are closed during a search", async () => {
  for (let count = 0; count < 10; count += 1) {
    const one = new Solver({ workers: 1 });
    await one.decide(fens[count], "white");
    const asked = one.decide(fens[0], "black", { nodes: 1e9 }).catch(() => {});
    await one.close();
    await asked;
  }
});
