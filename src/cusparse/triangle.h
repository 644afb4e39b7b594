// SPDX-License-Identifier: Apache-2.0
// A triangular system, one column of numbers at a time: row after row.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cusparse/walk.h"

namespace heddle::cusparse {

// Numbers that a program has put into the place of those of the matrix (updateMatrix): all of them,
// or those of the diagonal.
struct Update {
  std::vector<std::byte> values, diagonal;
};

// The numbers of each row, or of each column (CSC).
template <class T>
class Lines {
 public:
  explicit Lines(const SparseMatrix& a) : a_(a), by_row_(a.format != CUSPARSE_FORMAT_CSC) {
    if (a.format != CUSPARSE_FORMAT_CSR && a.format != CUSPARSE_FORMAT_CSC) sort();
    numbers_.emplace(a.values, 0, stored_values(a));
  }
  bool by_row() const { return by_row_; }

  // f(other, value): in column (row) `other`.
  template <class F>
  void each(i64 line, F f) const {
    if (offsets_.empty()) {
      const i64 end = a_.major[line + 1] - a_.base;
      for (i64 k = a_.major[line] - a_.base; k < end; ++k) f(a_.minor[k] - a_.base, (*numbers_)[k]);
    } else {
      for (i64 k = offsets_[line]; k < offsets_[line + 1]; ++k)
        f(columns_[k], (*numbers_)[places_[k]]);
    }
  }

 private:
  void sort() {
    offsets_.assign(a_.rows + 2, 0);
    walk(a_, 0, units(a_), [&](i64 i, i64, i64) { ++offsets_[i + 2]; });
    for (i64 i = 2; i <= a_.rows + 1; ++i) offsets_[i] += offsets_[i - 1];
    columns_.resize(offsets_[a_.rows + 1]);
    places_.resize(columns_.size());
    // Where a row begins becomes where it ends, which is where the next one begins.
    walk(a_, 0, units(a_), [&](i64 i, i64 j, i64 k) {
      const i64 at = offsets_[i + 1]++;
      columns_[at] = j;
      places_[at] = k;
    });
  }

  const SparseMatrix a_;
  const bool by_row_;
  std::optional<Numbers<T>> numbers_;
  std::vector<i64> offsets_, columns_, places_;  // empty: as the matrix has them
};

template <class T>
class Triangle {
 public:
  Triangle(SparseMatrix a, cusparseOperation_t op, const Update* update)
      : n_(a.rows),
        transposed_(op != CUSPARSE_OPERATION_NON_TRANSPOSE),
        conjugated_(op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE),
        lower_((a.fill == CUSPARSE_FILL_MODE_LOWER) != transposed_),
        unit_(a.diagonal == CUSPARSE_DIAG_TYPE_UNIT),
        diagonal_(update && !update->diagonal.empty()
                      ? reinterpret_cast<const T*>(update->diagonal.data())
                      : nullptr),
        lines_(updated(a, update)) {}

  // In place.
  void solve(T* y) const {
    const bool gathers = lines_.by_row() != transposed_;
    for (i64 step = 0; step < n_; ++step) {
      const i64 i = lower_ ? step : n_ - 1 - step;
      gathers ? gather(i, y) : scatter(i, y);
    }
  }

 private:
  static SparseMatrix updated(SparseMatrix a, const Update* update) {
    if (update && !update->values.empty())
      a.values.at = const_cast<std::byte*>(update->values.data());
    return a;
  }
  T value(T stored) const { return conjugated_ ? conjugate(stored) : stored; }
  // Whether (i, other) counts, seen from the row i, or (other, i) from the column i.
  bool before(i64 i, i64 other) const { return lower_ ? other < i : other > i; }
  bool behind(i64 i, i64 other) const { return lower_ ? other > i : other < i; }

  T pivot(i64 i, T found) const { return diagonal_ ? value(diagonal_[i]) : found; }

  void gather(i64 i, T* y) const {
    T sum = y[i], found{};
    lines_.each(i, [&](i64 j, T stored) {
      if (before(i, j))
        sum -= times(value(stored), y[j]);
      else if (i == j)
        found += value(stored);
    });
    y[i] = unit_ ? sum : divided(sum, pivot(i, found));
  }
  void scatter(i64 i, T* y) const {
    if (!unit_) {
      T found{};
      lines_.each(i, [&](i64 j, T stored) {
        if (i == j) found += value(stored);
      });
      y[i] = divided(y[i], pivot(i, found));
    }
    lines_.each(i, [&](i64 j, T stored) {
      if (behind(i, j)) y[j] -= times(value(stored), y[i]);
    });
  }

  const i64 n_;
  const bool transposed_, conjugated_, lower_, unit_;
  const T* const diagonal_;
  const Lines<T> lines_;
};

// What a descriptor of a solver keeps.
struct Solver {
  bool analysed = false;
  SparseMatrix a;  // as it was then
  std::shared_ptr<Update> update = std::make_shared<Update>();
};

}  // namespace heddle::cusparse

struct cusparseSpSVDescr : heddle::cusparse::Solver {};
struct cusparseSpSMDescr : heddle::cusparse::Solver {};
