// SPDX-License-Identifier: Apache-2.0
// What a kernel that walks over tiles (step 13) knows of the product that a tile is of: of one, or
// of a batch whose matrices lie a step apart, its number, which the tensor maps have as third
// coordinate; of a batch by pointers, where its matrices begin.
#pragma once

#include "any_matrix.cuh"
#include "persistent.cuh"

namespace gemm {

// The tile's product: what load_box_of() wants for A and for B.
struct NumberedProduct {
  int a, b;
};
struct PointedProduct {
  MatrixAddress a, b;
};

template <class In, class Out>
struct PointedWalk : PersistentWalk {
  const InA<In>* const* a;
  const InB<In>* const* b;
  Out* const* c;
  int length_a, lines_a, length_b, lines_b;  // of all
};

template <class Walk>
__device__ __forceinline__ NumberedProduct product_of(const Walk&, const Work& work) {
  return {work.split, work.split};
}
template <class In, class Out>
__device__ __forceinline__ PointedProduct product_of(const PointedWalk<In, Out>& walk,
                                                     const Work& work) {
  return {MatrixAddress(walk.a[work.split], walk.length_a, walk.lines_a),
          MatrixAddress(walk.b[work.split], walk.length_b, walk.lines_b)};
}

// The problem whose C a tile of that work goes to: of a part of k, or of a product.
template <class Walk, class P>
__device__ __forceinline__ P with_c_of(const Walk&, const Work& work, P p) {
  p.c.data += work.split * p.step_c;
  return p;
}
template <class In, class Out, class P>
__device__ __forceinline__ P with_c_of(const PointedWalk<In, Out>& walk, const Work& work, P p) {
  p.c.data = walk.c[work.split];
  return p;
}

// How a box of C, which lies in rows, finds its product's matrix.
template <class T, class In, class Out>
__device__ __forceinline__ auto place_of_c(const Problem<In, Out>& p, const Work& work) {
  if constexpr (T::BY_POINTERS)
    return MatrixAddress(p.c.data, p.n, p.m);
  else
    return work.split;
}

}  // namespace gemm
