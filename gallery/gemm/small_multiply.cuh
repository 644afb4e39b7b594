// SPDX-License-Identifier: Apache-2.0
// Multiply-adds for the tiles of small_tiles.cuh in fp32: a lane has four rows and two or four
// columns of its warp's, neighbours where rows lie side by side, else rows four (columns eight)
// apart, so that a warp reads different banks.
#pragma once

#include <type_traits>

#include "small_tiles.cuh"

namespace gemm {

template <class T, bool A_K, bool B_K>
class MultiplyFloats {
 public:
  template <class>
  using Of = MultiplyFloats;
  using In = float;
  static constexpr int BK = T::template BK<float>, kColumns = T::WARP_COLUMNS / 8;
  using A = TileShape<float, T::BM, BK, A_K>;
  using B = TileShape<float, T::BN, BK, B_K>;

  // The warp's share of the step's k.
  __device__ __forceinline__ void step(const char* a, const char* b, int warp) {
    constexpr int kOwn = BK / T::WK;
    const int row = warp % T::WM * 16, column = warp / T::WM % T::WN * T::WARP_COLUMNS;
    const int k0 = warp / (T::WM * T::WN) * kOwn;
#pragma unroll 2
    for (int k = k0; k < k0 + kOwn; k += 4) {
      float x[4][4], y[4][kColumns];  // by k, then row or column
      load<A, A_K, 4>(x, a, row, k, row_of<A_K>);
      load<B, B_K, kColumns>(y, b, column, k, column_of<B_K>);
#pragma unroll
      for (int e = 0; e < 4; ++e)
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int j = 0; j < kColumns; ++j) sum_[i][j] = fmaf(x[e][i], y[e][j], sum_[i][j]);
    }
  }
  // use(row, column, sum): of the warp's part of the tile.
  template <class Use>
  __device__ __forceinline__ void each(Use use) const {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < kColumns; ++j) use(row_of<A_K>(i), column_of<B_K>(j), sum_[i][j]);
  }

 private:
  // Lanes that differ in bit 0 have the same rows, in bit 1 the same columns: then a load of 16
  // bytes takes two passes over shared memory, not four (warp_tile.cuh). Where all lie along k it
  // is no use (an H200, 2026-11-28: 2% slower, else up to 6% faster).
  static constexpr bool kInTurn = !(A_K && B_K);
  template <bool K_IN_LINE>
  static __device__ __forceinline__ int row_of(int i) {
    const int lane =
        kInTurn ? (threadIdx.x >> 1 & 1) | (threadIdx.x >> 4 & 1) << 1 : threadIdx.x % 32 / 8;
    return K_IN_LINE ? lane + i * 4 : lane * 4 + i;
  }
  template <bool K_IN_LINE>
  static __device__ __forceinline__ int column_of(int j) {
    const int lane = kInTurn ? (threadIdx.x & 1) | (threadIdx.x >> 2 & 3) << 1 : threadIdx.x % 8;
    return K_IN_LINE ? lane + j * 8 : lane * kColumns + j;
  }
  // COUNT rows, four k.
  template <class Shape, bool K_IN_LINE, int COUNT, class RowOf>
  static __device__ __forceinline__ void load(float (&x)[4][COUNT], const char* tile, int first,
                                              int k, RowOf row_of) {
    if constexpr (K_IN_LINE) {
#pragma unroll
      for (int i = 0; i < COUNT; ++i) {
        const float4 four =
            *reinterpret_cast<const float4*>(tile + Shape::at(first + row_of(i), k));
        x[0][i] = four.x, x[1][i] = four.y, x[2][i] = four.z, x[3][i] = four.w;
      }
    } else {
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        using Vector = std::conditional_t<COUNT == 4, float4, float2>;
        const Vector v =
            *reinterpret_cast<const Vector*>(tile + Shape::at(first + row_of(0), k + e));
        x[e][0] = v.x, x[e][1] = v.y;
        if constexpr (COUNT == 4) x[e][2] = v.z, x[e][3] = v.w;
      }
    }
  }

  float sum_[4][kColumns] = {};
};

}  // namespace gemm
