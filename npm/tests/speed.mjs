// Measures quick and full answers, for docs/measured/npm.md.
//
//     node speed.mjs LIST...
//
// Each line of a list has a FEN, and may have a label of two letters before it. The question is whether the side that is
// not to move can mate. The list is asked seven times; the mean is that of the fastest pass, the others are of the
// shortest time of each question.

import { readFileSync } from "node:fs";
import { basename } from "node:path";

const started = performance.now();
const { Solver, quick } = await import("gamecert-unwinnable");
const imported = performance.now();
quick("8/8/8/8/8/5k2/7q/K7 b - -", "white");
const first = performance.now();
console.log(`import ${(imported - started).toFixed(1)} ms, first answer ${(first - imported).toFixed(1)} ms`);

const ROUNDS = 7;
const solver = new Solver({ workers: 1 });
console.log("| list | quick: mean | median | 99 % | worst | full, one worker: mean |\n|---|---|---|---|---|---|");
for (const file of process.argv.slice(2)) {
  const lines = readFileSync(file, "utf8").trim().split("\n").filter((line) => !line.startsWith("#"));
  const questions = lines.map((line) => {
    const fen = line.replace(/^[W-][B-] /, "").split(/\s+/).slice(0, 4).join(" ");
    return { fen, side: fen.split(" ")[1] === "w" ? "black" : "white" };
  });
  let mean = Infinity;
  const times = questions.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    for (const { fen, side } of questions) quick(fen, side);
    mean = Math.min(mean, (performance.now() - begun) / questions.length);
    for (const [place, { fen, side }] of questions.entries()) {
      const begun = performance.now();
      quick(fen, side);
      times[place] = Math.min(times[place], performance.now() - begun);
    }
  }
  times.sort((one, other) => one - other);
  await solver.decideMany(questions.slice(0, 100));
  const begun = performance.now();
  await solver.decideMany(questions);
  const full = (performance.now() - begun) / questions.length;
  const columns = [mean, times[times.length >> 1], times[Math.ceil(times.length * 0.99) - 1], times.at(-1), full];
  console.log(`| ${basename(file)} | ${columns.map((time) => `${(time * 1000).toFixed(1)} µs`).join(" | ")} |`);
}
await solver.close();
