// SPDX-License-Identifier: Apache-2.0
// Elements of a matrix as numbers, and where the PTX ISA says that they lie: what the tests compare
// with. Written from the document alone ("Matrix Fragments for mma.m16n8k16" and its like).
#pragma once

#include <cmath>
#include <cstring>

#include "mma_forms.cuh"

inline double number(Type type, unsigned long long bits) {
  const auto float_of = [](unsigned word) {
    float value;
    std::memcpy(&value, &word, 4);
    return static_cast<double>(value);
  };
  switch (type) {
    case Type::f64: {
      double value;
      std::memcpy(&value, &bits, 8);
      return value;
    }
    case Type::f32:
      return float_of(static_cast<unsigned>(bits));
    case Type::tf32:
      return float_of(static_cast<unsigned>(bits) & ~0x1fffu);
    case Type::bf16:
      return float_of(static_cast<unsigned>(bits) << 16);
    case Type::s32:
      return static_cast<int>(bits);
    case Type::s8:
      return static_cast<signed char>(bits);
    case Type::s4:
      return bits & 8 ? static_cast<int>(bits) - 16 : static_cast<int>(bits);
    case Type::u8:
    case Type::u4:
    case Type::b1:
      return static_cast<double>(bits);
    default: {  // f16, e4m3, e5m2
      const Fields f = fields_of(type);
      const int width = f.exponent + f.mantissa;
      const int exponent = static_cast<int>(bits >> f.mantissa) & ((1 << f.exponent) - 1);
      const int mantissa = static_cast<int>(bits) & ((1 << f.mantissa) - 1);
      const int bias = (1 << (f.exponent - 1)) - 1;
      const double sign = bits >> width & 1 ? -1 : 1;
      const bool top = exponent == (1 << f.exponent) - 1;
      if (type == Type::e4m3 ? top && mantissa == 7 : top && mantissa) return NAN;
      if (top && type != Type::e4m3) return sign * INFINITY;
      if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - f.mantissa);
      return sign * std::ldexp(mantissa + (1 << f.mantissa), exponent - bias - f.mantissa);
    }
  }
}

struct Where {
  int row, column;
};

// Of element `i` (in the order of the words) of a lane, in matrix `product` of four.
inline Where place_of_a(const Form& form, int lane, int i) {
  if (form.matrices == 4) {
    const int member = lane % 4 + (lane < 16 ? 0 : 4);
    if (!form.a_columns) return {member, i};
    return {i % 4 + (lane < 16 ? 0 : 4), lane % 4};
  }
  const int group = lane >> 2, thread = lane % 4;
  if (bits_of(form.a) >= 32) {
    // .tf32 and .f64: one element a register.
    if (form.m == 8) return {group, thread};
    const int row = i % 2 == 0 ? group : group + 8;
    return {row, thread + 4 * (i / 2)};
  }
  const int each = 32 / bits_of(form.a);  // elements of a register
  const int reg = i / each;
  if (form.m == 8) return {group, thread * each + i % each + reg * 4 * each};
  const int row = reg % 2 == 0 ? group : group + 8;
  return {row, thread * each + i % each + (reg < 2 ? 0 : 4 * each)};
}
inline Where place_of_b(const Form& form, int lane, int i) {
  if (form.matrices == 4) {
    const int member = lane % 4 + (lane < 16 ? 0 : 4);
    if (form.b_columns) return {i, member};
    return {lane % 4, i % 4 + (lane < 16 ? 0 : 4)};
  }
  const int group = lane >> 2, thread = lane % 4;
  if (bits_of(form.b) >= 32) return {thread + 4 * i, group};
  const int each = 32 / bits_of(form.b);
  return {thread * each + i % each + i / each * 4 * each, group};
}
inline Where place_of_sum(const Form& form, Type type, int lane, int i) {
  if (form.matrices == 4) {
    const int member = lane % 4 + (lane < 16 ? 0 : 4);
    if (type == Type::f16) return {member, i};
    const int row = (lane & 1) + (i & 2) + (lane < 16 ? 0 : 4);
    return {row, (i & 4) + (lane & 2) + (i & 1)};
  }
  return {(lane >> 2) + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)};
}
// Which of four products a lane has a part in.
inline int product_of(const Form& form, int lane) {
  return form.matrices == 4 ? lane % 16 / 4 : 0;
}

inline unsigned long long element_of(const unsigned* words, Type type, int i) {
  const int bits = bits_of(type);
  if (bits == 64) return words[2 * i] | static_cast<unsigned long long>(words[2 * i + 1]) << 32;
  const int each = 32 / bits;
  const unsigned word = words[i / each] >> (i % each * bits);
  return bits == 32 ? word : word & ((1u << bits) - 1);
}
inline int elements_of(int words, Type type) {
  return words * 32 / bits_of(type);
}
