# SPDX-License-Identifier: Apache-2.0
"""Numba-CUDA: a vector addition, compiled by libNVVM; NumPy arrays are copied both ways."""
import numpy as np
from numba import cuda


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + 2 * b[i]


n = 10_007
a = np.arange(n, dtype=np.float32) ** 2
b = np.arange(n, dtype=np.float32)[::-1].copy()
out = np.zeros(n, dtype=np.float32)
add[(n + 127) // 128, 128](a, b, out)
assert np.array_equal(out, a + 2 * b), out[:10]
print("PASS")
