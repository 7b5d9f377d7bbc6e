// The package in browsers.

import type { SolverClass, Synchronous } from "./api.js";
import { Module } from "./platform.js";
import type { Platform, Thread } from "./platform.js";
import { solverClass } from "./solver.js";
import { synchronous } from "./synchronous.js";

async function load(place: string | URL = new URL("./unwinnable.wasm", import.meta.url)): Promise<WebAssembly.Module> {
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${response.url} has status ${response.status}`);
  // Servers that do not know the type of the file would make `compileStreaming` fail.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function start(): Thread {
  // Bundlers recognise a worker by this expression.
  const worker = new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" });
  return {
    post: (message) => worker.postMessage(message),
    listen(onMessage, onFailure) {
      worker.onmessage = ({ data }) => onMessage(data);
      worker.onerror = ({ message }) => onFailure(message ?? "its script cannot be loaded");
    },
    keepAlive() {},
    async end() {
      worker.terminate();
    },
  };
}

const platform: Platform = { load, start, processors: () => navigator.hardwareConcurrency ?? 1 };
const module = new Module(platform);

const functions = synchronous(module);

export const ready: Synchronous["ready"] = functions.ready;
export const cannotMate: Synchronous["cannotMate"] = functions.cannotMate;
export const quick: Synchronous["quick"] = functions.quick;
export const ruling: Synchronous["ruling"] = functions.ruling;
export const Solver: SolverClass = solverClass(platform, module);
export type Solver = InstanceType<SolverClass>;
export * from "./public.js";
