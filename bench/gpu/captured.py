# SPDX-License-Identifier: Apache-2.0
"""The captures of an H200 beside what `heddle profile` says of the same launches."""
import csv
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests/profile/data"

# Exact metrics: column of the captures -> how it is computed from a profile's metrics.
EXACT = {
    "ld_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "st_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "red_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "ld_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "st_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "red_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l2_theoretical": "memory_l2_theoretical_sectors_global",
    "l2_theoretical_ideal": "memory_l2_theoretical_sectors_global_ideal",
    "tag_requests": "memory_l1_tag_requests_global",
    "shared_wavefronts": "memory_l1_wavefronts_shared",
    "shared_wavefronts_ideal": "memory_l1_wavefronts_shared_ideal",
}
COMPILED = {
    "inst": "smsp__inst_executed.sum",
    "thread_inst": "smsp__thread_inst_executed.sum",
    "registers": "launch__registers_per_thread",
    "ffma": "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
}
ESTIMATED = {
    "time_us": "gpu__time_duration.sum",
    "low_us": "heddle__time_duration_low",
    "high_us": "heddle__time_duration_high",
    "longest": "heddle__time_longest_part",
    "l1_hit_pct": "l1tex__t_sector_hit_rate.pct",
    "l2_hit_pct": "lts__t_sector_hit_rate.pct",
    "l2_sectors": "lts__t_sectors.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
}


class Capture:
    """A row of captures.txt, with the side that split.txt puts its program on."""

    def __init__(self, line, split):
        self.id, self.target, self.arguments, self.flag = (x.strip() for x in line.split("|"))
        self.split = split[self.target]
        self.kind, self.name = self.target.split("/")


def captures():
    here = ROOT / "bench/gpu"
    split = {}
    for line in (here / "split.txt").read_text().splitlines():
        if not line.startswith("#"):
            side, program = (x.strip() for x in line.split("|"))
            split[program] = side
    lines = (here / "captures.txt").read_text().splitlines()
    return [Capture(line, split) for line in lines if line and not line.startswith("#")]


def programs():
    """Those of bench/gpu/gather: name -> judge or fit."""
    lines = (ROOT / "bench/gpu/split_programs.txt").read_text().splitlines()
    pairs = [[word.strip() for word in line.split("|")] for line in lines if not line.startswith("#")]
    return {name: side for side, name in pairs}


def rows(name):
    with (DATA / name).open() as file:
        return list(csv.DictReader(file))


def key(row):
    return row["capture"], row["kernel"], row["grid"], row["block"], row["nth"]


def linked(mangled):
    """The name as nvcc gives it: without the mark of internal linkage ("L" before the kernel's own name)."""
    at = 3 if mangled.startswith("_ZN") else 2
    while at < len(mangled) and mangled[at].isdigit():
        digits = re.match(r"[0-9]+", mangled[at:]).group()
        at += len(digits) + int(digits)
    if re.match(r"L[0-9]", mangled[at:]):
        return mangled[:at] + mangled[at + 1:]
    return mangled


def profile(heddle, program, arguments, options, limit):
    """All launches of a run: (kernel, grid, block) -> the metrics of each, in order."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run([heddle, "profile", "--gpu", "h200", "--json", "-o", file.name, *options,
                        "--", "timeout", str(limit), program, *arguments.split()],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                       cwd=pathlib.Path(program).parent)
        try:
            report = json.load(file)
        except json.JSONDecodeError:
            return {}
    launches = []
    for one in report["profiles"]:
        shape = ["x".join(map(str, one[what])) for what in ("grid", "block")]
        metrics = one["gpus"]["h200"]["metrics"]
        for first, last in one["launch_numbers"]:
            launches += [(number, (linked(one["mangled"]), *shape), metrics)
                         for number in range(first, min(last, first + 1000) + 1)]
    by_kernel = {}
    for _, kernel, metrics in sorted(launches, key=lambda launch: launch[0]):
        by_kernel.setdefault(kernel, []).append(metrics)
    return by_kernel


def value(metrics, name):
    """Of a metric with or without the ending; "" where it is absent."""
    one = metrics.get(name) or metrics.get(name.rsplit(".", 1)[0]) or {}
    return one.get("value", one.get("text", ""))
