// An example whose types are checked, as a server would be written.

import { POLICIES, Solver, UnwinnableError, cannotMate, quick, ready, ruling } from "gamecert-unwinnable";
import type { Answer, ErrorCode, Limits, Policy, Question, Ruling, Side } from "gamecert-unwinnable";

await ready();

const fen = "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -";
const winner: Side = "white";

const soon: boolean = cannotMate(fen, winner);
const answer: Answer = quick(fen, winner);
const rulings: [Policy, Ruling][] = POLICIES.map((policy) => [policy, ruling(fen, "black", policy)]);

const solver = new Solver({ workers: 2 });
const limits: Limits = { nodes: 100_000, milliseconds: 500, signal: new AbortController().signal };
try {
  const full = await solver.decide(fen, winner, limits);
  switch (full.verdict) {
    case "can":
      console.log(full.line.join(" "));
      break;
    case "cannot":
      console.log(full.reason.toUpperCase());
      break;
    case "unknown":
      console.log(full.nodes ?? "out of time");
  }
  const questions: Question[] = [{ fen, side: "white" }, { fen, side: "black" }];
  const all: Answer[] = await solver.decideMany(questions);
  console.log(soon, answer, rulings, all.length, await solver.ruling(fen, "black", "fide-timeout"));
} catch (error) {
  if (!(error instanceof UnwinnableError)) throw error;
  const code: ErrorCode = error.code;
  console.log(code, error.message);
} finally {
  await solver.close();
}

// @ts-expect-error A side has a name, not a letter.
quick(fen, "w");
// @ts-expect-error There is no such policy.
ruling(fen, "black", "fide");
// @ts-expect-error A line is there only if the side can mate.
answer.line.length;
