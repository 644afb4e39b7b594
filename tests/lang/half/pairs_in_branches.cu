// SPDX-License-Identifier: Apache-2.0
// Pairs of 16-bit numbers are structures of structures, which lanes take from different branches
// and rounds of a loop as one value.
#include <cuda_bf16.h>

#include "../check.h"

__global__ void begin(const unsigned* in, unsigned* out) {
  out[check::gid()] = in[check::gid()];
}

__global__ void pairs(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), x = in[i];
  const float f = (float)(x % 50);
  const __nv_bfloat16 h = __float2bfloat16(f);
  __nv_bfloat162 v = __floats2bfloat162_rn(f, (float)(x % 7));
  if (x % 3) {
    v = __halves2bfloat162(__hmax_nan(__float2bfloat16(3.0f), __float2bfloat16(1e-40f)),
                           __hdiv(__float2bfloat16(6.0f), __float2bfloat16(-2.0f)));
    out[i] += 3;
  }
  for (unsigned round = 0; round < x % 5; ++round) {
    if ((x >> round) % 3 == 0) {
      out[i] = out[i] * 5 + round;
      continue;
    }
    v = __halves2bfloat162(__hneg(__float2bfloat16_rn(f + round)),
                           __hsub_rn(__hfma(h, __float2bfloat16(1.0f), h), __habs(h)));
  }
  out[i] += (unsigned)(int)__low2float(v) * 1000 + (unsigned)(int)__high2float(v);
}

unsigned expected(const check::Thread& t, const unsigned* in) {
  const unsigned x = in[t.global];
  const int f = (int)(x % 50);
  unsigned others = x;
  int low = f, high = (int)(x % 7);
  if (x % 3) low = 3, high = -3, others += 3;
  for (unsigned round = 0; round < x % 5; ++round) {
    if ((x >> round) % 3 == 0) {
      others = others * 5 + round;
    } else {
      low = -(f + (int)round), high = f;
    }
  }
  return others + (unsigned)low * 1000 + (unsigned)high;
}

int main() {
  check::run<unsigned>(
      "pairs",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        begin<<<g, b>>>(in, out);
        pairs<<<g, b>>>(in, out);
      },
      expected);
  return check::result();
}
