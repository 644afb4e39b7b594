// SPDX-License-Identifier: Apache-2.0
// A box in shared memory that is not aligned to 128 bytes.
#include "tensor_map.h"

__global__ void faulty(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) unsigned box[128];
  if (threadIdx.x == 37) {
    const auto from = static_cast<unsigned>(__cvta_generic_to_shared(box));
    asm volatile(
        "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {0}], [%1 + 16];"  // FAULT
        ::"l"(&map),
        "r"(from)
        : "memory");
  }
}

int main() {
  faulty<<<1, 64>>>(bad::map_of_words());
  return bad::fault(cudaErrorMisalignedAddress);
}
