// SPDX-License-Identifier: Apache-2.0
// A box that is stored from in front of the tensor: a load may begin there.
#include "tensor_map.h"

__global__ void faulty(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) unsigned box[128];
  if (threadIdx.x == 37) {
    const auto from = static_cast<unsigned>(__cvta_generic_to_shared(box));
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {-4}], [%1];"  // FAULT
                 ::"l"(&map),
                 "r"(from)
                 : "memory");
  }
}

int main() {
  faulty<<<1, 64>>>(bad::map_of_words());
  return bad::fault(cudaErrorIllegalInstruction);
}
