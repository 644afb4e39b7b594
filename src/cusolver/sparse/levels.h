// SPDX-License-Identifier: Apache-2.0
// Levels of a graph: how far its nodes are from one of them.
#pragma once

#include "cusolver/sparse/pattern.h"

namespace heddle::cusolver::sparse {

// Nodes of one component, level after level; a level is [start[i], start[i + 1]).
struct Levels {
  std::vector<int> nodes;
  std::vector<int> start;
  int depth() const { return static_cast<int>(start.size()) - 1; }
};

// Walks the part of a graph whose nodes have of[node] == part; marks what it has seen.
class Walk {
 public:
  Walk(const Pattern& graph, const std::vector<int>& of)
      : graph_(graph), of_(of), seen_(graph.lines(), 0) {}

  // From `root`, the neighbours of a node by their degree.
  Levels from(int root, int part);
  // From a node that is about as far from another as any is.
  Levels from_the_end(int root, int part);

 private:
  const Pattern& graph_;
  const std::vector<int>& of_;
  std::vector<int> seen_;
  int round_ = 0;
};

}  // namespace heddle::cusolver::sparse
