// SPDX-License-Identifier: Apache-2.0
// The deprecated shuffles and votes without a mask: all lanes that are active at the call.
#include <cuda_fp16.h>

#include "../check.h"

struct Result {
  unsigned w[8];
  double d[2];
};

__global__ void kernel(const unsigned* in, Result* out) {
  unsigned i = check::gid(), v = in[i];
  Result r{};
  r.w[0] = __shfl((int)v, v % 7, 8);
  r.w[1] = __shfl_xor(v, 1);
  r.w[2] = __ballot(v % 3 == 0);
  r.w[3] = __any(v % 50 == 0) + 2 * __all(v % 50 != 1);
  r.d[0] = __shfl_up((double)v, 2);
  r.d[1] = (double)__shfl_down((long long)v << 8, 3u, 16) +
           (double)(float)__shfl(__float2half((float)(v % 512)), 0);
  if (v & 1) {
    r.w[4] = __ballot(1);
    r.w[5] = __shfl(v, 31 - __clz(r.w[4]));
    r.w[6] = __all(v & 1) + 2 * __any(!(v & 1));
  }
  out[i] = r;
}

Result want(const check::Thread& t, const unsigned* in) {
  Result r{};
  const unsigned* w = in + t.warp_first;
  unsigned v = w[t.lane], lanes = t.warp_lanes;
  // What a lane that is not there would give is undefined: the same as the kernel's launcher
  // clears.
  unsigned from = (t.lane & ~7u) + v % 7;
  r.w[0] = from < lanes ? w[from] : 0;
  r.w[1] = (t.lane ^ 1) < lanes ? w[t.lane ^ 1] : 0;
  bool any = false, all = true;
  unsigned odd = 0;
  for (unsigned k = 0; k < lanes; ++k) {
    if (w[k] % 3 == 0) r.w[2] |= 1u << k;
    any = any || w[k] % 50 == 0;
    all = all && w[k] % 50 != 1;
    if (w[k] & 1) odd |= 1u << k;
  }
  r.w[3] = any + 2 * all;
  r.d[0] = t.lane >= 2 ? w[t.lane - 2] : v;
  unsigned down = (t.lane & 15) + 3 < 16 ? t.lane + 3 : t.lane;
  r.d[1] = down < lanes ? (double)((long long)w[down] << 8) + (double)(w[0] % 512) : 0;
  if (v & 1) {
    r.w[4] = odd;
    r.w[5] = w[31 - __builtin_clz(odd)];
    r.w[6] = 1;
  }
  return r;
}

__global__ void clear(unsigned n, const unsigned* in, Result* out, unsigned threads) {
  unsigned i = check::gid();
  unsigned lane = check::lane(), first = check::tid() - lane;
  unsigned lanes = threads - first < 32 ? threads - first : 32;
  if (i >= n) return;
  if ((lane & ~7u) + in[i] % 7 >= lanes) out[i].w[0] = 0;
  if ((lane ^ 1) >= lanes) out[i].w[1] = 0;
  if ((lane & 15) + 3 < 16 && lane + 3 >= lanes) out[i].d[1] = 0;
}

int main() {
  check::run<Result>(
      "without mask",
      [](dim3 g, dim3 b, const unsigned* in, Result* out) {
        kernel<<<g, b>>>(in, out);
        clear<<<g, b>>>(g.x * b.x * b.y * b.z, in, out, b.x * b.y * b.z);
      },
      want);
  return check::result();
}
