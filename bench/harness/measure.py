# SPDX-License-Identifier: Apache-2.0
"""Measures one row: all its candidates on all thread counts, interleaved round by round."""
import os
import statistics
import time

from .worker import Worker, WorkerFailure

SAMPLE_SECONDS = 0.03  # a sample repeats short kernels for about this long
DISTURBED = 0.05  # share of a sample that others may take


def spread(values):
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def candidates_of(row):
    seen = [row.candidate]
    for target in row.targets:
        seen += [c for c in target.against if c not in seen]
    return seen + [c for c in row.shown if c not in seen]


class Series:
    """The samples of one candidate at one number of threads."""

    def __init__(self, row, candidate, n, threads, config):
        self.candidate, self.threads, self.samples, self.why = candidate, threads, [], None
        self.detail, self.worker, self.fastest, self.on_cpu = "", None, config.fastest, config.on_cpu
        size = row.sizes.get(candidate, lambda m: m)(n)
        try:
            self.worker = Worker(candidate, size, threads, config.build, config.scratch)
            self.detail = self.worker.detail
            self.verify()
            once, _ = self.worker.run(1)
            self.calls = row.calls or max(1, min(1000, int(SAMPLE_SECONDS / max(once, 1e-7))))
        except WorkerFailure as failure:
            self.fail(str(failure))

    def verify(self):
        error = self.worker.check()
        if error > 1:
            raise WorkerFailure(f"{self.candidate} on {self.threads} threads: wrong result, "
                                f"error is {error:.3g} times its bound")

    def fail(self, why):
        self.why, self.samples = why, []
        self.stop()

    def stop(self):
        if self.worker:
            self.worker.stop()
        self.worker = None

    def sample(self):
        """Adds a sample; returns the share of its time that others on the machine took."""
        if not self.worker:
            return 0
        try:
            if self.on_cpu:
                self.samples.append(self.worker.run_on_cpu(self.calls))
                return 0
            seconds, waited = self.worker.run(self.calls, self.fastest)
        except WorkerFailure as failure:
            self.fail(str(failure))
            return 0
        self.samples.append(seconds)
        return waited

    def finish(self):
        """The result must still be right after all the runs."""
        if self.worker:
            try:
                self.verify()
            except WorkerFailure as failure:
                self.fail(str(failure))
        self.stop()


def rounds(series, config):
    """Samples all series in rounds, until enough rounds were undisturbed or the time is over.
    Returns the rounds to use, the least disturbed ones, and how much others took in each round."""
    taken, begin = [], time.monotonic()
    while sum(share <= DISTURBED for share in taken) < config.rounds:
        spent = time.monotonic() - begin
        if len(taken) >= config.least_rounds and spent > config.seconds:
            break
        start = len(taken) % len(series)
        worst = 0
        for one in series[start:] + series[:start]:
            worst = max(worst, one.sample())
            time.sleep(config.pause)
        taken.append(worst)
    best = sorted(range(len(taken)), key=lambda r: taken[r])[:config.rounds]
    return sorted(best), taken


def measure(row, config):
    n = row.quick_n if config.quick else row.n
    threads = [t for t in config.threads if not row.threads or t in row.threads]
    series = [Series(row, c, n, t, config) for c in candidates_of(row) for t in threads]
    used, taken = rounds(series, config)
    for one in series:
        one.finish()
    result = {"row": row.name, "title": row.title.format(n=n), "n": n, "unit": row.unit,
              "rounds": len(used), "rounds_made": len(taken), "load": os.getloadavg()[0],
              "disturbed": max((taken[r] for r in used), default=0),
              "candidates": {}, "checks": []}
    times = {}
    for one in series:
        entry = {"detail": one.detail}
        if one.why:
            entry["fail"] = one.why
        else:
            chosen = [min(one.samples)] if config.fastest else [one.samples[r] for r in used]
            times[one.candidate, one.threads] = chosen
            entry["seconds"] = spread(times[one.candidate, one.threads])
            entry["speed"] = row.amount(n) / entry["seconds"]["median"]
        result["candidates"].setdefault(one.candidate, {})[str(one.threads)] = entry
    result["checks"] = list(checks(row, times, threads))
    return result


def checks(row, times, thread_counts):
    """A check is a target at one number of threads, with the ratio or the time reached."""
    for threads in thread_counts:
        own = times.get((row.candidate, threads))
        if row.limit:
            yield {"threads": threads, "against": "", "limit": row.limit,
                   "reached": spread(own) if own else None,
                   "state": state(own and statistics.median(own) <= row.limit)}
        for target in row.targets:
            others = [c for c in target.against if (c, threads) in times]
            check = {"threads": threads, "factor": target.factor, "against": target.against[0],
                     "reached": None, "state": "FAIL"}
            if own and others:
                best = min(others, key=lambda c: statistics.median(times[c, threads]))
                ratios = [b / o for b, o in zip(times[best, threads], own)]
                check.update(against=best, reached=spread(ratios),
                             state=state(statistics.median(ratios) >= target.factor))
            yield check


def state(reached):
    return {None: "FAIL", True: "pass", False: "miss"}[reached]


def geometric_mean(results, rival, needed, threads):
    """Of what the rows reached over one rival, with the lowest and the highest row; latencies are no part. None
    without one."""
    reached = [c["reached"]["median"] for r in results if r["unit"] not in ("us", "ms") for c in r["checks"]
               if c["threads"] == threads and c["reached"] and c["against"].split(":")[0] == rival]
    if not reached:
        return None
    mean = statistics.geometric_mean(reached)
    return {"threads": threads, "rows": len(reached), "against": rival, "factor": needed,
            "reached": {"median": mean, "min": min(reached), "max": max(reached)},
            "state": state(mean >= needed)}


def scaling(results, rows, needed):
    """Two threads over one on the compute-bound rows, with the best baseline's own beside."""
    checks_of = {"row": "two_threads", "title": "two threads over one", "checks": []}
    for row in rows:
        candidates = results.get(row.name, {}).get("candidates", {})
        speedups = {}
        for name, entry in candidates.items():
            if "speed" in entry.get("1", {}) and "speed" in entry.get("2", {}):
                speedups[name] = entry["2"]["speed"] / entry["1"]["speed"]
        if not row.compute_bound or not {"1", "2"} <= set(candidates.get(row.candidate, {})):
            continue
        own = speedups.get(row.candidate)
        baseline = next((c for c in candidates if c != row.candidate and c in speedups), "")
        checks_of["checks"].append({
            "threads": 2, "of": row.name, "factor": needed, "against": baseline,
            "baseline_scaling": speedups.get(baseline),
            "reached": spread([own]) if own else None, "state": state(own and own >= needed)})
    return checks_of
