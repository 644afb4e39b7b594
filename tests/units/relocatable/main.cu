// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "library.h"

static __device__ unsigned internal = 9;

__device__ unsigned call_back(unsigned v) {
  return (v >> 4) + internal;
}

__global__ void kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), v = in[i];
  alignas(16) unsigned char slot[32];
  const Shape* shape = make_shape(slot, v >> 3);
  unsigned r = library_function(v) + library_recursion(v % 6, v) + pointer_to_table[v % 4];
  if (v % 3) r += shape->area(v % 50) + shape->id;
  out[i] = r + library_pointers[v % 2](v) + shared_constant;
}

unsigned model(unsigned v) {
  unsigned r = v % 2 ? (v >> 4) + 9 + 5 : v * 3 + (1u << v % 8), x = v;
  for (unsigned n = v % 6; n; --n) x = x * 3 + n;
  r += x + v % 6 + (8u << v % 4);
  unsigned s = v % 50;
  if (v % 3) r += (v >> 3) % 2 ? s * s + 1 : s + 77 + 2;
  return r + (v % 2 ? v * 5 : v + 1) + 77;
}

int main() {
  check::run<unsigned>(
      "across files",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return model(in[t.global]); });
  unsigned table[8] = {1, 2, 4, 8, 16, 32, 64, 1000};
  check::cuda(cudaMemcpyToSymbol(shared_table, table, sizeof table), "table of the other file");
  check::run<unsigned>(
      "kernel of the other file",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { library_kernel<<<g, b>>>(in, out); },
      [=](const check::Thread& t, const unsigned* in) {
        return (in[t.global] >> 4) + 9 + table[in[t.global] % 8];
      });
  return check::result();
}
