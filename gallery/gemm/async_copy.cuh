// SPDX-License-Identifier: Apache-2.0
// Step 9: cp.async. Tiles travel from global to shared memory without passing through registers,
// several stages ahead of the arithmetic, so that neither registers nor threads wait for memory.
// A row of A is transposed on the way: each 4-byte copy chooses its own place in shared memory.
#pragma once

#include <type_traits>

#include "split_k.cuh"
#include "tail_split.cuh"
#include "warp_tile.cuh"

namespace gemm {

// Copies 16 or 4 bytes, or fills the place with zeros.
template <int BYTES>
__device__ __forceinline__ void copy_or_zero(float* shared, const float* global, bool copy) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  if constexpr (BYTES == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global),
                 "r"(copy ? 16 : 0));
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(global),
                 "r"(copy ? 4 : 0));
}
// Copies, or does nothing: a predicate, because a branch would part the loop that it stands in.
template <int BYTES>
__device__ __forceinline__ void copy_if(float* shared, const float* global, bool copy) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  if constexpr (BYTES == 16)
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %2, 0; @p cp.async.cg.shared.global [%0], [%1], 16; }" ::
            "r"(to),
        "l"(global), "r"((unsigned)copy));
  else
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %2, 0; @p cp.async.ca.shared.global [%0], [%1], 4; }" ::"r"(
            to),
        "l"(global), "r"((unsigned)copy));
}
__device__ __forceinline__ void commit_copies() {
  asm volatile("cp.async.commit_group;");
}
template <int PENDING>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(PENDING) : "memory");
}

// One thread's share of copying EXTENT rows of A (or columns of B) times BK into tile[BK][kLd].
// What lies behind the matrix's last row is a copy of that row: its products are not stored. Lines
// that are read in fours end with a whole four, or are followed by what fills it.
template <int EXTENT, int BK, int THREADS, bool K_SIDE_BY_SIDE, int VECTOR>
class TileCopy {
 public:
  // Eight consecutive k of a row in eight lanes: with 4 words of padding they hit distinct banks.
  static constexpr int kLd = K_SIDE_BY_SIDE ? EXTENT + 4 : EXTENT;
  static constexpr int kWidth = K_SIDE_BY_SIDE ? 1 : VECTOR;
  static constexpr int kAll = EXTENT * BK / kWidth;
  static constexpr int kCopies = (kAll + THREADS - 1) / THREADS;
  static_assert(BK % 8 == 0, "lanes in groups of eight k");

  __device__ TileCopy(const float* first, int ld, int extent) : from_(first) {
    step_ = K_SIDE_BY_SIDE ? 1 : ld;
    const int last = (extent - 1) / kWidth * kWidth;
#pragma unroll
    for (int c = 0; c < kCopies; ++c) {
      const int row = min(place(c).row, last);
      offset_[c] = K_SIDE_BY_SIDE ? row * ld + place(c).k : place(c).k * ld + row;
    }
  }
  // Copies the first `size` k of the tile, zeros the others, and goes on behind them.
  __device__ void start_part(float* tile, int size) {
#pragma unroll
    for (int c = 0; c < kCopies; ++c)
      if (is_mine(c))
        copy_or_zero<4 * kWidth>(tile + place(c).k * kLd + place(c).row, from_ + offset_[c],
                                 place(c).k < size);
    from_ += (size_t)size * step_;
  }
  __device__ void start(float* tile, bool exists) {
#pragma unroll
    for (int c = 0; c < kCopies; ++c)
      copy_if<4 * kWidth>(tile + place(c).k * kLd + place(c).row, from_ + offset_[c],
                          exists && is_mine(c));
    from_ += (size_t)BK * step_;
  }

 private:
  struct Place {
    int row, k;
  };
  static __device__ bool is_mine(int copy) {
    return kAll % THREADS == 0 || int(threadIdx.x) + copy * THREADS < kAll;
  }
  static __device__ Place place(int copy) {
    const int i = threadIdx.x + copy * THREADS;
    if (K_SIDE_BY_SIDE) return {i / 8 % EXTENT, i % 8 + i / (8 * EXTENT) * 8};
    return {i % (EXTENT / kWidth) * kWidth, i / (EXTENT / kWidth)};
  }

  const float* from_;
  int step_;
  int offset_[kCopies];
};

// A block computes BM x BN of C, a warp WM x WN, each of its 8 x 4 lanes TM x TN.
template <int BM_, int BN_, int BK_, int WM_, int WN_, int STAGES_, int BLOCKS_>
struct AsyncTile {
  static constexpr int BM = BM_, BN = BN_, BK = BK_, WM = WM_, WN = WN_, STAGES = STAGES_;
  static constexpr int TM = WM / 8, TN = WN / 4, BLOCKS = BLOCKS_;
  static constexpr int THREADS = BM / WM * (BN / WN) * 32;
  static constexpr int TILE_BYTES = STAGES * BK * (BM + 4 + BN + 4) * 4;
  template <bool READS>
  static constexpr int SHARED_BYTES = TILE_BYTES + (READS ? BM * BN * 4 : 0);
};

// The C that a thread of a tile without spare registers will add to: four floats come in each of
// the first steps along k, and wait in shared memory, where only this thread reads them.
template <class T>
class OldC {
 public:
  static constexpr int kFours = T::TM * T::TN / 4;
  // first: the thread's first element, at (row, column).
  __device__ OldC(const FloatProblem& p, float* shared, int row, int column)
      : place_(static_cast<unsigned>(__cvta_generic_to_shared(shared)) + threadIdx.x * 16),
        from_(p.c.data + (size_t)row * p.c.ld + column),
        rows_(column < p.n ? p.m - row : 0),
        left_(p.n - column),
        ld_(p.c.ld) {}
  __device__ __forceinline__ void start(int four) {
    const int i = four / (T::TN / 4), down = i / 4 * 32 + i % 4, across = four % (T::TN / 4) * 16;
    const bool exists = four < kFours && down < rows_ && across < left_;
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %2, 0; @p cp.async.cg.shared.global [%0], [%1], 16; }" ::
            "r"(place_ + four * (T::THREADS * 16)),
        "l"(from_ + (size_t)down * ld_ + across), "r"((unsigned)exists));
  }
  __device__ __forceinline__ float4 get(int four) const {
    float4 x;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x.x), "=f"(x.y), "=f"(x.z), "=f"(x.w)
                 : "r"(place_ + four * (T::THREADS * 16)));
    return x;
  }

 private:
  unsigned place_;
  const float* from_;
  int rows_, left_, ld_;
};
// Where a tile has registers for what it reads, or is not to read.
struct NoOldC {
  template <class... Arguments>
  __device__ explicit NoOldC(const Arguments&...) {}
  __device__ void start(int) const {}
};

// Needs C in row order. VECTOR 4: operands whose k are not side by side are aligned to 16 bytes,
// with ld a multiple of 4, and lines of whole fours; VECTOR_OF_C: the same of C. Part: WholeTiles,
// PartsOfK or CutTiles. READS: beta is not 0, and C waits in shared memory; all is in fours.
template <class T, Order A_ORDER, Order B_ORDER, int VECTOR, int VECTOR_OF_C, bool READS,
          class Part>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    sgemm_async_copy(FloatProblem p, Part part) {
  using CopyA = TileCopy<T::BM, T::BK, T::THREADS, A_ORDER == Order::kRow, VECTOR>;
  using CopyB = TileCopy<T::BN, T::BK, T::THREADS, B_ORDER == Order::kColumn, VECTOR>;
  constexpr int kStageA = T::BK * CopyA::kLd, kStageB = T::BK * CopyB::kLd;
  extern __shared__ __align__(16) float shared_tiles[];
  float* const tiles_a = shared_tiles;
  float* const tiles_b = shared_tiles + T::STAGES * kStageA;

  part.start();
  part.take(&p);
  const auto [index, k_begin, k_end] = part.piece(blockIdx.x, p.k);
  const int2 tile = grouped_tile(index, (p.m + T::BM - 1) / T::BM, (p.n + T::BN - 1) / T::BN);
  const int row0 = tile.x * T::BM, column0 = tile.y * T::BN;
  CopyA a(A_ORDER == Order::kRow ? p.a.data + (size_t)row0 * p.a.ld + k_begin
                                 : p.a.data + (size_t)k_begin * p.a.ld + row0,
          p.a.ld, p.m - row0);
  CopyB b(B_ORDER == Order::kRow ? p.b.data + (size_t)k_begin * p.b.ld + column0
                                 : p.b.data + (size_t)column0 * p.b.ld + k_begin,
          p.b.ld, p.n - column0);

  // The first tile takes what is left over of k, so that the loop below needs no bounds.
  const int steps = (k_end - k_begin + T::BK - 1) / T::BK;
  const int first = k_end - k_begin - (steps - 1) * T::BK;
  a.start_part(tiles_a, first);
  b.start_part(tiles_b, first);
  commit_copies();
#pragma unroll
  for (int s = 1; s < T::STAGES; ++s) {
    a.start(tiles_a + s * kStageA, s < steps);
    b.start(tiles_b + s * kStageB, s < steps);
    commit_copies();
  }

  const int warp = threadIdx.x / 32;
  const LanePlace lane = lane_place(threadIdx.x % 32);
  const int row = warp % (T::BM / T::WM) * T::WM + lane.row;
  const int column = warp / (T::BM / T::WM) * T::WN + lane.column;

  std::conditional_t<READS, OldC<T>, NoOldC> old(p, shared_tiles + T::TILE_BYTES / 4, row0 + row,
                                                 column0 + column);
  float sum[T::TM][T::TN] = {};
  float fragment_a[2][T::TM], fragment_b[2][T::TN];
  const auto load_fragments = [&](int to, const float* tile_a, const float* tile_b, int k) {
#pragma unroll
    for (int i = 0; i < T::TM; i += 4)
      *reinterpret_cast<float4*>(&fragment_a[to][i]) =
          *reinterpret_cast<const float4*>(tile_a + k * CopyA::kLd + row + i * 8);
#pragma unroll
    for (int j = 0; j < T::TN; j += 4)
      *reinterpret_cast<float4*>(&fragment_b[to][j]) =
          *reinterpret_cast<const float4*>(tile_b + k * CopyB::kLd + column + j * 4);
  };

  wait_for_copies<T::STAGES - 1>();
  __syncthreads();
  load_fragments(0, tiles_a, tiles_b, 0);
  int stage = 0;
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    float* tile_a = tiles_a + stage * kStageA;
    float* tile_b = tiles_b + stage * kStageB;
    stage = stage + 1 == T::STAGES ? 0 : stage + 1;
#pragma unroll
    for (int k = 0; k < T::BK; ++k) {
      if (k + 1 < T::BK) {
        load_fragments((k + 1) % 2, tile_a, tile_b, k + 1);
      } else {
        wait_for_copies<T::STAGES - 2>();
        __syncthreads();  // the next tile has come, and nobody reads this one any more
        load_fragments(0, tiles_a + stage * kStageA, tiles_b + stage * kStageB, 0);
        a.start(tile_a, step + T::STAGES < steps);
        b.start(tile_b, step + T::STAGES < steps);
        old.start(step);
        commit_copies();
      }
#pragma unroll
      for (int i = 0; i < T::TM; ++i)
#pragma unroll
        for (int j = 0; j < T::TN; ++j) {
          const int there_and_back = i % 2 == 0 ? j : T::TN - 1 - j;  // one operand stays the same
          sum[i][there_and_back] += fragment_a[k % 2][i] * fragment_b[k % 2][there_and_back];
        }
    }
  }
  if constexpr (READS) {
#pragma unroll 1
    for (int four = steps; four < OldC<T>::kFours; ++four) old.start(four);
    commit_copies();
  }
  wait_for_copies<0>();

  if (!part.template complete<T::TM * T::TN>(&sum[0][0], shared_tiles)) return;
  p.c.data += part.begin_of_c(p);
  if constexpr (Part::kOfK && VECTOR_OF_C == 4) {
    const bool inside = row0 + T::BM <= p.m && column0 + T::BN <= p.n;
    float* const c = p.c.data + (size_t)(row0 + row) * p.c.ld + column0 + column;
#pragma unroll
    for (int i = 0; i < T::TM; ++i)
#pragma unroll
      for (int j = 0; j < T::TN; j += 4) {
        const int r = i / 4 * 32 + i % 4;
        if (inside)
          *reinterpret_cast<float4*>(c + (size_t)r * p.c.ld + j * 4) =
              make_float4(p.alpha * sum[i][j], p.alpha * sum[i][j + 1], p.alpha * sum[i][j + 2],
                          p.alpha * sum[i][j + 3]);
        else
          for (int e = 0; e < 4; ++e)
            if (row0 + row + r < p.m && column0 + column + j * 4 + e < p.n)
              c[(size_t)r * p.c.ld + j * 4 + e] = p.alpha * sum[i][j + e];
      }
  } else {
#pragma unroll
    for (int i = 0; i < T::TM; i += T::BLOCKS > 1 ? 4 : 1)
#pragma unroll
      for (int j = 0; j < T::TN; j += 4) {
        if constexpr (READS) {
          const int r = row0 + row + i / 4 * 32 + i % 4, at = column0 + column + j * 4;
          const float4 c = old.get((i * T::TN + j) / 4);
          if (r < p.m && at < p.n)
            *reinterpret_cast<float4*>(p.c.data + (size_t)r * p.c.ld + at) = make_float4(
                p.alpha * sum[i][j] + p.beta * c.x, p.alpha * sum[i][j + 1] + p.beta * c.y,
                p.alpha * sum[i][j + 2] + p.beta * c.z, p.alpha * sum[i][j + 3] + p.beta * c.w);
          continue;
        }
        if constexpr (T::BLOCKS == 1) {  // no registers are left: four rows at once took 6% longer
          store_four(p, row0 + row + i / 4 * 32 + i % 4, column0 + column + j * 4, &sum[i][j],
                     VECTOR_OF_C == 4);
          continue;
        }
        store_four_rows(
            p, row0 + row + i / 4 * 32, column0 + column + j * 4,
            [&](int r) { return &sum[i + r < T::TM ? i + r : i][j]; }, VECTOR_OF_C == 4);
      }
  }
}

template <class T, Order A_ORDER, Order B_ORDER, int VECTOR, int VECTOR_OF_C = VECTOR>
cudaError_t launch_async_copy(const FloatProblem& p, SplitK split, cudaStream_t stream) {
  const int parts = split.parts(p.k, T::BK);
  const dim3 grid(tiles(p.m, T::BM) * tiles(p.n, T::BN), 1, parts);
  constexpr std::true_type reads;
  constexpr std::false_type writes;
  constexpr std::integral_constant<int, VECTOR> like_operands;  // parts lie in fours anyway
  constexpr std::integral_constant<int, VECTOR_OF_C> of_c;
  const auto run = [&](const FloatProblem& problem, auto part, auto vector_of_c, auto reading) {
    return launch_behind_copies(
        sgemm_async_copy<T, A_ORDER, B_ORDER, VECTOR, vector_of_c(), reading(), decltype(part)>,
        shape(grid, T::THREADS, T::template SHARED_BYTES<reading()>, stream), problem, part);
  };
  if (parts == 1) {
    if constexpr (T::BN == 256 && VECTOR_OF_C == 4)  // whose end is the longest
      if (p.beta != 0.0f) return run(p, WholeTiles{p.k}, of_c, reads);
    return run(p, WholeTiles{p.k}, of_c, writes);
  }
  // The more sums a thread has, the longer the end; ptxas does better without for few.
  using Parts = std::conditional_t<(T::TM * T::TN > 64), PartsOfK, WholeTiles>;
  Parts part;
  part.k_of_split = split.k_of_split(p.k, T::BK);
  const cudaError_t error = run(split.partial(p), part, like_operands, writes);
  return error != cudaSuccess ? error : split.finish(p, parts, stream);
}

template <class T, Order A_ORDER, Order B_ORDER, int VECTOR, int VECTOR_OF_C, bool READS>
cudaError_t launch_rounds_with(const FloatProblem& p, CutTiles cut, cudaStream_t stream) {
  const auto kernel = sgemm_async_copy<T, A_ORDER, B_ORDER, VECTOR, VECTOR_OF_C, READS, WholeTiles>;
  const auto last = sgemm_async_copy<T, A_ORDER, B_ORDER, VECTOR, VECTOR_OF_C, READS, CutTiles>;
  constexpr int kShared = T::template SHARED_BYTES<READS>;
  // Whoever used the workspace before may have left anything.
  cudaError_t error = cudaMemsetAsync(cut.arrivals, 0, cut.count * sizeof *cut.arrivals, stream);
  if (error != cudaSuccess) return error;
  error = launch_behind_copies(kernel, shape(cut.whole, T::THREADS, kShared, stream), p,
                               WholeTiles{p.k});
  if (error != cudaSuccess) return error;
  return launch_early(last, shape(2 * cut.count, T::THREADS, kShared, stream), p, cut);
}

// The same with the last round cut.
template <class T, Order A_ORDER, Order B_ORDER, int VECTOR, int VECTOR_OF_C = VECTOR>
cudaError_t launch_rounds(const FloatProblem& p, CutTiles cut, cudaStream_t stream) {
  if constexpr (VECTOR_OF_C == 4)
    if (p.beta != 0.0f)
      return launch_rounds_with<T, A_ORDER, B_ORDER, VECTOR, 4, true>(p, cut, stream);
  return launch_rounds_with<T, A_ORDER, B_ORDER, VECTOR, VECTOR_OF_C, false>(p, cut, stream);
}

}  // namespace gemm
