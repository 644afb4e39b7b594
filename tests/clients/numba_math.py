# SPDX-License-Identifier: Apache-2.0
"""Numba-CUDA: functions of mathematics of both precisions, which are libdevice's, with fastmath, too."""
import math

import numpy as np
from numba import cuda

FUNCTIONS = ("sin", "cos", "tan", "asin", "atan", "sinh", "tanh", "exp", "expm1", "log", "log2", "log10", "log1p",
             "sqrt", "erf", "erfc", "gamma", "lgamma", "ceil", "floor", "fabs")


def kernel_of(name, **options):
    function = getattr(math, name)

    @cuda.jit(**options)
    def kernel(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = function(x[i])

    return kernel


@cuda.jit
def of_two(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.pow(x[i], y[i]) + math.atan2(x[i], y[i]) + math.hypot(x[i], y[i]) + math.fmod(x[i], y[i])


x = np.linspace(0.05, 0.95, 257)
for name in FUNCTIONS:
    wanted = np.array([getattr(math, name)(v) for v in x])
    for dtype, bound in ((np.float64, 1e-13), (np.float32, 2e-5)):
        y = np.zeros(x.size, dtype=dtype)
        kernel_of(name)[3, 96](x.astype(dtype), y)
        assert np.allclose(y, wanted, rtol=bound, atol=bound), (name, dtype, np.abs(y - wanted).max())
for name in ("sin", "exp", "sqrt"):
    y = np.zeros(x.size, dtype=np.float32)
    kernel_of(name, fastmath=True)[3, 96](x.astype(np.float32), y)
    assert np.allclose(y, [getattr(math, name)(v) for v in x], rtol=1e-4), name
out = np.zeros(x.size)
of_two[3, 96](x, x[::-1].copy(), out)
wanted = [math.pow(a, b) + math.atan2(a, b) + math.hypot(a, b) + math.fmod(a, b) for a, b in zip(x, x[::-1])]
assert np.allclose(out, wanted, rtol=1e-13), np.abs(out - wanted).max()
print("PASS")
