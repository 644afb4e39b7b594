// SPDX-License-Identifier: Apache-2.0
// Early return from inside loops and branches, in the kernel itself and in called functions.
#include "../check.h"

__device__ __host__ __noinline__ unsigned search(const unsigned* in, unsigned i, unsigned key) {
  for (unsigned k = 0; k < 40; ++k) {
    if (in[i + k] % 32 == key) return k;
    for (unsigned j = 0; j < k % 4; ++j) {
      if ((in[i + k] >> j) % 128 == key) return 100 + k * 4 + j;
    }
  }
  return 999;
}

HD unsigned in_function(unsigned i, const unsigned* in) {
  unsigned a = search(in, i, i % 32);
  if (a == 999) return 5;
  return a * 3 + search(in, i + 7, in[i] % 32);
}

__global__ void kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  out[i] = 1;
  if (in[i] % 4 == 0) return;
  out[i] = 2;
  for (unsigned k = 0; k < in[i] % 16; ++k) {
    if (in[i + k] % 8 == 5) return;
    out[i] += 10;
    if (in[i + k] % 8 == 6) {
      out[i] += 1000;
      return;
    }
  }
  out[i] += 7;
}

unsigned model(unsigned i, const unsigned* in) {
  unsigned out = 1;
  if (in[i] % 4 == 0) return out;
  out = 2;
  for (unsigned k = 0; k < in[i] % 16; ++k) {
    if (in[i + k] % 8 == 5) return out;
    out += 10;
    if (in[i + k] % 8 == 6) return out + 1000;
  }
  return out + 7;
}

int main() {
  check::each<in_function>("return from a function's loop");
  check::run<unsigned>(
      "return from the kernel's loop",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return model(t.global, in); });
  return check::result();
}
