// SPDX-License-Identifier: Apache-2.0
#include "support/nearest.h"

#include <algorithm>
#include <numeric>

namespace heddle::support {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  // row[j]: from the letters of `a` so far to the first j of `b`.
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string_view> nearest(std::string_view name,
                                      std::span<const std::string_view> known, std::size_t count,
                                      std::size_t most) {
  std::vector<std::pair<std::size_t, std::size_t>> by_distance;  // and place in `known`
  for (std::size_t k = 0; k < known.size(); ++k)
    by_distance.emplace_back(distance(name, known[k]), k);
  std::ranges::sort(by_distance);
  std::vector<std::string_view> result;
  for (const auto& [far, k] : by_distance) {
    if (result.size() == count || far > most) break;
    result.push_back(known[k]);
  }
  return result;
}

}  // namespace heddle::support
