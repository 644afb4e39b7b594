// SPDX-License-Identifier: Apache-2.0
// What the tests of memory share: gates (tests/streams), values that tell where they belong.
#pragma once

#include "../streams/gate.h"

namespace memory {

__global__ void count_from(unsigned* values, unsigned count, unsigned first) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] = first + i;
  }
}

// Device memory, or any, holds first, first + 1, ...
inline bool holds(const unsigned* values, unsigned count, unsigned first) {
  auto* copy = static_cast<unsigned*>(std::malloc(count * sizeof(unsigned)));
  gate::ok(cudaMemcpy(copy, values, count * sizeof(unsigned), cudaMemcpyDefault), "read back");
  bool good = true;
  for (unsigned i = 0; i < count; ++i) good = good && copy[i] == first + i;
  std::free(copy);
  return good;
}

// An error is remembered, and the next call works.
inline void refused(cudaError_t got, cudaError_t want, const char* what) {
  gate::is(got, want, what);
  gate::is(cudaGetLastError(), want, what);
}

}  // namespace memory
