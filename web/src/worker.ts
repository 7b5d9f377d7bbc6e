// SPDX-License-Identifier: MIT OR Apache-2.0
// The worker that runs the checker. The page terminates it if the user stops waiting.

import { Checker } from "../checker/checker.mjs";
import type { Answer, Question } from "./verdict";

const port = self as unknown as { postMessage(answer: Answer | "loaded"): void; onmessage: (event: MessageEvent<Question>) => void };

port.onmessage = ({ data: { module, file, cited } }) => {
  const begun = performance.now();
  try {
    const checker = new Checker(module);
    for (const one of cited) checker.offer(one);
    const verdict = checker.verify(file);
    port.postMessage({ verdict, seconds: (performance.now() - begun) / 1000 });
  } catch (error) {
    // After a trap: the memory did not suffice, or the checker has a bug. Neither says anything about the file.
    port.postMessage({ trap: String(error), seconds: (performance.now() - begun) / 1000 });
  }
};
port.postMessage("loaded");
