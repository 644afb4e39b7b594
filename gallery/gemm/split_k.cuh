// SPDX-License-Identifier: Apache-2.0
// Split-K. A product with few tiles and a long k leaves most multiprocessors idle; so several blocks
// share a tile, each sums a part of k into a workspace, and a second kernel adds the parts, always
// in the same order.
#pragma once

#include "problem.h"

namespace gemm {

template <class Out>
__global__ void add_parts(Problem<float, Out> p, const float* parts, int splits) {
  const size_t elements = (size_t)p.m * p.n;
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= elements) return;
  float sum = 0.0f;
  for (int s = 0; s < splits; ++s) sum += parts[s * elements + i];
  store(p, i / p.n, i % p.n, sum);
}

struct SplitK {
  int splits = 1;
  float* workspace = nullptr;  // of splits * m * n elements when there are several

  // What the first kernel computes: the sums of part z into C + z * m * n.
  FloatProblem partial(FloatProblem p) const {
    if (splits == 1) return p;
    p.alpha = 1.0f;
    p.beta = 0.0f;
    p.c = {workspace, p.n, Order::kRow};
    return p;
  }
  int k_of_split(const FloatProblem& p, int step) const {
    return tiles(tiles(p.k, step), splits) * step;
  }
  void finish(const FloatProblem& p, cudaStream_t stream) const {
    if (splits == 1) return;
    add_parts<<<tiles(p.m * p.n, 256), 256, 0, stream>>>(p, workspace, splits);
  }
};

}  // namespace gemm
