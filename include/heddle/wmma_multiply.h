// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma::mma_sync and bmma_sync, by mma.sync.
#pragma once

namespace heddle_wmma {

// The word `index` of what a thread stores of an operand.
template <typename Stored>
__device__ inline unsigned int word(const Stored* x, int index) {
  unsigned int bits;
  __builtin_memcpy(&bits, reinterpret_cast<const char*>(x) + index * 4, 4);
  return bits;
}

// One mma.sync each. `a`: words of 16 rows (of 8 where M_ is 8), `b`: of 8 columns, from word
// `at_*` on; sums of four elements (of two where M_ is 8).
#define HEDDLE_WMMA_A4 \
  "r"(word(a, at_a)), "r"(word(a, at_a + 1)), "r"(word(a, at_a + 2)), "r"(word(a, at_a + 3))
#define HEDDLE_WMMA_A2 "r"(word(a, at_a)), "r"(word(a, at_a + 1))
#define HEDDLE_WMMA_B2 "r"(word(b, at_b)), "r"(word(b, at_b + 1))
#define HEDDLE_WMMA_B1 "r"(word(b, at_b))

template <typename T, typename S_>
struct Multiply;

#define HEDDLE_WMMA_FLOATS(T, shape, name)                                                        \
  template <>                                                                                     \
  struct Multiply<T, float> {                                                                     \
    template <typename Stored>                                                                    \
    __device__ static void run(float* d, const Stored* a, int at_a, const Stored* b, int at_b,    \
                               const float* c, bool) {                                            \
      float r0, r1, r2, r3;                                                                       \
      asm volatile("mma.sync.aligned." shape ".row.col.f32." name "." name                        \
                   ".f32 "                                                                        \
                   "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"          \
                   : "=f"(r0), "=f"(r1), "=f"(r2), "=f"(r3)                                       \
                   : HEDDLE_WMMA_A4, HEDDLE_WMMA_B2, "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3])); \
      d[0] = r0, d[1] = r1, d[2] = r2, d[3] = r3;                                                 \
    }                                                                                             \
  };
HEDDLE_WMMA_FLOATS(__half, "m16n8k16", "f16")
HEDDLE_WMMA_FLOATS(__nv_bfloat16, "m16n8k16", "bf16")
#undef HEDDLE_WMMA_FLOATS

// A GPU of sm_90 multiplies four k after the other four, which shows in how sums are cut off.
template <>
struct Multiply<wmma::precision::tf32, float> {
  __device__ static void run(float* d, const float* a, int at_a, const float* b, int at_b,
                             const float* c, bool) {
    float r0 = c[0], r1 = c[1], r2 = c[2], r3 = c[3];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      asm volatile(
          "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 "
          "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
          : "+f"(r0), "+f"(r1), "+f"(r2), "+f"(r3)
          : "r"(word(a, at_a + 2 * half)), "r"(word(a, at_a + 2 * half + 1)),
            "r"(word(b, at_b + half)));
    }
    d[0] = r0, d[1] = r1, d[2] = r2, d[3] = r3;
  }
};

template <>
struct Multiply<__half, __half> {
  __device__ static void run(__half* d, const __half* a, int at_a, const __half* b, int at_b,
                             const __half* c, bool) {
    unsigned int r[2];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
        : "=r"(r[0]), "=r"(r[1])
        : HEDDLE_WMMA_A4, HEDDLE_WMMA_B2, "r"(word(c, 0)), "r"(word(c, 1)));
    __builtin_memcpy(d, r, 8);
  }
};

// An instruction of integers: D of two or four words.
#define HEDDLE_WMMA_FOUR(instruction)                                              \
  asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};" \
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)                            \
               : HEDDLE_WMMA_A2, HEDDLE_WMMA_B1, "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))
#define HEDDLE_WMMA_TWO(instruction)                          \
  asm volatile(instruction " {%0, %1}, {%2}, {%3}, {%4, %5};" \
               : "=r"(r0), "=r"(r1)                           \
               : "r"(a[0]), "r"(b[0]), "r"(c[0]), "r"(c[1]))

#define HEDDLE_WMMA_INTEGERS(T, name)                                                              \
  template <>                                                                                      \
  struct Multiply<T, int> {                                                                        \
    __device__ static void run(int* d, const T* a, int at_a, const T* b, int at_b, const int* c,   \
                               bool saturates) {                                                   \
      int r0, r1, r2, r3;                                                                          \
      if (saturates) {                                                                             \
        HEDDLE_WMMA_FOUR("mma.sync.aligned.m16n8k16.row.col.satfinite.s32." name "." name ".s32"); \
      } else {                                                                                     \
        HEDDLE_WMMA_FOUR("mma.sync.aligned.m16n8k16.row.col.s32." name "." name ".s32");           \
      }                                                                                            \
      d[0] = r0, d[1] = r1, d[2] = r2, d[3] = r3;                                                  \
    }                                                                                              \
  };
HEDDLE_WMMA_INTEGERS(signed char, "s8")
HEDDLE_WMMA_INTEGERS(char, "s8")
HEDDLE_WMMA_INTEGERS(unsigned char, "u8")
#undef HEDDLE_WMMA_INTEGERS

template <>
struct Multiply<double, double> {
  __device__ static void run(double* d, const double* a, int, const double* b, int, const double* c,
                             bool) {
    double r0, r1;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
                 : "=d"(r0), "=d"(r1)
                 : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]));
    d[0] = r0, d[1] = r1;
  }
};

#define HEDDLE_WMMA_PACKED(T, name)                                                              \
  template <>                                                                                    \
  struct Multiply<wmma::experimental::precision::T, int> {                                       \
    __device__ static void run(int* d, const unsigned* a, int, const unsigned* b, int,           \
                               const int* c, bool saturates) {                                   \
      int r0, r1;                                                                                \
      if (saturates) {                                                                           \
        HEDDLE_WMMA_TWO("mma.sync.aligned.m8n8k32.row.col.satfinite.s32." name "." name ".s32"); \
      } else {                                                                                   \
        HEDDLE_WMMA_TWO("mma.sync.aligned.m8n8k32.row.col.s32." name "." name ".s32");           \
      }                                                                                          \
      d[0] = r0, d[1] = r1;                                                                      \
    }                                                                                            \
  };
HEDDLE_WMMA_PACKED(s4, "s4")
HEDDLE_WMMA_PACKED(u4, "u4")
#undef HEDDLE_WMMA_PACKED

inline __device__ void count_bits(int* d, const unsigned* a, const unsigned* b, const int* c,
                                  bool differ) {
  int r0, r1;
  if (differ) {
    HEDDLE_WMMA_TWO("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc");
  } else {
    HEDDLE_WMMA_TWO("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc");
  }
  d[0] = r0, d[1] = r1;
}
#undef HEDDLE_WMMA_FOUR
#undef HEDDLE_WMMA_TWO
#undef HEDDLE_WMMA_A4
#undef HEDDLE_WMMA_A2
#undef HEDDLE_WMMA_B2
#undef HEDDLE_WMMA_B1

}  // namespace heddle_wmma

namespace nvcuda {
namespace wmma {

template <int m, int n, int k, typename T, typename LayoutA, typename LayoutB, typename D_,
          typename C_>
__device__ inline void mma_sync(fragment<accumulator, m, n, k, D_>& d,
                                const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                                const fragment<accumulator, m, n, k, C_>& c, bool satf = false) {
  using namespace heddle_wmma;
  constexpr int kBits = Element<T>::kBits;
  if constexpr (!kSame<C_, D_>) {
    // D of another type than C: a half is exact as a float, and a float is rounded to a half.
    static_assert(kSame<T, __half>, "wmma: C and D are of one type");
    fragment<accumulator, m, n, k, float> sum;
    for (int i = 0; i < c.num_elements; ++i) sum.x[i] = static_cast<float>(c.x[i]);
    mma_sync(sum, a, b, sum);
    for (int i = 0; i < c.num_elements; ++i) d.x[i] = static_cast<D_>(sum.x[i]);
  } else if constexpr (m == 8 && n == 8) {
    Multiply<T, C_>::run(d.x, a.x, 0, b.x, 0, c.x, satf);
  } else {
    constexpr int kWordsA = 16 * k * kBits / 1024, kWordsB = 8 * k * kBits / 1024;
#pragma unroll
    for (int tile = 0; tile < 2; ++tile) {
      if constexpr (kTransposed<m, n>) {
        Multiply<T, C_>::run(d.x + 4 * tile, b.x, tile * kWordsA, a.x, 0, c.x + 4 * tile, satf);
      } else {
        Multiply<T, C_>::run(d.x + 4 * tile, a.x, m == 32 ? tile * kWordsA : 0, b.x,
                             m == 32 ? 0 : tile * kWordsB, c.x + 4 * tile, satf);
      }
    }
  }
}

__device__ inline void bmma_sync(
    fragment<accumulator, 8, 8, 128, int>& d,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
    const fragment<accumulator, 8, 8, 128, int>& c,
    experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  heddle_wmma::count_bits(d.x, a.x, b.x, c.x, operation == experimental::bmmaBitOpXOR);
}

namespace experimental {
using wmma::bmma_sync;
}

}  // namespace wmma
}  // namespace nvcuda
