# SPDX-License-Identifier: Apache-2.0
"""Rows that are whole processes: the first launch with nothing cached, and `hello`."""
import json
import os
import shutil
import subprocess
import tempfile
import time

from .measure import spread, state
from .rows import FIRST_LAUNCH_LIMIT, HELLO_LIMIT


def environment(config, cache):
    env = dict(os.environ, HEDDLE_CACHE_DIR=str(cache))
    env.pop("HEDDLE_THREADS", None)
    return env


def first_launch(config):
    """cudaLaunchKernel to the end of cudaDeviceSynchronize, compilation included, in milliseconds."""
    n = 128 if config.quick else 1024
    times, why = [], None
    for _ in range(config.process_runs):
        cache = tempfile.mkdtemp(dir=config.scratch)
        try:
            run = subprocess.run([config.build / "bench-first-launch", str(n)], text=True, timeout=120,
                                 stdout=subprocess.PIPE, env=environment(config, cache))
            answer = json.loads(run.stdout)
            if not answer["ok"]:
                why = answer["why"]
            elif answer["error"] > answer["bound"]:
                why = "wrong result"
            else:
                times.append(answer["first"])
        except (ValueError, OSError, subprocess.TimeoutExpired) as failure:
            why = str(failure)
        finally:
            shutil.rmtree(cache)
    return result("first_launch", f"first launch of the tiled matmul, n = {n}, nothing cached",
                  times, why, FIRST_LAUNCH_LIMIT)


def hello(config):
    """The whole program hello from fork to exit, its kernel cached."""
    program = str(config.build / "bench-hello")
    cache = tempfile.mkdtemp(dir=config.scratch)
    times, why = [], None
    try:
        for _ in range(1 + 4 * config.process_runs):
            begin = time.perf_counter()
            run = subprocess.run([program], text=True, timeout=60, stdout=subprocess.PIPE,
                                 env=environment(config, cache))
            times.append(time.perf_counter() - begin)
            if run.returncode != 0 or run.stdout != "hello\n":
                why = f"exit code {run.returncode}, output {run.stdout!r}"
    except (OSError, subprocess.TimeoutExpired) as failure:
        why = str(failure)
    finally:
        shutil.rmtree(cache)
    return result("hello", "whole hello process, kernel cached", times[1:], why, HELLO_LIMIT)


def result(name, title, times, why, limit):
    good = times if not why else []
    check = {"threads": os.cpu_count(), "against": "", "limit": limit,
             "reached": spread(good) if good else None,
             "state": state(spread(good)["median"] <= limit if good else None)}
    candidate = {"seconds": spread(good)} if good else {"fail": why}
    return {"row": name, "title": title, "unit": "ms", "rounds": len(times),
            "candidates": {f"heddle:{name}": {str(os.cpu_count()): candidate}}, "checks": [check]}


ALL = {"first_launch": first_launch, "hello": hello}
