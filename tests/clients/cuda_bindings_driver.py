# SPDX-License-Identifier: Apache-2.0
"""cuda.bindings: the driver API and NVRTC, call by call."""
import ctypes

import numpy as np
from cuda.bindings import driver, nvrtc


def ok(result):
    assert result[0] == 0, result[0]
    return result[1] if len(result) == 2 else result[1:]


SOURCE = b"""
extern "C" __global__ void saxpy(float a, float* x, float* y, float* out, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a * x[i] + y[i];
}
"""
ok(driver.cuInit(0))
device = ok(driver.cuDeviceGet(0))
context = ok(driver.cuDevicePrimaryCtxRetain(device))
ok(driver.cuCtxSetCurrent(context))
major = ok(driver.cuDeviceGetAttribute(driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device))
minor = ok(driver.cuDeviceGetAttribute(driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device))
program = ok(nvrtc.nvrtcCreateProgram(SOURCE, b"saxpy.cu", 0, [], []))
ok(nvrtc.nvrtcCompileProgram(program, 2, [b"--fmad=false", b"--gpu-architecture=sm_%d%d" % (major, minor)]))
image = b" " * ok(nvrtc.nvrtcGetCUBINSize(program))
ok(nvrtc.nvrtcGetCUBIN(program, image))
module = ok(driver.cuModuleLoadData(np.char.array(image)))
kernel = ok(driver.cuModuleGetFunction(module, b"saxpy"))
n = 1003
rng = np.random.default_rng(1)
x, y = (rng.normal(size=n).astype(np.float32) for _ in range(2))
out = np.zeros(n, np.float32)
pointers = [ok(driver.cuMemAlloc(4 * n)) for _ in range(3)]
stream = ok(driver.cuStreamCreate(0))
for pointer, array in zip(pointers, (x, y)):
    ok(driver.cuMemcpyHtoDAsync(pointer, array.ctypes.data, 4 * n, stream))
values = (2.5, *pointers, n)
kinds = (ctypes.c_float, None, None, None, ctypes.c_size_t)
ok(driver.cuLaunchKernel(kernel, (n + 127) // 128, 1, 1, 128, 1, 1, 0, stream, (values, kinds), 0))
ok(driver.cuMemcpyDtoHAsync(out.ctypes.data, pointers[2], 4 * n, stream))
ok(driver.cuStreamSynchronize(stream))
assert np.array_equal(out, np.float32(2.5) * x + y)
for pointer in pointers:
    ok(driver.cuMemFree(pointer))
ok(driver.cuModuleUnload(module))
print("PASS")
