// SPDX-License-Identifier: Apache-2.0
#include "cufft/long.h"

#include <new>

namespace heddle::cufft {
namespace {

constexpr i64 kLong = i64{1} << 15;
constexpr i64 kLeastRows = 32;

}  // namespace

i64 long_rows(i64 length) {
  if (length < kLong) return 0;
  // The largest divisor up to the root.
  i64 best = 1;
  for (i64 i = 1; i * i <= length; ++i)
    if (length % i == 0) best = i;
  return best >= kLeastRows ? best : 0;
}

// Rows are a cache line further apart, so that the numbers of a column do not fall into one set of
// a cache.
Matrix::Matrix(i64 length, i64 rows, bool is_double)
    : length_(length), height_(rows), width_(length / rows), stride_(width_ + (is_double ? 4 : 8)) {
  memory_.reset(new (std::nothrow) std::byte[height_ * stride_ * (is_double ? 16 : 8)]);
}

Layout Matrix::layout() const {
  Layout out;
  out.dims = 2;
  out.shape = {static_cast<std::uint64_t>(height_), static_cast<std::uint64_t>(width_)};
  out.stride = {stride_, 1};
  return out;
}

Task Matrix::columns(const Task& whole) const {
  Task task = whole;
  task.in_layout = layout();
  task.in_layout.stride = {whole.in_layout.stride[0] * width_, whole.in_layout.stride[0]};
  task.out_layout = layout();
  task.out = memory_.get();
  task.axes = 1;
  return task;
}

Turn Matrix::turn(const Task& whole, i64 begin, i64 end) const {
  Turn out;
  out.is_double = whole.is_double;
  out.forward = whole.forward;
  out.length = length_;
  out.at = memory_.get() + begin * (whole.is_double ? 16 : 8);
  out.rows = height_;
  out.first_column = begin;
  out.columns = end - begin;
  out.row_stride = stride_;
  return out;
}

Task Matrix::rows(const Task& whole) const {
  Task task = whole;
  task.in = memory_.get();
  task.in_layout = layout();
  task.out_layout = layout();
  task.out_layout.stride = {whole.out_layout.stride[0], whole.out_layout.stride[0] * height_};
  task.axes = 2;
  return task;
}

}  // namespace heddle::cufft
