// SPDX-License-Identifier: Apache-2.0
#include "report/trace_rows.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace heddle::report {

std::vector<unsigned> rows_of(const std::vector<profiler::Span>& spans) {
  std::vector<std::size_t> order(spans.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {},
                    [&](std::size_t k) { return std::tuple(spans[k].begin, -spans[k].end, k); });
  std::vector<unsigned> rows(spans.size());
  std::vector<std::vector<std::int64_t>> open;  // by row: ends of those that are not over
  for (const auto k : order) {
    unsigned row = 0;
    for (;; ++row) {
      if (row == open.size()) open.emplace_back();
      auto& ends = open[row];
      while (!ends.empty() && ends.back() <= spans[k].begin) ends.pop_back();
      if (ends.empty() || ends.back() >= spans[k].end) break;
    }
    open[row].push_back(spans[k].end);
    rows[k] = row;
  }
  return rows;
}

}  // namespace heddle::report
