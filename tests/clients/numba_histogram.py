# SPDX-License-Identifier: Apache-2.0
"""Numba-CUDA: a histogram by atomic additions in shared and global memory, and atomics of other kinds."""
import numpy as np
from numba import cuda, int32

BINS = 32


@cuda.jit
def histogram(data, bins, extremes, total):
    own = cuda.shared.array(BINS, dtype=int32)
    t = cuda.threadIdx.x
    if t < BINS:
        own[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), data.size, cuda.gridsize(1)):
        cuda.atomic.add(own, data[i] % BINS, 1)
        cuda.atomic.max(extremes, 0, data[i])
        cuda.atomic.min(extremes, 1, data[i])
        cuda.atomic.add(total, 0, float(data[i]))
    cuda.syncthreads()
    if t < BINS:
        cuda.atomic.add(bins, t, own[t])


data = ((np.arange(20_000, dtype=np.int64) * 48_271) % 65_521).astype(np.int32)
bins = np.zeros(BINS, dtype=np.int32)
extremes = np.array([-1, 1 << 30], dtype=np.int32)
total = np.zeros(1, dtype=np.float64)
histogram[8, 128](data, bins, extremes, total)
assert np.array_equal(bins, np.bincount(data % BINS, minlength=BINS)), bins
assert list(extremes) == [data.max(), data.min()] and total[0] == data.sum(), (extremes, total)
print("PASS")
