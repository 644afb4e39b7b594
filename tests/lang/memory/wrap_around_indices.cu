// SPDX-License-Identifier: Apache-2.0
// Index arithmetic that wraps: unsigned near 2^32, negative int, 16-bit and 8-bit indices, offsets
// above 4 GB that cancel; a compiler that assumes "base + 0..31" reads the wrong place.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out, unsigned big, int negative,
                       unsigned long long huge) {
  unsigned t = check::tid(), i = check::gid();
  unsigned wrapped = t + big;  // passes 2^32 in the middle of a warp
  unsigned r = in[(wrapped + 5u) % 64];
  r = r * 3 + in[wrapped - big];  // unsigned wrap comes back to t
  unsigned char narrow = (unsigned char)(t * 9 + 250);
  r = r * 3 + in[narrow];  // wraps at 256
  unsigned short half = (unsigned short)(t + 65530);
  r = r * 3 + in[half % 512];     // wraps at 65536
  int below = (int)t + negative;  // negative in the first lanes
  r = r * 3 + in[500 + below];
  r = r * 3 + (below < 0 ? 1 : 2) + (unsigned)(below / 4) + (unsigned)(below % 4) +
      (unsigned)(below >> 1);
  unsigned long long far = (unsigned long long)in + huge;  // leaves and comes back, modulo 2^64
  r = r * 3 + *(const unsigned*)(far + (t * 4ull - huge));
  unsigned scaled = t * 0x10000001u;  // lane offsets that are not small
  r = r * 3 + in[scaled >> 28] + in[(scaled & 0xff)];
  unsigned wide = (t << 27) / 3u;  // overflow by shift
  r = r * 3 + in[wide % 100] + (wide > 0x20000000u);
  unsigned long long w = (unsigned long long)(t + big) * 4;  // wrap before, not after, widening
  out[i] = r * 3 + (unsigned)(w >> 30) + in[(t * big) % 64u];
}

int main() {
  for (unsigned big : {0xfffffff0u, 0xffffffffu, 0xfffffe00u, 0x80000000u}) {
    const int negative = -17;
    const unsigned long long huge = 0xffff800000000123ull;
    check::run<unsigned>(
        "wrap-around",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          kernel<<<g, b>>>(in, out, big, negative, huge);
        },
        [=](const check::Thread& th, const unsigned* in) {
          unsigned t = th.linear, wrapped = t + big, r = in[(wrapped + 5u) % 64];
          r = r * 3 + in[t];
          r = r * 3 + in[(t * 9 + 250) % 256];
          r = r * 3 + in[(t + 65530) % 65536 % 512];
          int below = (int)t + negative;
          r = r * 3 + in[500 + below];
          r = r * 3 + (below < 0 ? 1 : 2) + (unsigned)(below / 4) + (unsigned)(below % 4) +
              (unsigned)(below >> 1);
          r = r * 3 + in[t];
          unsigned scaled = t * 0x10000001u;
          r = r * 3 + in[scaled >> 28] + in[scaled & 0xff];
          unsigned wide = (t << 27) / 3u;
          r = r * 3 + in[wide % 100] + (wide > 0x20000000u);
          unsigned long long w = (unsigned long long)wrapped * 4;
          return r * 3 + (unsigned)(w >> 30) + in[t * big % 64u];
        });
  }
  return check::result();
}
