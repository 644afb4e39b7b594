// SPDX-License-Identifier: Apache-2.0
// Inline PTX: SIMD video instructions on two halves and four bytes, and scalar ones with a second
// operation, against plain C++.
#include "../check.h"

#define ALL(X)                       \
  X(vadd, x + y)                     \
  X(vsub, x - y)                     \
  X(vabsdiff, x < y ? y - x : x - y) \
  X(vmin, x < y ? x : y) X(vmax, x < y ? y : x) X(vavrg, (x + y + (x + y >= 0)) >> 1)

HD long long part_of(unsigned word, int k, int bits, bool is_signed) {
  const long long value = (long long)((unsigned long long)word >> (k * bits)) & ((1ll << bits) - 1);
  return is_signed && value >> (bits - 1) ? value - (1ll << bits) : value;
}
HD long long limit(long long value, int bits, bool is_signed) {
  const long long least = is_signed ? -(1ll << (bits - 1)) : 0;
  const long long most = is_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
  return value < least ? least : value > most ? most : value;
}

struct Result {
  unsigned w[128];
};

enum { kPlain, kSat, kAdd };

template <class Op>
HD unsigned by_hand(Op op, int count, int how, bool d, bool a, bool b, unsigned x, unsigned y,
                    unsigned c) {
  const int bits = 32 / count;
  unsigned word = 0, sum = c;
  for (int k = 0; k < count; ++k) {
    long long value = op(part_of(x, k, bits, a), part_of(y, k, bits, b));
    sum += (unsigned)value;
    if (how == kSat) value = limit(value, bits, d);
    word |= (unsigned)((unsigned long long)(value & ((1ll << bits) - 1)) << (k * bits));
  }
  return how == kAdd ? sum : word;
}

HD Result work(unsigned i, const unsigned* in) {
  const unsigned a = in[i], b = in[i + 7], c = in[i + 13];
  Result r{};
  int n = 0;
#ifdef __CUDA_ARCH__
#define ONE(name, text, how, d, sa, sb, count, op)                      \
  asm(text " %0, %1, %2, %3;" : "=r"(r.w[n]) : "r"(a), "r"(b), "r"(c)); \
  ++n;
#else
#define ONE(name, text, how, d, sa, sb, count, op)                                                \
  r.w[n++] = by_hand([](long long x, long long y) -> long long { return op; }, count, how, d, sa, \
                     sb, a, b, c);
#endif
#define EACH(name, op)                                                   \
  ONE(name, #name "4.u32.u32.u32", kPlain, false, false, false, 4, op)   \
  ONE(name, #name "4.s32.s32.s32.sat", kSat, true, true, true, 4, op)    \
  ONE(name, #name "4.u32.s32.u32.sat", kSat, false, true, false, 4, op)  \
  ONE(name, #name "4.u32.u32.u32.add", kAdd, false, false, false, 4, op) \
  ONE(name, #name "2.s32.s32.s32", kPlain, true, true, true, 2, op)      \
  ONE(name, #name "2.u32.u32.u32.sat", kSat, false, false, false, 2, op) \
  ONE(name, #name "2.s32.s32.s32.add", kAdd, true, true, true, 2, op)
  ALL(EACH)
  ONE(vset, "vset4.u32.u32.lt", kPlain, false, false, false, 4, x < y)
  ONE(vset, "vset4.s32.s32.ge.add", kAdd, true, true, true, 4, x >= y)
  ONE(vset, "vset2.s32.u32.ne", kPlain, false, true, false, 2, x != y)
  ONE(vadd, "vadd.s32.s32.s32.sat.add", kAdd + 1, true, true, true, 1, x + y)
#ifdef __CUDA_ARCH__
  asm("vadd.s32.s32.s32.sat %0, %1, %2;" : "=r"(r.w[n]) : "r"(a), "r"(b));
  asm("vsub.u32.u32.u32.sat.add %0, %1, %2, %3;" : "=r"(r.w[n + 1]) : "r"(a), "r"(b), "r"(c));
  asm("vabsdiff.u32.s32.s32.add %0, %1, %2, %3;" : "=r"(r.w[n + 2]) : "r"(a), "r"(b), "r"(c));
  asm("vset.s32.u32.gt.add %0, %1, %2, %3;" : "=r"(r.w[n + 3]) : "r"(a), "r"(b), "r"(c));
#else
  r.w[n - 1] = (unsigned)limit((long long)(int)a + (int)b, 32, true) + c;
  r.w[n] = (unsigned)limit((long long)(int)a + (int)b, 32, true);
  const unsigned difference = a < b ? 0 : a - b;
  r.w[n + 1] = difference + c;
  const long long apart = (long long)(int)a - (int)b;
  r.w[n + 2] = (unsigned)(apart < 0 ? -apart : apart) + c;
  const unsigned greater = (long long)(int)a > (long long)b;
  r.w[n + 3] = greater + c;
#endif
  return r;
}

__global__ void kernel(const unsigned* in, Result* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = work(i, in);
}

int main() {
  constexpr unsigned n = 500;
  static unsigned in[n + 20];
  for (unsigned i = 0; i < n + 20; ++i) in[i] = i % 9 == 0 ? 0x7f80ff01u : check::mix(i);
  auto* device_in = check::device_array<unsigned>(n + 20);
  auto* device_out = check::device_array<Result>(n);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  kernel<<<(n + 95) / 96, 96>>>(device_in, device_out, n);
  static Result out[n];
  check::cuda(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost), "copy");
  for (unsigned i = 0; i < n; ++i) {
    const Result expected = work(i, in);
    for (unsigned k = 0; k < 128; ++k) check::equal(out[i].w[k], expected.w[k], "video");
  }
  return check::result();
}
