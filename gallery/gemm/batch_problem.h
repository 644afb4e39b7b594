// SPDX-License-Identifier: Apache-2.0
// Many products of one size: matrices that begin even steps apart, or anywhere.
#pragma once

#include <cstdint>

#include "copy_engine.h"
#include "problem.h"
#include "products.cuh"

namespace gemm {

// What a host asks about alignment, not a place to read or write: as if each matrix began at an odd
// element.
template <class In, class Out>
Problem<In, Out> at_elements(Problem<In, Out> p) {
  p.a.data = reinterpret_cast<const InA<In>*>(sizeof(In));
  p.b.data = reinterpret_cast<const InB<In>*>(sizeof(In));
  p.c.data = reinterpret_cast<Out*>(sizeof(Out));
  return p;
}

// first: the first product, whose step_c counts; steps in elements.
template <class In, class Out = In>
struct Batch {
  using InType = In;
  using OutType = Out;
  Problem<In, Out> first;
  int count;
  size_t step_a, step_b;

  Batch with_c_in_rows() const { return first.c.order == Order::kRow ? *this : transposed(); }
  Batch<Turned<In>, Out> transposed() const { return {first.transposed(), count, step_b, step_a}; }
  // Whether the lines of all are as aligned as those of the first.
  bool steps_are_aligned() const {
    const auto whole = [](size_t bytes) { return bytes % 16 == 0; };
    return count == 1 || (whole(step_a * sizeof(In)) && whole(step_b * sizeof(In)) &&
                          whole(first.step_c * sizeof(Out)));
  }
  // The first product; at addresses that are aligned to an element where not all are as it is.
  Problem<In, Out> as_aligned_as_all() const {
    return steps_are_aligned() ? first : at_elements(first);
  }
  Problem<In, Out> product(int number) const {
    Problem<In, Out> p = first;
    p.a.data += number * step_a, p.b.data += number * step_b, p.c.data += number * p.step_c;
    return p;
  }
  EvenProducts<In, Out> products() const {
    return {first.a.data, first.b.data, first.c.data, step_a, step_b, first.step_c};
  }
  // Whether the copy engine can read all matrices; and write and read C.
  bool fits_maps() const {
    const auto whole = [](size_t step) { return step != 0 && step * sizeof(In) % 16 == 0; };
    return fits_tensor_map(first.a) && fits_tensor_map(first.b) && whole(step_a) && whole(step_b);
  }
  bool fits_boxes() const {
    return fits_box_store(first) && first.step_c != 0 && first.step_c * sizeof(Out) % 16 == 0;
  }
};

// a, b, c: for each product where its matrices begin, in memory of the device. first: what all have
// in common; its own pointers are not looked at. All addresses are multiples of `alignment` bytes.
template <class In, class Out = In>
struct PointerBatch {
  using InType = In;
  using OutType = Out;
  static constexpr size_t step_a = 0, step_b = 0;  // none
  Problem<In, Out> first;
  int count;
  const InA<In>* const* a;
  const InB<In>* const* b;
  Out* const* c;
  int alignment = int(sizeof(In) < sizeof(Out) ? sizeof(In) : sizeof(Out));

  PointerBatch with_c_in_rows() const {
    return first.c.order == Order::kRow ? *this : transposed();
  }
  Problem<In, Out> as_aligned_as_all() const {
    Problem<In, Out> p = at_elements(first);
    if (alignment % 16 == 0) p.a.data = nullptr, p.b.data = nullptr, p.c.data = nullptr;
    return p;
  }
  PointedProducts<In, Out> products() const { return {a, b, c}; }
  PointerBatch<Turned<In>, Out> transposed() const {
    return {first.transposed(), count, b, a, c, alignment};
  }
  bool fits_maps() const {
    const Problem<In, Out> p = as_aligned_as_all();
    return alignment % 16 == 0 && fits_tensor_map(p.a) && fits_tensor_map(p.b);
  }
  bool fits_boxes() const { return alignment % 16 == 0 && fits_box_store(as_aligned_as_all()); }
};

// Whether a walk can number the tiles of all.
template <class Batch>
bool has_few_tiles(const Batch& batch) {
  return double(tiles(batch.first.m, 64)) * tiles(batch.first.n, 64) * batch.count < 1 << 30;
}

}  // namespace gemm
