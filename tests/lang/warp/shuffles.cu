// SPDX-License-Identifier: Apache-2.0
// __shfl_sync, _up, _down, _xor: every sub-width, lane-dependent and out-of-range sources, partial
// warps, 4- and 8-byte values. What comes from a lane that does not exist is undefined: not
// compared.
#include "../check.h"

enum Kind { kIndex, kUp, kDown, kXor };

// The lane that PTX's shfl reads: the own one when the source leaves the segment.
HD unsigned source_lane(Kind kind, unsigned lane, unsigned by, unsigned width) {
  unsigned segment = lane / width * width;
  if (kind == kIndex) return segment + by % width;
  if (kind == kUp) return lane >= segment + by ? lane - by : lane;
  if (kind == kDown) return lane + by < segment + width ? lane + by : lane;
  unsigned other = lane ^ by;
  return other < segment + width ? other : lane;
}

template <class T>
__device__ T shuffle(Kind kind, unsigned mask, T v, unsigned by, unsigned width) {
  if (kind == kIndex) return __shfl_sync(mask, v, by, width);
  if (kind == kUp) return __shfl_up_sync(mask, v, by, width);
  if (kind == kDown) return __shfl_down_sync(mask, v, by, width);
  return __shfl_xor_sync(mask, v, by, width);
}

HD unsigned amount(Kind kind, unsigned v, unsigned by) {
  return kind == kIndex ? v % 64 : by;  // per lane where that is allowed
}

template <class T>
__global__ void kernel(const unsigned* in, T* out, Kind kind, unsigned by, unsigned width) {
  unsigned i = check::gid();
  T v = (T)in[i] * (T)3;
  unsigned n = amount(kind, in[i + 1], by), mask = check::warp_mask();
  T r = shuffle(kind, mask, v, n, width);
  bool defined = mask >> source_lane(kind, check::lane(), n, width) & 1;
  out[i] = defined ? r : T(7);
}

template <class T>
void test(Kind kind, unsigned by, unsigned width) {
  check::run<T>(
      "shuffle",
      [=](dim3 g, dim3 b, const unsigned* in, T* out) {
        kernel<T><<<g, b>>>(in, out, kind, by, width);
      },
      [=](const check::Thread& t, const unsigned* in) {
        unsigned from = source_lane(kind, t.lane, amount(kind, in[t.global + 1], by), width);
        return from < t.warp_lanes ? (T)in[t.warp_first + from] * (T)3 : T(7);
      });
}

int main() {
  for (unsigned width : {32u, 16u, 8u, 4u, 2u, 1u}) {
    test<unsigned>(kIndex, 0, width);
    test<double>(kIndex, 0, width);
    for (unsigned by : {0u, 1u, 3u, 5u, 16u, 31u}) {
      for (Kind kind : {kUp, kDown, kXor}) {
        test<unsigned>(kind, by, width);
        if (by % 2) test<unsigned long long>(kind, by, width);
      }
    }
  }
  test<int>(kUp, 2, 8);
  test<float>(kDown, 2, 8);
  test<long long>(kXor, 4, 16);
  return check::result();
}
