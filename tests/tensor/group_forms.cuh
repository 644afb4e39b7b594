// SPDX-License-Identifier: Apache-2.0
// Every form of wgmma at N = 8, A in registers, and of mma.sp: what it is, and a function of words.
// A form is known by its place in the list: h200_groups.inc has the same order.
#pragma once

#include "fragments.cuh"

template <int FORM>
struct Group;
template <int FORM>
struct Sparse;

// clang-format off
#define OUT2(c) c(x[0]), c(x[1])
#define OUT4(c) OUT2(c), c(x[2]), c(x[3])
#define WORDS2(w) "r"(w[0]), "r"(w[1])
#define WORDS4(w) WORDS2(w), "r"(w[2]), "r"(w[3])
#define F_IN(w) __uint_as_float(w)
#define F_OUT(w) __float_as_uint(w)
#define R_IN(w) (w)
#define R_OUT(w) (w)

// D of R registers; p: where the descriptor of B is, and the predicate.
#define GROUP_OF(R, KIND, REGISTER, c, d_text, a_text, b_text, p_text, name, D, A, B, behind)             \
  template <>                                                                                             \
  struct Group<__COUNTER__ - kFirstGroup> {                                                               \
    static constexpr const char* kName = name;                                                            \
    static constexpr Type kA = Type::A, kB = Type::B, kD = Type::D;                                       \
    static constexpr int kWords = R;                                                                      \
    static __device__ void run(unsigned* d, const unsigned* a, unsigned long long b, const unsigned* c_, int add) { \
      REGISTER x[R];                                                                                      \
      for (int i = 0; i < R; ++i) x[i] = KIND##_IN(c_[i]);                                                \
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                             \
      asm volatile("{ .reg .pred p; setp.ne.b32 p, " p_text ", 0;\n" name " " d_text ", " a_text ", " b_text ", p" behind "; }" \
                   : OUT##R(c) : WORDS4(a), "l"(b), "r"(add) : "memory");                                 \
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");                                      \
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");                                      \
      for (int i = 0; i < R; ++i) d[i] = KIND##_OUT(x[i]);                                                \
    }                                                                                                     \
  };
#define GROUP_NAME(K, saturate, D, A, B) "wgmma.mma_async.sync.aligned.m64n8k" #K saturate "." #D "." #A "." #B
#define GROUP_FLOAT(K, A, B, behind) \
  GROUP_OF(4, F, float, "+f", "{%0, %1, %2, %3}", "{%4, %5, %6, %7}", "%8", "%9", GROUP_NAME(K, "", f32, A, B), f32, A, B, behind)
#define GROUP_HALF(K, A, B, behind) \
  GROUP_OF(2, R, unsigned, "+r", "{%0, %1}", "{%2, %3, %4, %5}", "%6", "%7", GROUP_NAME(K, "", f16, A, B), f16, A, B, behind)
#define GROUP_INTEGER(K, saturate, A, B, operation) \
  GROUP_OF(4, R, unsigned, "+r", "{%0, %1, %2, %3}", "{%4, %5, %6, %7}", "%8", "%9", GROUP_NAME(K, saturate, s32, A, B) operation, s32, A, B, "")
#define GROUP_INTEGERS(A, B) GROUP_INTEGER(32, "", A, B, "") GROUP_INTEGER(32, ".satfinite", A, B, "")
constexpr int kFirstGroup = __COUNTER__ + 1;
GROUP_FLOAT(16, f16, f16, ", 1, 1, 0") GROUP_HALF(16, f16, f16, ", 1, 1, 0")
GROUP_FLOAT(16, bf16, bf16, ", 1, 1, 0") GROUP_FLOAT(8, tf32, tf32, ", 1, 1")
GROUP_FLOAT(32, e4m3, e4m3, ", 1, 1") GROUP_FLOAT(32, e4m3, e5m2, ", 1, 1")
GROUP_FLOAT(32, e5m2, e4m3, ", 1, 1") GROUP_FLOAT(32, e5m2, e5m2, ", 1, 1")
GROUP_HALF(32, e4m3, e4m3, ", 1, 1") GROUP_HALF(32, e4m3, e5m2, ", 1, 1")
GROUP_HALF(32, e5m2, e4m3, ", 1, 1") GROUP_HALF(32, e5m2, e5m2, ", 1, 1")
GROUP_INTEGERS(s8, s8) GROUP_INTEGERS(s8, u8) GROUP_INTEGERS(u8, s8) GROUP_INTEGERS(u8, u8)
GROUP_INTEGER(256, "", b1, b1, ".and.popc")
constexpr int kGroups = __COUNTER__ - kFirstGroup;

#define SPARSE_OF(R, W, KIND, REGISTER, c_out, c_in, text, e_text, name, D, A, B, SELECTORS)               \
  template <>                                                                                             \
  struct Sparse<__COUNTER__ - kFirstSparse> {                                                             \
    static constexpr const char* kName = name;                                                            \
    static constexpr Type kA = Type::A, kB = Type::B, kD = Type::D;                                       \
    static constexpr int kWordsOfOperand = W, kWords = R, kSelectors = SELECTORS;                         \
    static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c, unsigned e, int f) { \
      REGISTER x[R] = {};                                                                                 \
      for (int i = 0; i < R; ++i) x[i] = KIND##_IN(c[i]);                                                 \
      SPARSE_IF(0, R, W, c_out, text, e_text, name)                                                       \
      if constexpr (SELECTORS > 1) SPARSE_IF(1, R, W, c_out, text, e_text, name)                          \
      if constexpr (SELECTORS > 2) SPARSE_IF(2, R, W, c_out, text, e_text, name)                          \
      if constexpr (SELECTORS > 2) SPARSE_IF(3, R, W, c_out, text, e_text, name)                          \
      for (int i = 0; i < R; ++i) d[i] = KIND##_OUT(x[i]);                                                \
    }                                                                                                     \
  };
// Where there is no such selector: 0, in code that is not made.
#define SPARSE_IF(F, R, W, c, text, e_text, name)                                                          \
  if (f == F) asm volatile(name " " text ", " e_text ", %" #R ";" : OUT##R(c) : "n"(F < kSelectors ? F : 0), WORDS##W(a), WORDS##W(b), "r"(e));
#define SPARSE_NAME(K, saturate, D, A, B) "mma.sp::ordered_metadata.sync.aligned.m16n8k" #K ".row.col" saturate "." #D "." #A "." #B "." #D
#define SPARSE_4_2 "{%0, %1, %2, %3}, {%5, %6}, {%7, %8}, {%0, %1, %2, %3}"
#define SPARSE_4_4 "{%0, %1, %2, %3}, {%5, %6, %7, %8}, {%9, %10, %11, %12}, {%0, %1, %2, %3}"
#define SPARSE_2_2 "{%0, %1}, {%3, %4}, {%5, %6}, {%0, %1}"
#define SPARSE_2_4 "{%0, %1}, {%3, %4, %5, %6}, {%7, %8, %9, %10}, {%0, %1}"
#define SPARSE_FLOAT_2(K, A, B, S) SPARSE_OF(4, 2, F, float, "+f", "f", SPARSE_4_2, "%9", SPARSE_NAME(K, "", f32, A, B), f32, A, B, S)
#define SPARSE_FLOAT_4(K, A, B, S) SPARSE_OF(4, 4, F, float, "+f", "f", SPARSE_4_4, "%13", SPARSE_NAME(K, "", f32, A, B), f32, A, B, S)
#define SPARSE_HALF_2(K, A, B, S) SPARSE_OF(2, 2, R, unsigned, "+r", "r", SPARSE_2_2, "%7", SPARSE_NAME(K, "", f16, A, B), f16, A, B, S)
#define SPARSE_HALF_4(K, A, B, S) SPARSE_OF(2, 4, R, unsigned, "+r", "r", SPARSE_2_4, "%11", SPARSE_NAME(K, "", f16, A, B), f16, A, B, S)
#define SPARSE_INTEGER_2(K, saturate, A, B) SPARSE_OF(4, 2, R, unsigned, "+r", "r", SPARSE_4_2, "%9", SPARSE_NAME(K, saturate, s32, A, B), s32, A, B, 2)
#define SPARSE_INTEGER_4(K, saturate, A, B) SPARSE_OF(4, 4, R, unsigned, "+r", "r", SPARSE_4_4, "%13", SPARSE_NAME(K, saturate, s32, A, B), s32, A, B, 1)
#define SPARSE_INTEGERS(K, K2, A, B) \
  SPARSE_INTEGER_2(K, "", A, B) SPARSE_INTEGER_4(K2, "", A, B) SPARSE_INTEGER_2(K, ".satfinite", A, B) SPARSE_INTEGER_4(K2, ".satfinite", A, B)
constexpr int kFirstSparse = __COUNTER__ + 1;
SPARSE_FLOAT_2(16, f16, f16, 4) SPARSE_FLOAT_4(32, f16, f16, 2)
SPARSE_HALF_2(16, f16, f16, 4) SPARSE_HALF_4(32, f16, f16, 2)
SPARSE_FLOAT_2(16, bf16, bf16, 4) SPARSE_FLOAT_4(32, bf16, bf16, 2)
SPARSE_FLOAT_2(8, tf32, tf32, 4) SPARSE_FLOAT_4(16, tf32, tf32, 2)
SPARSE_FLOAT_4(64, e4m3, e4m3, 1) SPARSE_FLOAT_4(64, e4m3, e5m2, 1)
SPARSE_FLOAT_4(64, e5m2, e4m3, 1) SPARSE_FLOAT_4(64, e5m2, e5m2, 1)
SPARSE_INTEGERS(32, 64, s8, s8) SPARSE_INTEGERS(32, 64, s8, u8) SPARSE_INTEGERS(32, 64, u8, s8) SPARSE_INTEGERS(32, 64, u8, u8)
SPARSE_INTEGERS(64, 128, s4, s4) SPARSE_INTEGERS(64, 128, s4, u4) SPARSE_INTEGERS(64, 128, u4, s4) SPARSE_INTEGERS(64, 128, u4, u4)
constexpr int kSparses = __COUNTER__ - kFirstSparse;
// clang-format on
