// SPDX-License-Identifier: Apache-2.0
// __reduce_*_sync: all lanes, the lanes of a branch, and lanes of one instruction that name masks
// of their own: neighbours, lanes of equal keys, each lane itself.
#include "../check.h"

struct Result {
  unsigned sum, ands, ors, xors, least, most;
  int low, high, signed_sum;
};

__device__ Result all(unsigned mask, unsigned v) {
  const int s = (int)v;
  return {__reduce_add_sync(mask, v),
          __reduce_and_sync(mask, v | 0x0f0f0f0f),
          __reduce_or_sync(mask, v & 0x01030307),
          __reduce_xor_sync(mask, v),
          __reduce_min_sync(mask, v),
          __reduce_max_sync(mask, v),
          __reduce_min_sync(mask, s),
          __reduce_max_sync(mask, s),
          __reduce_add_sync(mask, s % 1000)};
}

// Which lanes reduce together with this one, by their inputs.
enum Grouping { kAll, kBranches, kNeighbours, kKeys, kEachAlone, kHalves };

HD unsigned key(Grouping grouping, unsigned v, unsigned lane) {
  switch (grouping) {
    case kAll:
      return 0;
    case kBranches:
      return v % 3 == 1;
    case kNeighbours:
      return lane / 4;
    case kKeys:
      return v % 5;
    case kEachAlone:
      return lane;
    case kHalves:
      return lane < 16;
  }
  return 0;
}

__device__ unsigned members(Grouping grouping, unsigned v) {
  const unsigned lane = check::lane();
  return __match_any_sync(check::warp_mask(), key(grouping, v, lane));
}

template <Grouping Which>
__global__ void kernel(const unsigned* in, Result* out) {
  const unsigned i = check::gid(), v = in[i];
  const unsigned mask = members(Which, v);
  if (Which != kBranches) {
    out[i] = all(mask, v);
  } else if (v % 3 == 1) {
    out[i] = all(mask, v);
  } else {
    out[i] = all(mask, v);
    out[i].sum += __reduce_add_sync(mask, 1u);
  }
}

Result expected(const check::Thread& t, const unsigned* in, unsigned mask) {
  Result r{0, ~0u, 0, 0, ~0u, 0, 0x7fffffff, -0x7fffffff - 1, 0};
  for (unsigned l = 0; l < t.warp_lanes; ++l) {
    if (!(mask >> l & 1)) continue;
    const unsigned v = in[t.warp_first + l];
    const int s = (int)v;
    r.sum += v;
    r.ands &= v | 0x0f0f0f0f;
    r.ors |= v & 0x01030307;
    r.xors ^= v;
    r.least = v < r.least ? v : r.least;
    r.most = v > r.most ? v : r.most;
    r.low = s < r.low ? s : r.low;
    r.high = s > r.high ? s : r.high;
    r.signed_sum += s % 1000;
  }
  return r;
}

// Masks that follow from the lane, of one, three or sixteen lanes.
template <unsigned Size>
__global__ void __launch_bounds__(1024) known(const unsigned* in, Result* out) {
  const unsigned i = check::gid();
  const unsigned group = ((2u << (Size - 1)) - 1) << check::lane() / Size * Size;
  out[i] = all(group & check::warp_mask(), in[i]);
}

template <unsigned Size>
void run_known() {
  check::run<Result>(
      "known masks",
      [](dim3 g, dim3 b, const unsigned* in, Result* out) { known<Size><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return expected(t, in, ((2u << (Size - 1)) - 1) << t.lane / Size * Size);
      });
}

// The mask is a number that the compiler does not see; lanes outside have left, or take no part.
__global__ void __launch_bounds__(1024) given(const unsigned* in, Result* out, unsigned mask) {
  const unsigned i = check::gid();
  out[i] = {};
  mask &= check::warp_mask();
  if (!(mask >> check::lane() & 1)) return;
  out[i] = all(mask, in[i]);
}

template <Grouping Which>
void run(const char* what) {
  check::run<Result>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, Result* out) { kernel<Which><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned mine = key(Which, in[t.global], t.lane);
        unsigned mask = 0;
        for (unsigned l = 0; l < t.warp_lanes; ++l) {
          mask |= unsigned(key(Which, in[t.warp_first + l], l) == mine) << l;
        }
        Result r = expected(t, in, mask);
        if (Which == kBranches && in[t.global] % 3 != 1) {
          for (; mask; mask &= mask - 1) ++r.sum;
        }
        return r;
      });
}

int main() {
  run<kAll>("all lanes");
  run<kBranches>("branches");
  run<kNeighbours>("neighbours");
  run<kKeys>("equal keys");
  run<kEachAlone>("each lane alone");
  run<kHalves>("halves");
  run_known<1>();
  run_known<3>();
  run_known<16>();
  for (const unsigned mask : {~0u, 1u, 0x80000001u, 0x5a5a1234u}) {
    check::run<Result>(
        "a given mask",
        [=](dim3 g, dim3 b, const unsigned* in, Result* out) { given<<<g, b>>>(in, out, mask); },
        [=](const check::Thread& t, const unsigned* in) {
          return mask >> t.lane & 1 ? expected(t, in, mask) : Result{};
        });
  }
  return check::result();
}
