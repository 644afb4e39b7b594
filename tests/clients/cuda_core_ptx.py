# SPDX-License-Identifier: Apache-2.0
"""cuda.core: PTX written by hand, as text."""
import numpy as np
from cuda.core import Device, LaunchConfig, LegacyPinnedMemoryResource, ObjectCode, launch

PTX = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .entry squares(.param .u64 out, .param .u32 n) .maxntid 128
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r4, %r2, %r3, %r4;
  setp.ge.u32 %p, %r4, %r1;
  @%p bra done;
  mul.lo.u32 %r5, %r4, %r4;
  cvta.to.global.u64 %rd1, %rd1;
  mul.wide.u32 %rd2, %r4, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r5;
done:
  ret;
}
"""
device = Device()
device.set_current()
stream = device.create_stream()
kernel = ObjectCode.from_ptx(PTX).get_kernel("squares")
n = 1000
memory = LegacyPinnedMemoryResource()
buffer = memory.allocate(4 * n, stream=stream)
out = np.from_dlpack(buffer).view(np.uint32)
launch(stream, LaunchConfig(grid=8, block=128), kernel, buffer, np.uint32(n))
stream.sync()
assert np.array_equal(out, np.arange(n, dtype=np.uint32) ** 2)
print("PASS")
