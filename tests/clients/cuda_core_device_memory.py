# SPDX-License-Identifier: Apache-2.0
"""cuda.core: device memory, copies on a stream, events, occupancy and attributes of a kernel."""
import numpy as np
from cuda.core import Device, EventOptions, LaunchConfig, LegacyPinnedMemoryResource, Program, ProgramOptions, launch

SOURCE = """
extern "C" __global__ void reverse(const int* in, int* out, int n) {
  extern __shared__ int tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[n - 1 - i] = 2 * tile[threadIdx.x];
}
"""

device = Device()
device.set_current()
stream = device.create_stream()
arch = "sm_" + "".join(str(part) for part in device.compute_capability)
kernel = Program(SOURCE, code_type="c++", options=ProgramOptions(arch=arch)).compile("cubin").get_kernel("reverse")
assert kernel.attributes.max_threads_per_block == 1024
assert kernel.num_arguments == 3
n = 1000
host = LegacyPinnedMemoryResource()
source, target = host.allocate(4 * n, stream=stream), host.allocate(4 * n, stream=stream)
numbers, result = np.from_dlpack(source).view(np.int32), np.from_dlpack(target).view(np.int32)
numbers[:] = np.arange(n) ** 2
inside, outside = device.allocate(4 * n, stream=stream), device.allocate(4 * n, stream=stream)
begin = stream.record(options=EventOptions(timing_enabled=True))
source.copy_to(inside, stream=stream)
launch(stream, LaunchConfig(grid=(n + 127) // 128, block=128, shmem_size=512), kernel, inside, outside, np.int32(n))
outside.copy_to(target, stream=stream)
end = stream.record(options=EventOptions(timing_enabled=True))
end.sync()
assert end - begin >= 0
assert np.array_equal(result, 2 * numbers[::-1])
print("PASS")
