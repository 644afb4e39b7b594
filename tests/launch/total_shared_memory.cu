// SPDX-License-Identifier: Apache-2.0
// options: -arch=sm_75
// %total_smem_size is rounded up to what the GPU at hand allocates: to 128 bytes, to 256 on GPUs of
// compute capability 7.5.
#include <unistd.h>

#include "../streams/gate.h"

extern __shared__ unsigned words[];

__global__ void sizes(unsigned* out) {
  __shared__ unsigned own[4];
  own[threadIdx.x % 4] = words[threadIdx.x % 4] = threadIdx.x;
  unsigned total, dynamic;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(total));
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic));
  if (threadIdx.x == 0) {
    out[0] = total;
    out[1] = dynamic;
    out[2] = own[0] + words[0];
  }
}

unsigned total(unsigned dynamic) {
  auto* out = gate::pinned<unsigned>(3);
  sizes<<<1, 32, dynamic>>>(out);
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(out[1] == dynamic, "the dynamic part");
  return out[0];
}

int main(int, char** arguments) {
  if (!getenv("HEDDLE_GPU")) {  // a process has the devices that it started with
    setenv("HEDDLE_GPU", "h200,gtx1650", 1);
    execv("/proc/self/exe", arguments);
    return 1;
  }
  gate::that(total(100) == 128, "h200: 16 bytes and 100 are 128");
  gate::that(total(112) == 128, "h200: 16 bytes and 112 are 128");
  gate::that(total(116) == 256, "h200: 16 bytes and 116 are 256");
  gate::ok(cudaSetDevice(1), "cudaSetDevice");
  gate::that(total(100) == 256, "gtx1650: 16 bytes and 100 are 256");
  gate::that(total(260) == 512, "gtx1650: 16 bytes and 260 are 512");
  return gate::result();
}
