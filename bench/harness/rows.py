# SPDX-License-Identifier: Apache-2.0
"""The rows of the table: what is run, against what, and what must be reached.

A candidate is a worker's case: "heddle:copy", "openmp:copy_nt", "openblas:sgemm", "pocl:copy";
"intel" is the worker of "pocl" on Intel's OpenCL.
Speed ratios compare runs of the same round and the same number of threads.
"""
import random
from dataclasses import dataclass, field, replace  # noqa: F401
from typing import Callable


@dataclass(frozen=True)
class Target:
    against: tuple[str, ...]  # candidates; the fastest of them counts
    factor: float  # speed of Heddle over that one


@dataclass(frozen=True)
class Row:
    name: str
    title: str
    n: int
    quick_n: int
    unit: str  # of amount / second
    amount: Callable[[int], float]
    candidate: str
    targets: tuple[Target, ...] = ()
    shown: tuple[str, ...] = ()  # measured and printed, no target
    sizes: dict = field(default_factory=dict)  # candidate -> its n as a function of the row's
    compute_bound: bool = False  # takes part in "two threads over one"
    limit: float = 0  # seconds, for rows that are held to a time and not to a ratio
    calls: int = 0  # executions a sample, 0: as many as fill the time of a sample
    threads: tuple[int, ...] = ()  # on these numbers of threads only


def pattern(name, title, low, high, side=1):
    """A row of bench/common/patterns.h beside plain OpenMP C++: n elements, or n^side. Its size is drawn."""
    n = random.Random(f"23 {name}").randrange(low, high)
    return Row(name, title, n, max(n // 8, 20) if side > 1 else n // 64, "M/s",
               lambda m: 1e-6 * m**side, f"heddle:{name}", (Target((f"plain:{name}",), 1.0),))


MATMUL = lambda n: 2e-9 * n**3
STREAM2 = lambda n: 8e-9 * n  # one read, one write of a float
STREAM3 = lambda n: 12e-9 * n
M = 1 << 20
SGEMM = "openblas:sgemm"
BY_HAND = 0.67  # of hand-written AVX-512 with OpenMP
RIVAL = 1.5  # of the strongest system that runs the same kernels, on every row
RIVAL_MEAN = 2.0  # and in geometric mean
SCALING = 1.8  # two threads over one, compute-bound rows


def beside_intel(row):
    """The row with its kernel in OpenCL C on Intel's runtime beside it, where there is one."""
    candidates = [c for target in row.targets for c in target.against] + list(row.shown)
    twin = next((c.replace("pocl:", "intel:") for c in candidates if c.startswith("pocl:")), None)
    if not twin:
        return row
    if row.targets or row.limit:
        return replace(row, targets=row.targets + (Target((twin,), RIVAL),))
    return replace(row, shown=row.shown + (twin,))


ROWS = tuple(map(beside_intel, (
    Row("matmul_tiled32", "tiled matmul 32x32, n = {n}", 1024, 128, "GFLOP/s", MATMUL,
        "heddle:matmul_tiled32",
        (Target((SGEMM,), 0.45), Target(("pocl:matmul_tiled32",), 8)), compute_bound=True),
    Row("matmul_tiled16", "tiled matmul 16x16, n = {n}", 1024, 128, "GFLOP/s", MATMUL,
        "heddle:matmul_tiled16", (Target((SGEMM,), 0.30),), ("pocl:matmul_tiled16",),
        compute_bound=True),
    Row("matmul_naive", "naive coalesced matmul, n = {n}", 1024, 128, "GFLOP/s", MATMUL,
        "heddle:matmul_naive", (Target(("pocl:matmul_naive",), 10),), (SGEMM,),
        compute_bound=True),
    Row("matmul_tile2d", "2-D thread tile 128x128x8, 8x8 a thread, n = {n}", 1024, 128, "GFLOP/s",
        MATMUL, "heddle:matmul_tile2d", (Target((SGEMM,), 0.45),), ("pocl:matmul_tile2d",),
        compute_bound=True),
    Row("cublas_sgemm", "cublasSgemm, n = {n}", 2048, 256, "GFLOP/s", MATMUL, "heddle:cublas_sgemm",
        (Target((SGEMM,), 0.95),), compute_bound=True),
    Row("saxpy", "saxpy, {n} floats", 64 * M, 64 * 1024, "GB/s", STREAM3, "heddle:saxpy",
        (Target(("openmp:saxpy",), 0.9),), ("pocl:saxpy",)),
    Row("copy", "copy, {n} floats", 64 * M, 64 * 1024, "GB/s", STREAM2, "heddle:copy",
        (Target(("openmp:copy", "openmp:copy_nt"), 0.9),), ("pocl:copy",)),
    Row("gelu", "GELU, {n} floats", 64 * M, 64 * 1024, "GB/s", STREAM2, "heddle:gelu",
        (Target(("openmp:gelu", "openmp:gelu_nt"), 0.9),), ("pocl:gelu",)),
    Row("transpose", "padded transpose, {n} x {n}", 8192, 256, "GB/s", lambda n: 8e-9 * n * n,
        "heddle:transpose", (Target(("heddle:copy",), 0.6),),
        ("openmp:transpose", "pocl:transpose"), {"heddle:copy": lambda n: n * n}),
    Row("reduce_barrier", "block sum, barriers, {n} floats", 16 * M, 64 * 1024, "GB/s",
        lambda n: 4e-9 * n, "heddle:reduce_barrier", (Target(("pocl:reduce_barrier",), 10),),
        ("openmp:sum",)),
    Row("reduce_shuffle", "block sum, shuffles, {n} floats", 16 * M, 64 * 1024, "GB/s",
        lambda n: 4e-9 * n, "heddle:reduce_shuffle", (Target(("pocl:reduce_barrier",), 10),),
        ("openmp:sum",)),
    Row("nbody", "n-body, shared tiles, {n} bodies", 8192, 512, "Gpair/s", lambda n: 1e-9 * n * n,
        "heddle:nbody", (Target(("openmp:nbody",), 0.8),), ("pocl:nbody",), compute_bound=True),
    Row("nbody_direct", "n-body, global memory, {n} bodies", 8192, 512, "Gpair/s",
        lambda n: 1e-9 * n * n, "heddle:nbody_direct", (Target(("openmp:nbody",), 0.8),),
        compute_bound=True),
    Row("one_address", "all lanes add to one address, {n} ints", 16 * M, 64 * 1024, "GB/s",
        lambda n: 4e-9 * n, "heddle:one_address",
        (Target(("openmp:one_address",), BY_HAND), Target(("openmp:int_sum",), BY_HAND),
         Target(("pocl:one_address",), 5))),
    Row("skewed_histogram", "shared histogram, 256 bins, skewed, {n} ints", 16 * M, 64 * 1024,
        "GB/s", lambda n: 4e-9 * n, "heddle:skewed_histogram",
        (Target(("openmp:histogram256",), BY_HAND), Target(("pocl:skewed_histogram",), 5))),
    Row("half2_axpy", "half2 axpy, {n} halves", 64 * M, 64 * 1024, "GB/s", lambda n: 6e-9 * n,
        "heddle:half2_axpy",
        (Target(("openmp:half2_axpy",), BY_HAND), Target(("pocl:half2_axpy",), 5))),
    Row("scan_shuffle", "block scan, shuffles, {n} ints", 16 * M, 64 * 1024, "GB/s", STREAM2,
        "heddle:scan_shuffle",
        (Target(("openmp:scan", "openmp:scan_nt"), BY_HAND), Target(("pocl:scan_barrier",), 5))),
    Row("compact_ballot", "compaction, ballots, half of {n} ints", 16 * M, 64 * 1024, "GB/s",
        lambda n: 6e-9 * n, "heddle:compact_ballot",
        (Target(("openmp:compact",), BY_HAND), Target(("pocl:compact_local",), 5))),
    Row("cluster_histogram", "cluster histogram, 4 x 256 bins, {n} ints", 16 * M, 64 * 1024, "GB/s",
        lambda n: 4e-9 * n, "heddle:cluster_histogram",
        (Target(("openmp:histogram1024",), BY_HAND),)),
    pattern("cipher_tables", "cipher, tables of words, {n} blocks", 200000, 400000),
    pattern("cipher_bytes", "cipher on bytes, table of bytes, {n} blocks", 200000, 400000),
    pattern("xtea", "XTEA, {n} blocks", 500000, 1000000),
    pattern("resample", "bilinear, pixels of 3 bytes, to {n} x {n}", 900, 1500, 2),
    pattern("filter", "3 x 3 filter on bytes, {n} x {n}", 1500, 2500, 2),
    pattern("bits_shifts", "bits of 64-bit words by shifts, {n} words", 1000000, 2000000),
    pattern("bits_table", "bits of 64-bit words by a table, {n} words", 1000000, 2000000),
    pattern("rows", "each thread walks a row of 29 floats, {n} rows", 100000, 200000),
    pattern("sparse_rows", "sparse product, 0 to 9 entries a row, {n} rows", 300000, 600000),
    pattern("particles", "particles that end early, {n}", 200000, 400000),
    pattern("stencil3d", "3-D stencil, {n} x {n} x {n}", 120, 200, 3),
    pattern("torus", "diffusion on a torus, by i % width, {n} rows of 1500", 700, 1500),
    pattern("bodies", "float3, three of four move, {n}", 300000, 600000),
    pattern("polynomial", "polynomial, {n} floats", 1000000, 2000000),
    pattern("matrices", "products of 4 x 4 matrices, {n}", 50000, 100000),
    pattern("crosses", "cross products of three floats, {n}", 300000, 600000),
    pattern("table_rows", "sums of four rows of 16 floats of a table, {n}", 50000, 100000),
    Row("texture_bilinear", "bilinear lookups in a texture, {n} x {n} floats", 2048, 256, "M/s",
        lambda n: 1e-6 * n * n, "heddle:bilinear", (Target(("openmp:bilinear",), 0.6),)),
    Row("texture_filter", "3 x 3 filter through a texture, {n} x {n} floats", 2048, 256, "M/s",
        lambda n: 1e-6 * n * n, "heddle:texture_filter3", (Target(("heddle:plain_filter3",), 0.5),)),
    Row("launch", "empty kernel, launch + synchronise, warm", 1, 1, "us", lambda n: 1,
        "heddle:empty", (), ("pocl:empty",), limit=5e-6, calls=2000),
    Row("busy_launches", "{n} launches into a stream that has work", 1000, 100, "us", lambda n: 1,
        "heddle:busy_launches", limit=1e-3, calls=20),
    Row("event_records", "{n} records of an event, idle stream", 1000, 100, "us", lambda n: 1,
        "heddle:event_records", limit=2e-4, calls=20),
    Row("busy_event_records", "{n} records of an event, stream that has work", 1000, 100, "us",
        lambda n: 1, "heddle:busy_event_records", limit=2e-4, calls=20),
    Row("small_copies", "{n} asynchronous copies of 4 KiB", 10000, 100, "GB/s",
        lambda n: 4096e-9 * n, "heddle:small_copies", (Target(("host:small_copies",), 1 / 1.2),)),
    Row("two_streams", "64 kernels of one block, two streams beside one, {n} rounds", 10000, 1000,
        "kernel/s", lambda n: 64, "heddle:two_streams", (Target(("heddle:one_stream",), SCALING),),
        threads=(2,)),
    Row("two_streams_short", "the same, {n} rounds", 400, 400, "kernel/s", lambda n: 64,
        "heddle:two_streams", (Target(("heddle:one_stream",), SCALING),), threads=(2,)),
    Row("launch_grid", "empty kernel, {n} blocks of 256 (no target)", 1024, 64, "us", lambda n: 1,
        "heddle:empty", (), ("pocl:empty",), calls=500),
    Row("graph", "graph of {n} empty kernels, launch + synchronise; the same as launches", 1000, 1000,
        "us", lambda n: 1, "heddle:graph", (), ("heddle:launches",), limit=1e-3, calls=200),
    Row("graph_call", "graph of {n} empty kernels, cudaGraphLaunch alone (no target)", 1000, 1000,
        "us", lambda n: 1, "heddle:graph_call", (), calls=100),
)))

# Rows of whole processes: program, its time limit in seconds, whether the cache is emptied before.
FIRST_LAUNCH_LIMIT = 0.300
HELLO_LIMIT = 0.040
PROCESS_ROWS = ("first_launch", "hello")
