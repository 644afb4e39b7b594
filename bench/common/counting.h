// SPDX-License-Identifier: Apache-2.0
// Inputs and references of the cases on integers and halves. Their results are exact: an error is a
// number of wrong entries, and the bound is 0.
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

// value(i, 1) as an integer, uniform in [-2^23, 2^23).
std::vector<int> integers(std::int64_t n);

// Totals and bins add up over the runs, and wrap around: no candidate has to clear them.
double total_error(std::int64_t n, int repeats, std::uint32_t got);

// Bins in [0, bins), skewed: with 256 of them half of the values fall into the first, each later
// one has fewer.
std::vector<int> skewed(std::int64_t n, int bins);
double histogram_error(std::int64_t n, int bins, int repeats, const int* got);

// y = a x + y with saxpy_factor(). The values have so few digits that no result is rounded: x is a
// multiple of 2^-8, y of 2^-10. The bits of halves.
inline constexpr std::uint32_t kHalfX = 1, kHalfY = 2;
std::vector<std::uint16_t> halves(std::int64_t n, std::uint32_t which);
double half_axpy_error(std::int64_t n, const std::uint16_t* got, int repeats);

// Inclusive sums, wrapping around, within each kScanBlock values of integers(n).
inline constexpr int kScanBlock = 256;
double scan_error(std::int64_t n, const int* got);

// The positive ones of integers(n), in any order: 0, or 1 when `got` are not these.
double compact_error(std::int64_t n, const int* got, std::int64_t count);

}  // namespace bench
