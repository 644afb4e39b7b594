// SPDX-License-Identifier: Apache-2.0
// What happens to a sum on its way out, while it is still in a register: nothing, or a bias for its
// column, and ReLU or GELU (tanh form). Fused, it costs no pass over C.
#pragma once

#include "problem.h"

namespace gemm {

// What a step's store calls: columns() once for two neighbours, then the operator for each sum,
// multiplied by scale(alpha), and to which C has been added, multiplied by scale_of_c(beta). A step
// that has a tile's columns long before its sums asks for Tile. begin(): what it reads is asked for
// when the kernel begins, and has come when the sums are there.
struct Plain {
  static constexpr bool kAdds = false;  // the problem's addend, which may be another than C
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

enum class Activation { kNone, kRelu, kGelu };

// activation(sum + bias); what beta multiplies is the problem's addend. bias: for each place in C's
// lines, so for its columns where it lies in rows; null: none. Factors: Plain, or fp8.cuh's.
template <Activation ACTIVATION, class Factors = Plain>
class Fused {
 public:
  static constexpr bool kAdds = true;
  __host__ __device__ Fused(const float* bias, Factors factors) : bias_(bias), factors_(factors) {}
  __device__ void begin() { factors_.begin(); }
  // What columns() says of a tile from column `first` on, dealt out among a warp's lanes: each
  // keeps the two neighbours 2 lane of every 64.
  template <int COLUMNS>
  class Tile {
   public:
    __device__ Tile(const Fused& finish, int first, int n) {
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
  __device__ float scale(float alpha) const { return kPart * factors_.scale(alpha); }
  __device__ float scale_of_c(float beta) const { return kPart * beta; }
  __device__ float2 columns(int column, int n) const {
    if (bias_ == nullptr) return make_float2(0.0f, 0.0f);
    return make_float2(kPart * __ldg(bias_ + min(column, n - 1)),
                       kPart * __ldg(bias_ + min(column + 1, n - 1)));
  }
  __device__ float operator()(float sum, float column) const {
    const float x = sum + column;
    if (ACTIVATION == Activation::kGelu) return gelu_of_twice(x);
    return ACTIVATION == Activation::kRelu && x < 0 ? 0.0f : x;  // what is no number stays none
  }

 private:
  static constexpr float kPart = ACTIVATION == Activation::kGelu ? 0.5f : 1.0f;
  const float* bias_;
  Factors factors_;
};

// Where the element that beta multiplies lies.
template <class Finish, class In, class Out>
__device__ __forceinline__ const Out* old_of(const Problem<In, Out>& p, int i, int j) {
  if constexpr (Finish::kAdds)
    return p.addend.at(i, j);
  else
    return p.c.at(i, j);
}
// The same as a matrix.
template <class Finish, class In, class Out>
__host__ __device__ __forceinline__ Matrix<const Out> all_old_of(const Problem<In, Out>& p) {
  if constexpr (Finish::kAdds)
    return p.addend;
  else
    return {p.c.data, p.c.ld, p.c.order};
}

// finish(alpha sum + beta C) into C, where C has such an element.
template <class In, class Out, class Finish>
__device__ void store(const Problem<In, Out>& p, int i, int j, Sum<In> sum, const Finish& finish,
                      float column) {
  if (i >= p.m || j >= p.n) return;
  Out* c = p.c.at(i, j);
  const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  using Number = Factor<Out>;
  const Number product = alpha * Number(sum);
  const Out* const old = old_of<Finish>(p, i, j);
  *c = Out(finish(p.beta == 0 ? product : product + beta * Number(*old), column));
}

}  // namespace gemm
