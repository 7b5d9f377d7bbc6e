"""Ctrl-C in the middle of long calls: KeyboardInterrupt at once, and the computation ends too."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

#: Computations of minutes at least, most of them of hours.
CALLS = {
    "ending": "gamecert.ending('KQKR')",
    "bounds": "gamecert.bounds('KBKN', width=80)",
    "bidding game, positions": "gamecert.bidding_game('hex:4x4')",
    "bidding game, the paper's method": "gamecert.bidding_game('tug:3000', method='iterate')",
    "chips of an ending": "gamecert.chips('bidding-chess:KQKR', (0, 200))",
    "chips of a game": "gamecert.chips('tug:5000')",
    "advice": "gamecert.advise('bidding-chess:KQKR', 'k7/8/8/8/8/8/8/K1Q4r', 40, 100, advantage=True)",
    "scoring": "gamecert.scoring((1, 2000))",
    "losing chess": "gamecert.prove('1. e3 b5', 'white', memory=200 << 20)",
    "losing chess, by other proofs": "gamecert.link('1. e3', 'white', [], plies=20)",
    "a side that cannot lose": "gamecert.safe(chess.STARTING_FEN, always=True, limit=10**9)",
    "games of losing chess": "gamecert.analyse('[Event \"\"]\\n\\n1. e3 b5 *\\n\\n' * 5_000_000, tables=False)",
    "one question": "gamecert.unwinnable('k7/p6p/8/8/8/8/P6P/K7 w - -', 'white', nodes=10**15, shortest=True)",
    "many questions": "gamecert.unwinnable_all([(chess.STARTING_FEN, 'white')] * 10_000_000, shortest=True)",
}

PROGRAM = """
import signal, sys, time
import chess
import gamecert

def computing():
    before = time.process_time()
    time.sleep(0.3)
    return time.process_time() - before > 0.1

# A shell's background jobs begin with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    CALL
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
while computing():
    pass
print("ended", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("name", CALLS)
def test_interrupted(name: str) -> None:
    """A second after a call has begun it is interrupted. The limit is generous, as machines are slow at times."""
    limit = 10
    command = [sys.executable, "-c", PROGRAM.replace("CALL", CALLS[name], 1)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        # What is not interrupted is ended, and then the lines that are asked for below do not come.
        watchdog = threading.Timer(6 * limit, process.kill)
        watchdog.start()
        try:
            assert process.stdout.readline() == "begun\n"
            time.sleep(1)
            sent = time.monotonic()
            os.kill(process.pid, signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
            raised = time.monotonic() - sent
            assert process.stdout.readline() == "ended\n"
            ended = time.monotonic() - sent
        finally:
            watchdog.cancel()
            process.kill()
    print(f"{name}: raised after {raised:.2f} s, the process was idle after {ended:.2f} s")
    assert raised < limit
    assert ended < 3 * limit
