// A worker in Node.

import { parentPort } from "node:worker_threads";

import { desk } from "./work.js";

parentPort?.on("message", desk((message) => parentPort?.postMessage(message)));
