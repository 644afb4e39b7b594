// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Lanes wait through one pointer for what the others write through another one.
#include "../check.h"

// Lane l waits for lane l + 1; the last one writes at once.
__global__ void two_parameters(volatile unsigned* read, unsigned* write, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned before = 1;
  if (t + 1 < blockDim.x) {
    while ((before = read[t + 1]) == 0) {
    }
  }
  out[t] = before;
  __threadfence();
  write[t] = before * 3 + 1;
}

__device__ unsigned words[128];
__global__ void parameter_and_variable(volatile unsigned* read, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned before = 1;
  if (t + 1 < blockDim.x) {
    while ((before = read[t + 1]) == 0) {
    }
  }
  out[t] = before;
  __threadfence();
  words[t] = before * 3 + 1;
}

// The others' branch writes through the other pointer.
__global__ void two_branches(volatile unsigned* read, unsigned* write, unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t % 2 == 0) {
    unsigned seen;
    while ((seen = read[t + 1]) == 0) {
    }
    out[t] = seen;
  } else {
    write[t] = t + 7;
    out[t] = 0;
  }
}

// All lanes but one look at one word.
__global__ void one_word(volatile unsigned* read, unsigned* write, unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t % 32 != 7) {
    while (*read == 0) {
    }
  } else {
    *write = 9;
  }
  out[t] = *read + t;
}

struct Two {
  volatile unsigned* read;
  unsigned* write;
};
__global__ void fields(Two two, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned before = 1;
  if (t + 1 < blockDim.x) {
    while ((before = two.read[t + 1]) == 0) {
    }
  }
  out[t] = before;
  __threadfence();
  two.write[t] = before * 3 + 1;
}

int main() {
  constexpr unsigned n = 64;
  auto* memory = check::device_array<unsigned>(2 * n);
  unsigned out[n];
  void* variable;
  cudaGetSymbolAddress(&variable, words);
  for (unsigned kind = 0; kind < 5; ++kind) {
    cudaMemset(memory, 0, 8 * n);
    cudaMemset(variable, 0, 512);
    if (kind == 0) two_parameters<<<1, n>>>(memory, memory, memory + n);
    if (kind == 1) parameter_and_variable<<<1, n>>>((unsigned*)variable, memory + n);
    if (kind == 2) fields<<<1, n>>>(Two{memory, memory}, memory + n);
    if (kind == 3) two_branches<<<1, n>>>(memory, memory, memory + n);
    if (kind == 4) one_word<<<1, n>>>(memory, memory, memory + n);
    check::cuda(cudaMemcpy(out, memory + n, sizeof out, cudaMemcpyDeviceToHost), "aliases");
    unsigned want = 1;
    for (unsigned t = n; t-- > 0; want = want * 3 + 1) {
      check::equal(out[t], kind < 3 ? want : kind == 4 ? t + 9 : t % 2 ? 0 : t + 8, "aliases");
    }
  }
  return check::result();
}
