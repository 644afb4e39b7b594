// SPDX-License-Identifier: Apache-2.0
// Which elements of a row the A of mma.sp or wgmma.mma_async.sp has (PTX ISA, "Matrix Fragments for
// sparse mma", metadata): four bits for each four units tell which two of them. A unit is an
// element of 16 or 8 bits, half an element of tf32, whose two halves go together, or two elements
// of four bits.
#pragma once

#include "tensor/fragments.h"

HEDDLE_TENSOR_BEGIN

template <int BITS, int K>
class Selection {
 public:
  static constexpr int kThere = K / 2;
  // `metadata`: a word of each lane. `selector`: which lanes of each four have some to say.
  Selection(const std::uint32_t* metadata, std::uint32_t selector) {
    for (int row = 0; row < 16; ++row) {
      const std::uint64_t bits = bits_of_row(metadata, selector, row);
      for (int group = 0; group < kUnits / 4; ++group) {
        const auto four = static_cast<unsigned>(bits >> 4 * group);
        put(row, group, four & 3, four >> 2 & 3);
      }
    }
  }
  // The element of B's columns that element i of a row of A meets.
  int operator()(int row, int i) const { return elements_[row][i]; }

 private:
  static constexpr int kUnits = BITS == 32 ? K * 2 : BITS == 4 ? K / 2 : K;

  static std::uint64_t bits_of_row(const std::uint32_t* metadata, std::uint32_t selector, int row) {
    const std::uint32_t* lanes = metadata + row % 8 * 4;
    const int half = row / 8;
    if constexpr (kUnits == 16) return lanes[selector & 3] >> 16 * half & 0xffff;
    if constexpr (kUnits == 32 && BITS >= 16) {
      const std::uint32_t* pair = lanes + (selector & 1) * 2;
      return (pair[0] >> 16 * half & 0xffff) | (pair[1] >> 16 * half & 0xffff) << 16;
    }
    if constexpr (kUnits == 32) return lanes[(selector & 1) * 2 + half];
    return lanes[half] | std::uint64_t{lanes[half + 2]} << 32;
  }
  void put(int row, int group, unsigned first, unsigned second) {
    std::uint8_t* to = elements_[row] + group * (kThere * 4 / kUnits);
    const unsigned unit = static_cast<unsigned>(group) * 4;
    const auto element = [](unsigned number) { return static_cast<std::uint8_t>(number); };
    if constexpr (BITS == 32) {
      to[0] = element((unit + first) / 2);
    } else if constexpr (BITS == 4) {
      to[0] = element((unit + first) * 2), to[1] = element((unit + first) * 2 + 1);
      to[2] = element((unit + second) * 2), to[3] = element((unit + second) * 2 + 1);
    } else {
      to[0] = element(unit + first), to[1] = element(unit + second);
    }
  }

  std::uint8_t elements_[16][kThere];
};

// The words of a call: A, B, C, the metadata and the selector.
template <int BITS, int K, int WORDS_C>
struct SparseWords {
  static constexpr int kWordsA = 16 * K / 2 * BITS / 1024, kWordsB = 8 * K * BITS / 1024;
  explicit SparseWords(const std::uint32_t* in)
      : a(in),
        b(a + kWordsA * kLanes),
        c(b + kWordsB * kLanes),
        selection(c + WORDS_C * kLanes, c[(WORDS_C + 1) * kLanes]) {}
  const std::uint32_t *a, *b, *c;
  Selection<BITS, K> selection;
};

HEDDLE_TENSOR_END
