# SPDX-License-Identifier: Apache-2.0
"""The rows of bench/scaling: what is run on more and more threads, beside what OpenMP and OpenBLAS gain on the same."""
from .rows import M, MATMUL, SGEMM, STREAM2, Row, Target

LATENCIES = ("us", "ms")
KEPT = 0.7  # of speed by threads: where the code by hand keeps it, Heddle must, too


def beside(*candidates):
    return (Target(candidates, 0),)


ROWS = (
    Row("matmul_tiled32", "tiled matmul 32x32, n = {n}", 2048, 256, "GFLOP/s", MATMUL, "heddle:matmul_tiled32",
        beside(SGEMM)),
    Row("nbody", "n-body, shared tiles, {n} bodies", 16384, 1024, "Gpair/s", lambda n: 1e-9 * n * n, "heddle:nbody",
        beside("openmp:nbody")),
    Row("copy", "copy, {n} floats", 64 * M, 64 * 1024, "GB/s", STREAM2, "heddle:copy",
        beside("openmp:copy", "openmp:copy_nt")),
    Row("copy_in_cache", "copy, {n} floats, in caches", M // 2, 64 * 1024, "GB/s", STREAM2, "heddle:copy",
        beside("openmp:copy")),
    Row("transpose", "padded transpose, {n} x {n}", 8192, 256, "GB/s", lambda n: 8e-9 * n * n, "heddle:transpose",
        beside("openmp:transpose")),
    Row("skewed_histogram", "shared histogram, 256 bins, {n} ints", 64 * M, 64 * 1024, "GB/s", lambda n: 4e-9 * n,
        "heddle:skewed_histogram", beside("openmp:histogram256")),
    Row("scan_shuffle", "block scan, shuffles, {n} ints", 16 * M, 64 * 1024, "GB/s", STREAM2, "heddle:scan_shuffle",
        beside("openmp:scan")),
    Row("one_address", "all lanes add to one address, {n} ints", 64 * M, 64 * 1024, "GB/s", lambda n: 4e-9 * n,
        "heddle:one_address", beside("openmp:one_address", "openmp:int_sum")),
    Row("many_streams", "512 kernels of one block in 64 streams, {n} rounds", 4000, 500, "kernel/s", lambda n: 512,
        "heddle:many_streams", beside("openmp:spins")),
    Row("launch", "empty kernel, one block", 1, 1, "us", lambda n: 1, "heddle:empty", beside("openmp:empty_loop"),
        calls=2000),
    Row("launch_grid", "empty kernel, {n} blocks of 256", 1024, 64, "us", lambda n: 1, "heddle:empty",
        beside("openmp:empty_loop"), calls=500),
)


def efficiency(result, candidate, threads):
    """Speed on so many threads over so many times the speed on one; None where one of them is not there."""
    speeds = result["candidates"][candidate]
    one, many = (speeds.get(str(t), {}).get("speed") for t in (1, threads))
    return many / (threads * one) if one and many else None


def best_by_hand(result, threads):
    """Of the candidates by hand the fastest on so many threads."""
    names = list(result["candidates"])[1:]
    return max(names, key=lambda name: result["candidates"][name].get(str(threads), {}).get("speed", 0))


def verdict(result, threads):
    """pass, or miss where Heddle keeps less than KEPT and the code by hand keeps more. Latencies have none."""
    if result["unit"] in LATENCIES or threads == 1:
        return ""
    own = efficiency(result, next(iter(result["candidates"])), threads)
    other = efficiency(result, best_by_hand(result, threads), threads)
    if own is None:
        return "FAIL"
    return "miss" if own < KEPT and other is not None and other >= KEPT else "pass"
