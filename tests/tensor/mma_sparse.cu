// SPDX-License-Identifier: Apache-2.0
// heavy: 32
// mma.sp of every type and every selector against a plain loop over the dense matrix. Numbers are
// small and whole, so all sums are exact.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

int failures = 0;

void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

enum Kind { f16, bf16, tf32, e4m3, e5m2, s8, u8, s4, u4 };

// clang-format off
#define A2 "{%4, %5}, {%6, %7}, {%8, %9, %10, %11}, %12, "
#define A4 "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, %16, "
#define IN2 "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1])
#define IN4 "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3])
#define FORM(NAME, SUM, K, TYPE_A, TYPE_B, SELECTORS, instruction, WORDS, out, c_in_)       \
  struct NAME {                                                                            \
    using Sum = SUM;                                                                       \
    static constexpr int kK = K, kSelectors = SELECTORS;                                   \
    static constexpr Kind kA = TYPE_A, kB = TYPE_B;                                        \
    static constexpr const char* kName = instruction;                                      \
    static __device__ void run(Sum* d, const unsigned* a, const unsigned* b, const Sum* sums, unsigned e, int f) { \
      if (f == 0) PRODUCT(instruction, WORDS, out, c_in_, "0");                            \
      if (f == 1) PRODUCT(instruction, WORDS, out, c_in_, LAST(SELECTORS, 1));             \
      if (f == 2) PRODUCT(instruction, WORDS, out, c_in_, LAST(SELECTORS, 2));             \
      if (f == 3) PRODUCT(instruction, WORDS, out, c_in_, LAST(SELECTORS, 3));             \
    }                                                                                      \
  };
#define PRODUCT(instruction, WORDS, out, in, f)                                                       \
  asm volatile("mma.sp" instruction " {%0, %1, %2, %3}, " A##WORDS f ";"                                     \
               : out(d[0]), out(d[1]), out(d[2]), out(d[3])                                           \
               : IN##WORDS, in(sums[0]), in(sums[1]), in(sums[2]), in(sums[3]), "r"(e))
// A selector that there is.
#define LAST(count, f) LAST_##count##_##f
#define LAST_1_1 "0"
#define LAST_1_2 "0"
#define LAST_1_3 "0"
#define LAST_2_1 "1"
#define LAST_2_2 "1"
#define LAST_2_3 "1"
#define LAST_4_1 "1"
#define LAST_4_2 "2"
#define LAST_4_3 "3"
#define FLOATS(NAME, K, A, B, SELECTORS, instruction, WORDS) \
  FORM(NAME, float, K, A, B, SELECTORS, instruction, WORDS, "=f", "f")
#define INTEGERS(NAME, K, A, B, SELECTORS, instruction, WORDS) \
  FORM(NAME, int, K, A, B, SELECTORS, instruction, WORDS, "=r", "r")
FLOATS(F16K16, 16, f16, f16, 4, ".sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 2)
FLOATS(F16K32, 32, f16, f16, 2, "::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", 4)
FLOATS(Bf16K16, 16, bf16, bf16, 4, "::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 2)
FLOATS(Bf16K32, 32, bf16, bf16, 2, "::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32", 4)
FLOATS(Tf32K8, 8, tf32, tf32, 4, "::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 2)
FLOATS(Tf32K16, 16, tf32, tf32, 2, "::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32", 4)
FLOATS(E4E5, 64, e4m3, e5m2, 1, "::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e5m2.f32", 4)
FLOATS(E5E4, 64, e5m2, e4m3, 1, "::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e5m2.e4m3.f32", 4)
INTEGERS(S8K32, 32, s8, s8, 2, "::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 2)
INTEGERS(U8K64, 64, u8, s8, 1, "::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.u8.s8.s32", 4)
INTEGERS(S4K64, 64, s4, u4, 2, "::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32", 2)
INTEGERS(U4K128, 128, u4, s4, 1, "::ordered_metadata.sync.aligned.m16n8k128.row.col.s32.u4.s4.s32", 4)
// clang-format on

constexpr int bits_of(Kind kind) {
  return kind <= bf16 ? 16 : kind == tf32 ? 32 : kind <= u8 ? 8 : 4;
}

unsigned random_word(unsigned x) {
  x *= 2654435761u;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 13;
}
int value(Kind kind, int seed, int i) {
  const int number = static_cast<int>(random_word(seed * 7919 + i) % 7) - 3;
  return kind == u8 ? number + 200 : kind == u4 ? number + 8 : number;
}
template <class E>
unsigned bits_as(float number) {
  const E element = static_cast<E>(number);
  unsigned bits = 0;
  std::memcpy(&bits, &element, sizeof element);
  return bits;
}
unsigned bits_of_number(Kind kind, int number) {
  const float value = static_cast<float>(number);
  switch (kind) {
    case f16:
      return bits_as<__half>(value);
    case bf16:
      return bits_as<__nv_bfloat16>(value);
    case tf32:
      return bits_as<float>(value);
    case e4m3:
      return bits_as<__nv_fp8_e4m3>(value);
    case e5m2:
      return bits_as<__nv_fp8_e5m2>(value);
    default:
      return static_cast<unsigned>(number) & ((1u << bits_of(kind)) - 1);
  }
}
template <class F>
__global__ void multiply(const unsigned* words, typename F::Sum* sums, int selector) {
  constexpr int kWords = F::kK * bits_of(F::kB) / 128;  // of B, as many as of A
  const unsigned lane = threadIdx.x;
  unsigned a[4] = {}, b[4] = {};
  for (int i = 0; i < kWords; ++i) a[i] = words[i * 32 + lane];
  for (int i = 0; i < kWords; ++i) b[i] = words[(kWords + i) * 32 + lane];
  const unsigned e = words[2 * kWords * 32 + lane];
  typename F::Sum c[4], d[4] = {};
  for (int i = 0; i < 4; ++i) c[i] = sums[i * 32 + lane];
  F::run(d, a, b, c, e, selector);
  for (int i = 0; i < 4; ++i) sums[i * 32 + lane] = d[i];
}

template <class F>
void test() {
  constexpr int kBits = bits_of(F::kA), kInWord = 32 / kBits, kK = F::kK, kThere = kK / 2;
  constexpr int kWords = kK * kBits / 128;
  // Units of metadata: four of them, of which two are there.
  constexpr int kUnits = kBits == 32 ? 2 * kK : kBits == 4 ? kK / 2 : kK;
  unsigned* words = nullptr;
  typename F::Sum* sums = nullptr;
  cuda(cudaMallocManaged(&words, 4 * 32 * 9), F::kName);
  cuda(cudaMallocManaged(&sums, 4 * 32 * 4), F::kName);
  for (int selector = 0; selector < F::kSelectors; ++selector) {
    // Which two of each four, in order; of tf32 the halves of one element.
    static int there[16][kThere];
    static unsigned long long metadata[16];
    for (int row = 0; row < 16; ++row) {
      metadata[row] = 0;
      int next = 0;
      for (int group = 0; group < kUnits / 4; ++group) {
        const unsigned pairs[6][2] = {{0, 1}, {2, 3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};
        const auto& pair =
            pairs[random_word(row * 64 + group + selector * 5000) % (kBits == 32 ? 2 : 6)];
        metadata[row] |= static_cast<unsigned long long>(pair[0] | pair[1] << 2) << 4 * group;
        if (kBits == 32) {
          there[row][next++] = group * 2 + pair[0] / 2;
        } else {
          for (const unsigned unit : pair) {
            for (int i = 0; i < (kBits == 4 ? 2 : 1); ++i)
              there[row][next++] = (group * 4 + unit) * (kBits == 4 ? 2 : 1) + i;
          }
        }
      }
    }
    std::memset(words, 0, 4 * 32 * 9);
    const auto put = [&](int word, int lane, int element, unsigned bits) {
      words[word * 32 + lane] |= bits << element * kBits;
    };
    for (int lane = 0; lane < 32; ++lane) {
      for (int w = 0; w < kWords; ++w) {
        for (int i = 0; i < kInWord; ++i) {
          // A: words of rows g and g + 8 in turn; B: one after the other.
          const int row = lane / 4 + w % 2 * 8, k = (w / 2 * 4 + lane % 4) * kInWord + i;
          put(w, lane, i, bits_of_number(F::kA, value(F::kA, 1, row * 256 + k)));
          const int line = (w * 4 + lane % 4) * kInWord + i, column = lane / 4;
          put(kWords + w, lane, i, bits_of_number(F::kB, value(F::kB, 2, line * 8 + column)));
        }
      }
    }
    // Metadata of lanes that nobody asks are others.
    unsigned* e = words + 2 * kWords * 32;
    for (int lane = 0; lane < 32; ++lane) e[lane] = random_word(lane) & 0x44444444u | 0x88888888u;
    for (int row = 0; row < 16; ++row) {
      const int first = row % 8 * 4, half = row / 8;
      const auto set16 = [&](int lane, unsigned long long bits) {
        e[lane] = (e[lane] & (half ? 0xffffu : 0xffff0000u)) |
                  (static_cast<unsigned>(bits) & 0xffff) << 16 * half;
      };
      if (kUnits == 16) {
        set16(first + selector, metadata[row]);
      } else if (kUnits == 32 && kBits >= 16) {
        set16(first + selector * 2, metadata[row]);
        set16(first + selector * 2 + 1, metadata[row] >> 16);
      } else if (kUnits == 32) {
        e[first + selector * 2 + half] = static_cast<unsigned>(metadata[row]);
      } else {
        e[first + half] = static_cast<unsigned>(metadata[row]);
        e[first + half + 2] = static_cast<unsigned>(metadata[row] >> 32);
      }
    }
    const auto sum_at = [](int row, int column) {
      return (row / 8 * 2 + column % 2) * 32 + row % 8 * 4 + column / 2;
    };
    for (int i = 0; i < 128; ++i)
      sums[sum_at(i / 8, i % 8)] = static_cast<typename F::Sum>(i % 11 - 5);
    multiply<F><<<1, 32>>>(words, sums, selector);
    cuda(cudaGetLastError(), F::kName);
    cuda(cudaDeviceSynchronize(), F::kName);
    for (int i = 0; i < 128; ++i) {
      const int row = i / 8, column = i % 8;
      double want = i % 11 - 5;
      for (int k = 0; k < kThere; ++k)
        want += value(F::kA, 1, row * 256 + k) * value(F::kB, 2, there[row][k] * 8 + column);
      const double got = static_cast<double>(sums[sum_at(row, column)]);
      if (got == want) continue;
      if (++failures < 20)
        std::fprintf(stderr, "FAIL %s, selector %d, %d %d: %g, not %g\n", F::kName, selector, row,
                     column, got, want);
    }
  }
  cudaFree(words), cudaFree(sums);
}

// A number that is not one, where no row looks.
__global__ void beside_nothing(float* d) {
  const unsigned one = 0x3c003c00u, nan = 0x7e003c00u;  // lane t: k = 2 t and 2 t + 1
  float sums[4];
  asm volatile(
      "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
      "{%4, %4}, {%5, %5}, {%6, %6, %6, %6}, %7, 0;"
      : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
      : "r"(one), "r"(nan), "f"(0.5f), "r"(0x88888888u));  // of each four the first and the third
  for (int i = 0; i < 4; ++i) d[i * 32 + threadIdx.x] = sums[i];
}

int main() {
  test<F16K16>();
  test<F16K32>();
  test<Bf16K16>();
  test<Bf16K32>();
  test<Tf32K8>();
  test<Tf32K16>();
  test<E4E5>();
  test<E5E4>();
  test<S8K32>();
  test<U8K64>();
  test<S4K64>();
  test<U4K128>();
  float* d = nullptr;
  cuda(cudaMallocManaged(&d, 128 * 4), "malloc");
  beside_nothing<<<1, 32>>>(d);
  cuda(cudaDeviceSynchronize(), "beside_nothing");
  for (int i = 0; i < 128; ++i) {
    if (d[i] == 8.5f) continue;
    if (++failures < 20) std::fprintf(stderr, "FAIL NaN beside: %d: %g\n", i, d[i]);
  }
  return failures != 0;
}
