// SPDX-License-Identifier: Apache-2.0
// Every form of mma.sync of sm_70 to sm_90 (PTX ISA, "mma"): in kForms what it is, in Mma a
// function of words. A form is known by its place in the list: h200.inc has the same order.
#pragma once

#include "fragments.cuh"

struct Form {
  enum Mode { kPlain, kSaturate, kXor, kAnd };
  const char* name;
  int m, n, k;
  Type d, a, b, c;
  Mode mode;
  bool a_columns, b_columns;  // .col: of m8n8k4 of halves alone may this differ
  int matrices;               // products in one instruction

  // Words of a lane.
  __host__ __device__ constexpr int words_d() const { return m * n * matrices * bits_of(d) / 1024; }
  __host__ __device__ constexpr int words_a() const { return m * k * matrices * bits_of(a) / 1024; }
  __host__ __device__ constexpr int words_b() const { return k * n * matrices * bits_of(b) / 1024; }
  __host__ __device__ constexpr int words_c() const { return m * n * matrices * bits_of(c) / 1024; }
};

// clang-format off
// FORM(registers, M, K, layouts, types of D, A, B, C, words behind, mode, .col of A, of B, products).
#define HALVES(K, floats, halves)                                          \
  FORM(floats, 16, K, ".row.col", f32, f16, f16, f32, "", kPlain, 0, 1, 1)   \
  FORM(halves, 16, K, ".row.col", f16, f16, f16, f16, "", kPlain, 0, 1, 1)   \
  FORM(floats, 16, K, ".row.col", f32, bf16, bf16, f32, "", kPlain, 0, 1, 1)
#define TF32(K, registers) \
  FORM(registers, 16, K, ".row.col", f32, tf32, tf32, f32, "", kPlain, 0, 1, 1)
#define BYTES_OF(K, floats, halves, A, B)                               \
  FORM(floats, 16, K, ".row.col", f32, A, B, f32, "", kPlain, 0, 1, 1)    \
  FORM(halves, 16, K, ".row.col", f16, A, B, f16, "", kPlain, 0, 1, 1)
#define BYTES(A, B)                              \
  BYTES_OF(16, F4_R2_R1_F4, R2_R2_R1_R2, A, B)   \
  BYTES_OF(32, F4_R4_R2_F4, R2_R4_R2_R2, A, B)
#define DOUBLES(registers, M, K) \
  FORM(registers, M, K, ".row.col", f64, f64, f64, f64, "", kPlain, 0, 1, 1)
#define INTEGERS_OF(registers, M, K, A, B)                                                  \
  FORM(registers, M, K, ".row.col", s32, A, B, s32, "", kPlain, 0, 1, 1)                    \
  FORM(registers, M, K, ".row.col.satfinite", s32, A, B, s32, "", kSaturate, 0, 1, 1)
#define INTEGERS(registers, M, K, S, U)                                             \
  INTEGERS_OF(registers, M, K, S, S) INTEGERS_OF(registers, M, K, S, U)             \
  INTEGERS_OF(registers, M, K, U, S) INTEGERS_OF(registers, M, K, U, U)
#define BITS(registers, M, K)                                                   \
  FORM(registers, M, K, ".row.col", s32, b1, b1, s32, ".xor.popc", kXor, 0, 1, 1) \
  FORM(registers, M, K, ".row.col", s32, b1, b1, s32, ".and.popc", kAnd, 0, 1, 1)
#define QUADS(layouts, a_columns, b_columns)                                                      \
  FORM(R4_R2_R2_R4, 8, 4, layouts, f16, f16, f16, f16, "", kPlain, a_columns, b_columns, 4)         \
  FORM(F8_R2_R2_R4, 8, 4, layouts, f32, f16, f16, f16, "", kPlain, a_columns, b_columns, 4)         \
  FORM(F8_R2_R2_F8, 8, 4, layouts, f32, f16, f16, f32, "", kPlain, a_columns, b_columns, 4)
#define ALL_FORMS                                                                         \
  HALVES(8, F4_R2_R1_F4, R2_R2_R1_R2) HALVES(16, F4_R4_R2_F4, R2_R4_R2_R2)              \
  TF32(4, F4_R2_R1_F4) TF32(8, F4_R4_R2_F4)                                             \
  BYTES(e4m3, e4m3) BYTES(e4m3, e5m2) BYTES(e5m2, e4m3) BYTES(e5m2, e5m2)               \
  DOUBLES(D2_D1_D1_D2, 8, 4) DOUBLES(D4_D2_D1_D4, 16, 4)                                \
  DOUBLES(D4_D4_D2_D4, 16, 8) DOUBLES(D4_D8_D4_D4, 16, 16)                              \
  INTEGERS(R2_R1_R1_R2, 8, 16, s8, u8) INTEGERS(R4_R2_R1_R4, 16, 16, s8, u8)            \
  INTEGERS(R4_R4_R2_R4, 16, 32, s8, u8)                                                 \
  INTEGERS(R2_R1_R1_R2, 8, 32, s4, u4) INTEGERS(R4_R2_R1_R4, 16, 32, s4, u4)            \
  INTEGERS(R4_R4_R2_R4, 16, 64, s4, u4)                                                 \
  BITS(R2_R1_R1_R2, 8, 128) BITS(R4_R2_R1_R4, 16, 128) BITS(R4_R4_R2_R4, 16, 256)       \
  QUADS(".row.row", 0, 0) QUADS(".row.col", 0, 1) QUADS(".col.row", 1, 0) QUADS(".col.col", 1, 1)

#define FORM_NAME(M, K, layouts, D, A, B, C, behind) \
  "mma.sync.aligned.m" #M "n8k" #K layouts "." #D "." #A "." #B "." #C behind
#define FORM(registers, M, K, layouts, D, A, B, C, behind, mode, a_columns, b_columns, products) \
  {FORM_NAME(M, K, layouts, D, A, B, C, behind), M, 8, K, Type::D, Type::A, Type::B, Type::C,         \
   Form::mode, a_columns, b_columns, products},
constexpr Form kForms[] = {ALL_FORMS};
#undef FORM
constexpr int kFormCount = sizeof kForms / sizeof kForms[0];

// The registers of D, A, B and C and their numbers; R is a word, F a float, D a double.
#define REGISTERS_F4_R2_R1_F4 F4, R2, R1, F4, "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
#define REGISTERS_F4_R4_R2_F4 F4, R4, R2, F4, "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
#define REGISTERS_R2_R2_R1_R2 R2, R2, R1, R2, "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
#define REGISTERS_R2_R4_R2_R2 R2, R4, R2, R2, "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
#define REGISTERS_D2_D1_D1_D2 D2, D1, D1, D2, "{%0, %1}, {%2}, {%3}, {%4, %5};"
#define REGISTERS_D4_D2_D1_D4 D4, D2, D1, D4, "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
#define REGISTERS_D4_D4_D2_D4 D4, D4, D2, D4, "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
#define REGISTERS_D4_D8_D4_D4 D4, D8, D4, D4, "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, " \
                                    "{%12, %13, %14, %15}, {%16, %17, %18, %19};"
#define REGISTERS_R2_R1_R1_R2 R2, R1, R1, R2, "{%0, %1}, {%2}, {%3}, {%4, %5};"
#define REGISTERS_R4_R2_R1_R4 R4, R2, R1, R4, "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
#define REGISTERS_R4_R4_R2_R4 R4, R4, R2, R4, "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
#define REGISTERS_R4_R2_R2_R4 R4, R2, R2, R4, "{%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};"
#define REGISTERS_F8_R2_R2_R4 F8, R2, R2, R4, "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15};"
#define REGISTERS_F8_R2_R2_F8 F8, R2, R2, F8, "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, " \
                                    "{%12, %13, %14, %15, %16, %17, %18, %19};"

#define IN_R(w, i) "r"(w[i])
#define IN_F(w, i) "f"(__uint_as_float(w[i]))
#define IN_D(w, i) "d"(__hiloint2double(w[2 * (i) + 1], w[2 * (i)]))
#define OUT_R(x, i) "=r"(x[i])
#define OUT_F(x, i) "=f"(x[i])
#define OUT_D(x, i) "=d"(x[i])
#define LIST_1(one, x) one(x, 0)
#define LIST_2(one, x) one(x, 0), one(x, 1)
#define LIST_4(one, x) LIST_2(one, x), one(x, 2), one(x, 3)
#define LIST_8(one, x) LIST_4(one, x), one(x, 4), one(x, 5), one(x, 6), one(x, 7)
#define IN_R1(w) LIST_1(IN_R, w)
#define IN_R2(w) LIST_2(IN_R, w)
#define IN_R4(w) LIST_4(IN_R, w)
#define IN_F4(w) LIST_4(IN_F, w)
#define IN_F8(w) LIST_8(IN_F, w)
#define IN_D1(w) LIST_1(IN_D, w)
#define IN_D2(w) LIST_2(IN_D, w)
#define IN_D4(w) LIST_4(IN_D, w)
#define IN_D8(w) LIST_8(IN_D, w)
#define OUT_R2 LIST_2(OUT_R, x)
#define OUT_R4 LIST_4(OUT_R, x)
#define OUT_F4 LIST_4(OUT_F, x)
#define OUT_F8 LIST_8(OUT_F, x)
#define OUT_D2 LIST_2(OUT_D, x)
#define OUT_D4 LIST_4(OUT_D, x)
#define LOCAL_R2 unsigned x[2]
#define LOCAL_R4 unsigned x[4]
#define LOCAL_F4 float x[4]
#define LOCAL_F8 float x[8]
#define LOCAL_D2 double x[2]
#define LOCAL_D4 double x[4]

__device__ inline void put_word(unsigned* d, int i, unsigned x) { d[i] = x; }
__device__ inline void put_word(unsigned* d, int i, float x) { d[i] = __float_as_uint(x); }
__device__ inline void put_word(unsigned* d, int i, double x) {
  d[2 * i] = __double2loint(x);
  d[2 * i + 1] = __double2hiint(x);
}

template <int FORM>
struct Mma;
constexpr int kFirstForm = __COUNTER__ + 1;

#define FUNCTION(...) FUNCTION_OF(__VA_ARGS__)
#define FUNCTION_OF(D, A, B, C, registers, name)                                                     \
  template <>                                                                                        \
  struct Mma<__COUNTER__ - kFirstForm> {                                                             \
    static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) { \
      LOCAL_##D;                                                                                     \
      asm volatile(name " " registers : OUT_##D : IN_##A(a), IN_##B(b), IN_##C(c));                  \
      for (int i = 0; i < int(sizeof x / sizeof x[0]); ++i) put_word(d, i, x[i]);                    \
    }                                                                                                \
  };
#define FORM(registers, M, K, layouts, D, A, B, C, behind, mode, a_columns, b_columns, products) \
  FUNCTION(REGISTERS_##registers, FORM_NAME(M, K, layouts, D, A, B, C, behind))
ALL_FORMS
#undef FORM
// clang-format on
