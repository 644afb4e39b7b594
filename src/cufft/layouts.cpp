// SPDX-License-Identifier: Apache-2.0
#include "cufft/layouts.h"

#include <algorithm>

namespace heddle::cufft {
namespace {

// `half`: the last axis has the half (plus one) that describes real data. `padded`: rows of real
// numbers are as long as those of complex ones.
Layout layout_of(const Transform& transform, const Side& side, bool half, bool padded) {
  Layout layout;
  const int rank = transform.rank;
  const bool batched = transform.batch != 1;
  layout.dims = rank + (batched ? 1 : 0);
  i64 stride = side.given ? side.stride : 1;
  for (int i = rank - 1; i >= 0; --i) {
    const unsigned axis = i + (batched ? 1 : 0);
    const i64 length = transform.n[i];
    const bool last = i == rank - 1;
    layout.shape[axis] = last && half ? length / 2 + 1 : length;
    layout.stride[axis] = stride;
    i64 room = static_cast<i64>(layout.shape[axis]);
    if (side.given) {
      room = side.embed[i];
    } else if (last && padded) {
      room = 2 * (length / 2 + 1);
    }
    stride *= room;
  }
  if (batched) {
    layout.shape[0] = transform.batch;
    layout.stride[0] = side.given ? side.dist : stride;
  }
  return layout;
}

}  // namespace

Layouts layouts_of(const Transform& transform, bool in_place) {
  const bool to_complex = transform.kind == Kind::kToComplex;
  const bool to_real = transform.kind == Kind::kToReal;
  return {layout_of(transform, transform.in, to_real, to_complex && in_place),
          layout_of(transform, transform.out, to_complex, to_real && in_place)};
}

bool rows_stay(Kind kind, const Layouts& layouts) {
  if (kind == Kind::kComplex) {
    return std::equal(layouts.in.stride.begin(), layouts.in.stride.begin() + layouts.in.dims,
                      layouts.out.stride.begin());
  }
  const Layout& real = kind == Kind::kToComplex ? layouts.in : layouts.out;
  const Layout& complex = kind == Kind::kToComplex ? layouts.out : layouts.in;
  const unsigned last = real.dims - 1;
  if (real.stride[last] != 1 || complex.stride[last] != 1) return false;
  for (unsigned i = 0; i < last; ++i)
    if (real.stride[i] != 2 * complex.stride[i]) return false;
  return true;
}

Layout packed(const Layout& layout) {
  Layout out = layout;
  i64 stride = 1;
  for (unsigned i = layout.dims; i-- > 0;) {
    out.stride[i] = stride;
    stride *= static_cast<i64>(layout.shape[i]);
  }
  return out;
}

std::uint64_t bytes_of(const Transform& transform, bool in_place, bool of_input) {
  const Layouts layouts = layouts_of(transform, in_place);
  const Layout& layout = of_input ? layouts.in : layouts.out;
  std::uint64_t elements = 1;
  for (unsigned i = 0; i < layout.dims; ++i)
    elements += (layout.shape[i] - 1) * static_cast<std::uint64_t>(layout.stride[i]);
  const bool complex = transform.kind != (of_input ? Kind::kToComplex : Kind::kToReal);
  return elements * element(complex, transform.number);
}

void add_uses(library::Uses::List& uses, const void* at, const Layout& layout, std::uint64_t size,
              bool writes) {
  // Axes that together are one run of bytes, then those that together are evenly spaced rows.
  unsigned axis = layout.dims;
  std::uint64_t width = size, height = 1, pitch = 0;
  const auto step = [&](unsigned i) { return static_cast<std::uint64_t>(layout.stride[i]) * size; };
  while (axis > 0 && (step(axis - 1) == width || layout.shape[axis - 1] == 1))
    width *= layout.shape[--axis];
  while (axis > 0 && (height == 1 || step(axis - 1) == height * pitch)) {
    --axis;
    if (height == 1) pitch = step(axis);
    height *= layout.shape[axis];
  }
  // The rest is counted through.
  std::uint64_t blocks = 1;
  for (unsigned i = 0; i < axis; ++i) blocks *= layout.shape[i];
  for (std::uint64_t block = 0; block < blocks; ++block) {
    std::uint64_t rest = block, offset = 0;
    for (unsigned i = axis; i-- > 0;) {
      offset += rest % layout.shape[i] * step(i);
      rest /= layout.shape[i];
    }
    library::Uses::add(uses, static_cast<const std::byte*>(at) + offset, width,
                       static_cast<i64>(height), height == 1 ? width : pitch, writes);
  }
}

}  // namespace heddle::cufft
