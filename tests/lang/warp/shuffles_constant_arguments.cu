// SPDX-License-Identifier: Apache-2.0
// Shuffles as programs write them, with constant offsets and widths: reductions, scans, broadcasts,
// reversal, rotation, neighbour differences, transposes within a warp.
#include "../check.h"

__global__ void kernel(const unsigned* in, uint4* out) {
  unsigned i = check::gid(), lane = check::lane(), mask = 0xffffffffu, v = in[i] % 1000;
  unsigned sum = v, scan = v;
  for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(mask, sum, k);
  sum = __shfl_sync(mask, sum, 0);
  for (int k = 1; k < 32; k *= 2) {
    unsigned up = __shfl_up_sync(mask, scan, k);
    if (lane >= k) scan += up;
  }
  unsigned best = v;
#pragma unroll
  for (int k = 16; k > 0; k /= 2) best = max(best, __shfl_xor_sync(mask, best, k));
  unsigned mix = __shfl_sync(mask, v, 31 - lane) + __shfl_sync(mask, v, (lane + 5) % 32) * 3 +
                 __shfl_sync(mask, v, 3, 8) * 5 + __shfl_down_sync(mask, v, 1) * 7 +
                 __shfl_up_sync(mask, v, 1) * 9 + __shfl_sync(mask, v, -1) * 11 +
                 __shfl_sync(mask, v, lane * 8 % 31);
  out[i] = make_uint4(sum, scan, best, mix);
}

__global__ void block_sum(const unsigned* in, unsigned* out) {
  __shared__ unsigned sums[32];
  unsigned t = check::tid(), n = check::block_threads(), v = in[check::gid()];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffffu, v, k);
  if (t % 32 == 0) sums[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < n / 32 ? sums[t] : 0;
    for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffffu, v, k);
    if (t == 0) sums[0] = v;
  }
  __syncthreads();
  out[check::gid()] = sums[0];
}

int main() {
  for (check::Shape shape : {check::Shape{32, 1, 1}, {8, 8, 1}, {16, 16, 1}, {1024, 1, 1}}) {
    check::run_shape<uint4>(
        "warp algorithms", shape, 2,
        [](dim3 g, dim3 b, const unsigned* in, uint4* out) { kernel<<<g, b>>>(in, out); },
        [](const check::Thread& t, const unsigned* in) {
          unsigned sum = 0, scan = 0, best = 0;
          auto v = [&](unsigned lane) { return in[t.warp_first + lane] % 1000; };
          for (unsigned k = 0; k < 32; ++k) {
            sum += v(k);
            if (k <= t.lane) scan += v(k);
            if (v(k) > best) best = v(k);
          }
          unsigned l = t.lane;
          unsigned mix = v(31 - l) + v((l + 5) % 32) * 3 + v(l / 8 * 8 + 3) * 5 +
                         v(l < 31 ? l + 1 : l) * 7 + v(l ? l - 1 : l) * 9 + v(31) * 11 +
                         v(l * 8 % 31);
          return make_uint4(sum, scan, best, mix);
        });
    check::run_shape<unsigned>(
        "block sum", shape, 3,
        [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { block_sum<<<g, b>>>(in, out); },
        [](const check::Thread& t, const unsigned* in) {
          unsigned sum = 0;
          for (unsigned k = 0; k < t.block_threads; ++k) sum += in[t.block_first + k];
          return sum;
        });
  }
  return check::result();
}
