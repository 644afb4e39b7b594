# SPDX-License-Identifier: Apache-2.0
"""cuda.core: two sources are compiled to images and linked, as a kernel of the one calls a function of the other."""
import numpy as np
from cuda.core import Device, LaunchConfig, LegacyPinnedMemoryResource, Linker, LinkerOptions, Program, ProgramOptions, launch

CALLER = """
extern "C" __device__ float weigh(float value, int lane);
extern "C" __global__ void weigh_all(float* data) {
  data[threadIdx.x] = weigh(data[threadIdx.x], threadIdx.x);
}
"""
CALLEE = 'extern "C" __device__ float weigh(float value, int lane) { return value * lane + 0.5f; }'

device = Device()
device.set_current()
stream = device.create_stream()
arch = "sm_" + "".join(str(part) for part in device.compute_capability)
options = ProgramOptions(std="c++17", arch=arch, relocatable_device_code=True)
pieces = [Program(source, code_type="c++", options=options).compile("cubin") for source in (CALLER, CALLEE)]
linked = Linker(*pieces, options=LinkerOptions(arch=arch)).link("cubin")
n = 70
buffer = LegacyPinnedMemoryResource().allocate(4 * n, stream=stream)
data = np.from_dlpack(buffer).view(np.float32)
data[:] = np.arange(n) + 1
launch(stream, LaunchConfig(grid=1, block=n), linked.get_kernel("weigh_all"), buffer)
stream.sync()
assert np.array_equal(data, (np.arange(n) + 1) * np.arange(n) + np.float32(0.5))
try:
    Linker(pieces[0], options=LinkerOptions(arch=arch)).link("cubin")
except Exception as error:  # the linker's own kind depends on which it found
    assert "weigh" in str(error), error
else:
    raise AssertionError("linked without the function")
print("PASS")
