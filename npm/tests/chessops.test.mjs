// Games lost on time, read with chessops: the last position is judged as a server would. (chessops is under the
// GPL-3.0-or-later. Only this test uses it, and no package contains it.)

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { makeFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { parseUci } from "chessops/util";
import { Solver, cannotMate, quick } from "gamecert-unwinnable";

function lastPosition(game) {
  const position = startingPosition(game.headers).unwrap();
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(position, san);
    assert.ok(move, san);
    position.play(move);
  }
  return position;
}

// By M. Ambrona's paper, in the last of these games both sides could still mate.
for (const [id, verdict, ruled] of [["11_lichess_FKr42ZRT", "cannot", "draw"], ["12_lichess_bKHPqNEw", "cannot", "draw"], ["13_lichess_OawUhnkq", "cannot", "draw"], ["15_lichess_QRvIMh3z", "can", "win"]]) {
  test(`a game lost on time: ${id}`, async () => {
    const [game] = parsePgn(readFileSync(join(process.env.DATA, `games/ambrona_${id}.pgn`), "utf8"));
    const position = lastPosition(game);
    assert.deepEqual([game.headers.get("Termination"), game.headers.get("Result")], ["Time forfeit", "1-0"]);
    const solver = new Solver({ workers: 1 });
    const fen = makeFen(position.toSetup());
    assert.equal((await solver.decide(fen, "white")).verdict, verdict);
    assert.equal(await solver.ruling(fen, "black", "fide-timeout"), ruled);
    await solver.close();
  });
}

test("a line ends in mate by chessops' rules", async () => {
  const solver = new Solver({ workers: 1 });
  for (const [fen, side] of [["7k/7p/8/8/8/8/8/K5N1 b - -", "white"], ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "black"], ["4k3/8/8/8/8/8/P7/4K3 w - -", "white"]]) {
    const { line } = await solver.decide(fen, side);
    const position = startingPosition(new Map([["FEN", `${fen.split(" ").slice(0, 4).join(" ")} 0 1`]])).unwrap();
    for (const uci of line) {
      const move = parseUci(uci);
      assert.ok(position.isLegal(move), `${fen}: ${uci}`);
      position.play(move);
    }
    assert.ok(position.isCheckmate() && position.turn !== side, fen);
  }
  await solver.close();
});

test("a position that chessops writes is judged at once", () => {
  const [game] = parsePgn("1. f3 e5 2. g4 Qh4# 0-1");
  const fen = makeFen(lastPosition(game).toSetup());
  assert.deepEqual(quick(fen, "black"), { verdict: "can", reason: "mate", line: [], nodes: 0 });
  assert.equal(cannotMate(fen, "white"), true);
});
