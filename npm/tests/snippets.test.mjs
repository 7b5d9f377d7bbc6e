// Runs the examples of the README and of the guide for servers. They must print what their comments say.
//
//     PAGES=FILE:FILE node --test snippets.test.mjs

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

for (const page of process.env.PAGES.split(":")) {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```js\n(.*?)^```/gms)].map(([, block]) => block);
  test(`examples of ${page}`, () => {
    assert.ok(blocks.length > 0);
    for (const block of blocks) {
      const run = spawnSync(process.execPath, ["--input-type=module", "--eval", block], { cwd: fileURLToPath(new URL(".", import.meta.url)), encoding: "utf8" });
      assert.equal(run.stderr, "");
      const expected = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, output]) => output);
      assert.deepEqual(run.stdout.trim().split("\n"), expected);
    }
  });
}
