// SPDX-License-Identifier: Apache-2.0
// Graphs and searches.
#pragma once

#include "bench/loops/side.h"

namespace bench::BENCH_SIDE {

ELEMENT void search_breadth_first(int i, int n, Byte* mask, Byte* updated, Byte* visited, int* cost,
                                  const int* begins, const int* columns) {
  if (mask[i]) {
    for (int k = begins[i]; k < begins[i + 1]; ++k) {
      int t = columns[k];
      if (!visited[t]) {
        cost[t] = cost[i] + 1;
        updated[t] = 1;
      }
    }
  }
}

ELEMENT void degrees(int i, int n, int* o, const int* b) {
  o[i] = b[i + 1] - b[i];
}

ELEMENT void page_rank(int i, int n, float* o, const float* r, const int* c) {
  float s = 0;
  for (int k = 0; k < 4; ++k) s += r[c[4 * i + k]];
  o[i] = 0.15f + 0.85f * s;
}

ELEMENT void relax(int i, int n, int* o, const int* d, const int* u, const int* v,
                   const int* weight) {
  int nd = d[u[i]] + weight[i];
  o[i] = nd < d[v[i]];
}

ELEMENT void root_of(int i, int n, int* o, const int* p) {
  int r = p[i];
  while (p[r] != r) r = p[r];
  o[i] = r;
}

ELEMENT void shortest_paths(int x, int y, int w, int h, int* d, int k) {
  int v = d[y * w + k] + d[k * w + x];
  if (v < d[y * w + x]) d[y * w + x] = v;
}

ELEMENT void lower_bound(int i, int n, int* o, const int* t, const int* q, int m) {
  int lo = 0, hi = m;
  while (lo < hi) {
    int k = (lo + hi) / 2;
    if (t[k] < q[i])
      lo = k + 1;
    else
      hi = k;
  }
  o[i] = lo;
}

static std::vector<Row> graphs() {
  return {
      {"a step of a breadth-first search",
       [](Data& d) {
         const int n = 40000;
         auto* m = d.below<Byte>(n, 2);
         auto* u = d.array<Byte>(n, [](std::size_t) { return 0; });
         auto* v =
             d.array<Byte>(n, [&](std::size_t i) { return m[i] != 0 || d.random() % 2 != 0; });
         auto* o = d.array<int>(n, [](std::size_t) { return 3; });
         auto* b = d.begins(n);
         auto* c = d.below<int>(8 * n, n);
         return along<search_breadth_first>(n, m, u, v, o, b, c);
       }},
      {"degrees of nodes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<int>(n);
         auto* b = d.begins(n);
         return along<degrees>(n, o, b);
       }},
      {"a step of PageRank, four edges each",
       [](Data& d) {
         const int n = 40000;
         auto* o = d.floats(n);
         auto* r = d.floats(n);
         auto* c = d.below<int>(4 * n, n);
         return along<page_rank>(n, o, r, c);
       }},
      {"edges relaxed",
       [](Data& d) {
         const int n = kPlane, nodes = 40000;
         auto* o = d.bits<int>(n);
         auto* l = d.below<int>(nodes, 1 << 20);
         auto* u = d.below<int>(n, nodes);
         auto* v = d.below<int>(n, nodes);
         auto* t = d.below<int>(n, 1 << 19);
         return along<relax>(n, o, l, u, v, t);
       }},
      {"roots of trees",
       [](Data& d) {
         const int n = 40000;
         auto* o = d.bits<int>(n);
         auto* p = d.array<int>(n, [&](std::size_t i) { return i < 16 ? i : d.random() % i; });
         return along<root_of>(n, o, p);
       }},
      {"a step of all shortest paths",
       [](Data& d) {
         const int s = 400;
         auto* l = d.below<int>(s * s, 1000);
         return across<shortest_paths, 16, 16>(s, s, l, 77);
       }},
      {"binary search in 4096",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<int>(n);
         auto* t = d.array<int>(4096, [](std::size_t i) { return i << 12; });
         auto* q = d.below<int>(n, 1 << 24);
         return along<lower_bound>(n, o, t, q, 4096);
       }},
  };
}

}  // namespace bench::BENCH_SIDE
