// SPDX-License-Identifier: Apache-2.0
#include "cufft/narrow.h"

#include <cstring>
#include <vector>

#include "cufft/layouts.h"
#include "library/convert.h"

namespace heddle::cufft {
namespace {

using library::BFloat16;
using library::Half;

std::uint64_t count_of(const Layout& layout) {
  std::uint64_t count = 1;
  for (unsigned i = 0; i < layout.dims; ++i) count *= layout.shape[i];
  return count;
}

// body(offset in the array, place in the packed one), for each element.
template <class Body>
void for_each(const Layout& layout, Body body) {
  const std::uint64_t count = count_of(layout);
  std::array<std::uint64_t, 4> index{};
  i64 offset = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    body(offset, i);
    for (unsigned axis = layout.dims; axis-- > 0;) {
      offset += layout.stride[axis];
      if (++index[axis] < layout.shape[axis]) break;
      offset -= layout.stride[axis] * static_cast<i64>(layout.shape[axis]);
      index[axis] = 0;
    }
  }
}

float widened(Half x) {
  return library::to_float(x);
}
float widened(BFloat16 x) {
  return library::to_float(x);
}
template <class T>
T widened(T x) {
  return x;
}
template <class To, class From>
To narrowed(From x) {
  if constexpr (std::is_same_v<To, Half>) {
    return library::to_half(x);
  } else if constexpr (std::is_same_v<To, BFloat16>) {
    return library::to_bfloat16(x);
  } else {
    return x;
  }
}

// Numbers of memory T, computed with as C. An element has one or two of them.
template <class T, class C>
void run_as(const Task& task, const std::function<void(const Task&)>& run) {
  const i64 in_parts = task.kind == Kind::kToComplex ? 1 : 2;
  const i64 out_parts = task.kind == Kind::kToReal ? 1 : 2;
  std::vector<C> in(count_of(task.in_layout) * in_parts);
  std::vector<C> out(count_of(task.out_layout) * out_parts);
  const T* const from = static_cast<const T*>(task.in);
  for_each(task.in_layout, [&](i64 offset, std::uint64_t i) {
    for (i64 k = 0; k < in_parts; ++k) in[i * in_parts + k] = widened(from[offset * in_parts + k]);
  });
  Task elsewhere = task;
  elsewhere.in = in.data();
  elsewhere.out = out.data();
  elsewhere.in_layout = packed(task.in_layout);
  elsewhere.out_layout = packed(task.out_layout);
  run(elsewhere);
  T* const to = static_cast<T*>(task.out);
  for_each(task.out_layout, [&](i64 offset, std::uint64_t i) {
    for (i64 k = 0; k < out_parts; ++k)
      to[offset * out_parts + k] = narrowed<T>(out[i * out_parts + k]);
  });
}

}  // namespace

void run_elsewhere(const Task& task, Number number, const std::function<void(const Task&)>& run) {
  switch (number) {
    case Number::kHalf:
      return run_as<Half, float>(task, run);
    case Number::kBFloat16:
      return run_as<BFloat16, float>(task, run);
    case Number::kFloat:
      return run_as<float, float>(task, run);
    case Number::kDouble:
      return run_as<double, double>(task, run);
  }
}

}  // namespace heddle::cufft
