// SPDX-License-Identifier: Apache-2.0
// mma.sync of sixteen products that are as large as their exponents allow, all of one sign, to
// which an addend of the same exponent comes: such a sum needs all 32 bits that it is made in, and
// more with a large addend. It is exact, and cut off to a float. What each lane adds is another
// number.
#include <cmath>
#include <cstdio>

__global__ void multiply(float sign, float* out) {
  const float addend = sign * (1.0f + threadIdx.x / 32.0f);
  const unsigned a = 0x3fff3fffu, b = sign < 0 ? 0xbfffbfffu : 0x3fff3fffu;  // 1.9921875, bf16
  float d[4];
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, {%6, %7, %8, %9};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a), "r"(b), "f"(addend), "f"(addend * 0.5f), "f"(addend + sign * 0x1p-23f), "f"(0.0f));
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}

// To the float that is no further from zero.
static float cut_off(double x) {
  const float nearest = static_cast<float>(x);
  return std::fabs(nearest) > std::fabs(x) ? std::nextafterf(nearest, 0.0f) : nearest;
}

int main() {
  float* out;
  if (cudaMallocManaged(&out, 128 * sizeof(float)) != cudaSuccess) return 1;
  int wrong = 0;
  for (const float sign : {1.0f, -1.0f}) {
    multiply<<<1, 32>>>(sign, out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    const double products = sign * 16 * 1.9921875 * 1.9921875;
    for (int lane = 0; lane < 32; ++lane) {
      const float addend = sign * (1.0f + lane / 32.0f);
      const float addends[4] = {addend, addend * 0.5f, addend + sign * 0x1p-23f, 0.0f};
      for (int i = 0; i < 4; ++i) {
        const float expected = cut_off(products + addends[i]);
        if (out[lane * 4 + i] == expected) continue;
        if (++wrong < 5) printf("lane %d: %a, expected %a\n", lane, out[lane * 4 + i], expected);
      }
    }
  }
  printf(wrong ? "FAIL\n" : "PASS\n");
  return wrong != 0;
}
