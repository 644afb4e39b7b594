# SPDX-License-Identifier: Apache-2.0
"""The part of docs/fidelity.md on the launches of bench/gpu/launches (scripts/make_fidelity_page)."""
import csv
import pathlib
import statistics

DATA = pathlib.Path(__file__).resolve().parents[1] / "tests/profile/data"
LEAST_US = 10


def table(name):
    with open(DATA / name, encoding="utf-8") as file:
        return {(r["kernel"].replace(" ", ""), r["grid"], r["block"]): r for r in csv.DictReader(file)}


def said(which):
    return {state: {key: float(row["us"]) for key, row in table(f"h100_launches_{which}{ending}.csv").items()}
            for state, ending in (("cold", ""), ("warm", "_warm"))}


def within(of, factor):
    return f"{100 * sum(1 / factor <= x <= factor for x in of) / len(of):.0f}%"


def line(words, of):
    off = [abs(x - 1) for x in of]
    return (f"| {words} | {len(of)} | {100 * statistics.mean(off):.1f}% | {100 * statistics.median(off):.1f}% | "
            f"{within(of, 1.25)} | {within(of, 1.5)} | {within(of, 2)} |")


def sums(measured, before, between, after):
    lines = ["| launches | number | mean error | median | within 1.25 | 1.5 | 2 |", "|---|---|---|---|---|---|---|"]
    for state in ("cold", "warm"):
        us = {key: float(row[f"{state}_us"]) for key, row in measured.items()}
        for least, which in ((LEAST_US, f"of {LEAST_US} us and more"), (0, "all")):
            for predicted, words in ((before, "as committed before"), (between, "rules committed before the times were read"),
                                     (after, "rules made with these in view")):
                of = [predicted[state][key] / us[key] for key in us if us[key] >= least]
                lines.append(line(f"{which}, L2 {state}, {words}", of))
    return lines


def rows(measured, before, after):
    lines = ["| kernel | grid | block | L2 cold: us measured | before | now | of it | L2 warm: us measured | before | now | of it |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    for key, row in measured.items():
        cells = []
        for state in ("cold", "warm"):
            us = float(row[f"{state}_us"])
            now = after[state][key]
            cells += [f"{us:.1f}", f"{before[state][key]:.1f}", f"{now:.1f}", f"{now / us:.2f}"]
        lines.append(f"| {row['kernel']} | {row['grid']} | {row['block']} | {' | '.join(cells)} |")
    return lines


HEAD = """
### 122 launches written for a judgement

60 kernels in the manner of what people write (`bench/gpu/launches`: stencils, transposes, reductions, scans, histograms, sparse rows, hashing, products, random numbers, texture, divergence,
local arrays, few addresses), nearly all with two shapes. What the model said was committed on 2026-11-28 (`tests/profile/data/h100_launches_before.csv`, and `h100_launches_before_warm.csv` of
`--cache-control none`) before they were timed on an NVIDIA H100 80GB HBM3 (driver 580, CUDA 13.0, nvcc -O3, medians by CUPTI: of 9 launches with an L2 that held other, clean lines, and of 20 right behind the same launch; `h100_launches.csv`).
The third rows are no judgement: atomic operations are timed by line and products of two words are one instruction since, with these launches in view. The second rows are of rules that were committed before the times were read, too: arrays of a thread go through L1, and registers (of double's tiles above all) are estimated otherwise.
""".splitlines()

FAR = """
The aim of 15% is missed. Atomic operations on few lines were far off before (`few_addresses`, `sum_atomic_float`, `bins_global` of 16 words): L2 took 3 ns for each sector of a line where a warp updates several of its words, 1.75 ns for a
single word of float, 0.75 of integers. What the far ones have and the model has not: what arrays of a thread take when they leave L1 (`sort_own`, `count_own`); logic of three operands and multiply-adds of integers, which are one instruction on a GPU (`pi_philox`, `mix_words`);
`__dp4a`, which is counted as its products and sums where a GPU has one instruction (`bytes_product`, 2.7 times too long); stores of parts of sectors that L2 does not hold (`place`, 0.4 of what they take); many warps that store one word (`next_level`);
random words of more memory than L2 holds (`pick`); loops with divisions whose loads nvcc does not move up (`tridiagonal`). That these are the causes is read from which part is longest and from nvcc's code, not measured. An empty kernel takes 2.05 us in the model,
as Nsight Compute says, and about 1 us less by CUPTI: launches below 5 us are too long for that. Each launch stands at the [end of the page](#launches-written-for-a-judgement).
""".splitlines()


def section():
    """The lines on all together, and those of each."""
    measured, before, between, after = table("h100_launches.csv"), said("before"), said("predicted"), said("after")
    return HEAD + [""] + sums(measured, before, between, after) + FAR, ["", "### Launches written for a judgement", ""] + rows(measured, before, after)
