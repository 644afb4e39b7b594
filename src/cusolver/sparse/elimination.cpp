// SPDX-License-Identifier: Apache-2.0
#include "cusolver/sparse/elimination.h"

namespace heddle::cusolver::sparse {

Elimination eliminate(const Pattern& below) {
  const int n = below.lines();
  Elimination out{std::vector<int>(n, -1), Pattern{.width = n}};
  std::vector<int> seen(n, -1), first_child(n, -1), next_child(n, -1);
  for (int j = 0; j < n; ++j) {
    std::vector<int>& index = out.factor.index;
    const auto take = [&](int i) {
      if (i <= j || seen[i] == j) return;
      seen[i] = j;
      index.push_back(i);
    };
    for (const int i : below.line(j)) take(i);
    for (int child = first_child[j]; child >= 0; child = next_child[child])
      for (i64 at = out.factor.start[child]; at < out.factor.start[child + 1]; ++at)
        take(index[at]);
    std::sort(index.begin() + out.factor.start.back(), index.end());
    out.factor.end_line();
    if (out.factor.line(j).empty()) continue;
    const int parent = out.parent[j] = out.factor.line(j).front();
    next_child[j] = first_child[parent];
    first_child[parent] = j;
  }
  return out;
}

Elimination eliminate_rows(const Pattern& rows) {
  std::vector<std::vector<int>> beginning(rows.width);  // the rows whose first column it is
  for (int i = 0; i < rows.lines(); ++i) {
    const auto line = rows.line(i);
    if (!line.empty()) beginning[*std::min_element(line.begin(), line.end())].push_back(i);
  }
  Pattern below{.width = rows.width};
  for (int j = 0; j < rows.width; ++j) {
    for (const int i : beginning[j]) {
      const auto line = rows.line(i);
      below.index.insert(below.index.end(), line.begin(), line.end());
    }
    below.end_line();
  }
  return eliminate(below);
}

}  // namespace heddle::cusolver::sparse
