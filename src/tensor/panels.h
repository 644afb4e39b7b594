// SPDX-License-Identifier: Apache-2.0
// Operands of mma.sync as floats, unpacked once for all products that share them, in the order of
// the lanes (fragments.h): the sums of four rows and the four even (or odd) columns lie side by
// side in a word of C. So four neighbours want one number of A, and each four the same numbers of
// B.
#pragma once

#include "tensor/exponents.h"
#include "tensor/lines.h"

HEDDLE_TENSOR_BEGIN

using Floats16 = Wide<16>::Floats;
using Words16 = Wide<16>::Words;

// Element H of each word.
template <typename F, int H>
Floats16 element(Words16 words) {
  if constexpr (F::kBits == 32) {
    return __builtin_bit_cast(Floats16, words >> F::kUnused << F::kUnused);
  } else if constexpr (F::kExponent == 8) {
    return __builtin_bit_cast(Floats16, H ? words & 0xffff0000u : words << 16);
  } else {
    const Halves bits = __builtin_convertvector(H ? words >> 16 : words & 0xffffu, Halves);
    const auto low = values<F>(__builtin_shufflevector(bits, bits, 0, 1, 2, 3, 4, 5, 6, 7));
    const auto high = values<F>(__builtin_shufflevector(bits, bits, 8, 9, 10, 11, 12, 13, 14, 15));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
}

// Four numbers of each of eight columns become eight numbers at each of four k.
inline void turn_columns(Floats16 low, Floats16 high, Floats16* rows) {
  rows[0] =
      __builtin_shufflevector(low, high, 0, 8, 16, 24, 4, 12, 20, 28, 1, 9, 17, 25, 5, 13, 21, 29);
  rows[1] = __builtin_shufflevector(low, high, 2, 10, 18, 26, 6, 14, 22, 30, 3, 11, 19, 27, 7, 15,
                                    23, 31);
}

// The exponents of COUNT times 16 numbers (exponents.h), of which `F` says where zero is.
template <typename F, int COUNT>
struct PanelHeights {
  void set(int i, Floats16 values) {
    const Words16 size = __builtin_bit_cast(Words16, values) & 0x7fffffffu;
    Words16 field = size >> 23;
    most = __builtin_elementwise_max(most, field);
    if constexpr (F::kExponent == 5) {
      // A denormal counts as it is.
      const Words16 known = __builtin_elementwise_max(field, Words16(127 - F::kBias + 1));
      field = size == 0 ? Words16(0) : known - (127 + kBase<F>);
    }
    heights[i] = __builtin_convertvector(field, Heights);
  }
  void end() {
    const int top = static_cast<int>(__builtin_reduce_max(most));
    beyond = top >= 127 - F::kBias + static_cast<int>(F::kTop);
    int above = F::kExponent == 8 ? top - kKnown : 0;
    if (above < 0) above = 0;
    const Heights below(static_cast<std::uint8_t>(above));
    for (auto& some : heights) some = __builtin_elementwise_sub_sat(some, below);
    base = above + kBase<F>;
  }
  Heights heights[COUNT];
  Words16 most = Words16(0);
  int base = 0;
  bool beyond = false;  // one of them is infinite or NaN
};

// 16 rows: four k of all of them in a piece. Where words hold two, those are k 0, 2, 4, 6 and 1, 3,
// 5, 7 of eight.
// HEIGHTS: with the exponents.
template <typename F, int K, bool HEIGHTS>
struct PanelA {
  static constexpr int kHalves = 32 / F::kBits, kPieces = K / 4;
  static constexpr int piece(int k) { return k / 4 / kHalves * kHalves + k % kHalves; }
  static constexpr int place(int k) { return k / kHalves % 4; }

  void set(const std::uint32_t* from) {
    words = from;
    for (int w = 0; w < kPieces / kHalves * 2; ++w) {
      for (int lane = 0; lane < kLanes; lane += 16) {
        const auto some = load<Words16>(words + w * kLanes + lane);
        put(w / 2 * kHalves, w % 2 * 2 + lane / 16, element<F, 0>(some));
        if constexpr (kHalves == 2) put(w / 2 * 2 + 1, w % 2 * 2 + lane / 16, element<F, 1>(some));
      }
    }
    if constexpr (HEIGHTS) heights.end();
  }
  void put(int piece, int rows, Floats16 values) {
    store(&numbers[piece][rows * 4][0], values);
    if constexpr (HEIGHTS) heights.set(piece * 4 + rows, values);
  }
  std::uint32_t bits(int row, int k) const {
    const std::uint32_t word =
        words[(k / 4 / kHalves * 2 + row / 8) * kLanes + row % 8 * 4 + place(k)];
    return kHalves == 1 ? word : word >> k % 2 * 16 & 0xffff;
  }
  alignas(64) float numbers[kPieces][kRows][4];
  PanelHeights<F, kPieces * 4> heights;
  const std::uint32_t* words;
};

// Eight columns, the even ones first, at each k.
template <typename F, int K, bool HEIGHTS>
struct PanelB {
  static constexpr int kHalves = 32 / F::kBits;

  void set(const std::uint32_t* from) {
    words = from;
    if constexpr (kHalves == 2 && kWide == 8) {
      turn_halves();
    } else {
      turn_words();
    }
    if constexpr (HEIGHTS) heights.end();
  }
  void put(int k, Floats16 two) {
    store(&numbers[k][0], two);
    if constexpr (HEIGHTS) heights.set(k / 2, two);
  }
  // Fewer instructions where registers hold eight words.
  void turn_halves() {
    for (int k = 0; k < K; k += 8) {
      const ColumnsEvenFirst columns{words};
      Half8 square[8];
      for (int n = 0; n < 8; ++n) square[n] = columns.line(n, k);
      transpose(square);
      for (int n = 0; n < 8; n += 2) {
        const Floats a = values<F>(square[n]), b = values<F>(square[n + 1]);
        put(k + n,
            __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
      }
    }
  }
  void turn_words() {
    for (int k = 0; k < K; k += 4 * kHalves) {
      const std::uint32_t* some = words + k / 4 / kHalves * kLanes;
      Floats16 rows[kHalves * 2];
      const auto low = load<Words16>(some), high = load<Words16>(some + 16);
      turn_columns(element<F, 0>(low), element<F, 0>(high), rows);
      if constexpr (kHalves == 2) {
        turn_columns(element<F, 1>(low), element<F, 1>(high), rows + 2);
      }
      for (int i = 0; i < kHalves * 2; ++i) {
        // Of neighbouring k, which two halves have brought.
        const Floats16 a = rows[i / kHalves], b = rows[kHalves == 1 ? i : i / 2 + 2];
        Floats16 two = a;
        if constexpr (kHalves == 2) {
          two = i % 2 ? __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27,
                                                28, 29, 30, 31)
                      : __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20,
                                                21, 22, 23);
        }
        put(k + i * 2, two);
      }
    }
  }
  std::uint32_t bits(int column, int k) const {
    const std::uint32_t word = words[k / 4 / kHalves * kLanes + column * 4 + k / kHalves % 4];
    return kHalves == 1 ? word : word >> k % 2 * 16 & 0xffff;
  }
  alignas(64) float numbers[K][kColumns];
  PanelHeights<F, K / 2> heights;
  const std::uint32_t* words;
};

HEDDLE_TENSOR_END
