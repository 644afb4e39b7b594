// SPDX-License-Identifier: Apache-2.0
#include "bench/common/counting.h"

#include <bit>
#include <cmath>

#include "bench/common/workload.h"

namespace bench {
namespace {

int integer(std::int64_t i) {
  return static_cast<int>(value(i, 1) * 0x1p24f);
}

int skewed_bin(std::int64_t i, int bins) {
  const float u = value(i, 1) + 0.5f;
  const float u2 = u * u, u4 = u2 * u2;
  return static_cast<int>(u4 * u4 * static_cast<float>(bins));
}

float half_value(std::int64_t i, std::uint32_t which) {
  const float digits = which == kHalfX ? 256.0f : 1024.0f;
  return std::floor(value(i, which) * digits) / digits;
}

// Exact: the value is 0 or a normal half.
std::uint16_t half_bits(float v) {
  if (v == 0) return 0;
  const auto bits = std::bit_cast<std::uint32_t>(v);
  const std::uint32_t exponent = ((bits >> 23) & 0xff) - 127 + 15;
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | exponent << 10 | (bits >> 13 & 0x3ff));
}

}  // namespace

std::vector<int> integers(std::int64_t n) {
  std::vector<int> out(n);
  for (std::int64_t i = 0; i < n; ++i) out[i] = integer(i);
  return out;
}

double total_error(std::int64_t n, int repeats, std::uint32_t got) {
  std::uint32_t want = 0;
  for (std::int64_t i = 0; i < n; ++i) want += static_cast<std::uint32_t>(integer(i));
  return got != want * static_cast<std::uint32_t>(repeats);
}

std::vector<int> skewed(std::int64_t n, int bins) {
  std::vector<int> out(n);
  for (std::int64_t i = 0; i < n; ++i) out[i] = skewed_bin(i, bins);
  return out;
}

double histogram_error(std::int64_t n, int bins, int repeats, const int* got) {
  std::vector<std::uint32_t> want(bins, 0);
  for (std::int64_t i = 0; i < n; ++i) want[skewed_bin(i, bins)] += repeats;
  int wrong = 0;
  for (int b = 0; b < bins; ++b) wrong += static_cast<std::uint32_t>(got[b]) != want[b];
  return wrong;
}

std::vector<std::uint16_t> halves(std::int64_t n, std::uint32_t which) {
  std::vector<std::uint16_t> out(n);
  for (std::int64_t i = 0; i < n; ++i) out[i] = half_bits(half_value(i, which));
  return out;
}

double half_axpy_error(std::int64_t n, const std::uint16_t* got, int repeats) {
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    float want = half_value(i, kHalfY);
    if (repeats % 2 != 0) want += saxpy_factor(1) * half_value(i, kHalfX);
    // Either zero will do.
    wrong += got[i] != half_bits(want) && !(want == 0 && got[i] == 0x8000);
  }
  return static_cast<double>(wrong);
}

double compact_error(std::int64_t n, const int* got, std::int64_t count) {
  // A sum of mixed values tells sets apart, whatever their order.
  const auto mixed = [](int v) {
    const std::uint64_t z = (static_cast<std::uint32_t>(v) + 1) * 0x9e3779b97f4a7c15u;
    return (z ^ (z >> 29)) * 0xbf58476d1ce4e5b9u;
  };
  std::int64_t wanted = 0;
  std::uint64_t want = 0, have = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const int v = integer(i);
    if (v > 0) ++wanted, want += mixed(v);
  }
  if (count != wanted) return 1;
  for (std::int64_t i = 0; i < count; ++i) have += mixed(got[i]);
  return have != want;
}

double scan_error(std::int64_t n, const int* got) {
  std::int64_t wrong = 0;
  std::uint32_t sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    sum = (i % kScanBlock == 0 ? 0 : sum) + static_cast<std::uint32_t>(integer(i));
    wrong += static_cast<std::uint32_t>(got[i]) != sum;
  }
  return static_cast<double>(wrong);
}

}  // namespace bench
