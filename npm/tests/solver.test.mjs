// Full searches in workers, in Node.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { POLICIES, Solver, UnwinnableError } from "gamecert-unwinnable";

import { DEAD, SLOW, FULL, RULINGS, WRONG, WRONG_LIMITS } from "./cases.mjs";

const [, slow, slowSide] = SLOW;

/** Runs a test with a solver that is closed at its end. */
function solverTest(title, options, act) {
  test(title, async () => {
    const solver = new Solver(options);
    try {
      await act(solver);
    } finally {
      await solver.close();
    }
  });
}

solverTest("full answers", {}, async (solver) => {
  for (const [title, fen, side, verdict, reason] of FULL) {
    const answer = await solver.decide(fen, side);
    assert.deepEqual([answer.verdict, answer.reason], [verdict, reason], title);
    assert.equal(answer.line !== null, verdict === "can", title);
    for (const move of answer.line ?? []) assert.match(move, /^[a-h][1-8][a-h][1-8][qrbn]?$/);
  }
});

solverTest("many questions at once have the answers of one after the other", { workers: 3 }, async (solver) => {
  const questions = FULL.flatMap(([, fen]) => ["white", "black"].map((side) => ({ fen, side })));
  const together = await solver.decideMany(questions);
  for (const [place, { fen, side }] of questions.entries()) assert.deepEqual(together[place], await solver.decide(fen, side), `${fen} ${side}`);
  assert.deepEqual(await solver.decideMany([]), []);
});

solverTest("certificates are there if they are asked for", {}, async (solver) => {
  for (const [fen, side, kind] of [[DEAD, "white", "unwinnable"], ["7k/7p/8/8/8/8/8/K5N1 b - -", "white", "helpmate"]]) {
    const { certificate, ...answer } = await solver.decide(fen, side, { certificate: true });
    // An array of seven items: the name of the format, its version, the kind.
    assert.equal(Buffer.from(certificate.subarray(0, 13)).toString("latin1"), "\xd9\xd9\xf7\x87\x68gamecert");
    assert.ok(Buffer.from(certificate).toString("latin1").includes(kind), kind);
    assert.deepEqual(await solver.decide(fen, side), answer);
  }
  const [slowly] = await solver.decideMany([{ fen: slow, side: slowSide }], { nodes: 1, certificate: true });
  assert.deepEqual([slowly.verdict, slowly.certificate], ["unknown", null]);
});

for (const [title, fen, flagged, expected] of RULINGS) {
  solverTest(`rulings: ${title}`, { workers: 1 }, async (solver) => {
    const rulings = await Promise.all(POLICIES.map((policy) => solver.ruling(fen, flagged, policy)));
    assert.equal(rulings.join(" "), expected);
  });
}

solverTest("wrong questions are refused with a sentence, alone and among others", { workers: 2 }, async (solver) => {
  for (const [title, fen, side, code, message] of WRONG) {
    const expected = { name: "UnwinnableError", code, message };
    await assert.rejects(solver.decide(fen, side), expected, title);
    await assert.rejects(solver.ruling(fen, side, "uscf"), expected, title);
    await assert.rejects(solver.decideMany([{ fen: DEAD, side: "white" }, { fen, side }]), expected, title);
  }
  await assert.rejects(solver.ruling(DEAD, "black", "fifa"), { code: "policy" });
  assert.equal((await solver.decide(DEAD, "white")).verdict, "cannot");
});

solverTest("wrong limits are refused with a sentence", {}, async (solver) => {
  for (const [title, limits, message] of WRONG_LIMITS) {
    const expected = { name: "UnwinnableError", code: "limit", message };
    await assert.rejects(solver.decide(DEAD, "white", limits), expected, title);
    await assert.rejects(solver.decideMany([{ fen: DEAD, side: "white" }], limits), expected, title);
    await assert.rejects(solver.ruling(DEAD, "black", "uscf", limits), expected, title);
  }
  for (const workers of [0, -1, 1.5, NaN, "2"]) assert.throws(() => new Solver({ workers }), { name: "UnwinnableError", code: "limit" });
});

solverTest("a limit of nodes gives the same unknown answer each time", {}, async (solver) => {
  const answers = await Promise.all([1, 2, 3].map(() => solver.decide(slow, slowSide, { nodes: 5000 })));
  assert.equal(answers[0].verdict, "unknown");
  assert.ok(answers[0].nodes >= 5000);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

solverTest("a limit of time ends a search, and the next question is answered", { workers: 1 }, async (solver) => {
  assert.deepEqual(await solver.decide(slow, slowSide, { milliseconds: 20 }), { verdict: "unknown", reason: null, line: null, nodes: null });
  assert.equal(await solver.ruling(slow, slowSide === "white" ? "black" : "white", "fide-timeout", { milliseconds: 20 }), "unknown");
  assert.equal((await solver.decide(DEAD, "white", { milliseconds: 1e12 })).verdict, "cannot");
});

solverTest("a signal cancels questions that are searched and that wait", { workers: 1 }, async (solver) => {
  const control = new AbortController();
  const searched = solver.decide(slow, slowSide, { signal: control.signal });
  const waits = solver.decide(slow, slowSide, { signal: control.signal });
  const other = solver.decide(DEAD, "white");
  setTimeout(() => control.abort(new Error("enough")), 50);
  await assert.rejects(searched, { message: "enough" });
  await assert.rejects(waits, { message: "enough" });
  assert.equal((await other).verdict, "cannot");
  await assert.rejects(solver.decide(DEAD, "white", { signal: control.signal }), { message: "enough" });
  await assert.rejects(solver.decide(DEAD, "white", { signal: AbortSignal.abort() }), { name: "AbortError" });
});

solverTest("a signal cancels many questions, and a wrong one ends the others", { workers: 2 }, async (solver) => {
  const questions = Array.from({ length: 5 }, () => ({ fen: slow, side: slowSide }));
  const control = new AbortController();
  setTimeout(() => control.abort(), 50);
  await assert.rejects(solver.decideMany(questions, { signal: control.signal }), { name: "AbortError" });
  await assert.rejects(solver.decideMany([{ fen: slow, side: slowSide }, { fen: "8/8", side: "white" }]), { code: "fen" });
  assert.equal((await solver.decide(DEAD, "white")).verdict, "cannot");
});

test("a closed solver rejects what is searched, what waits and what comes", async () => {
  const solver = new Solver({ workers: 1 });
  await solver.decide(DEAD, "white");
  const asked = [solver.decide(slow, slowSide), solver.decide(slow, slowSide)];
  const ended = Promise.allSettled(asked);
  await solver.close();
  await solver.close();
  for (const { reason } of await ended) assert.ok(reason instanceof UnwinnableError && reason.code === "closed");
  for (const late of [solver.decide(DEAD, "white"), solver.decideMany([]), solver.ruling(DEAD, "black", "uscf")]) {
    await assert.rejects(late, { code: "closed", message: "the solver is closed" });
  }
});

test("a solver that is closed at once, and one that was never asked", async () => {
  const solver = new Solver();
  const asked = assert.rejects(solver.decide(DEAD, "white"), { code: "closed" });
  await solver.close();
  await asked;
  await new Solver().close();
});

test("a process ends by itself with an open solver, but not before its answers are there", () => {
  const script = `import { Solver } from "gamecert-unwinnable";
    const solver = new Solver();
    console.log((await solver.decide("${DEAD}", "white")).verdict);
    solver.decide("${DEAD}", "black").then(({ verdict }) => console.log(verdict));`;
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: fileURLToPath(new URL(".", import.meta.url)), encoding: "utf8" });
  assert.deepEqual([run.stdout, run.stderr, run.status], ["cannot\ncannot\n", "", 0]);
});
