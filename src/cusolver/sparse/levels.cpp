// SPDX-License-Identifier: Apache-2.0
#include "cusolver/sparse/levels.h"

namespace heddle::cusolver::sparse {

Levels Walk::from(int root, int part) {
  ++round_;
  const auto fewer = [this](int a, int b) {
    const std::size_t of_a = graph_.line(a).size(), of_b = graph_.line(b).size();
    return of_a != of_b ? of_a < of_b : a < b;
  };
  Levels out{{root}, {0}};
  seen_[root] = round_;
  for (std::size_t begin = 0; begin < out.nodes.size();) {
    const std::size_t end = out.nodes.size();
    out.start.push_back(static_cast<int>(end));
    for (; begin < end; ++begin) {
      const std::size_t first = out.nodes.size();
      for (const int other : graph_.line(out.nodes[begin])) {
        if (of_[other] != part || seen_[other] == round_) continue;
        seen_[other] = round_;
        out.nodes.push_back(other);
      }
      std::sort(out.nodes.begin() + static_cast<i64>(first), out.nodes.end(), fewer);
    }
  }
  return out;
}

Levels Walk::from_the_end(int root, int part) {
  Levels levels = from(root, part);
  for (;;) {
    const auto last = levels.nodes.begin() + levels.start[levels.depth() - 1];
    const int end = *std::min_element(last, levels.nodes.end(), [this](int a, int b) {
      return graph_.line(a).size() < graph_.line(b).size();
    });
    Levels further = from(end, part);
    if (further.depth() <= levels.depth()) return levels;
    levels = std::move(further);
  }
}

}  // namespace heddle::cusolver::sparse
