// SPDX-License-Identifier: Apache-2.0
// Multiply-adds for the tiles of small_tiles.cuh in double, on tensor cores. Which rows and k an
// instruction calls its first is free, as in dmma.cuh: the sixteen numbers that half a warp reads
// at once lie in different banks.
#pragma once

#include "dmma.cuh"
#include "small_tiles.cuh"

namespace gemm {

template <class T, bool A_K, bool B_K>
class MultiplyDoubles {
 public:
  template <class>
  using Of = MultiplyDoubles;
  using In = double;
  static constexpr int BK = T::template BK<double>, kSixteens = T::WARP_COLUMNS / 16;
  using A = TileShape<double, T::BM, BK, A_K>;
  using B = TileShape<double, T::BN, BK, B_K>;

  __device__ __forceinline__ void step(const char* a, const char* b, int warp) {
    constexpr int kOwn = BK / T::WK;
    const int row = warp % T::WM * 16, column = warp / T::WM % T::WN * T::WARP_COLUMNS;
    const int k0 = warp / (T::WM * T::WN) * kOwn;
#pragma unroll
    for (int k = k0; k < k0 + kOwn; k += 8) {
      double x[2][2], y[2][2];
      load<A, A_K>(x, a, row, k);
#pragma unroll
      for (int j = 0; j < kSixteens; ++j) {
        load<B, B_K>(y, b, column + j * 16, k);
        multiply_doubles(sum_[j][0], x, y[0]);
        multiply_doubles(sum_[j][1], x, y[1]);
      }
    }
  }
  template <class Use>
  __device__ __forceinline__ void each(Use use) const {
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
#pragma unroll
    for (int j = 0; j < kSixteens; ++j)
#pragma unroll
      for (int half = 0; half < 2; ++half)
#pragma unroll
        for (int e = 0; e < 4; ++e)
          use(SixteenRows<A_K>::row(g, e / 2), j * 16 + SixteenRows<B_K>::row(2 * t + e % 2, half),
              sum_[j][half][e]);
  }

 private:
  // As SixteenRows::load, from lines of another length.
  template <class Shape, bool K_IN_LINE>
  static __device__ __forceinline__ void load(double (&x)[2][2], const char* tile, int first,
                                              int k) {
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
#pragma unroll
    for (int half = 0; half < 2; ++half)
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const int row = first + SixteenRows<K_IN_LINE>::row(g, half);
        x[half][i] = *reinterpret_cast<const double*>(tile + Shape::at(row, k + 4 * i + t));
      }
  }

  double sum_[kSixteens][2][4] = {};
};

}  // namespace gemm
