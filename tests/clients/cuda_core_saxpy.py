# SPDX-License-Identifier: Apache-2.0
"""cuda.core: a template is compiled with NVRTC to an image and to PTX, launched on a stream, and its result compared."""
import numpy as np
from cuda.core import Device, LaunchConfig, LegacyPinnedMemoryResource, Program, ProgramOptions, launch

SOURCE = """
template <typename T>
__global__ void saxpy(const T a, const T* x, const T* y, T* out, size_t n) {
  for (size_t i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = a * x[i] + y[i];
}
"""

device = Device()
device.set_current()
stream = device.create_stream()
arch = "sm_" + "".join(str(part) for part in device.compute_capability)
options = ProgramOptions(std="c++17", arch=arch)
names = ("saxpy<float>", "saxpy<double>")
modules = [Program(SOURCE, code_type="c++", options=options).compile(form, name_expressions=names) for form in ("cubin", "ptx")]
memory = LegacyPinnedMemoryResource()
for kind, module in ((kind, module) for kind in (np.float32, np.float64) for module in modules):
    kernel = module.get_kernel("saxpy<float>" if kind is np.float32 else "saxpy<double>")
    n = 4099
    buffers = [memory.allocate(n * kind().nbytes, stream=stream) for _ in range(3)]
    x, y, out = (np.from_dlpack(buffer).view(kind) for buffer in buffers)
    x[:] = np.arange(n)
    y[:] = 3 * np.arange(n)[::-1]
    out[:] = -1
    launch(stream, LaunchConfig(grid=5, block=96), kernel, kind(10), *buffers, n)
    stream.sync()
    assert np.array_equal(out, 10 * x + y)
print("PASS")
