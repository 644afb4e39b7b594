// SPDX-License-Identifier: Apache-2.0
// Minimum degree by quotient graphs (George and Liu, "The Evolution of the Minimum Degree Ordering
// Algorithm"): a row that was taken becomes an element, which stands for the edges among all that
// it touched; an element that touches an element swallows it.
#include <set>

#include "cusolver/sparse/order.h"

namespace heddle::cusolver::sparse {

Permutation minimum_degree(const Pattern& graph) {
  const int n = graph.lines();
  // Of a row: the rows that it touches without an element, and its elements. Of an element: its
  // rows.
  std::vector<std::vector<int>> near(n), elements(n), members(n);
  std::vector<bool> taken(n, false);
  std::vector<int> seen(n, -1), degree(n);
  std::set<std::pair<int, int>> queue;
  for (int i = 0; i < n; ++i) {
    const auto line = graph.line(i);
    near[i].assign(line.begin(), line.end());
    degree[i] = static_cast<int>(line.size());
    queue.emplace(degree[i], i);
  }
  int mark = n;
  const auto neighbours = [&](int i, auto&& visit) {
    ++mark;
    seen[i] = mark;
    const auto offer = [&](int j) {
      if (taken[j] || seen[j] == mark) return;
      seen[j] = mark;
      visit(j);
    };
    for (const int j : near[i]) offer(j);
    for (const int e : elements[i])
      for (const int j : members[e]) offer(j);
  };
  Permutation out;
  out.reserve(n);
  while (!queue.empty()) {
    const int pivot = queue.begin()->second;
    queue.erase(queue.begin());
    std::vector<int> front;
    neighbours(pivot, [&](int j) { front.push_back(j); });
    taken[pivot] = true;
    out.push_back(pivot);
    const std::vector<int> swallowed = std::move(elements[pivot]);
    near[pivot].clear();
    members[pivot] = front;
    // Those in front reach each other by the new element now.
    const int in_front = ++mark;
    for (const int j : front) seen[j] = in_front;
    for (const int j : front) {
      std::erase_if(near[j], [&](int k) { return taken[k] || seen[k] == in_front; });
      std::erase_if(elements[j], [&](int e) {
        return std::find(swallowed.begin(), swallowed.end(), e) != swallowed.end();
      });
      elements[j].push_back(pivot);
    }
    for (const int e : swallowed) members[e].clear();
    for (const int j : front) {
      queue.erase({degree[j], j});
      degree[j] = 0;
      neighbours(j, [&](int) { ++degree[j]; });
      queue.emplace(degree[j], j);
    }
  }
  return out;
}

}  // namespace heddle::cusolver::sparse
