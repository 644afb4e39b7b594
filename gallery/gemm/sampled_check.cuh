// SPDX-License-Identifier: Apache-2.0
// Large problems checked in little time: some thousand elements of C against sums in double, and
// all of C for elements that nobody wrote (where they can be no numbers).
#pragma once

#include <cmath>
#include <string>

#include "../common/gallery.h"
#include "precision.h"
#include "problem.h"

namespace gemm {

struct Sampled {
  float worst;               // the largest error, in units of what is allowed
  unsigned unwritten;        // elements that are not numbers
  unsigned long long where;  // an element that is worse than allowed
};

// A warp an element: row and column by a hash of the warp's number; the first ones are the corners.
template <class In, class Out>
__global__ void check_samples(Problem<In, Out> p, const Out* before, int samples, double bound,
                              double output, Sampled* result) {
  const int sample = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (sample >= samples) return;
  unsigned long long z = (sample + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  int row = unsigned(z) % unsigned(p.m), column = unsigned(z >> 32) % unsigned(p.n);
  if (sample < 4) row = sample % 2 * (p.m - 1), column = sample / 2 * (p.n - 1);
  double sum = 0, size = 0;
  for (int k = lane; k < p.k; k += 32) {
    const double product = as_double(*p.a.at(row, k)) * as_double(*p.b.at(k, column));
    sum += product;
    size += fabs(product);
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    sum += __shfl_down_sync(~0u, sum, lanes);
    size += __shfl_down_sync(~0u, size, lanes);
  }
  if (lane != 0) return;
  const size_t place = p.c.at(row, column) - p.c.data;
  const double old = p.beta == 0 ? 0.0 : p.beta * as_double(before[place]);
  const double expected = p.alpha * sum + old;
  const double allowed =
      output * fabs(expected) + bound * (fabs(double(p.alpha)) * size + fabs(old)) + 1e-30;
  const double error = fabs(as_double(p.c.data[place]) - expected) / allowed;
  const float worst = error >= 0 ? float(error) : INFINITY;
  atomicMax(reinterpret_cast<unsigned*>(&result->worst), __float_as_uint(worst));
  if (worst > 1) result->where = (unsigned long long)row << 32 | column;
}

template <class Out>
__global__ void count_unwritten(const Out* c, size_t count, Sampled* result) {
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  unsigned bad = 0;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += stride)
    bad += isnan(as_double(c[i])) ? 1 : 0;
  if (bad != 0) atomicAdd(&result->unwritten, bad);
}

// Dense C. What is wrong with it; "" when nothing is. worst: in units of what is allowed.
template <class In, class Out>
std::string sampled_check(const Problem<In, Out>& p, const Out* before, Precision precision,
                          float* worst) {
  gallery::DeviceArray<Sampled> result(1);
  result.zero();
  const int samples = 8192;
  check_samples<<<samples / 4, 128>>>(p, before, samples, precision.bound(p.k), precision.output,
                                      result.get());
  count_unwritten<<<264, 256>>>(p.c.data, size_t(p.m) * p.n, result.get());
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  const Sampled found = result.to_host()[0];
  *worst = found.worst;
  if (found.unwritten != 0) return std::to_string(found.unwritten) + " elements are not numbers";
  if (!(found.worst <= 1))
    return "row " + std::to_string(found.where >> 32) + ", column " +
           std::to_string(found.where & 0xffffffff) + " is wrong";
  return "";
}

}  // namespace gemm
