// SPDX-License-Identifier: Apache-2.0
#include "bench/common/pattern_data.h"

namespace bench {

std::vector<float> short_values(std::int64_t count, std::uint32_t seed, float low, float high) {
  auto out = values(count, seed);
  for (auto& v : out) v = std::floor((low + (v + 0.5f) * (high - low)) * 0x1p12f) * 0x1p-12f;
  return out;
}

std::vector<int> row_begins(std::int64_t n) {
  std::vector<int> out(n + 1, 0);
  for (std::int64_t i = 0; i < n; ++i) {
    out[i + 1] = out[i] + static_cast<int>((value(i, 1) + 0.5f) * 10);
  }
  return out;
}

}  // namespace bench
