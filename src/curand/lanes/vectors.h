// SPDX-License-Identifier: Apache-2.0
// Sixteen generators at a time. All names of this folder lie in a namespace of the instruction set
// that the file is compiled for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#define HEDDLE_CURAND_BEGIN  \
  namespace heddle::curand { \
  inline namespace HEDDLE_CURAND_ISA {
#define HEDDLE_CURAND_END \
  }                       \
  }

HEDDLE_CURAND_BEGIN

constexpr int kLanes = 16;

using i64 = std::int64_t;
using u64 = std::uint64_t;
using Words = std::uint32_t __attribute__((ext_vector_type(kLanes)));
using Longs = std::uint64_t __attribute__((ext_vector_type(kLanes)));
using Ints = std::int32_t __attribute__((ext_vector_type(kLanes)));
using LongInts = std::int64_t __attribute__((ext_vector_type(kLanes)));
using Floats = float __attribute__((ext_vector_type(kLanes)));
using Doubles = double __attribute__((ext_vector_type(kLanes)));

template <class V>
inline V load(const void* from) {
  V value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <class V>
inline void store(void* to, V value) {
  __builtin_memcpy(to, &value, sizeof value);
}
inline Longs longs_of(Words x) {
  return __builtin_convertvector(x, Longs);
}
inline Words low_words(Longs x) {
  return __builtin_convertvector(x, Words);
}
inline Words high_words(Longs x) {
  return low_words(x >> 32);
}

HEDDLE_CURAND_END
