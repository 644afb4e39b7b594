// SPDX-License-Identifier: Apache-2.0
// Poisson-distributed numbers of the host interface: a word each, by the distribution's quantile,
// so that sequences keep what they are distributed like. An H200 does so, too, for the generators
// whose normal numbers are quantiles, but where the mean is small.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::curand {

inline constexpr double kMostPoisson = 400000;  // as documented

// The distribution function from the first number on that has a weight; its end is beyond them all.
struct PoissonEnds {
  explicit PoissonEnds(double mean);
  std::uint32_t first;
  std::vector<double> end;
};

class PoissonQuantile {
 public:
  explicit PoissonQuantile(double mean);
  std::uint32_t operator()(std::uint32_t word) const;

 private:
  std::uint32_t first_;
  std::vector<std::uint64_t> ends_;  // words from ends_[i] on are above first_ + i
};

}  // namespace heddle::curand
