// SPDX-License-Identifier: Apache-2.0
// What the histogram programs count: a tenth of the range lies outside on each side, and the middle
// is drawn more often, so that lanes of a warp meet in a bin.
#pragma once

#include <cstdint>
#include <vector>

#include "random.h"

namespace gallery {

struct HistogramData {
  HistogramData(int n, int nbins, std::uint64_t seed)
      : input(random_ints(n, seed, -nbins / 10, nbins + nbins / 10)), expected(nbins, 0) {
    for (std::size_t i = 0; i < input.size(); i += 3) {
      input[i] = (nbins / 2 + input[i] / 50) % nbins;
    }
    for (int value : input) ++expected[value < 0 ? 0 : value >= nbins ? nbins - 1 : value];
  }

  std::vector<int> input;
  std::vector<int> expected;  // of bins[nbins]; what lies outside counts in the first and last
};

}  // namespace gallery
