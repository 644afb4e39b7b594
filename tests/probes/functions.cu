// SPDX-License-Identifier: Apache-2.0
// Events in functions that are not inlined, and in functions behind pointers.
#include "counter.h"

using counter::count;

__device__ __noinline__ int sum(const int* in, int n) {
  return n == 0 ? 0 : in[n - 1] + sum(in, n - 1);
}
__global__ void recursive(const int* in, int* out) {
  out[threadIdx.x] = sum(in, static_cast<int>(threadIdx.x % 5));
}

void recursion(const int* in, int* out) {
  const auto c = count([&] { recursive<<<2, 45>>>(in, out); });
  std::uint64_t loads = 0;
  for (int i = 0; i < 45; ++i) loads += i % 5;
  EXPECT(c.loads.lanes, 2 * loads);
  EXPECT(c.stores.lanes, 90);
  for (int i = 0; i < 45; ++i) {
    int want = 0;
    for (int k = 0; k < i % 5; ++k) want += in[k];
    EXPECT(out[i], want);
  }
}

using Function = int (*)(const int*, int);
__device__ int first(const int* in, int i) {
  return in[i];
}
__device__ int second(const int* in, int i) {
  return in[i] * in[i + 1];
}
__device__ Function functions[] = {first, second};
__global__ void through_pointers(const int* in, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = functions[i % 3 == 0](in, i);
}

void pointers(const int* in, int* out) {
  const auto c = count([&] { through_pointers<<<1, 32>>>(in, out); });
  // 32 loads of a pointer, 21 lanes with one load, 11 with two.
  EXPECT(c.loads.lanes, 32 + 21 + 22);
  EXPECT(c.loads.events, 1 + 1 + 2);
  EXPECT(c.loads.bytes.of(8), 1);
  for (int i = 0; i < 32; ++i) EXPECT(out[i], i % 3 ? in[i] : in[i] * in[i + 1]);
}

int main() {
  int* in = counter::device_array<int>(64);
  int* out = counter::device_array<int>(64);
  for (int i = 0; i < 64; ++i) in[i] = i * 5 % 23;
  pointers(in, out);
  recursion(in, out);
  return counter::result();
}
