// The worker that runs the explorer, a part of the solver. It answers questions in the order in which they arrive.

import { Explorer } from "../explorer/explorer.mjs";
import type { Told, ToWorker } from "./explorer";

const port = self as unknown as { postMessage(told: Told | "loaded"): void; onmessage: (event: MessageEvent<ToWorker>) => void };

let explorer: Explorer | undefined;

port.onmessage = ({ data }) => {
  try {
    if ("module" in data) {
      explorer = new Explorer(data.module);
      return;
    }
    if (!explorer) throw new Error("no module");
    port.postMessage({ number: data.number, told: explorer.ask(data.question, data.file) });
  } catch (error) {
    // After a trap this instance cannot be used any more.
    port.postMessage({ number: "number" in data ? data.number : 0, trap: String(error) });
  }
};
port.postMessage("loaded");
