"""The same on clusters of Ray, several nodes on this machine, workers and nodes of which are killed."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_driver import Listed, left, shell
from toy import SEEDS, Sorting, expected

from gamecert.bulk import Driver, Program, RunError, Store
from gamecert.bulk.cluster import RayBackend

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One node for the driver, which runs nothing, and two with a processor each."""
    from ray.cluster_utils import Cluster

    # Workers keep what they are at below it.
    scratch = tmp_path_factory.mktemp("workers")
    os.environ["TMPDIR"] = str(scratch)
    quiet = {"include_dashboard": False, "node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **quiet})
    found.quiet, found.scratch = quiet, scratch
    found.others = [found.add_node(num_cpus=1, **quiet) for _ in range(2)]
    found.wait_for_nodes()
    ray.init(address=found.address, log_to_driver=False)
    yield found
    ray.shutdown()
    found.shutdown()
    del os.environ["TMPDIR"]


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[tuple[Store, RayBackend]]:
    """A store with a back end on the cluster that there is."""
    with Store.open(folder, {}, resume=(folder / "run.json").exists()) as store:
        backend = RayBackend(store)
        try:
            yield store, backend
        finally:
            backend.close()


def working() -> list[int]:
    """Workers of Ray that are at a task of a driver."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cmdline").read_bytes().startswith(b"ray::attempt"):
                found.append(int(process.name))
    return sorted(found)


def test_a_tree_of_tasks(cluster: Any, tmp_path: Path) -> None:
    """Inputs go there and outputs come back."""
    with opened(tmp_path) as (store, backend):
        outcome = Driver(plan := Sorting(5), store, backend).run()
        assert (outcome.counts.done, outcome.failures, backend.moved > 0) == (9, (), True)
    assert (tmp_path / "sorted.txt").read_bytes() == expected(5)
    assert len(plan.told) == 9


def test_failures(cluster: Any, tmp_path: Path) -> None:
    """They say what they say on one machine."""
    tasks = {
        "exit status 3": shell("exit 3", "status"),
        "there is no output it": shell("", "output"),
        "killed by signal 9": shell("kill -9 $$", "signal"),
        "its supervisor died": shell("kill -9 $PPID; sleep 100", "supervisor"),
        "no node has more": shell("true", "memory", memory=10**15),
    }
    with opened(tmp_path) as (store, backend):
        outcome = Driver(Listed(*tasks.values()), store, backend, attempts=2).run()
    causes = {task.title: result.cause for task, result in outcome.failures}
    for cause, task in tasks.items():
        assert cause in causes[task.title]


def test_a_program_that_is_not_there(cluster: Any, tmp_path: Path) -> None:
    """It is sent, and kept under its digest."""
    here = tmp_path / "here"
    here.write_text("#!/bin/sh\necho sent >out/it\n")
    here.chmod(0o755)
    program = Program.find(str(here))
    elsewhere = replace(program, path=str(tmp_path / "elsewhere"))
    task = shell("", "it", inputs={"program": elsewhere})
    task = replace(task, command=("{in:program}",))
    with opened(tmp_path / "run") as (store, backend):
        backend._programs[program.digest] = ray.put(here.read_bytes())
        assert not Driver(plan := Listed(task), store, backend).run().failures
        assert store.read(plan.results["it"].outputs["it"]) == b"sent\n"


@pytest.mark.parametrize("seed", SEEDS)
def test_workers_and_nodes_killed(cluster: Any, seed: int, tmp_path: Path) -> None:
    """The final bytes are the same, whatever is killed; nothing is told twice, and no command lives on."""
    chance = random.Random(seed)
    shards = 12
    plan = Sorting(shards, 0.1)
    killed: list[str] = []

    def perhaps_kill(_: object) -> None:
        if len(killed) < 6 and chance.random() < 0.5 and (at_work := working()):
            os.kill(chance.choice(at_work), signal.SIGKILL)
            killed.append("worker")
        if "node" not in killed and chance.random() < 0.15:
            cluster.remove_node(cluster.others.pop(chance.randrange(2)), allow_graceful=False)
            cluster.others.append(cluster.add_node(num_cpus=1, **cluster.quiet))
            killed.append("node")

    with opened(tmp_path) as (store, backend):
        outcome = Driver(plan, store, backend, attempts=50, report=perhaps_kill).run()
    assert killed
    assert (outcome.counts.done, len(plan.told), outcome.failures) == (23, 23, ())
    assert (tmp_path / "sorted.txt").read_bytes() == expected(shards)
    assert not left(cluster.scratch)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_driver_killed(cluster: Any, seed: int, tmp_path: Path) -> None:
    """Its commands end with it, and who goes on ends with the same bytes."""
    chance = random.Random(seed)
    toy = Path(__file__).with_name("toy.py")
    command = [sys.executable, str(toy), str(tmp_path), "2", "9", "0.1", cluster.address]
    results = tmp_path / "results"
    for _ in range(2):
        before = len(list(results.glob("*")))
        driver = subprocess.Popen(command)
        target = before + chance.randrange(1, 6)
        while len(list(results.glob("*"))) < target and driver.poll() is None:
            time.sleep(0.01)
        driver.send_signal(signal.SIGKILL)
        driver.wait()
    assert not left(cluster.scratch)
    subprocess.run(command, check=True)
    assert (tmp_path / "sorted.txt").read_bytes() == expected(9)


def test_no_cluster(tmp_path: Path) -> None:
    """What cannot be reached is said."""
    if ray.is_initialized():
        ray.shutdown()
    with Store.open(tmp_path, {}) as store, pytest.raises(RunError, match=r"no cluster of Ray at 127\.0\.0\.1:1: "):
        RayBackend(store, "127.0.0.1:1")
