// SPDX-License-Identifier: Apache-2.0
// What products of panels are added to, in the words of the lanes: begin() gives a register of what
// they are added to, as floats, of the even or the odd columns; end() puts both away. C and D may
// be the same. Halves lie in one word, an even and an odd column.
#pragma once

#include "tensor/halves.h"
#include "tensor/spread.h"

HEDDLE_TENSOR_BEGIN

// use(eight words) for all of a register.
template <typename Use>
RowWords in_eights(RowWords words, Use use) {
#ifdef __AVX512F__
  const Words low = use(__builtin_shufflevector(words, words, 0, 1, 2, 3, 4, 5, 6, 7));
  const Words high = use(__builtin_shufflevector(words, words, 8, 9, 10, 11, 12, 13, 14, 15));
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  return use(words);
#endif
}
// The bits of halves, and floats.
inline RowWords floats_of_bits(RowWords halves) {
  return in_eights(
      halves, [](Words some) { return floats_of_halves(__builtin_convertvector(some, Half8)); });
}
inline RowWords bits_of_floats(RowWords floats) {
  return in_eights(
      floats, [](Words some) { return __builtin_convertvector(halves_of_floats(some), Words); });
}
struct SumsOfFloats {
  static constexpr bool kHalves = false;
  static constexpr int kWords = 4 * kLanes;
  static RowWords begin(const std::uint32_t* c, int group, int odd) {
    return load<RowWords>(c + place_of_sums(group, odd));
  }
  static void end(const std::uint32_t*, std::uint32_t* d, int group, RowWords even, RowWords odd) {
    store(d + place_of_sums(group, 0), even);
    store(d + place_of_sums(group, 1), odd);
  }
};

struct SumsOfHalves {
  static constexpr bool kHalves = true;
  static constexpr int kWords = 2 * kLanes;
  static constexpr int place(int group) {
    const int row = group * (kWide / 4);
    return row / 8 * kLanes + row % 8 * 4;
  }
  static RowWords begin(const std::uint32_t* c, int group, int odd) {
    const auto words = load<RowWords>(c + place(group));
    return floats_of_bits(odd ? words >> 16 : words & 0xffffu);
  }
  static void end(const std::uint32_t*, std::uint32_t* d, int group, RowWords even, RowWords odd) {
    store(d + place(group), bits_of_floats(even) | bits_of_floats(odd) << 16);
  }
};

HEDDLE_TENSOR_END
