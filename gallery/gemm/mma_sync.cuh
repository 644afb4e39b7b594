// SPDX-License-Identifier: Apache-2.0
// Step 10: tensor cores with mma.sync. A warp multiplies 16 x 16 by 16 x 8 (bf16; TF32: 16 x 8 by
// 8 x 8) in one instruction; ldmatrix brings its operands from shared memory in the shape that it
// wants. The tiles are swizzled: the 16-byte chunk c of line l lies at c ^ (l % 8), so that the
// eight lines of an 8 x 8 matrix are read from different banks. Takes any order, alignment and
// size.
#pragma once

#include <cuda_bf16.h>

#include "async_copy.cuh"
#include "blas_rules.cuh"
#include "fused.cuh"
#include "store_pair.cuh"

namespace gemm {

using bf16 = __nv_bfloat16;

template <class In>
struct MmaTile {
  static constexpr int BM = 128, BN = 128, BK = 128 / sizeof(In), STAGES = 3, THREADS = 256;
  static constexpr int CHUNK = 16 / sizeof(In);  // elements
  static constexpr int BYTES_A = BM * 128, BYTES_B = BK * BN * sizeof(In);
  static constexpr int SHARED_BYTES = STAGES * (BYTES_A + BYTES_B);
};

// Lines of A are 128 bytes of k; lines of B are BN columns at one k. A TF32 operand of B is read by
// single words, of four lines and eight columns: other chunks have to change places for that.
template <class In>
__device__ __forceinline__ int place_b(int k, int chunk) {
  return sizeof(In) == 2 ? chunk ^ k % 8 : chunk ^ k % 4 * 2;
}

// Fills a line's chunk of 16 bytes, of which `exist` elements lie inside the matrix.
template <class In>
__device__ void fill_chunk(char* to, const Matrix<const In>& matrix, int i, int j, int exist,
                           bool fast) {
  constexpr int kChunk = MmaTile<In>::CHUNK;
  if (fast) {
    const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(to));
    const int bytes = max(0, min(exist, kChunk)) * int(sizeof(In));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place),
                 "l"(bytes > 0 ? matrix.at(i, j) : matrix.data), "r"(bytes));
    return;
  }
  for (int e = 0; e < kChunk; ++e)
    reinterpret_cast<In*>(to)[e] = e < exist ? *matrix.at(i, j + e) : In(0.0f);
}

template <class In>
__device__ void fill_tiles(char* tile_a, char* tile_b, const Matrix<const In>& a,
                           const Matrix<const In>& b, int m, int n, int k, int row0, int column0,
                           int k0, bool fast_a, bool fast_b) {
  using T = MmaTile<In>;
  for (int c = threadIdx.x; c < T::BM * 8; c += T::THREADS) {
    const int line = c / 8, chunk = c % 8, row = row0 + line, at = k0 + chunk * T::CHUNK;
    fill_chunk(tile_a + line * 128 + (chunk ^ line % 8) * 16, a, row, at, row < m ? k - at : 0,
               fast_a);
  }
  constexpr int kChunks = T::BN / T::CHUNK;
  for (int c = threadIdx.x; c < T::BK * kChunks; c += T::THREADS) {
    const int line = c / kChunks, chunk = c % kChunks, at = column0 + chunk * T::CHUNK;
    fill_chunk(tile_b + (line * kChunks + place_b<In>(line, chunk)) * 16, b, k0 + line, at,
               k0 + line < k ? n - at : 0, fast_b);
  }
}

__device__ __forceinline__ void load_matrices(unsigned (&r)[4], const char* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(line)))
               : "memory");
}
__device__ __forceinline__ void load_transposed(unsigned (&r)[4], const char* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(line)))
               : "memory");
}
__device__ __forceinline__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                    bf16) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                    float) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
// To the nearest TF32; the tensor cores would cut the lower bits off.
__device__ __forceinline__ unsigned round_tf32(unsigned x) {
  unsigned y;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(__uint_as_float(x)));
  return y;
}

// A warp computes 64 x 32: four blocks of 16 rows, four of eight columns.
template <class In>
__device__ void multiply_tiles(const char* tile_a, const char* tile_b, float (&sum)[4][4][4]) {
  constexpr int kSteps = 4;  // of 32 bytes of k
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = warp % 2 * 64, column = warp / 2 * 32;
#pragma unroll
  for (int step = 0; step < kSteps; ++step) {
    unsigned a[4][4], b[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      // Lanes 0-15 give the lines of the left matrices, 16-31 those of the right ones.
      const int line = row + i * 16 + lane % 16, chunk = step * 2 + lane / 16;
      load_matrices(a[i], tile_a + line * 128 + (chunk ^ line % 8) * 16);
    }
    if constexpr (sizeof(In) == 2) {
#pragma unroll
      for (int j = 0; j < 4; j += 2) {
        const int k = step * 16 + lane % 16, chunk = (column + j * 8) / 8 + lane / 16;
        unsigned r[4];
        load_transposed(r, tile_b + (k * 16 + place_b<In>(k, chunk)) * 16);
        b[j][0] = r[0], b[j][1] = r[1], b[j + 1][0] = r[2], b[j + 1][1] = r[3];
      }
    } else {
#pragma unroll
      for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int k = step * 8 + lane % 4 + half * 4, at = column + j * 8 + lane / 4;
          b[j][half] = round_tf32(*reinterpret_cast<const unsigned*>(
              tile_b + (k * 32 + place_b<In>(k, at / 4)) * 16 + at % 4 * 4));
        }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int r = 0; r < 4; ++r) a[i][r] = round_tf32(a[i][r]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) mma(sum[i][j], a[i], b[j][0], b[j][1], In());
  }
}

template <class In, class Out, class Finish>
__global__ void __launch_bounds__(256, 2)
    gemm_mma_sync(Problem<In, Out> p, bool fast_a, bool fast_b, Finish finish) {
  using T = MmaTile<In>;
  extern __shared__ __align__(128) char tiles_ab[];
  const int2 tile = grouped_tile(blockIdx.x, (p.m + T::BM - 1) / T::BM, (p.n + T::BN - 1) / T::BN);
  const int row0 = tile.x * T::BM, column0 = tile.y * T::BN;
  const int steps = (p.k + T::BK - 1) / T::BK;
  const auto stage = [&](int step) {
    return tiles_ab + step % T::STAGES * (T::BYTES_A + T::BYTES_B);
  };
  const auto fill = [&](int step) {
    if (step < steps)
      fill_tiles<In>(stage(step), stage(step) + T::BYTES_A, p.a, p.b, p.m, p.n, p.k, row0, column0,
                     step * T::BK, fast_a, fast_b);
    commit_copies();
  };
  for (int step = 0; step < T::STAGES - 1; ++step) fill(step);
  float sum[4][4][4] = {};
  for (int step = 0; step < steps; ++step) {
    wait_for_copies<T::STAGES - 2>();
    __syncthreads();
    fill(step + T::STAGES - 1);
    multiply_tiles<In>(stage(step), stage(step) + T::BYTES_A, sum);
  }
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = row0 + warp % 2 * 64 + lane / 4, column = column0 + warp / 2 * 32 + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const auto place = [&](int pair) {
      return make_int2(row + i * 16 + pair % 2 * 8, column + pair / 2 * 8);
    };
    store_pairs<8>(
        p, finish, place,
        [&](int pair) {
          const float* const two = &sum[i][pair / 2][pair % 2 * 2];
          return make_float2(two[0], two[1]);
        },
        [&](int pair) { return finish.columns(place(pair).y, p.n); });
  }
}

template <class In>
bool chunks_are_aligned(const Matrix<const In>& x) {
  return x.order == Order::kRow && x.ld * sizeof(In) % 16 == 0 &&
         reinterpret_cast<size_t>(x.data) % 16 == 0;
}

template <class In, class Out, class Finish = Plain>
cudaError_t mma_sync(const Problem<In, Out>& p, cudaStream_t stream, Finish finish = {}) {
  using T = MmaTile<In>;
  const auto product = [&] {
    return launch(gemm_mma_sync<In, Out, Finish>,
                  shape(tiles(p.m, T::BM) * tiles(p.n, T::BN), T::THREADS, T::SHARED_BYTES, stream),
                  p, chunks_are_aligned(p.a), chunks_are_aligned(p.b), finish);
  };
  return by_blas_rules(p, stream, product, finish);
}

}  // namespace gemm
