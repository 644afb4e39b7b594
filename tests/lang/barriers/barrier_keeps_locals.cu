// SPDX-License-Identifier: Apache-2.0
// What a thread holds across a barrier: scalars of every width, floats, pointers to its own local
// array, arrays indexed at run time, loop counters.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  unsigned char byte = in[i];
  short half = in[i] >> 7;
  long long wide = (unsigned long long)in[i] * in[i + 1];
  float f = in[i] % 1000 * 0.5f;
  double d = in[i] * 0.25;
  bool flag = in[i] & 4;
  unsigned local[8];
  for (unsigned k = 0; k < 8; ++k) local[k] = in[i + k];
  unsigned* p = &local[in[i] % 8];
  const unsigned* q = in + in[i] % 100;
  s[t] = in[i];
  for (unsigned k = 0; k < 4; ++k) {
    __syncthreads();
    unsigned v = s[(t + k) % n];
    *p += v;
    local[v % 8] ^= k;
    byte += 3;
    half -= byte;
    wide = (long long)((unsigned long long)wide * 3 + half);
    f += 1.5f;
    d *= 2;
    if (flag && v % 3 == 0) flag = false;
    __syncthreads();
  }
  unsigned sum = 0;
  for (unsigned k = 0; k < 8; ++k) sum = sum * 31 + local[k];
  out[i] = sum + byte + half + (unsigned)wide + (unsigned)(wide >> 32) + (unsigned)f +
           (flag ? 5 : 9) + (unsigned)(d / 16) + *q + *p;
}

int main() {
  check::run<unsigned>(
      "locals across barriers",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned i = t.global;
        unsigned char byte = in[i];
        short half = in[i] >> 7;
        long long wide = (unsigned long long)in[i] * in[i + 1];
        float f = in[i] % 1000 * 0.5f;
        double d = in[i] * 0.25;
        bool flag = in[i] & 4;
        unsigned local[8];
        for (unsigned k = 0; k < 8; ++k) local[k] = in[i + k];
        unsigned* p = &local[in[i] % 8];
        for (unsigned k = 0; k < 4; ++k) {
          unsigned v = in[t.block_first + (t.linear + k) % t.block_threads];
          *p += v;
          local[v % 8] ^= k;
          byte += 3;
          half -= byte;
          wide = (long long)((unsigned long long)wide * 3 + half);
          f += 1.5f;
          d *= 2;
          if (flag && v % 3 == 0) flag = false;
        }
        unsigned sum = 0;
        for (unsigned k = 0; k < 8; ++k) sum = sum * 31 + local[k];
        return sum + byte + half + (unsigned)wide + (unsigned)(wide >> 32) + (unsigned)f +
               (flag ? 5 : 9) + (unsigned)(d / 16) + in[in[i] % 100] + *p;
      });
  return check::result();
}
