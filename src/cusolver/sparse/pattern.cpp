// SPDX-License-Identifier: Apache-2.0
#include "cusolver/sparse/pattern.h"

namespace heddle::cusolver::sparse {

bool read(const Csr& csr, Pattern* rows) {
  *rows = Pattern{.width = csr.columns};
  rows->start.reserve(csr.rows + 1);
  rows->index.reserve(csr.numbers);
  for (int i = 0; i < csr.rows; ++i) {
    const i64 begin = i64{csr.offsets[i]} - csr.base;
    const i64 end = i64{csr.ends ? csr.ends[i] : csr.offsets[i + 1]} - csr.base;
    if (!csr.ends && begin != static_cast<i64>(rows->index.size())) return false;
    if (begin < 0 || end < begin || end - begin > csr.numbers) return false;
    for (i64 at = begin; at < end; ++at) {
      const i64 column = i64{csr.indices[at]} - csr.base;
      if (column < 0 || column >= csr.columns) return false;
      rows->index.push_back(static_cast<int>(column));
    }
    rows->end_line();
  }
  return static_cast<i64>(rows->index.size()) == csr.numbers;
}

Pattern transpose(const Pattern& a, std::vector<i64>* from) {
  Pattern out{.width = a.lines()};
  out.start.assign(a.width + 1, 0);
  out.index.resize(a.index.size());
  if (from) from->resize(a.index.size());
  for (const int place : a.index) ++out.start[place + 1];
  for (int i = 0; i < a.width; ++i) out.start[i + 1] += out.start[i];
  std::vector<i64> next(out.start.begin(), out.start.end() - 1);
  for (int i = 0; i < a.lines(); ++i) {
    for (i64 at = a.start[i]; at < a.start[i + 1]; ++at) {
      const i64 to = next[a.index[at]]++;
      out.index[to] = i;
      if (from) (*from)[to] = at;
    }
  }
  return out;
}

Pattern graph_of(const Pattern& a) {
  const Pattern other = transpose(a);
  Pattern out{.width = a.width};
  for (int i = 0; i < a.lines(); ++i) {
    for (const Pattern* const part : {&a, &other})
      for (const int j : part->line(i))
        if (j != i) out.index.push_back(j);
    const auto begin = out.index.begin() + out.start.back();
    std::sort(begin, out.index.end());
    out.index.erase(std::unique(begin, out.index.end()), out.index.end());
    out.end_line();
  }
  return out;
}

bool is_permutation(std::span<const int> p) {
  std::vector<bool> seen(p.size());
  for (const int i : p) {
    if (i < 0 || static_cast<std::size_t>(i) >= p.size() || seen[i]) return false;
    seen[i] = true;
  }
  return true;
}

}  // namespace heddle::cusolver::sparse
