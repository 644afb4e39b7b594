// SPDX-License-Identifier: Apache-2.0
// Words of two halves that are loaded, computed with and stored as such: each half is rounded once.
// Products lie beside the middle of two halves with an addend far below, and beside half a unit of
// an addend that is larger; some are infinite or no numbers.
#include <cuda_fp16.h>

#include "narrow.h"

using F = narrow::Format<10>;
using narrow::Bits;

constexpr unsigned kWords = 50001;

struct Words {
  unsigned a, b, c;
};

// The operands of one half.
static narrow::Operands hard(unsigned i) {
  narrow::Operands o = narrow::operands<F>(i);
  const unsigned z = check::mix(i + 99);
  const int exponent = (o.a >> 10 & 31) + (o.b >> 10 & 31) - 15;
  if (i % 3 == 0) {  // the product is about half of c's last bit
    const int of_c = exponent + 10 + static_cast<int>(z % 4);
    const unsigned k = 1 + z / 32 % 8;  // (1024 + k) * (2048 - 2 k) is just below 2^21
    if (z & 16) o.a = (o.a & 0xfc00) | k, o.b = (o.b & 0xfc00) | (1024 - 2 * k);
    if (of_c > 0 && of_c < 31) o.c = (o.c & 0x83ff) | of_c << 10;
  }
  constexpr Bits kHard[] = {0, 0x8000, 1, 0x83ff, 0x7bff, 0x7c00, 0xfc00, 0x7e01, 0xbc00};
  if (z % 64 == 1) o.a = kHard[z / 64 % 9];
  if (z % 64 < 3) o.c = kHard[z / 1024 % 9];
  return o;
}

static Words words(unsigned i) {
  const auto low = hard(2 * i), high = hard(2 * i + 1);
  const auto word = [](Bits x, Bits y) { return x | static_cast<unsigned>(y) << 16; };
  return {word(low.a, high.a), word(low.b, high.b), word(low.c, high.c)};
}

__global__ void fused(const __half2* a, const __half2* b, const __half2* c, __half2* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kWords) out[i] = __hfma2(a[i], b[i], c[i]);
}

// By one number for all, through several operations.
__global__ void scaled(const __half2* a, const __half2* b, const __half2* c, __half2* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const __half2 three = __float2half2_rn(blockDim.x / 85);
  if (i < kWords) out[i] = __hsub2(__hfma2(three, a[i], __hneg2(c[i])), __hmul2_rn(b[i], three));
}

// What both halves are computed with alike, what only one is, and what is used again.
__global__ void mixed(const __half2* a, const __half2* b, const __half2* c, __half2* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= kWords) return;
  const __half2 sum = __hadd2(a[i], b[i]), turned = __lowhigh2highlow(c[i]);
  const __half2 scaled = __hmul2_rn(sum, __half2half2(c[i].x));
  out[i] = __hsub2(__hneg2(scaled), __halves2half2(turned.x, __hadd(turned.y, sum.x)));
}

static Bits add(Bits a, Bits b) {
  return F::encode(narrow::sum(F::decode(a), F::decode(b)));
}
static Bits multiply(Bits a, Bits b) {
  return F::encode({F::decode(a) * F::decode(b), 0});
}
static Bits minus(Bits a) {
  return a ^ 0x8000;
}

static unsigned want_fused(const Words& w) {
  const auto half = [&](int shift) {
    const auto number = [&](unsigned word) { return F::decode(static_cast<Bits>(word >> shift)); };
    return F::encode(narrow::sum(number(w.a) * number(w.b), number(w.c)));
  };
  return half(0) | static_cast<unsigned>(half(16)) << 16;
}

static unsigned want_scaled(const Words& w) {
  const auto half = [&](int shift) {
    const Bits a = w.a >> shift, b = w.b >> shift, c = w.c >> shift;
    const Bits sum = F::encode(narrow::sum(3 * F::decode(a), -F::decode(c)));
    return add(sum, minus(F::encode({F::decode(b) * 3, 0})));
  };
  return half(0) | static_cast<unsigned>(half(16)) << 16;
}

static unsigned want_mixed(const Words& w) {
  const Bits low = w.c, high = w.c >> 16;
  const Bits sum = add(w.a, w.b), sum_high = add(w.a >> 16, w.b >> 16);
  const Bits x = add(minus(multiply(sum, low)), minus(high));
  const Bits y = add(minus(multiply(sum_high, low)), minus(add(low, sum)));
  return x | static_cast<unsigned>(y) << 16;
}

template <class Kernel>
static void compare(const char* name, Kernel kernel, unsigned (*want)(const Words&)) {
  unsigned* arrays[4];
  for (auto& array : arrays) {
    check::cuda(cudaMallocManaged(&array, kWords * sizeof(unsigned)), "cudaMallocManaged");
  }
  for (unsigned i = 0; i < kWords; ++i) {
    const Words w = words(i);
    arrays[0][i] = w.a, arrays[1][i] = w.b, arrays[2][i] = w.c;
  }
  const auto pairs = [&](int k) { return reinterpret_cast<__half2*>(arrays[k]); };
  kernel<<<kWords / 256 + 1, 256>>>(pairs(0), pairs(1), pairs(2), pairs(3));
  check::cuda(cudaDeviceSynchronize(), name);
  for (unsigned i = 0, bad = 0; i < kWords && bad < 5; ++i) {
    const Words w = words(i);
    if (arrays[3][i] == want(w)) continue;
    ++bad, ++check::failures();
    std::printf("FAIL %s, word %u: %08x, %08x, %08x give %08x, want %08x\n", name, i, w.a, w.b, w.c,
                arrays[3][i], want(w));
  }
  for (auto* array : arrays) check::cuda(cudaFree(array), "cudaFree");
}

int main() {
  compare("fused", fused, want_fused);
  compare("scaled", scaled, want_scaled);
  compare("mixed", mixed, want_mixed);
  return check::result();
}
