// SPDX-License-Identifier: Apache-2.0
// shfl.sync.up with clamps that are not 0 and segments: lanes below the clamp keep their own value
// and get the predicate false (PTX ISA, "shfl.sync").
#include "check.h"

template <unsigned distance, unsigned control>
HD unsigned expected(unsigned lane, unsigned own, unsigned other) {
  const unsigned segments = control >> 8 & 31, clamp = control & 31;
  const int bound = static_cast<int>((lane & segments) | (clamp & ~segments));
  return static_cast<int>(lane) - static_cast<int>(distance) >= bound ? other * 2 + 1 : own * 2;
}

template <unsigned distance, unsigned control>
__global__ void shift(const unsigned* in, unsigned* out) {
  const unsigned value = in[check::gid()] >> 2;
  unsigned result, valid;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
               : "=r"(result), "=r"(valid)
               : "r"(value), "r"(distance), "r"(control), "r"(check::warp_mask()));
  out[check::gid()] = result * 2 + valid;
}

using namespace check;

template <unsigned distance, unsigned control>
void test(const char* what) {
  run<unsigned>(
      what,
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        shift<distance, control><<<grid, block>>>(in, out);
      },
      [](const Thread& t, const unsigned* in) {
        const unsigned own = in[t.global] >> 2;
        const unsigned other = t.lane >= distance ? in[t.global - distance] >> 2 : 0;
        return expected<distance, control>(t.lane, own, other);
      });
}

int main() {
  test<1, 0>("no clamp");
  test<1, 3>("clamp 3");
  test<2, 9>("clamp 9");
  test<1, 0x1802>("segments of 8, clamp 2");
  return result();
}
