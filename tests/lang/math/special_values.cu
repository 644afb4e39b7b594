// SPDX-License-Identifier: Apache-2.0
// warpSize, lane and warp indices, clocks that advance, __CUDA_ARCH__ and host/device branches of
// the same function, constexpr functions and variables.
#include "../check.h"

HD constexpr unsigned cube(unsigned x) {
  return x * x * x;
}
constexpr unsigned kTable[4] = {cube(2), cube(3), 5, 7};
enum class Color : unsigned char { kRed = 3, kGreen = 200 };

HD unsigned where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ >= 500 && __CUDA_ARCH__ % 10 == 0 ? 1 : 2;
#else
  return 0;
#endif
}

struct Result {
  unsigned warp_size, where, clocks, constants, color;
};

__global__ void kernel(const unsigned* in, Result* out) {
  unsigned i = check::gid();
  long long before = clock64();
  clock_t early = clock();
  unsigned sum = 0;
  for (unsigned k = 0; k < 50; ++k) sum = sum * 3 + in[i + k];
  out[i].constants = sum;  // keeps the loop between the clocks
  __threadfence();
  long long after = clock64();
  Color color = in[i] % 2 ? Color::kRed : Color::kGreen;
  constexpr unsigned at = 3;
  Result r = {(unsigned)warpSize, where(), after >= before && (int)(clock() - early) >= 0,
              kTable[1] + kTable[at] + cube(in[i] % 9), (unsigned)color};
  out[i] = r;
}

int main() {
  check::that(where() == 0, "host side");
  check::run<Result>(
      "special values",
      [](dim3 g, dim3 b, const unsigned* in, Result* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return Result{32, 1, 1, 27 + 7 + cube(in[t.global] % 9), in[t.global] % 2 ? 3u : 200u};
      });
  return check::result();
}
