"""Clusters of processes on this machine: a Spark master, or a Dask scheduler, and two workers.

    python tests/cluster.py games.pgn

shows both with the games of a file: questions, an import, and a worker that is killed.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]


def environment() -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(PACKAGE), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_for(what: Callable[[], Any], seconds: float = 120) -> Any:
    """Asks again and again until there is an answer."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := what():
            return answer
        time.sleep(0.005)
    raise TimeoutError(f"no answer in {seconds} seconds")


@contextmanager
def processes(folder: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Gives what starts processes; at the end those are stopped, each by its own id."""
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *command: str) -> subprocess.Popen[bytes]:
        with (folder / f"{name}.log").open("wb") as log:
            made = subprocess.Popen(command, env=environment(), stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        started.append(made)
        return made

    try:
        yield start
    finally:
        for process in reversed(started):
            process.terminate()
        for process in reversed(started):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@dataclass
class SparkCluster:
    """A Spark master with two workers."""

    url: str
    status: str
    workers: list[subprocess.Popen[bytes]]

    def state(self) -> dict[str, Any]:
        """What the master says of itself."""
        try:
            with urllib.request.urlopen(f"{self.status}/json/", timeout=5) as answer:
                return dict(json.load(answer))
        except (OSError, ValueError):
            return {}

    def alive(self) -> int:
        """The number of workers that the master has."""
        return int(self.state().get("aliveworkers", 0))

    def kill(self) -> None:
        """Kills a worker and its executor with signal 9."""
        import psutil

        worker = self.workers.pop()
        executors = psutil.Process(worker.pid).children(recursive=True)
        assert executors, "the worker has no executor"
        for pid in [worker.pid, *(executor.pid for executor in executors)]:
            os.kill(pid, signal.SIGKILL)
        worker.wait()


@contextmanager
def spark_cluster(folder: Path) -> Iterator[SparkCluster]:
    """Starts a master and two workers with a core and a gigabyte each."""
    import pyspark

    home = Path(pyspark.__file__).parent
    port, status = free_port(), free_port()
    with processes(folder) as start:
        prefix = "org.apache.spark.deploy"
        run = [sys.executable, "-c", _RUN, str(home / "bin/spark-class")]
        where = ["--host", "127.0.0.1", "--port", str(port), "--webui-port", str(status)]
        start("master", *run, f"{prefix}.master.Master", *where)
        cluster = SparkCluster(f"spark://127.0.0.1:{port}", f"http://127.0.0.1:{status}", [])
        wait_for(cluster.state)
        for name in ("worker-1", "worker-2"):
            own = ["--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", str(folder / name)]
            worker = [*run, f"{prefix}.worker.Worker", "--host", "127.0.0.1", *own, cluster.url]
            cluster.workers.append(start(name, *worker))
        wait_for(lambda: cluster.alive() == 2)
        yield cluster


# The scripts of Spark replace themselves by Java, so that the process that is started is Java's.
_RUN = """
import os, sys
os.environ["SPARK_HOME"] = os.path.dirname(os.path.dirname(sys.argv[1]))
os.execv("/bin/bash", ["bash", *sys.argv[1:]])
"""


@contextmanager
def spark_session(cluster: SparkCluster) -> Iterator[Any]:
    """A session on a cluster."""
    from pyspark.sql import SparkSession

    os.environ.update(environment())
    settings: dict[str, bool | float | int | str | None] = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "600m",
        "spark.executorEnv.PYTHONPATH": environment()["PYTHONPATH"],
        "spark.sql.shuffle.partitions": "4",
        "spark.ui.showConsoleProgress": "false",
    }
    session = SparkSession.builder.master(cluster.url).appName("partie").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    try:
        yield session
    finally:
        session.stop()


def running_tasks(spark: Any) -> tuple[int, int] | None:
    """The number of finished tasks and of all tasks of a stage in which some are finished, but not all."""
    tracker = spark.sparkContext.statusTracker()
    for job in tracker.getActiveJobsIds():
        info = tracker.getJobInfo(job)
        for stage in info.stageIds if info else []:
            tasks = tracker.getStageInfo(stage)
            if tasks and 0 < tasks.numCompletedTasks < tasks.numTasks:
                return tasks.numCompletedTasks, tasks.numTasks
    return None


@contextmanager
def dask_cluster(folder: Path) -> Iterator[tuple[Any, list[subprocess.Popen[bytes]]]]:
    """Starts a scheduler and two workers with a thread each: a client, and the processes of the workers."""
    from distributed import Client

    file = folder / "scheduler.json"
    with processes(folder) as start:
        dask = [sys.executable, "-m", "dask"]
        own = ["--host", "127.0.0.1", "--no-dashboard"]
        start("scheduler", *dask, "scheduler", *own, "--port", "0", "--scheduler-file", str(file))
        wait_for(file.exists)
        limits = ["--nthreads", "1", "--memory-limit", "1GB", "--no-nanny", "--scheduler-file", str(file)]
        workers = []
        for name in ("worker-1", "worker-2"):
            local = ["--name", name, "--local-directory", str(folder)]
            workers.append(start(name, *dask, "worker", *own, *limits, *local))
        connect: Any = Client
        with connect(scheduler_file=str(file)) as client:
            client.wait_for_workers(2, timeout=60)
            yield client, workers


def in_background(call: Callable[[], Any]) -> Callable[[], Any]:
    """Runs a function in a thread, and returns what waits for its result."""
    results: list[Any] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()

    def result() -> Any:
        thread.join()
        if errors:
            raise errors[0]
        return results[0]

    return result


QUESTION = """
select opening(code) as opening, count(*) as games, round(avg(plies)) as plies
from games group by opening order by games desc, opening limit 5
"""


def show(path: str) -> None:
    """Shows both clusters at work."""
    import partie.dask
    import partie.spark

    size = max(1, os.path.getsize(path) // 16)

    def since(start: float) -> str:
        return f"{time.monotonic() - start:.1f} s"

    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        start = time.monotonic()
        with spark_cluster(folder) as cluster, spark_session(cluster) as spark:
            print(f"Spark: a master and {cluster.alive()} workers after {since(start)}")
            partie.spark.register(spark)
            games = spark.read.format("pgn").option("bytes", size).option("columns", "code,plies").load(path)
            games.createOrReplaceTempView("games")
            start = time.monotonic()
            rows = spark.sql(QUESTION).collect()
            print(f"{len(rows)} rows from {games.rdd.getNumPartitions()} tasks after {since(start)}")
            for row in rows:
                print(f"  {row.games:6}  {row.plies:4.0f} plies  {row.opening}")
            start = time.monotonic()
            again = in_background(lambda: spark.sql(QUESTION).collect())
            done, tasks = wait_for(lambda: running_tasks(spark))
            cluster.kill()
            same = "the same" if again() == rows else "OTHER"
            print(f"a worker killed after {done} of {tasks} tasks: {same} rows after {since(start)}")
        start = time.monotonic()
        with dask_cluster(folder) as (client, workers):
            print(f"Dask: a scheduler and {len(workers)} workers after {since(start)}")
            start = time.monotonic()
            tables = client.gather(client.compute(partie.dask.read(path, ["plies"], size=size)))
            print(f"{sum(table.num_rows for table in tables):,} games in {len(tables)} parts after {since(start)}")
            start = time.monotonic()
            library = partie.dask.import_library(client, [path], folder / "library")
            print(f"{len(library):,} games imported after {since(start)}")


if __name__ == "__main__":
    show(sys.argv[1])
