// Runs a command while one browser serves all its test files. Test files that run alone start browsers of their own,
// which takes a second of processor time for each.
//
//     node web/tests/with-browser.mjs COMMAND [ARGUMENT]...

import { spawn } from "node:child_process";

import { startServer } from "./browser.mjs";

const [command, ...given] = process.argv.slice(2);
const server = await startServer();
const child = spawn(command, given, { stdio: "inherit", env: { ...process.env, BROWSER: server.wsEndpoint() } });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", async (code, signal) => {
  await server.close();
  process.exit(signal ? 1 : code);
});
