// SPDX-License-Identifier: Apache-2.0
// Multiply-adds for the tiles of small_tiles.cuh on tensor cores (mma.sync, step 10). What lies by
// k comes by ldmatrix; bf16 that do not, too, turned on the way; floats that do not word by word.
// Bytes must lie by k.
#pragma once

#include "mma_bytes.cuh"
#include "mma_sync.cuh"
#include "small_tiles.cuh"

namespace gemm {

// 16 rows, eight columns an instruction, of which a lane has four sums; 32 bytes of k.
template <class T, class In_, bool A_K, bool B_K>
class MultiplyMma {
 public:
  template <class Other>
  using Of = MultiplyMma<T, Other, A_K, B_K>;
  using In = In_;
  static constexpr int BK = T::template BK<In>, kEights = T::WARP_COLUMNS / 8;
  static constexpr int kHalf = 16 / int(sizeof(In));  // k of half an instruction, 16 bytes
  using A = TileShape<In, T::BM, BK, A_K>;
  using B = TileShape<In, T::BN, BK, B_K>;
  static_assert(sizeof(In) != 1 || (A_K && B_K), "turned before");

  __device__ __forceinline__ void step(const char* a, const char* b, int warp) {
    constexpr int kOwn = BK / T::WK;
    const int row = warp % T::WM * 16, column = warp / T::WM % T::WN * T::WARP_COLUMNS;
    const int k0 = warp / (T::WM * T::WN) * kOwn;
#pragma unroll
    for (int k = k0; k < k0 + kOwn; k += 2 * kHalf) {
      unsigned x[4];
      load<A, A_K, false>(x, a, row, k);
#pragma unroll
      for (int j = 0; j < kEights; j += 2) {
        unsigned y[4];
        load<B, B_K, true>(y, b, column + j * 8, k);
        mma(sum_[j], x, y[0], y[1], In());
        mma(sum_[j + 1], x, y[2], y[3], In());
      }
    }
  }
  template <class Use>
  __device__ __forceinline__ void each(Use use) const {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < kEights; ++j)
#pragma unroll
      for (int e = 0; e < 4; ++e)
        use(lane / 4 + e / 2 * 8, j * 8 + lane % 4 * 2 + e % 2, sum_[j][e]);
  }

 private:
  // 16 rows: four blocks of eight rows and 16 bytes of k. A's next rows come second, of B the next
  // k.
  template <class Shape, bool K_IN_LINE, bool K_SECOND>
  static __device__ __forceinline__ void load(unsigned (&r)[4], const char* tile, int row, int k) {
    const int lane = threadIdx.x % 32;
    if constexpr (K_IN_LINE || sizeof(In) == 2) {
      const int second = lane / 8 % 2, third = lane / 16;
      const int down = (K_SECOND ? third : second) * 8, along = (K_SECOND ? second : third) * kHalf;
      if constexpr (K_IN_LINE)
        load_matrices(r, tile + Shape::place(row + down + lane % 8, (k + along) / kHalf));
      else
        load_transposed(r, tile + Shape::place(k + along + lane % 8, (row + down) / kHalf));
    } else {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int down = (K_SECOND ? i / 2 : i % 2) * 8, along = (K_SECOND ? i % 2 : i / 2) * 4;
        r[i] = *reinterpret_cast<const unsigned*>(
            tile + Shape::at(row + down + lane / 4, k + along + lane % 4));
      }
    }
    if constexpr (sizeof(In) == 4)
#pragma unroll
      for (int i = 0; i < 4; ++i) r[i] = round_tf32(r[i]);
  }

  Sum<In> sum_[kEights][4] = {};
};

template <class T, bool A_K, bool B_K>
using MultiplyTf32 = MultiplyMma<T, float, A_K, B_K>;
template <class T, bool A_K, bool B_K>
using MultiplyBf16 = MultiplyMma<T, bf16, A_K, B_K>;
// Of In: e4m3, e5m2, both or int8.
template <class In>
struct MultiplyBytes {
  template <class T, bool A_K, bool B_K>
  using Tile = MultiplyMma<T, In, A_K, B_K>;
};

}  // namespace gemm
