// SPDX-License-Identifier: Apache-2.0
// Step 6: 16 bytes a load. Global memory is read, and C written, four floats at once, and the tile
// of A is transposed on its way into shared memory, so that a thread's eight values of A lie side
// by side there as those of B do: 4 loads of shared memory for 64 products, not 16.
#pragma once

#include "blas_rules.cuh"

namespace gemm {

// One thread's share of reading EXTENT rows of A (or columns of B) times BK, first into registers
// (fetch), then into tile[BK][kLd] (put). What does not exist is read as zero.
template <int EXTENT, int BK, int THREADS>
class TileLoad {
 public:
  static constexpr int kLd = EXTENT + 4;
  static constexpr int kLoads = EXTENT * BK / 4 / THREADS;
  static_assert(EXTENT * BK % (4 * THREADS) == 0, "equal shares");

  // Element (row, k) of the operand is matrix.at(row, k).
  __device__ TileLoad(Matrix<const float> matrix, int first, int extent, int k, bool fours)
      : matrix_(matrix), first_(first), extent_(extent), k_(k), fours_(fours) {}

  __device__ void fetch(int k0) {
#pragma unroll
    for (int l = 0; l < kLoads; ++l) {
      const Place at = place(l);
      const int row = first_ + at.row, k = k0 + at.k;
      if (fours_) {
        value_[l] = row < extent_ && k < k_ ? *reinterpret_cast<const float4*>(matrix_.at(row, k))
                                            : make_float4(0, 0, 0, 0);
        continue;
      }
      float one[4];
      for (int e = 0; e < 4; ++e) {
        const int r = row + (by_k() ? 0 : e), c = k + (by_k() ? e : 0);
        one[e] = r < extent_ && c < k_ ? *matrix_.at(r, c) : 0.0f;
      }
      value_[l] = make_float4(one[0], one[1], one[2], one[3]);
    }
  }

  __device__ void put(float* tile) const {
#pragma unroll
    for (int l = 0; l < kLoads; ++l) {
      const Place at = place(l);
      float* to = tile + at.k * kLd + at.row;
      if (by_k()) {
        to[0] = value_[l].x;
        to[kLd] = value_[l].y;
        to[2 * kLd] = value_[l].z;
        to[3 * kLd] = value_[l].w;
      } else {
        *reinterpret_cast<float4*>(to) = value_[l];
      }
    }
  }

 private:
  struct Place {
    int row, k;
  };
  __device__ bool by_k() const { return matrix_.order == Order::kRow; }
  __device__ Place place(int load) const {
    const int i = threadIdx.x + load * THREADS;
    if (by_k()) return {i / (BK / 4), i % (BK / 4) * 4};
    return {i % (EXTENT / 4) * 4, i / (EXTENT / 4)};
  }

  Matrix<const float> matrix_;
  int first_, extent_, k_;
  bool fours_;
  float4 value_[kLoads];
};

// Stores four neighbours of a row.
__device__ inline void store_four(const FloatProblem& p, int row, int column, const float* sum,
                                  bool fours) {
  if (fours && p.beta == 0.0f && row < p.m && column < p.n)
    *reinterpret_cast<float4*>(p.c.at(row, column)) =
        make_float4(p.alpha * sum[0], p.alpha * sum[1], p.alpha * sum[2], p.alpha * sum[3]);
  else
    for (int e = 0; e < 4; ++e) store(p, row, column + e, sum[e]);
}

// The same of four rows, of which sum(r) are the sums; what is read of C is all under way before
// the first is stored, as in store_pair.cuh.
template <class Sum>
__device__ __forceinline__ void store_four_rows(const FloatProblem& p, int row, int column, Sum sum,
                                                bool fours) {
  if (p.beta == 0.0f) {
#pragma unroll
    for (int r = 0; r < 4; ++r) store_four(p, row + r, column, sum(r), fours);
    return;
  }
  float* const c = p.c.data + (size_t)row * p.c.ld + column;
  float4 old[4];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    const float* const from = c + (size_t)r * p.c.ld;
    if (fours) {
      if (row + r < p.m && column < p.n) old[r] = *reinterpret_cast<const float4*>(from);
      continue;
    }
    if (row + r < p.m && column < p.n) old[r].x = from[0];
    if (row + r < p.m && column + 1 < p.n) old[r].y = from[1];
    if (row + r < p.m && column + 2 < p.n) old[r].z = from[2];
    if (row + r < p.m && column + 3 < p.n) old[r].w = from[3];
  }
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    if (row + r >= p.m) continue;
    float* const to = c + (size_t)r * p.c.ld;
    const float* const x = sum(r);
    const float4 all =
        make_float4(p.alpha * x[0] + p.beta * old[r].x, p.alpha * x[1] + p.beta * old[r].y,
                    p.alpha * x[2] + p.beta * old[r].z, p.alpha * x[3] + p.beta * old[r].w);
    if (fours) {
      if (column < p.n) *reinterpret_cast<float4*>(to) = all;
      continue;
    }
    if (column < p.n) to[0] = all.x;
    if (column + 1 < p.n) to[1] = all.y;
    if (column + 2 < p.n) to[2] = all.z;
    if (column + 3 < p.n) to[3] = all.w;
  }
}

// Which operands can be read, or written, in fours.
struct Fours {
  bool a, b, c;
  explicit Fours(const FloatProblem& p)
      : a(p.a.in_fours(p.a.order == Order::kRow ? p.k : p.m)),
        b(p.b.in_fours(p.b.order == Order::kRow ? p.n : p.k)),
        c(p.c.in_fours(p.n)) {}
};

static __global__ void __launch_bounds__(256)
    sgemm_vector_loads(FloatProblem p, Matrix<const float> b_by_columns, Fours fours) {
  constexpr int BM = 128, BN = 128, BK = 16, TM = 8, TN = 8;
  using Load = TileLoad<128, BK, 256>;
  __shared__ __align__(16) float tile_a[BK * Load::kLd], tile_b[BK * Load::kLd];
  const int x = threadIdx.x % (BN / TN) * TN, y = threadIdx.x / (BN / TN) * TM;
  const int row0 = blockIdx.y * BM, column0 = blockIdx.x * BN;
  Load a(p.a, row0, p.m, p.k, fours.a), b(b_by_columns, column0, p.n, p.k, fours.b);
  float sum[TM][TN] = {};
  for (int k0 = 0; k0 < p.k; k0 += BK) {
    a.fetch(k0);
    b.fetch(k0);
    a.put(tile_a);
    b.put(tile_b);
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      __align__(16) float fragment_a[TM], fragment_b[TN];
#pragma unroll
      for (int i = 0; i < TM; i += 4)
        *reinterpret_cast<float4*>(fragment_a + i) =
            *reinterpret_cast<float4*>(tile_a + k * Load::kLd + y + i);
#pragma unroll
      for (int j = 0; j < TN; j += 4)
        *reinterpret_cast<float4*>(fragment_b + j) =
            *reinterpret_cast<float4*>(tile_b + k * Load::kLd + x + j);
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) sum[i][j] += fragment_a[i] * fragment_b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      store_four(p, row0 + y + i, column0 + x + j, &sum[i][j], fours.c);
}

inline cudaError_t vector_loads(const FloatProblem& problem, cudaStream_t stream) {
  const FloatProblem p = problem.with_c_in_rows();
  return by_blas_rules(p, stream, [&] {
    return launch(sgemm_vector_loads, shape(dim3(tiles(p.n, 128), tiles(p.m, 128)), 256, 0, stream),
                  p, p.b.transposed(), Fours(p));
  });
}

}  // namespace gemm
