// SPDX-License-Identifier: Apache-2.0
// A tensor copy by 128 bytes that are no tensor map.
#include <cuda.h>

#include "bad.h"

__global__ void faulty(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) unsigned box[64];
  if (threadIdx.x == 37) {
    const auto from = static_cast<unsigned>(__cvta_generic_to_shared(box));
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {0, 0}], [%1];"  // FAULT
        ::"l"(&map),
        "r"(from)
        : "memory");
  }
}

int main() {
  CUtensorMap map;
  for (auto& word : map.opaque) word = 0x5a5a5a5a5a5a5a5aull;
  faulty<<<1, 64>>>(map);
  return bad::fault(cudaErrorIllegalInstruction);
}
