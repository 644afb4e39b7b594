#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The harness against workers made of a few lines: slow, wrong, dying, silent ones must show."""
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(sys.argv[1])

WORKER = r'''#!/usr/bin/env python3
import os, sys, time
name = os.path.basename(sys.argv[0])
spins = os.environ.get("CL_CONFIG_CPU_TBB_NUM_WORKERS") == "1"
print('{"ok":true,"worker":"w","detail":"fake"}', flush=True)
case = ""
for line in sys.stdin:
    words = line.split()
    if words[0] == "open":
        case = words[1]
    if words[0] == "check":
        wrong = case in ("wrong", "late") and (case == "wrong" or runs > 2)
        print('{"ok":true,"error":%g,"bound":0.5}' % (0.6 if wrong else 0.4), flush=True)
    elif words[0] == "run":
        runs += int(words[1])
        if case == "dies" and runs > 1:
            os._exit(3)
        if spins and case == "spins":
            begin = time.process_time()
            while time.process_time() - begin < 0.02 * int(words[1]): pass
        # Heddle takes 2 ms, the baselines 1 ms and 4 ms.
        ms = {"bench-heddle": 2, "bench-opencl": 4}.get(name, 1)
        print('{"ok":true,"seconds":%g,"fastest":%g,"slowest":0}' % (ms * 1e-3, (ms + 1) * 1e-3), flush=True)
    else:
        runs = 0
        print('{"ok":%s}' % ("true" if case != "refused" else 'false,"why":"out of memory"'), flush=True)
'''


class Config:
    threads, rounds, least_rounds, seconds, pause, quick = [1, 2], 3, 3, 5, 0, False
    fastest = on_cpu = False


def worker_folder(folder):
    for name in ("bench-heddle", "bench-host", "bench-opencl"):
        (folder / name).write_text(WORKER)
        (folder / name).chmod(0o755)


def row(rows, case, **more):
    return rows.Row("r", "row {n}", 7, 3, "G/s", lambda n: n, f"heddle:{case}",
                    (rows.Target(("openmp:good", "pocl:good"), 0.45),
                     rows.Target(("pocl:good",), 2.1)), compute_bound=True, **more)


def check(what, condition):
    if not condition:
        sys.exit(f"harness_test: {what}")


def main():
    sys.path.insert(0, str(BENCH))
    from harness import measure, report, rows
    with tempfile.TemporaryDirectory() as name:
        Config.build = Config.scratch = Path(name)
        worker_folder(Config.build)
        good = measure.measure(row(rows, "good"), Config)
        first, second = good["checks"][0], good["checks"][1]
        check("the fastest baseline counts", first["against"] == "openmp:good")
        check("the ratio is 1 ms over 2 ms", abs(first["reached"]["median"] - 0.5) < 1e-6)
        check("0.5 reaches 0.45", first["state"] == "pass")
        check("2 misses 2.1", second["state"] == "miss")
        Config.fastest = True
        check("of the fastest calls, the ratio is 2 ms over 3 ms",
              abs(measure.measure(row(rows, "good"), Config)["checks"][0]["reached"]["median"] - 2 / 3) < 1e-6)
        Config.fastest = False
        rival = rows.beside_intel(row(rows, "good"))
        check("a row of PoCL's stands beside Intel's, too", rival.targets[-1] == rows.Target(("intel:good",), rows.RIVAL))
        two = [measure.measure(rival, Config), dict(good, unit="us")]
        mean = measure.geometric_mean(two, "intel", 2.1, 2)
        check("the mean is of the rows of one rival that are no latencies",
              mean["rows"] == 1 and abs(mean["reached"]["median"] - 2) < 1e-6 and mean["state"] == "miss")
        check("the mean is a line of the table", "geometric mean of 1 rows" in report.table(two, None, [mean]))
        check("no rival, no mean", measure.geometric_mean([good], "intel", 2, 1) is None)
        Config.on_cpu, Config.threads = True, [1]
        spins = row(rows, "good", calls=2)
        spins = rows.replace(spins, targets=(), shown=("intel:spins", "pocl:good"))
        by_cpu = measure.measure(spins, Config)["candidates"]
        check("on the CPU: what ran counts, not what the worker says",
              0.02 <= by_cpu["intel:spins"]["1"]["seconds"]["median"] < 0.03
              and by_cpu["pocl:good"]["1"]["seconds"]["median"] < 0.003)
        Config.on_cpu, Config.threads = False, [1, 2]
        scaling = measure.scaling({"r": good}, [row(rows, "good")], 1.8)
        check("no speed-up is a miss", scaling["checks"][0]["state"] == "miss")
        for case, why in (("wrong", "wrong result"), ("late", "wrong result"), ("dies", "ended with 3"),
                          ("refused", "out of memory")):
            result = measure.measure(row(rows, case), Config)
            check(f"{case}: every check fails", {c["state"] for c in result["checks"]} == {"FAIL"})
            found = report.unique_failures([result])
            check(f"{case}: {found} says {why}", len(found) == 2 and all(why in f for f in found))
            check(f"{case}: no speed is printed", "FAIL" in report.table([result], None))
    from harness import thread_rows
    speeds = lambda one, many: {"1": {"speed": one}, "4": {"speed": many}}  # noqa: E731
    for own, other, state in ((2.0, 3.0, "miss"), (2.0, 2.7, "pass"), (2.9, 3.9, "pass")):
        on_more = {"unit": "GB/s", "candidates": {"heddle:a": speeds(1, own), "openmp:slow": speeds(0.1, 0.4),
                                                  "openmp:b": speeds(1, other)}}
        check(f"{own} where {other} is kept by hand", thread_rows.verdict(on_more, 4) == state)
    several = subprocess.run([BENCH / "compare", "--on-cpu"], stderr=subprocess.PIPE, text=True)
    check("time on the CPU is of one thread", several.returncode == 2 and "--threads 1" in several.stderr)
    bad = subprocess.run([BENCH / "compare", "--only", "no-such-row"], stderr=subprocess.PIPE, text=True)
    check("an unknown row is one sentence and exit 2", bad.returncode == 2 and bad.stderr.count("\n") == 1)


main()
