// SPDX-License-Identifier: Apache-2.0
#include "curand/poisson.h"

#include <algorithm>
#include <cmath>

namespace heddle::curand {
namespace {

// Above it an H200 rounds a normal number: at 100000 it does, at 4001 it does not.
constexpr double kNormal = 10000;

// The first word that stands for a number above that, of which this is the distribution function:
// a word is the upper end of its part of [0, 1], and its middle where a normal number is made of
// it.
std::uint64_t first_above(double probability, bool normal) {
  const double words = std::min(probability, 1.0) * 0x1p32;
  return static_cast<std::uint64_t>(normal ? std::ceil(words - 0.5) : words);
}

}  // namespace

// What lies further from the mean has no weight in 33 bits.
PoissonEnds::PoissonEnds(double mean) {
  const double spread = std::sqrt(mean);
  const double least = std::max(0.0, std::floor(mean - 12 * spread));
  const double last = mean + 14 * spread + 50;
  first = static_cast<std::uint32_t>(least);
  double sum = 0;
  const auto count = static_cast<std::uint32_t>(last - least);
  for (std::uint32_t i = 0; i <= count; ++i) {
    const double k = least + i;
    sum += std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
    end.push_back(sum);
  }
  for (double& each : end) each /= sum;  // logarithms of large means err by some 1e-10
}

PoissonQuantile::PoissonQuantile(double mean) {
  const PoissonEnds poisson(mean);
  first_ = poisson.first;
  const bool normal = mean > kNormal;
  const double width = std::sqrt(2 * mean);
  for (std::size_t i = 0; i < poisson.end.size(); ++i) {
    const double k = first_ + static_cast<double>(i);
    ends_.push_back(normal ? first_above(std::erfc((mean - k - 0.5) / width) / 2, true)
                           : first_above(poisson.end[i], false));
  }
}

std::uint32_t PoissonQuantile::operator()(std::uint32_t word) const {
  const auto end = std::upper_bound(ends_.begin(), ends_.end(), std::uint64_t{word});
  return first_ + static_cast<std::uint32_t>(end - ends_.begin());
}

}  // namespace heddle::curand
