// SPDX-License-Identifier: Apache-2.0
// Shuffles among the lanes that are in a branch or still in a loop, with exactly their mask.
#include "../check.h"

__global__ void branches(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), lane = check::lane(), all = check::warp_mask(), v = in[i], r;
  bool left = in[i] % 3 == 0;
  unsigned mask = __ballot_sync(all, left);
  if (left) {
    unsigned first = __ffs(mask) - 1;
    r = __shfl_sync(mask, v, first) + 1;
  } else {
    mask = all & ~mask;
    unsigned last = 31 - __clz(mask);
    r = __shfl_sync(mask, v, last) * 3;
    unsigned above = mask >> lane >> 1;  // the next lane of this side, or the own one
    unsigned next = above ? lane + __ffs(above) : lane;
    r += __shfl_sync(mask, v, next);
  }
  out[i] = r + __shfl_xor_sync(all, r, 0);
}

__global__ void shrinking(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), lane = check::lane(), mask = check::warp_mask(), r = in[i], k = 0;
  while (true) {
    bool stay = in[i] % 9 > k;
    mask = __ballot_sync(mask, stay);
    if (!stay) break;
    unsigned first = __ffs(mask) - 1;
    r = r * 3 + __shfl_sync(mask, r, first) + __popc(mask);
    ++k;
  }
  out[i] = r + lane;
}

int main() {
  check::run<unsigned>(
      "branches",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { branches<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        bool left = in[t.global] % 3 == 0;
        int first = -1, last = -1, next = -1;
        for (int k = 0; k < (int)t.warp_lanes; ++k) {
          if ((in[t.warp_first + k] % 3 == 0) != left) continue;
          if (first < 0) first = k;
          last = k;
          if (k > (int)t.lane && next < 0) next = k;
        }
        if (next < 0) next = t.lane;
        const unsigned* warp = in + t.warp_first;
        unsigned r = left ? warp[first] + 1 : warp[last] * 3 + warp[next];
        return r * 2;
      });
  check::run<unsigned>(
      "lanes leave a loop",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { shrinking<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned r[32];
        const unsigned* warp = in + t.warp_first;
        for (unsigned l = 0; l < t.warp_lanes; ++l) r[l] = warp[l];
        for (unsigned k = 0; k < 9; ++k) {
          unsigned count = 0, value = 0;
          for (unsigned l = 0; l < t.warp_lanes; ++l) {
            if (warp[l] % 9 <= k) continue;
            if (count++ == 0) value = r[l];
          }
          for (unsigned l = 0; l < t.warp_lanes; ++l) {
            if (warp[l] % 9 > k) r[l] = r[l] * 3 + value + count;
          }
        }
        return r[t.lane] + t.lane;
      });
  return check::result();
}
