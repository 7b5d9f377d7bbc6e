// The package in Node.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { Worker } from "node:worker_threads";

import type { SolverClass, Synchronous } from "./api.js";
import { Module } from "./platform.js";
import type { Platform, Thread } from "./platform.js";
import { solverClass } from "./solver.js";
import { synchronous } from "./synchronous.js";

const MODULE = new URL("./unwinnable.wasm", import.meta.url);

function start(): Thread {
  // Options such as `--input-type` are those of the main script, and would stop the worker in Node 18.
  const worker = new Worker(new URL("./node-worker.js", import.meta.url), { execArgv: [] });
  return {
    post: (message) => worker.postMessage(message),
    listen(onMessage, onFailure) {
      worker.on("message", onMessage);
      worker.on("error", (error: Error) => onFailure(error.message));
      worker.on("exit", (status) => onFailure(`it ended with status ${status}`));
    },
    keepAlive: (awaited) => (awaited ? worker.ref() : worker.unref()),
    async end() {
      await worker.terminate();
    },
  };
}

const platform: Platform = {
  load: async (place = MODULE) => WebAssembly.compile(new Uint8Array(await readFile(place))),
  loadNow: () => new WebAssembly.Module(new Uint8Array(readFileSync(MODULE))),
  start,
  // Node 18.13 and earlier have no `availableParallelism`.
  processors: () => availableParallelism?.() ?? cpus().length,
};
const module = new Module(platform);

const functions = synchronous(module);

export const ready: Synchronous["ready"] = functions.ready;
export const cannotMate: Synchronous["cannotMate"] = functions.cannotMate;
export const quick: Synchronous["quick"] = functions.quick;
export const ruling: Synchronous["ruling"] = functions.ruling;
export const Solver: SolverClass = solverClass(platform, module);
export type Solver = InstanceType<SolverClass>;
export * from "./public.js";
