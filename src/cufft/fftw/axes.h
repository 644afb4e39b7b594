// SPDX-License-Identifier: Apache-2.0
// Walks through the numbers of arrays with any strides.
#pragma once

#include <span>
#include <vector>

#include "library/numbers.h"
#include "library/submission.h"

namespace heddle::cufft::fftw {

using library::i64;

// body(offset of the input, offset of the output) for each number; `axes` have n, in and out.
template <class Axes, class Body>
void for_each_number(const Axes& axes, Body body) {
  std::vector<i64> index(axes.size());
  i64 in = 0, out = 0;
  while (true) {
    body(in, out);
    std::size_t i = axes.size();
    for (; i > 0; --i) {
      const auto& axis = axes[i - 1];
      in += axis.in, out += axis.out;
      if (++index[i - 1] < axis.n) break;
      in -= axis.n * axis.in, out -= axis.n * axis.out;
      index[i - 1] = 0;
    }
    if (i == 0) return;
  }
}

// What a tool is told: the memory of an array, whose numbers have `size` bytes.
template <class Axes>
void add_uses(library::Uses::List& uses, Axes axes, i64 Axes::value_type::* stride, const void* at,
              i64 size, bool writes) {
  auto row = axes.back();
  axes.pop_back();
  const i64 step = row.*stride * size;
  for (auto& axis : axes) axis.in = axis.*stride;
  for_each_number(axes, [&](i64 offset, i64) {
    const std::byte* first = static_cast<const std::byte*>(at) + offset * size;
    if (step == size)
      library::Uses::add(uses, first, static_cast<std::uint64_t>(row.n * size), 1, 0, writes);
    else
      library::Uses::add(uses, step < 0 ? first + (row.n - 1) * step : first,
                         static_cast<std::uint64_t>(size), row.n,
                         static_cast<std::uint64_t>(step < 0 ? -step : step), writes);
  });
}

}  // namespace heddle::cufft::fftw
