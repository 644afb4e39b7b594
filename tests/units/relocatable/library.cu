// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "check.h"
#include "library.h"

__device__ unsigned shared_table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
__device__ unsigned* pointer_to_table = shared_table + 3;
__constant__ unsigned shared_constant = 77;
static __device__ unsigned internal = 5;

__device__ unsigned library_function(unsigned v) {
  if (v % 2) return call_back(v) + internal;
  return v * 3 + shared_table[v % 8];
}

__device__ unsigned library_recursion(unsigned n, unsigned v) {
  return n ? library_recursion(n - 1, v * 3 + n) + 1 : v;
}

struct Square : Shape {
  __device__ Square() : Shape(1) {}
  __device__ unsigned area(unsigned scale) const override { return scale * scale; }
};
struct Line : Shape {
  __device__ Line() : Shape(2) {}
  __device__ unsigned area(unsigned scale) const override { return scale + shared_constant; }
};

__device__ Shape* make_shape(void* at, unsigned kind) {
  if (kind % 2) return new (at) Square;
  return new (at) Line;
}

static __device__ unsigned first(unsigned v) {
  return v + 1;
}
static __device__ unsigned second(unsigned v) {
  return v * 5;
}
__device__ Function library_pointers[2] = {first, second};

__global__ void library_kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  out[i] = call_back(in[i]) + shared_table[in[i] % 8];
}
