// SPDX-License-Identifier: Apache-2.0
// Which products a launch computes: one, or many of one size, whose matrices begin even steps apart
// or where pointers in memory of the device say.
#pragma once

#include "problem.h"

namespace gemm {

// The products of a launch are numbered by one dimension of its grid, which ends at 65535.
constexpr int kProductsOfLaunch = 65535;

struct OneProduct {
  static constexpr bool kMany = false;
  OneProduct transposed() const { return {}; }
  template <class P>
  __device__ void take(P*, unsigned) const {}
};

// Steps in elements.
template <class In, class Out>
struct EvenProducts {
  static constexpr bool kMany = true;
  const InA<In>* a;
  const InB<In>* b;
  Out* c;
  size_t step_a, step_b, step_c;
  unsigned first = 0;  // of the launch

  EvenProducts<Turned<In>, Out> transposed() const {
    return {b, a, c, step_b, step_a, step_c, first};
  }
  template <class P>
  __device__ void take(P* p, unsigned number) const {
    p->a.data = a + (first + number) * step_a;
    p->b.data = b + (first + number) * step_b;
    p->c.data = c + (first + number) * step_c;
  }
};

template <class In, class Out>
struct PointedProducts {
  static constexpr bool kMany = true;
  const InA<In>* const* a;
  const InB<In>* const* b;
  Out* const* c;
  unsigned first = 0;

  PointedProducts<Turned<In>, Out> transposed() const { return {b, a, c, first}; }
  template <class P>
  __device__ void take(P* p, unsigned number) const {
    p->a.data = a[first + number];
    p->b.data = b[first + number];
    p->c.data = c[first + number];
  }
};

// launch(products, count) for as many as a launch can number at a time.
template <class Products, class Launch>
cudaError_t each_launch(Products products, int count, Launch launch) {
  for (int first = 0; first < count; first += kProductsOfLaunch) {
    products.first = unsigned(first);
    const int left = count - first;
    const cudaError_t error = launch(products, left < kProductsOfLaunch ? left : kProductsOfLaunch);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace gemm
