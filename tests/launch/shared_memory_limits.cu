// SPDX-License-Identifier: Apache-2.0
// Static and dynamic shared memory together must not be more than a block may have: 48 KiB, or what
// cudaFuncSetAttribute has allowed.
#include "../streams/gate.h"

extern __shared__ unsigned words[];

template <unsigned kStatic>
__global__ void use(unsigned* out, unsigned count) {
  __shared__ unsigned own[kStatic / 4];
  own[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (count) words[count - 1] = 4;
    *out = own[blockDim.x - 1] + (count ? words[count - 1] : 0);
  }
}

template <unsigned kStatic>
cudaError_t launch(unsigned* out, unsigned dynamic) {
  *out = 0;
  use<kStatic><<<1, 32, dynamic>>>(out, dynamic / 4);
  const cudaError_t error = cudaGetLastError();
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(*out == (error ? 0 : dynamic ? 35 : 31), "it ran if it was not refused");
  return error;
}

int main() {
  auto* out = gate::pinned<unsigned>(1);
  gate::ok(launch<32768>(out, 0), "32 KiB static");
  gate::ok(launch<32768>(out, 16384), "32 KiB static and 16 KiB dynamic");
  gate::that(launch<32768>(out, 16385) != cudaSuccess, "a byte more");
  gate::that(launch<32768>(out, 32768) != cudaSuccess, "32 KiB static and 32 KiB dynamic");
  gate::ok(launch<1024>(out, 49152 - 1024), "all of 48 KiB");
  gate::that(launch<1024>(out, 49152) != cudaSuccess, "48 KiB dynamic beside static memory");

  cudaDeviceProp properties;
  gate::ok(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  const auto most = (int)properties.sharedMemPerBlockOptin;
  const auto allow = [&](int bytes) {
    return cudaFuncSetAttribute(use<32768>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  };
  gate::ok(allow(most - 32768), "all that there is");
  gate::ok(launch<32768>(out, 32768), "32 KiB static and 32 KiB dynamic, allowed");
  gate::ok(launch<32768>(out, most - 32768), "all that there is");
  gate::that(launch<32768>(out, most - 32768 + 1) != cudaSuccess, "a byte more");
  gate::ok(allow(4096), "less than the default");
  gate::ok(launch<32768>(out, 4096), "as much as is allowed");
  gate::that(launch<32768>(out, 4097) != cudaSuccess, "a byte more than is allowed");
  return gate::result();
}
