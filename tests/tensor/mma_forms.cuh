// SPDX-License-Identifier: Apache-2.0
// Made by make_forms: every form of mma.sync of sm_70 to sm_90, a row and a function of words each.
// clang-format off
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

constexpr Form kForms[] = {
    {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 16, 8, 8, Type::f32, Type::f16, Type::f16, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", 16, 8, 8, Type::f16, Type::f16, Type::f16, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", 16, 8, 8, Type::f32, Type::bf16, Type::bf16, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 16, 8, 16, Type::f32, Type::f16, Type::f16, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 16, 8, 16, Type::f16, Type::f16, Type::f16, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 16, 8, 16, Type::f32, Type::bf16, Type::bf16, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", 16, 8, 4, Type::f32, Type::tf32, Type::tf32, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 16, 8, 8, Type::f32, Type::tf32, Type::tf32, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32", 16, 8, 16, Type::f32, Type::e4m3, Type::e4m3, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e4m3.f16", 16, 8, 16, Type::f16, Type::e4m3, Type::e4m3, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", 16, 8, 32, Type::f32, Type::e4m3, Type::e4m3, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16", 16, 8, 32, Type::f16, Type::e4m3, Type::e4m3, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e5m2.f32", 16, 8, 16, Type::f32, Type::e4m3, Type::e5m2, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e5m2.f16", 16, 8, 16, Type::f16, Type::e4m3, Type::e5m2, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32", 16, 8, 32, Type::f32, Type::e4m3, Type::e5m2, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e5m2.f16", 16, 8, 32, Type::f16, Type::e4m3, Type::e5m2, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e4m3.f32", 16, 8, 16, Type::f32, Type::e5m2, Type::e4m3, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e4m3.f16", 16, 8, 16, Type::f16, Type::e5m2, Type::e4m3, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32", 16, 8, 32, Type::f32, Type::e5m2, Type::e4m3, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16", 16, 8, 32, Type::f16, Type::e5m2, Type::e4m3, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32", 16, 8, 16, Type::f32, Type::e5m2, Type::e5m2, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e5m2.f16", 16, 8, 16, Type::f16, Type::e5m2, Type::e5m2, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", 16, 8, 32, Type::f32, Type::e5m2, Type::e5m2, Type::f32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16", 16, 8, 32, Type::f16, Type::e5m2, Type::e5m2, Type::f16, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", 8, 8, 4, Type::f64, Type::f64, Type::f64, Type::f64, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64", 16, 8, 4, Type::f64, Type::f64, Type::f64, Type::f64, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64", 16, 8, 8, Type::f64, Type::f64, Type::f64, Type::f64, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", 16, 8, 16, Type::f64, Type::f64, Type::f64, Type::f64, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", 8, 8, 16, Type::s32, Type::s8, Type::s8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32", 8, 8, 16, Type::s32, Type::s8, Type::s8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32", 8, 8, 16, Type::s32, Type::s8, Type::u8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32", 8, 8, 16, Type::s32, Type::s8, Type::u8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32", 8, 8, 16, Type::s32, Type::u8, Type::s8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.s8.s32", 8, 8, 16, Type::s32, Type::u8, Type::s8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32", 8, 8, 16, Type::s32, Type::u8, Type::u8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.u8.s32", 8, 8, 16, Type::s32, Type::u8, Type::u8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", 16, 8, 16, Type::s32, Type::s8, Type::s8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32", 16, 8, 16, Type::s32, Type::s8, Type::s8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32", 16, 8, 16, Type::s32, Type::s8, Type::u8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.u8.s32", 16, 8, 16, Type::s32, Type::s8, Type::u8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32", 16, 8, 16, Type::s32, Type::u8, Type::s8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.s8.s32", 16, 8, 16, Type::s32, Type::u8, Type::s8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32", 16, 8, 16, Type::s32, Type::u8, Type::u8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.u8.s32", 16, 8, 16, Type::s32, Type::u8, Type::u8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 16, 8, 32, Type::s32, Type::s8, Type::s8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", 16, 8, 32, Type::s32, Type::s8, Type::s8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32", 16, 8, 32, Type::s32, Type::s8, Type::u8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32", 16, 8, 32, Type::s32, Type::s8, Type::u8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", 16, 8, 32, Type::s32, Type::u8, Type::s8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32", 16, 8, 32, Type::s32, Type::u8, Type::s8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32", 16, 8, 32, Type::s32, Type::u8, Type::u8, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32", 16, 8, 32, Type::s32, Type::u8, Type::u8, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32", 8, 8, 32, Type::s32, Type::s4, Type::s4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.s4.s32", 8, 8, 32, Type::s32, Type::s4, Type::s4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32", 8, 8, 32, Type::s32, Type::s4, Type::u4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.u4.s32", 8, 8, 32, Type::s32, Type::s4, Type::u4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32", 8, 8, 32, Type::s32, Type::u4, Type::s4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.s4.s32", 8, 8, 32, Type::s32, Type::u4, Type::s4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32", 8, 8, 32, Type::s32, Type::u4, Type::u4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.u4.s32", 8, 8, 32, Type::s32, Type::u4, Type::u4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32", 16, 8, 32, Type::s32, Type::s4, Type::s4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.s4.s32", 16, 8, 32, Type::s32, Type::s4, Type::s4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s4.u4.s32", 16, 8, 32, Type::s32, Type::s4, Type::u4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.u4.s32", 16, 8, 32, Type::s32, Type::s4, Type::u4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.u4.s4.s32", 16, 8, 32, Type::s32, Type::u4, Type::s4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.s4.s32", 16, 8, 32, Type::s32, Type::u4, Type::s4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.u4.u4.s32", 16, 8, 32, Type::s32, Type::u4, Type::u4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.u4.s32", 16, 8, 32, Type::s32, Type::u4, Type::u4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", 16, 8, 64, Type::s32, Type::s4, Type::s4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.s4.s32", 16, 8, 64, Type::s32, Type::s4, Type::s4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32", 16, 8, 64, Type::s32, Type::s4, Type::u4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32", 16, 8, 64, Type::s32, Type::s4, Type::u4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32", 16, 8, 64, Type::s32, Type::u4, Type::s4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32", 16, 8, 64, Type::s32, Type::u4, Type::s4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32", 16, 8, 64, Type::s32, Type::u4, Type::u4, Type::s32, Form::kPlain, 0, 1, 1},
    {"mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.u4.s32", 16, 8, 64, Type::s32, Type::u4, Type::u4, Type::s32, Form::kSaturate, 0, 1, 1},
    {"mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc", 8, 8, 128, Type::s32, Type::b1, Type::b1, Type::s32, Form::kXor, 0, 1, 1},
    {"mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc", 8, 8, 128, Type::s32, Type::b1, Type::b1, Type::s32, Form::kAnd, 0, 1, 1},
    {"mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc", 16, 8, 128, Type::s32, Type::b1, Type::b1, Type::s32, Form::kXor, 0, 1, 1},
    {"mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc", 16, 8, 128, Type::s32, Type::b1, Type::b1, Type::s32, Form::kAnd, 0, 1, 1},
    {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc", 16, 8, 256, Type::s32, Type::b1, Type::b1, Type::s32, Form::kXor, 0, 1, 1},
    {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", 16, 8, 256, Type::s32, Type::b1, Type::b1, Type::s32, Form::kAnd, 0, 1, 1},
    {"mma.sync.aligned.m8n8k4.row.row.f16.f16.f16.f16", 8, 8, 4, Type::f16, Type::f16, Type::f16, Type::f16, Form::kPlain, 0, 0, 4},
    {"mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f16", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f16, Form::kPlain, 0, 0, 4},
    {"mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f32", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f32, Form::kPlain, 0, 0, 4},
    {"mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16", 8, 8, 4, Type::f16, Type::f16, Type::f16, Type::f16, Form::kPlain, 0, 1, 4},
    {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f16, Form::kPlain, 0, 1, 4},
    {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f32, Form::kPlain, 0, 1, 4},
    {"mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16", 8, 8, 4, Type::f16, Type::f16, Type::f16, Type::f16, Form::kPlain, 1, 0, 4},
    {"mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f16, Form::kPlain, 1, 0, 4},
    {"mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f32, Form::kPlain, 1, 0, 4},
    {"mma.sync.aligned.m8n8k4.col.col.f16.f16.f16.f16", 8, 8, 4, Type::f16, Type::f16, Type::f16, Type::f16, Form::kPlain, 1, 1, 4},
    {"mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f16", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f16, Form::kPlain, 1, 1, 4},
    {"mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f32", 8, 8, 4, Type::f32, Type::f16, Type::f16, Type::f32, Form::kPlain, 1, 1, 4},
};
constexpr int kFormCount = sizeof kForms / sizeof kForms[0];

template <int FORM>
struct Mma;

template <>
struct Mma<0> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<1> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 "
        "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<2> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<3> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<4> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<5> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<6> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<7> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<8> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<9> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e4m3.f16 "
        "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<10> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<11> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<12> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e5m2.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<13> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e5m2.f16 "
        "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<14> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<15> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e5m2.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<16> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e4m3.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<17> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e4m3.f16 "
        "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<18> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<19> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<20> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<21> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e5m2.f16 "
        "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<22> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<23> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<24> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    double xd[2];
    double xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = __hiloint2double(a[2 * i + 1], a[2 * i]);
    double xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = __hiloint2double(b[2 * i + 1], b[2 * i]);
    double xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = __hiloint2double(c[2 * i + 1], c[2 * i]);
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=d"(xd[0]), "=d"(xd[1])
        : "d"(xa[0]), "d"(xb[0]), "d"(xc[0]), "d"(xc[1]));
    for (int i = 0; i < 2; ++i) d[2 * i] = __double2loint(xd[i]), d[2 * i + 1] = __double2hiint(xd[i]);
  }
};

template <>
struct Mma<25> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    double xd[4];
    double xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = __hiloint2double(a[2 * i + 1], a[2 * i]);
    double xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = __hiloint2double(b[2 * i + 1], b[2 * i]);
    double xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __hiloint2double(c[2 * i + 1], c[2 * i]);
    asm volatile(
        "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=d"(xd[0]), "=d"(xd[1]), "=d"(xd[2]), "=d"(xd[3])
        : "d"(xa[0]), "d"(xa[1]), "d"(xb[0]), "d"(xc[0]), "d"(xc[1]), "d"(xc[2]), "d"(xc[3]));
    for (int i = 0; i < 4; ++i) d[2 * i] = __double2loint(xd[i]), d[2 * i + 1] = __double2hiint(xd[i]);
  }
};

template <>
struct Mma<26> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    double xd[4];
    double xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = __hiloint2double(a[2 * i + 1], a[2 * i]);
    double xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = __hiloint2double(b[2 * i + 1], b[2 * i]);
    double xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __hiloint2double(c[2 * i + 1], c[2 * i]);
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=d"(xd[0]), "=d"(xd[1]), "=d"(xd[2]), "=d"(xd[3])
        : "d"(xa[0]), "d"(xa[1]), "d"(xa[2]), "d"(xa[3]), "d"(xb[0]), "d"(xb[1]), "d"(xc[0]), "d"(xc[1]), "d"(xc[2]), "d"(xc[3]));
    for (int i = 0; i < 4; ++i) d[2 * i] = __double2loint(xd[i]), d[2 * i + 1] = __double2hiint(xd[i]);
  }
};

template <>
struct Mma<27> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    double xd[4];
    double xa[8];
    for (int i = 0; i < 8; ++i) xa[i] = __hiloint2double(a[2 * i + 1], a[2 * i]);
    double xb[4];
    for (int i = 0; i < 4; ++i) xb[i] = __hiloint2double(b[2 * i + 1], b[2 * i]);
    double xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = __hiloint2double(c[2 * i + 1], c[2 * i]);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19};"
        : "=d"(xd[0]), "=d"(xd[1]), "=d"(xd[2]), "=d"(xd[3])
        : "d"(xa[0]), "d"(xa[1]), "d"(xa[2]), "d"(xa[3]), "d"(xa[4]), "d"(xa[5]), "d"(xa[6]), "d"(xa[7]), "d"(xb[0]), "d"(xb[1]), "d"(xb[2]), "d"(xb[3]), "d"(xc[0]), "d"(xc[1]), "d"(xc[2]), "d"(xc[3]));
    for (int i = 0; i < 4; ++i) d[2 * i] = __double2loint(xd[i]), d[2 * i + 1] = __double2hiint(xd[i]);
  }
};

template <>
struct Mma<28> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<29> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<30> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<31> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<32> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<33> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.s8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<34> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<35> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.u8.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<36> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<37> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<38> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<39> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<40> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<41> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<42> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<43> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<44> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<45> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<46> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<47> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<48> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<49> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<50> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<51> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<52> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<53> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.s4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<54> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<55> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.u4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<56> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<57> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.s4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<58> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<59> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.u4.s32 "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<60> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<61> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<62> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<63> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<64> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<65> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<66> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<67> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<68> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<69> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<70> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<71> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<72> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<73> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<74> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<75> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.u4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<76> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<77> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[2];
    unsigned xa[1];
    for (int i = 0; i < 1; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[2];
    for (int i = 0; i < 2; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(xd[0]), "=r"(xd[1])
        : "r"(xa[0]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]));
    for (int i = 0; i < 2; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<78> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<79> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[1];
    for (int i = 0; i < 1; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<80> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<81> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[4];
    for (int i = 0; i < 4; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xa[2]), "r"(xa[3]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<82> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.row.f16.f16.f16.f16 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<83> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<84> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[8];
    for (int i = 0; i < 8; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f32 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]), "f"(xc[4]), "f"(xc[5]), "f"(xc[6]), "f"(xc[7]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<85> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<86> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<87> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[8];
    for (int i = 0; i < 8; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]), "f"(xc[4]), "f"(xc[5]), "f"(xc[6]), "f"(xc[7]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<88> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<89> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<90> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[8];
    for (int i = 0; i < 8; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]), "f"(xc[4]), "f"(xc[5]), "f"(xc[6]), "f"(xc[7]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<91> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    unsigned xd[4];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.col.col.f16.f16.f16.f16 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};"
        : "=r"(xd[0]), "=r"(xd[1]), "=r"(xd[2]), "=r"(xd[3])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 4; ++i) d[i] = xd[i];
  }
};

template <>
struct Mma<92> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    unsigned xc[4];
    for (int i = 0; i < 4; ++i) xc[i] = c[i];
    asm volatile(
        "mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "r"(xc[0]), "r"(xc[1]), "r"(xc[2]), "r"(xc[3]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

template <>
struct Mma<93> {
  static __device__ void run(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c) {
    float xd[8];
    unsigned xa[2];
    for (int i = 0; i < 2; ++i) xa[i] = a[i];
    unsigned xb[2];
    for (int i = 0; i < 2; ++i) xb[i] = b[i];
    float xc[8];
    for (int i = 0; i < 8; ++i) xc[i] = __uint_as_float(c[i]);
    asm volatile(
        "mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"
        : "=f"(xd[0]), "=f"(xd[1]), "=f"(xd[2]), "=f"(xd[3]), "=f"(xd[4]), "=f"(xd[5]), "=f"(xd[6]), "=f"(xd[7])
        : "r"(xa[0]), "r"(xa[1]), "r"(xb[0]), "r"(xb[1]), "f"(xc[0]), "f"(xc[1]), "f"(xc[2]), "f"(xc[3]), "f"(xc[4]), "f"(xc[5]), "f"(xc[6]), "f"(xc[7]));
    for (int i = 0; i < 8; ++i) d[i] = __float_as_uint(xd[i]);
  }
};

