// SPDX-License-Identifier: Apache-2.0
// cudaMemset2D and its relatives: rows with gaps keep what stands between them, and a row is no
// wider than the pitch.
#include <vector>

#include "memory.h"

__global__ void set_all(unsigned char* bytes) {
  bytes[blockIdx.x * blockDim.x + threadIdx.x] = 0x11;
}

int main() {
  constexpr size_t kPitch = 64, kRows = 5;
  unsigned char* device;
  gate::ok(cudaMalloc(&device, kPitch * kRows), "cudaMalloc");
  set_all<<<kRows, kPitch>>>(device);
  gate::ok(cudaMemset2D(device, kPitch, 0x22, 40, kRows), "cudaMemset2D");
  gate::ok(cudaMemset2DAsync(device + 2 * kPitch, kPitch, 0x33, kPitch, 1), "cudaMemset2DAsync");
  std::vector<unsigned char> host(kPitch * kRows);
  gate::ok(cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDefault), "cudaMemcpy");
  bool good = true;
  for (size_t i = 0; i < host.size(); ++i) {
    good = good && host[i] == (i / kPitch == 2 ? 0x33 : i % kPitch < 40 ? 0x22 : 0x11);
  }
  gate::that(good, "rows with gaps");
  memory::refused(cudaMemset2D(device, 32, 0, 33, 2), cudaErrorInvalidValue,
                  "a row wider than the pitch");
  memory::refused(cudaMemset2D(device, 32, 0, 33, 1), cudaErrorInvalidValue, "of one row, too");
  memory::refused(cudaMemset2DAsync(device, 32, 0, 64, 2), cudaErrorInvalidValue, "later, too");
  gate::ok(cudaMemcpy(host.data(), device, 1, cudaMemcpyDefault), "cudaMemcpy");
  gate::that(host[0] == 0x22, "nothing was written");
  return gate::result();
}
