// SPDX-License-Identifier: Apache-2.0
// A long transform of one dimension, shared among threads: its numbers as a matrix, row after row.
// The columns are transformed, each number is turned by its row times its column, and the rows are
// transformed; the result is the matrix of these, column after column.
#pragma once

#include <memory>

#include "cufft/plan.h"

namespace heddle::cufft {

// How many rows the matrix of a length should have, about as many as columns. 0: it is short, or
// has too large a prime in it.
i64 long_rows(i64 length);

// What is between columns and rows.
class Matrix {
 public:
  Matrix(i64 length, i64 rows, bool is_double);
  explicit operator bool() const { return memory_ != nullptr; }  // else there is no memory
  i64 width() const { return width_; }

  Task columns(const Task& whole) const;
  Turn turn(const Task& whole, i64 begin, i64 end) const;
  Task rows(const Task& whole) const;

 private:
  Layout layout() const;

  i64 length_, height_, width_, stride_;
  std::shared_ptr<std::byte[]> memory_;
};

}  // namespace heddle::cufft
