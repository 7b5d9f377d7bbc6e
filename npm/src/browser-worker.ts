// A worker in a browser.

import { desk } from "./work.js";

const take = desk((message) => postMessage(message));
addEventListener("message", ({ data }: MessageEvent) => take(data));
