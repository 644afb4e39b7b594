// SPDX-License-Identifier: Apache-2.0
// What C should be, in double precision, and how far a result may be from it; on the device,
// because all elements of a large C are compared.
#pragma once

#include "problem.h"

namespace gemm {

// sum = the element of A B, size = the sum of the magnitudes of its products. 16 x 16 threads.
template <class In, class Out>
__global__ void reference_product(Problem<In, Out> p, double* sum, float* size) {
  constexpr int T = 16;
  __shared__ float tile_a[T][T + 1], tile_b[T][T + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  double total = 0, magnitude = 0;
  for (int k0 = 0; k0 < p.k; k0 += T) {
    tile_a[y][x] = row < p.m && k0 + x < p.k ? float(*p.a.at(row, k0 + x)) : 0.0f;
    tile_b[y][x] = k0 + y < p.k && column < p.n ? float(*p.b.at(k0 + y, column)) : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; ++k) {
      const double product = double(tile_a[y][k]) * tile_b[k][x];
      total += product;
      magnitude += fabs(product);
    }
    __syncthreads();
  }
  if (row >= p.m || column >= p.n) return;
  sum[(size_t)row * p.n + column] = total;
  size[(size_t)row * p.n + column] = float(magnitude);
}

struct Deviation {
  unsigned worst;  // the bits of the largest relative error: as floats >= 0 they are ordered alike
  unsigned wrong;
  unsigned long long first;  // the first wrong element
  double squares;            // sum of the squares of the relative errors
};

// Rounding C itself may cost `output` of its value; what is left of the difference is measured
// against the magnitude of what was added up, as cancellation makes the sum small, not its error.
template <class In, class Out, class Finish>
__global__ void compare(Problem<In, Out> p, const Out* before, const double* sum, const float* size,
                        double bound, double output, Finish finish, Deviation* deviation) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  double error = 0;
  if (i < (size_t)p.m * p.n) {
    const int row = i / p.n, column = i % p.n;
    const size_t place = p.c.at(row, column) - p.c.data;
    const double old = p.beta == 0.0f ? 0.0 : p.beta * double(float(before[place]));
    const double expected = finish(p.alpha * sum[i] + old, column);
    const double scale = fabs(p.alpha) * double(size[i]) + fabs(old);
    const double difference = fabs(double(float(p.c.data[place])) - expected);
    error = (difference - output * fabs(expected)) / scale;
    if (difference <= output * fabs(expected)) error = 0;
    if (!(error >= 0)) error = INFINITY;  // not a number
    atomicMax(&deviation->worst, __float_as_uint(float(error)));
  }
  double squares = error * error;
  for (int lanes = 16; lanes > 0; lanes /= 2)
    squares += __shfl_down_sync(0xffffffff, squares, lanes);
  if (threadIdx.x % 32 == 0) atomicAdd(&deviation->squares, squares);
  if (error <= bound) return;
  atomicAdd(&deviation->wrong, 1u);
  atomicMin(&deviation->first, (unsigned long long)i);
}

struct Same {
  __device__ double operator()(double value, int) const { return value; }
};

}  // namespace gemm
