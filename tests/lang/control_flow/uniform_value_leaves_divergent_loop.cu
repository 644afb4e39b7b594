// SPDX-License-Identifier: Apache-2.0
// A value uniform inside a loop is varying outside when lanes leave in different iterations
// (temporal divergence): the counter and a load through it, used after the loop.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  unsigned k = 0, loaded = 0;
  while (true) {
    loaded = in[k];  // uniform while lanes are together
    if ((in[i] ^ loaded) % 16 < 2 || k == 50) break;
    ++k;
  }
  out[i] = k * 1000003u + loaded + in[k + 1];
}

__global__ void pointer(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  const unsigned* p = in;
  while (p < in + 60 && (*p ^ in[i]) % 8) ++p;
  out[i] = *p + static_cast<unsigned>(p - in) * 7;
}

int main() {
  check::run<unsigned>(
      "counter and load",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned k = 0;
        while ((in[t.global] ^ in[k]) % 16 >= 2 && k != 50) ++k;
        return k * 1000003u + in[k] + in[k + 1];
      });
  check::run<unsigned>(
      "pointer",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { pointer<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned k = 0;
        while (k < 60 && (in[k] ^ in[t.global]) % 8) ++k;
        return in[k] + k * 7;
      });
  return check::result();
}
