// SPDX-License-Identifier: Apache-2.0
#include "cusolver/sparse/order.h"

#include "cusolver/sparse/levels.h"

namespace heddle::cusolver::sparse {

Permutation reverse_cuthill_mckee(const Pattern& graph) {
  const int n = graph.lines();
  const std::vector<int> of(n, 0);
  Walk walk(graph, of);
  std::vector<bool> done(n, false);
  Permutation out;
  out.reserve(n);
  for (int root = 0; root < n; ++root) {
    if (done[root]) continue;
    for (const int node : walk.from_the_end(root, 0).nodes) {
      done[node] = true;
      out.push_back(node);
    }
  }
  std::reverse(out.begin(), out.end());
  return out;
}

// A part is halved at a level in the middle, of which what touches the next level separates. Parts
// are numbered; places are given from the end of a part's range.
Permutation nested_dissection(const Pattern& graph) {
  constexpr int kSmall = 4;
  const int n = graph.lines();
  Permutation out(n);
  std::vector<int> of(n, 0);
  Walk walk(graph, of);
  struct Part {
    std::vector<int> nodes;
    int end;  // of its places
  };
  std::vector<Part> waiting;
  waiting.push_back({identity(n), n});
  int parts = 0;
  while (!waiting.empty()) {
    const Part part = std::move(waiting.back());
    waiting.pop_back();
    const int id = ++parts;
    for (const int node : part.nodes) of[node] = id;
    int end = part.end;
    const auto put = [&](const std::vector<int>& nodes) {
      for (const int node : nodes) {
        out[--end] = node;
        of[node] = 0;
      }
    };
    const auto later = [&](std::vector<int> nodes) {
      if (nodes.empty()) return;
      const int size = static_cast<int>(nodes.size());
      waiting.push_back({std::move(nodes), end});
      end -= size;
    };
    if (part.nodes.size() <= kSmall) {
      put(part.nodes);
      continue;
    }
    const Levels levels = walk.from_the_end(part.nodes.front(), id);
    if (levels.nodes.size() < part.nodes.size()) {  // not connected
      for (const int node : levels.nodes) of[node] = 0;
      std::vector<int> rest;
      for (const int node : part.nodes)
        if (of[node] == id) rest.push_back(node);
      later(levels.nodes);
      later(std::move(rest));
      continue;
    }
    if (levels.depth() < 3) {
      put(part.nodes);
      continue;
    }
    int middle = 1;
    while (middle < levels.depth() - 2 &&
           levels.start[middle + 1] < static_cast<int>(levels.nodes.size()) / 2)
      ++middle;
    const auto begin = levels.nodes.begin() + levels.start[middle];
    const auto behind = levels.nodes.begin() + levels.start[middle + 1];
    std::vector<int> first(levels.nodes.begin(), begin), second(behind, levels.nodes.end());
    for (const int node : second) of[node] = -1;
    std::vector<int> separator;
    for (auto it = begin; it != behind; ++it) {
      const auto line = graph.line(*it);
      const bool touches =
          std::any_of(line.begin(), line.end(), [&](int j) { return of[j] == -1; });
      (touches ? separator : first).push_back(*it);
    }
    put(separator);
    later(std::move(second));
    later(std::move(first));
  }
  return out;
}

// Augmenting paths: a row takes a column of its own if one is free, else it asks the row that has
// one to take another.
int match_diagonal(const Pattern& rows, Permutation* order) {
  const int n = rows.lines();
  std::vector<int> row_of(n, -1), seen(n, -1), column_of(n, -1);
  std::vector<i64> cheap(rows.start.begin(), rows.start.end() - 1);
  struct Step {
    int row;
    i64 next;
    int column;  // which it is to give to the row before it
  };
  int matched = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<Step> path{{i, rows.start[i], -1}};
    bool found = false;
    while (!path.empty() && !found) {
      Step& top = path.back();
      int free = -1;
      for (i64& at = cheap[top.row]; at < rows.start[top.row + 1] && free < 0; ++at)
        if (row_of[rows.index[at]] < 0) free = rows.index[at];
      if (free >= 0) {
        for (auto step = path.rbegin(); step != path.rend(); ++step) {
          row_of[free] = step->row;
          column_of[step->row] = free;
          free = step->column;
        }
        found = true;
        break;
      }
      if (top.next == rows.start[top.row + 1]) {
        path.pop_back();
        continue;
      }
      const int column = rows.index[top.next++];
      if (seen[column] == i) continue;
      seen[column] = i;
      path.push_back({row_of[column], rows.start[row_of[column]], column});
    }
    matched += found ? 1 : 0;
  }
  std::vector<int> without;
  for (int i = 0; i < n; ++i)
    if (column_of[i] < 0) without.push_back(i);
  order->assign(n, -1);
  for (int j = 0; j < n; ++j) {
    if (row_of[j] >= 0) {
      (*order)[j] = row_of[j];
    } else {
      (*order)[j] = without.back();
      without.pop_back();
    }
  }
  return matched;
}

}  // namespace heddle::cusolver::sparse
