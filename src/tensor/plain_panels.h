// SPDX-License-Identifier: Apache-2.0
// Operands of mma.sync whose words hold several elements, unpacked once for all products that share
// them (panels.h is the same for words of one or two numbers). Which element of a word is which k
// does not matter as long as A and B have one order: piece p holds four k, one of each of four
// neighbouring lanes.
//
// Elements says what a word is made of: kCount registers, at<E>() the E-th; piece() in which order
// they are multiplied.
#pragma once

#include "tensor/panels.h"
#include "tensor/spread.h"

HEDDLE_TENSOR_BEGIN

// M rows of BLOCKS times four words.
template <typename Elements, int M, int BLOCKS>
struct PlainA {
  static constexpr int kPieces = BLOCKS * Elements::kCount, kHalves = M / 8;

  void set(const std::uint32_t* from) {
    for (int i = 0; i < BLOCKS * kHalves * 2; ++i) {
      const auto some = load<Words16>(from + i * 16);
      const int block = i / 2 / kHalves, rows = i % (2 * kHalves);
      const auto put = [&]<int E>(Constant<E>) {
        const int p = Elements::piece(block, E, BLOCKS);
        const Floats16 values = Elements::template at<E>(some);
        store(&numbers[p][rows * 4][0], values);
      };
      each_of<Elements::kCount>(put);
    }
  }

  alignas(64) float numbers[kPieces][M][4];
};

// Eight columns, the even ones first, at each k.
template <typename Elements, int BLOCKS>
struct PlainB {
  static constexpr int kPieces = BLOCKS * Elements::kCount;

  void set(const std::uint32_t* from) {
    for (int block = 0; block < BLOCKS; ++block) {
      const auto low = load<Words16>(from + block * kLanes);
      const auto high = load<Words16>(from + block * kLanes + 16);
      const auto put = [&]<int E>(Constant<E>) {
        const int k = Elements::piece(block, E, BLOCKS) * 4;
        Floats16 two[2];
        turn_columns(Elements::template at<E>(low), Elements::template at<E>(high), two);
        for (int i = 0; i < 2; ++i) {
          store(&numbers[k + 2 * i][0], two[i]);
        }
      };
      each_of<Elements::kCount>(put);
    }
  }

  alignas(64) float numbers[kPieces * 4][kColumns];
};

HEDDLE_TENSOR_END
