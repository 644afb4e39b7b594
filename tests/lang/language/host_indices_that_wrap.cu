// SPDX-License-Identifier: Apache-2.0
// Host code beside kernels: rows that wrap around, by remainders of int and unsigned. LLVM 22 makes
// vectors of such loops that read the next row's first element for the row's own.
#include "../check.h"

template <int kWidth>
__global__ void on_device(const int* in, int* out) {
  const int x = threadIdx.x, y = blockIdx.x;
  out[y * kWidth + x] = in[y * kWidth + (x - 1 + kWidth) % kWidth] * 3 +
                        in[y * kWidth + (x + 1 + kWidth) % kWidth] - in[y * kWidth + x];
}

template <int kWidth, class Number, class Counter>
__attribute__((noinline)) void on_host(const int* __restrict__ in, int* __restrict__ out) {
  constexpr Number n = kWidth;
  for (Counter y = 0; y < 8; ++y) {
    for (Counter x = 0; x < n; ++x) {
      const Number row = ((Number)y + 8) % 8 * n, at = (Number)x;
      out[y * kWidth + x] =
          in[row + (at - 1 + n) % n] * 3 + in[row + (at + 1 + n) % n] - in[row + at];
    }
  }
}

template <int kWidth>
void run(const char* what) {
  constexpr int kSize = 8 * kWidth;
  static int in[kSize + kWidth], got[kSize], want[kSize];
  for (int i = 0; i < kSize + kWidth; ++i) in[i] = i * (i % 7) + 5;
  auto* from = check::device_array<int>(kSize);
  auto* to = check::device_array<int>(kSize);
  check::cuda(cudaMemcpy(from, in, sizeof(want), cudaMemcpyHostToDevice), what);
  on_device<kWidth><<<8, kWidth>>>(from, to);
  check::cuda(cudaMemcpy(want, to, sizeof(want), cudaMemcpyDeviceToHost), what);
  on_host<kWidth, int, int>(in, got);
  for (int i = 0; i < kSize; ++i) check::equal(got[i], want[i], what);
  on_host<kWidth, unsigned, unsigned long>(in, got);
  for (int i = 0; i < kSize; ++i) check::equal(got[i], want[i], what);
}

int main() {
  run<64>("rows of 64");
  run<256>("rows of 256");
  return check::result();
}
