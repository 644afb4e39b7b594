// SPDX-License-Identifier: Apache-2.0
// Eight numbers at a time: the columns of a product. All names of this folder lie in a namespace of
// the instruction set that the file is compiled for.
#pragma once

#include <cstdint>

#define HEDDLE_TENSOR_BEGIN  \
  namespace heddle::tensor { \
  inline namespace HEDDLE_TENSOR_ISA {
#define HEDDLE_TENSOR_END \
  }                       \
  }
// The engine's function heddle_rt_NAME_ISA: what the lanes hold (word w of lane l is in[w * 32 +
// l]; A, B and C one behind the other) and get.
#define HEDDLE_TENSOR_JOIN_2(name, isa) heddle_rt_##name##_##isa
#define HEDDLE_TENSOR_JOIN(name, isa) HEDDLE_TENSOR_JOIN_2(name, isa)
#define HEDDLE_TENSOR_FUNCTION(name)                                         \
  extern "C" __attribute__((visibility("default"))) void HEDDLE_TENSOR_JOIN( \
      name, HEDDLE_TENSOR_ISA)(const std::uint32_t* in, std::uint32_t* out)
// heddle_rt_NAME_group_ISA, a group of products: all pairs of `rows` operands A and `columns`
// operands B. D takes the place of C.
#define HEDDLE_TENSOR_GROUP(name)                                                          \
  extern "C" __attribute__((visibility("default"))) void HEDDLE_TENSOR_JOIN(               \
      name##_group, HEDDLE_TENSOR_ISA)(const std::uint32_t* operands, std::uint32_t* sums, \
                                       std::int32_t rows, std::int32_t columns)

HEDDLE_TENSOR_BEGIN

constexpr int kLanes = 32;
constexpr int kColumns = 8;

using Floats = float __attribute__((ext_vector_type(8)));
using Ints = std::int32_t __attribute__((ext_vector_type(8)));
using Words = std::uint32_t __attribute__((ext_vector_type(8)));
using Doubles = double __attribute__((ext_vector_type(8)));

template <int N>
struct Wide {
  using Floats = float __attribute__((ext_vector_type(N)));
  using Ints = std::int32_t __attribute__((ext_vector_type(N)));
  using Words = std::uint32_t __attribute__((ext_vector_type(N)));
};
#ifdef __AVX512F__
constexpr int kWide = 16;
#else
constexpr int kWide = 8;
#endif

inline Words words_of(Floats x) {
  return __builtin_bit_cast(Words, x);
}
inline Floats floats_of(Words x) {
  return __builtin_bit_cast(Floats, x);
}
inline Ints greater_of(Ints a, Ints b) {
  return __builtin_elementwise_max(a, b);
}
template <typename V>
V load(const void* from) {
  V value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <typename V>
void store(void* to, V value) {
  __builtin_memcpy(to, &value, sizeof value);
}

HEDDLE_TENSOR_END
