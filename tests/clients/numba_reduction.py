# SPDX-License-Identifier: Apache-2.0
"""Numba-CUDA: a sum in shared memory with barriers, then in a warp by shuffles, on a stream."""
import numpy as np
from numba import cuda, int64

BLOCK = 256


@cuda.jit
def sum_blocks(data, sums):
    tile = cuda.shared.array(BLOCK, dtype=int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = data[i] if i < data.size else 0
    cuda.syncthreads()
    half = BLOCK // 2
    while half >= 32:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    if t < 32:
        value = tile[t]
        for distance in (16, 8, 4, 2, 1):
            value += cuda.shfl_down_sync(0xFFFFFFFF, value, distance)
        if t == 0:
            sums[cuda.blockIdx.x] = value


n = 5000
data = (np.arange(n, dtype=np.int64) * 7919) % 10_007
blocks = (n + BLOCK - 1) // BLOCK
stream = cuda.stream()
device_data = cuda.to_device(data, stream=stream)
device_sums = cuda.device_array(blocks, dtype=np.int64, stream=stream)
sum_blocks[blocks, BLOCK, stream](device_data, device_sums)
sums = device_sums.copy_to_host(stream=stream)
stream.synchronize()
wanted = [data[k * BLOCK:(k + 1) * BLOCK].sum() for k in range(blocks)]
assert np.array_equal(sums, wanted), (sums, wanted)
print("PASS")
