# SPDX-License-Identifier: Apache-2.0
"""What `heddle profile` costs: bench/compare --mode profile. The same rows at the same size as they are, and
with counters. Times are of one thread."""
import statistics

from . import check, rows
from .worker import Worker, WorkerFailure

COLUMNS = ("plain", "profile")
AT_MOST = 5  # times the plain run, the geometric mean


class ProfiledWorker(check.CheckedWorker):
    def __init__(self, case, n, column, config):
        self.column = column
        Worker.__init__(self, f"heddle:{case}", n, 1, config.build, config.scratch, check.PATIENCE)

    def start(self, words, env):
        if self.column == "profile":
            env = dict(env, HEDDLE_PROFILE="--page summary --output /dev/null")
        return words, env


def bench_row(row, config):
    """Seconds of a run by column, in turn, round by round."""
    n = check.SIZES[row.name] if config.quick else row.n
    samples, why, workers = {}, {}, {}
    for column in COLUMNS:
        try:
            workers[column] = ProfiledWorker(row.candidate.split(":")[1], n, column, config)
        except WorkerFailure as failure:
            why[column] = str(failure)
    for _ in range(config.rounds):
        for column, worker in list(workers.items()):
            try:
                calls = 2 if samples.get(column, [0])[-1] > 0.01 else 20
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
    seconds = {c: statistics.median(s) for c, s in samples.items() if s and c not in why}
    return {"row": row.name, "n": n, "seconds": seconds, "why": why}


def measure(names, config):
    for row in rows.ROWS:
        if row.name in check.SIZES and row.name in names:
            yield bench_row(row, config)


NAMES = list(check.SIZES)


def ratios(results):
    return [r["seconds"]["profile"] / r["seconds"]["plain"] for r in results if len(r["seconds"]) == 2]


def table(results):
    """Markdown: how many times the plain run it takes."""
    lines = ["| row | n | plain | with counters | times |", "|---|---|---|---|---|"]
    for row in results:
        seconds = row["seconds"]
        if len(seconds) != 2:
            lines.append(f"| {row['row']} | {row['n']} | FAIL | | |")
            continue
        plain, counted = seconds["plain"], seconds["profile"]
        lines.append(f"| {row['row']} | {row['n']} | {plain * 1e3:.3g} ms | {counted * 1e3:.3g} ms | "
                     f"{counted / plain:.2f} |")
    known = ratios(results)
    if known:
        lines.append(f"| **geometric mean** | | | | **{check.geometric_mean(known):.2f}** |")
        lines.append(f"| **worst** | | | | {max(known):.2f} |")
    return "\n".join(lines)


def failures(results):
    failed = [why for row in results for why in row["why"].values()]
    known = ratios(results)
    if known and check.geometric_mean(known) > AT_MOST:
        failed.append(f"counters cost more than {AT_MOST} times the plain run")
    return failed
