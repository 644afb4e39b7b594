// SPDX-License-Identifier: Apache-2.0
// What happens to a sum on its way out, while it is still in a register: nothing, or a bias for its
// column and GELU (tanh form). Fused, it costs no pass over C.
#pragma once

#include "problem.h"

namespace gemm {

// What a step's store calls: columns() once for two neighbours, then the operator for each sum,
// multiplied by scale(alpha), and to which C has been added, multiplied by scale_of_c(beta). A step
// that has a tile's columns long before its sums asks for Tile. begin(): what it reads is asked for
// when the kernel begins, and has come when the sums are there.
struct Plain {
  __device__ void begin() {}
  template <int COLUMNS>
  struct Tile {
    Tile() = default;
    template <class Finish>
    __device__ Tile(const Finish&, int, int) {}
    __device__ float2 pair(int) const { return make_float2(0.0f, 0.0f); }
  };
  template <class Number>
  __device__ Number scale(Number alpha) const {
    return alpha;
  }
  template <class Number>
  __device__ Number scale_of_c(Number beta) const {
    return beta;
  }
  __device__ float2 columns(int, int) const { return make_float2(0.0f, 0.0f); }
  template <class Number>
  __device__ Number operator()(Number sum, float) const {
    return sum;
  }
};

// GELU of 2 half, in few instructions: all threads of a tile come here at once, and no product is
// computed meanwhile. tanh.approx: relative error 2^-11, below the 2^-8 of a bfloat16.
__device__ __forceinline__ float gelu_of_twice(float half) {
  const float u = half * fmaf(8 * 0.044715f * 0.7978845608f, half * half, 2 * 0.7978845608f);
  float t;
  asm("tanh.approx.f32 %0, %1;" : "=f"(t) : "f"(u));
  return fmaf(half, t, half);
}
__device__ __forceinline__ float gelu(float x) {
  return gelu_of_twice(0.5f * x);
}

struct BiasGelu {
  const float* bias;
  __device__ void begin() {}
  // What columns() says of a tile from column `first` on, dealt out among a warp's lanes: each
  // keeps the two neighbours 2 lane of every 64.
  template <int COLUMNS>
  class Tile {
   public:
    __device__ Tile(const BiasGelu& finish, int first, int n) {
#pragma unroll
      for (int i = 0; i < COLUMNS / 64; ++i)
        mine_[i] = finish.columns(first + i * 64 + threadIdx.x % 32 * 2, n);
    }
    // Of column (a multiple of 8) + lane % 4 * 2 and its neighbour; all lanes of the warp ask.
    __device__ __forceinline__ float2 pair(int column) const {
      const int lane = column % 64 / 2 + threadIdx.x % 4;
      return make_float2(__shfl_sync(~0u, mine_[column / 64].x, lane),
                         __shfl_sync(~0u, mine_[column / 64].y, lane));
    }

   private:
    float2 mine_[COLUMNS / 64];
  };
  __device__ float scale(float alpha) const { return 0.5f * alpha; }
  __device__ float scale_of_c(float beta) const { return 0.5f * beta; }
  __device__ float2 columns(int column, int n) const {
    return make_float2(0.5f * __ldg(bias + min(column, n - 1)),
                       0.5f * __ldg(bias + min(column + 1, n - 1)));
  }
  __device__ float operator()(float sum, float column) const { return gelu_of_twice(sum + column); }
};

// finish(alpha sum + beta C) into C, where C has such an element.
template <class In, class Out, class Finish>
__device__ void store(const Problem<In, Out>& p, int i, int j, Sum<In> sum, const Finish& finish,
                      float column) {
  if (i >= p.m || j >= p.n) return;
  Out* c = p.c.at(i, j);
  const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  using Number = Factor<Out>;
  const Number product = alpha * Number(sum);
  *c = Out(finish(p.beta == 0 ? product : product + beta * Number(*c), column));
}

}  // namespace gemm
