// SPDX-License-Identifier: Apache-2.0
// A matrix inside a larger one: whole lines before and behind it, elements of others behind each of
// its lines, and an address of any alignment. Whatever is around it must survive, and not matter.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "../common/gallery.h"
#include "problem.h"

namespace gemm {

// How a matrix lies in memory: its first element `offset` elements behind a multiple of 256 bytes,
// `padding` elements between its lines.
struct Layout {
  Order order;
  int offset, padding;
};

template <class T>
class View {
 public:
  // around: the byte that fills all that is not the matrix, and the matrix until it is set.
  View(int rows, int columns, Layout layout, int around)
      : rows_(rows),
        columns_(columns),
        order_(layout.order),
        length_(order_ == Order::kRow ? columns : rows),
        ld_(std::max(length_, 1) + layout.padding),
        around_(static_cast<unsigned char>(around)),
        first_(size_t(tiles(2 * ld_, 256)) * 256 + layout.offset),
        host_(first_ + size_t(order_ == Order::kRow ? rows : columns) * ld_ + 2 * ld_ + 256),
        device_(host_.size()) {
    std::memset(static_cast<void*>(host_.data()), around, host_.size() * sizeof(T));
    device_.from_host(host_);
  }

  Matrix<T> matrix() const { return {device_.get() + first_, ld_, order_}; }

  // value(row, column): a float
  template <class Value>
  void set(Value value) {
    for (int i = 0; i < rows_; ++i)
      for (int j = 0; j < columns_; ++j) *here().at(i, j) = T(value(i, j));
    device_.from_host(host_);
  }
  void download() { host_ = device_.to_host(); }
  double operator()(int row, int column) { return as_double(*here().at(row, column)); }

  // Where somebody wrote beside the matrix; "" when nobody did.
  std::string damage() const {
    const size_t bytes = host_.size() * sizeof(T);
    const auto* byte = reinterpret_cast<const unsigned char*>(host_.data());
    for (size_t i = 0; i < bytes; ++i) {
      if (byte[i] == around_) continue;
      const long long element = (long long)(i / sizeof(T)) - (long long)first_;
      const long long line = element >= 0 ? element / ld_ : -((ld_ - 1 - element) / ld_);
      const long long place = element - line * ld_;
      const int lines = order_ == Order::kRow ? rows_ : columns_;
      if (line < 0 || line >= lines || place >= length_)
        return "wrote beside the matrix, at place " + std::to_string(place) + " of line " +
               std::to_string(line);
    }
    return "";
  }

 private:
  Matrix<T> here() { return {host_.data() + first_, ld_, order_}; }

  int rows_, columns_;
  Order order_;
  int length_, ld_;
  unsigned char around_;
  size_t first_;
  std::vector<T> host_;
  gallery::DeviceArray<T> device_;
};

}  // namespace gemm
