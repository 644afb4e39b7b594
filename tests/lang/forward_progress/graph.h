// SPDX-License-Identifier: Apache-2.0
// A small undirected random graph in compressed rows, on the host and on the device.
#pragma once

#include <vector>

#include "../check.h"

struct Graph {
  unsigned nodes = 0;
  std::vector<unsigned> first, to;
  unsigned *device_first = nullptr, *device_to = nullptr;

  // A ring of `nodes` nodes and `more` random edges; without `ring` it has several components.
  Graph(unsigned count, unsigned more, bool ring, unsigned seed) : nodes(count) {
    std::vector<std::vector<unsigned>> lists(count);
    const auto join = [&](unsigned a, unsigned b) {
      if (a == b) return;
      for (unsigned n : lists[a]) {
        if (n == b) return;
      }
      lists[a].push_back(b);
      lists[b].push_back(a);
    };
    for (unsigned v = 0; ring && v < count; ++v) join(v, (v + 1) % count);
    for (unsigned e = 0; e < more; ++e) {
      join(check::mix(seed + 2 * e) % count, check::mix(seed + 2 * e + 1) % count);
    }
    first.push_back(0);
    for (const auto& list : lists) {
      to.insert(to.end(), list.begin(), list.end());
      first.push_back((unsigned)to.size());
    }
    device_first = check::device_array<unsigned>(first.size());
    device_to = check::device_array<unsigned>(to.size() + 1);
    cudaMemcpy(device_first, first.data(), first.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(device_to, to.data(), to.size() * 4, cudaMemcpyHostToDevice);
  }
  ~Graph() {
    cudaFree(device_first);
    cudaFree(device_to);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
};
