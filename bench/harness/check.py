# SPDX-License-Identifier: Apache-2.0
"""What `heddle check` costs: bench/compare --mode check. The same program at the same size as it is, under
each set of checks, and (its OpenCL twin) under Oclgrind. Times are of one thread."""
import math
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from . import rows
from .worker import PLATFORM, Worker, WorkerFailure, environment

CHECKS = ("memcheck", "initcheck", "racecheck", "synccheck", "all")
COLUMNS = ("plain",) + CHECKS + ("oclgrind",)
PATIENCE = 60  # seconds that one sample, or one program, may take

# Sizes that end under every column. Full sizes are those of the other mode, and of the gallery's programs
# when they are run without options.
SIZES = {
    "matmul_tiled32": 128, "matmul_tiled16": 128, "matmul_naive": 128, "matmul_tile2d": 128,
    "saxpy": 1 << 20, "copy": 1 << 20, "gelu": 1 << 20, "transpose": 512,
    "reduce_barrier": 1 << 20, "reduce_shuffle": 1 << 20, "nbody": 512, "nbody_direct": 512,
    "one_address": 1 << 18, "skewed_histogram": 1 << 18, "half2_axpy": 1 << 20,
    "scan_shuffle": 1 << 18, "compact_ballot": 1 << 18, "cluster_histogram": 1 << 18,
}
# The kernels and host code of these run for about 0.2 s or more in a plain run, but for the small ones at the end.
GALLERY = {
    "vector_add": "--n 4000000", "matrix_add": "--rows 2000 --cols 2000",
    "matmul_simple": "--m 512 --n 512 --k 256", "matmul_tiled": "--m 512 --n 512 --k 512",
    "matmul_bounds": "--m 500 --n 530 --k 270", "matmul_naive": "--m 512 --n 512 --k 512",
    "transpose": "--m 1024 --rows 1000 --cols 1100",
    "block_sum": "--n 4000000", "histogram": "--n 2000000 --bins 256 --grid 64",
    "gelu": "--n 2000000", "rgb_to_grey": "--width 2000 --height 1000", "divergence": "--n 262144",
    "saxpy": "--n 4000000", "copy": "--n 4000000", "nbody": "--n 4096", "symbols": "--n 2000000",
    "matmul_ladder": "--m 128 --n 256 --k 64",
    "cluster_histogram": "--n 20000 --bins 1024 --grid 8", "warp_neighbours": "",
}


def on_cpu_in_all(pid):
    """Seconds, to the clock tick, of a process and its children, with threads that have ended: Oclgrind starts
    threads for each kernel, and `oclgrind` the program."""
    ticks = 0
    processes = [pid]
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
        for task in Path(f"/proc/{process}/task").glob("*/children"):
            processes += map(int, task.read_text().split())
    return ticks / os.sysconf("SC_CLK_TCK")


class CheckedWorker(Worker):
    """A bench worker that runs under a set of checks, or under Oclgrind."""

    def __init__(self, case, n, column, config):
        self.column = column
        kind = "pocl" if column == "oclgrind" else "heddle"
        super().__init__(f"{kind}:{case}", n, 1, config.build, config.scratch, PATIENCE)

    def on_cpu(self):
        """Seconds that this process's threads have run."""
        if self.column == "oclgrind":
            return on_cpu_in_all(self.process.pid)
        total = 0
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            try:
                total += int(task.read_text().split()[0])
            except (OSError, IndexError):
                pass
        return total * 1e-9

    def cpu_seconds(self, calls):
        """Of a call. What runs for long is interrupted where the machine is busy, what is short is not: by
        the clock, checks would look worse than they are."""
        before = self.on_cpu()
        self._ask(f"run {calls}")
        return (self.on_cpu() - before) / calls

    def start(self, words, env):
        if self.column == "oclgrind":
            return ["oclgrind"] + ["Oclgrind" if w == PLATFORM["pocl"] else w for w in words], env
        return words, checking(env, self.column)


def checking(env, column):
    return env if column == "plain" else dict(env, HEDDLE_CHECK=f"--tool {column}")


def opencl_twin(row):
    named = [c for target in row.targets for c in target.against] + list(row.shown)
    return next((c.split(":")[1] for c in named if c.startswith("pocl:")), None)


def bench_row(row, config):
    """Seconds of a run by column. Every column is opened, run and looked at in turn, round by round."""
    n = SIZES[row.name]
    with_oclgrind = "oclgrind" not in config.without and shutil.which("oclgrind")
    twin = opencl_twin(row) if with_oclgrind else None
    samples, why, workers = {}, {}, {}
    for column in COLUMNS:
        if column in config.without:
            continue
        case = twin if column == "oclgrind" else row.candidate.split(":")[1]
        if not case:
            continue
        try:
            workers[column] = CheckedWorker(case, n, column, config)
        except WorkerFailure as failure:
            why[column] = str(failure)
    for _ in range(config.rounds):
        for column, worker in list(workers.items()):
            try:
                calls = 1 if column == "oclgrind" else 5 if samples.get(column, [0])[-1] > 0.01 else 50
                samples.setdefault(column, []).append(worker.cpu_seconds(calls))
            except WorkerFailure as failure:
                why[column] = str(failure)
                workers.pop(column).stop()
    for column, worker in workers.items():
        try:
            if worker.check() > 1:
                why[column] = f"{row.name}, {column}: wrong result"
        except WorkerFailure as failure:
            why[column] = str(failure)
        worker.stop()
    size = "" if n == row.n else f" (full size: {row.n})"
    return entry(row.name, f"n = {n}{size}", samples, why)


def entry(name, size, samples, why, memory=None):
    seconds = {c: statistics.median(s) for c, s in samples.items() if s and c not in why}
    return {"row": name, "size": size, "seconds": seconds, "why": why, "memory": memory or {}}


def run_process(words, env):
    """(seconds, seconds on the CPU, peak of its memory in KiB)"""
    begin = time.perf_counter()
    with open(os.devnull, "w") as nothing:
        process = subprocess.Popen(words, env=env, stdout=nothing, stderr=nothing)
    deadline = begin + PATIENCE
    while True:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.perf_counter() > deadline:
            process.kill()
            os.wait4(process.pid, 0)
            raise WorkerFailure(f"{Path(words[0]).name}: not done in {PATIENCE} s")
        time.sleep(0.0005)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise WorkerFailure(f"{Path(words[0]).name} ended with {process.returncode}")
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss


def process_row(name, words, size, config, by_clock=False):
    """Fork to exit, with a warm cache: host code and start count, too. On a busy machine only what a process
    itself has used tells what a check costs; but of a short one it is the wait that counts."""
    cache = tempfile.mkdtemp(dir=config.scratch)
    samples, memory, why = {}, {}, {}
    env = environment("heddle", 1, config.scratch) | {"HEDDLE_CACHE_DIR": cache}
    for number in range(1 + config.rounds):
        for column in COLUMNS[:-1]:
            if column in why or column in config.without:
                continue
            try:
                # What a check finds is not the question here.
                checked = checking(env, column)
                if column != "plain":
                    checked["HEDDLE_CHECK"] += " --error-exitcode 0"
                seconds, on_cpu, peak = run_process(words, checked)
                if number:
                    samples.setdefault(column, []).append(seconds if by_clock else on_cpu)
                    memory[column] = max(peak, memory.get(column, 0))
            except WorkerFailure as failure:
                why[column] = str(failure)
    shutil.rmtree(cache)
    return entry(name, size, samples, why, memory)


def gallery_program(name, config):
    """Compiled anew when heddle is newer."""
    source = Path(__file__).resolve().parents[2] / "gallery" / f"{name}.cu"
    heddle = config.build.parent.parent / "bin" / "heddle"
    program = config.scratch / "gallery" / name
    program.parent.mkdir(exist_ok=True)
    if not program.exists() or program.stat().st_mtime < heddle.stat().st_mtime:
        subprocess.run([heddle, "cc", "-O3", "-std=c++17", "-o", program, source], check=True)
    return str(program)


def measure(names, config):
    for row in rows.ROWS:
        if row.name in SIZES and row.name in names:
            yield bench_row(row, config)
    for name, options in GALLERY.items():
        if f"gallery/{name}" in names:
            words = [gallery_program(name, config)] + options.split()
            yield process_row(f"gallery/{name}", words, options, config)
    if "hello" in names:
        yield process_row("hello", [str(config.build / "bench-hello")], "", config, by_clock=True)


NAMES = [*SIZES, *(f"gallery/{name}" for name in GALLERY), "hello"]


def ratio(row, column):
    seconds = row["seconds"]
    return seconds[column] / seconds["plain"] if column in seconds and "plain" in seconds else None


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else None


def table(results):
    """Markdown: how many times the plain run each column takes."""
    lines = ["| row | plain | " + " | ".join(COLUMNS[1:]) + " | size | memory, all over plain |",
             "|" + "---|" * (len(COLUMNS) + 3)]
    cell = lambda value: "" if value is None else f"{value:.3g} x"  # noqa: E731
    for row in results:
        plain = row["seconds"].get("plain")
        cells = ["no end" if c in row["why"] else cell(ratio(row, c)) for c in COLUMNS[1:]]
        memory = row["memory"]
        grown = memory["all"] / memory["plain"] if "all" in memory and "plain" in memory else None
        lines.append(f"| {row['row']} | {plain * 1e3:.3g} ms | " + " | ".join(cells) +
                     f" | {row['size']} | {cell(grown)} |" if plain else f"| {row['row']} | FAIL |")
    for kind, is_kind in (("bench rows", lambda name: "/" not in name and name != "hello"),
                          ("gallery", lambda name: "/" in name)):
        for what, of in (("geometric mean", geometric_mean), ("worst", lambda v: max(v, default=None))):
            cells = []
            for column in COLUMNS[1:]:
                known = [ratio(r, column) for r in results if is_kind(r["row"])]
                cells.append(cell(of([v for v in known if v])))
            lines.append(f"| **{what}, {kind}** | | " + " | ".join(cells) + " | | |")
    return "\n".join(lines)


def failures(results):
    return [why for row in results for why in row["why"].values()]
