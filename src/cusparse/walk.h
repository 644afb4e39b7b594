// SPDX-License-Identifier: Apache-2.0
// The numbers of a matrix of any format, one after the other. A matrix falls into units, which may
// be walked at the same time: rows (CSR), columns (CSC), numbers (COO), rows of blocks (BSR,
// Blocked-ELL), slices (Sliced ELL).
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "cusparse/descriptors.h"

namespace heddle::cusparse {

inline i64 units(const SparseMatrix& a) {
  switch (a.format) {
    case CUSPARSE_FORMAT_CSC:
      return a.columns;
    case CUSPARSE_FORMAT_COO:
      return a.nnz;
    default:
      return (a.rows + a.block_rows - 1) / a.block_rows;
  }
}

// Whether each unit has rows (of the transposed matrix: columns) that no other has.
inline bool owns_rows(const SparseMatrix& a, bool transposed) {
  return a.format != CUSPARSE_FORMAT_COO && (a.format == CUSPARSE_FORMAT_CSC) == transposed;
}
// The rows of units up to `unit`.
inline i64 first_row(const SparseMatrix& a, i64 unit) {
  return a.format == CUSPARSE_FORMAT_CSC ? unit : std::min(unit * a.block_rows, a.rows);
}

// Where the numbers of units up to `unit` end, in the array of values.
inline i64 first_value(const SparseMatrix& a, i64 unit) {
  switch (a.format) {
    case CUSPARSE_FORMAT_COO:
      return unit;
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      return unit * a.block_rows * a.ell_columns;
    default:
      // An array without rows may be missing.
      return unit == 0 ? 0
                       : (a.major[unit] - a.base) *
                             (a.format == CUSPARSE_FORMAT_BSR ? a.block_rows * a.block_columns : 1);
  }
}

// Numbers that are stored.
inline i64 stored_values(const SparseMatrix& a) {
  switch (a.format) {
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      return a.stored;
    case CUSPARSE_FORMAT_BSR:
      return a.nnz * a.block_rows * a.block_columns;
    default:
      return a.nnz;
  }
}

// Where part `part` of `parts` begins, so that all have as much to do.
inline i64 first_unit(const SparseMatrix& a, i64 part, i64 parts) {
  const i64 all = units(a);
  if (part == 0 || part == parts) return part == 0 ? 0 : all;
  if (a.format == CUSPARSE_FORMAT_COO || a.format == CUSPARSE_FORMAT_BLOCKED_ELL)
    return all * part / parts;
  const auto work = [&](i64 unit) { return first_value(a, unit) + unit; };
  const i64 wanted = static_cast<i64>(static_cast<double>(work(all)) * part / parts);
  i64 low = 0, high = all;
  while (low < high) {
    const i64 middle = (low + high) / 2;
    if (work(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// f(i, j, k): number k of the values is element (i, j).
template <class F>
void walk(const SparseMatrix& a, i64 begin, i64 end, F f) {
  const i64 base = a.base;
  switch (a.format) {
    case CUSPARSE_FORMAT_CSR:
    case CUSPARSE_FORMAT_CSC: {
      const bool by_row = a.format == CUSPARSE_FORMAT_CSR;
      for (i64 line = begin; line < end; ++line) {
        const i64 last = a.major[line + 1] - base;
        for (i64 k = a.major[line] - base; k < last; ++k) {
          const i64 other = a.minor[k] - base;
          f(by_row ? line : other, by_row ? other : line, k);
        }
      }
      return;
    }
    case CUSPARSE_FORMAT_COO:
      for (i64 k = begin; k < end; ++k) f(a.major[k] - base, a.minor[k] - base, k);
      return;
    case CUSPARSE_FORMAT_BSR: {
      const i64 height = a.block_rows, width = a.block_columns;
      const bool by_row = a.block_order == CUSPARSE_ORDER_ROW;
      for (i64 row = begin; row < end; ++row) {
        for (i64 b = a.major[row] - base; b < a.major[row + 1] - base; ++b) {
          const i64 column = (a.minor[b] - base) * width;
          for (i64 i = 0; i < height; ++i)
            for (i64 j = 0; j < width; ++j)
              f(row * height + i, column + j,
                b * height * width + (by_row ? i * width + j : j * height + i));
        }
      }
      return;
    }
    case CUSPARSE_FORMAT_BLOCKED_ELL: {
      const i64 size = a.block_rows, across = a.ell_columns / size;
      for (i64 row = begin; row < end; ++row) {
        for (i64 b = 0; b < across; ++b) {
          const i64 at = a.minor[row * across + b];
          if (at < 0) continue;
          const i64 column = (at - base) * size;
          for (i64 i = row * size; i < std::min(a.rows, (row + 1) * size); ++i)
            for (i64 j = 0; j < std::min(size, a.columns - column); ++j)
              f(i, column + j, i * a.ell_columns + b * size + j);
        }
      }
      return;
    }
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      for (i64 slice = begin; slice < end; ++slice) {
        const i64 first = slice * a.block_rows, last = a.major[slice + 1] - base;
        for (i64 k = a.major[slice] - base, at = 0; k < last; ++k, ++at) {
          const i64 column = a.minor[k];
          if (column >= 0) f(first + at % a.block_rows, column - base, k);
        }
      }
      return;
  }
}

// Numbers `begin` to `end` of an array of any type, as T.
template <class T>
class Numbers {
 public:
  Numbers(Values of, i64 begin, i64 end) : begin_(begin) {
    if (of.type == type_of<T>()) {
      at_ = static_cast<const T*>(of.at) + begin;
      return;
    }
    room_.resize(end > begin ? end - begin : 0);
    at_ = room_.data();
    with_type(of.type, 0, [&](auto number) {
      const auto* const from = static_cast<const decltype(number)*>(of.at);
      for (i64 k = begin; k < end; ++k) room_[k - begin] = get<T>(from[k]);
      return 0;
    });
  }
  T operator[](i64 k) const { return at_[k - begin_]; }
  const T* from(i64 k) const { return at_ + (k - begin_); }

 private:
  const T* at_ = nullptr;
  i64 begin_;
  std::vector<T> room_;
};

template <class T>
Numbers<T> numbers_of(const SparseMatrix& a, i64 begin, i64 end) {
  return {a.values, first_value(a, begin), begin < end ? first_value(a, end) : 0};
}

}  // namespace heddle::cusparse
