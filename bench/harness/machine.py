# SPDX-License-Identifier: Apache-2.0
"""What the numbers were measured on."""
import json
import os
import platform
import subprocess
from pathlib import Path

from .worker import command, cpu_flags, environment


def first_line(words, env=None):
    try:
        run = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             stdin=subprocess.DEVNULL, timeout=60, env=env)
        return run.stdout.splitlines()[0] if run.stdout else ""
    except OSError:
        return ""


def cpu_name():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


def detail_of(kind, config):
    """What a baseline's worker says about itself."""
    line = first_line(command(kind, config.build), environment(kind, 1, config.scratch))
    return json.loads(line).get("detail", "") if line else f"{kind}: not built"


def describe(config):
    flags = cpu_flags()
    isa = next((i for i, f in (("avx512", "avx512f"), ("avx2", "avx2")) if f in flags), "baseline")
    cache = Path("/sys/devices/system/cpu/cpu0/cache/index3/size")
    return {
        "cpu": cpu_name(),
        "cpus": os.cpu_count(),
        "isa": os.environ.get("HEDDLE_ISA", isa),
        "l3": cache.read_text().strip() if cache.exists() else "unknown",
        "kernel": platform.release(),
        "heddle": first_line([str(config.build.parent.parent / "bin" / "heddle"), "--version"]),
        "clang": first_line(["clang-22", "--version"]),
        "g++": first_line(["g++", "--version"]),
        "baselines": [f"{kind}: {detail_of(kind, config)}" for kind in ("openmp", "pocl", "intel")
                      if kind not in config.without],
        "load": os.getloadavg()[0],
        "settings": {k: v for k, v in os.environ.items() if k.startswith("HEDDLE_")},
    }
