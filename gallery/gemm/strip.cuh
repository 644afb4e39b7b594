// SPDX-License-Identifier: Apache-2.0
// Step 20: a matrix times a few columns, at the speed of memory. Each number of the large operand
// is used so seldom that no other warp wants it. Along k or across it, both will do: which k and
// which rows a lane has is free, as long as the other operand has the same k (and rows are told
// apart at the end). They come by cp.async into places that no other warp reads, steps ahead and
// without a barrier of the block: what is under way is what keeps memory busy, and registers hold
// too little. Lines that begin at odd addresses are read as the aligned pieces that hold them, and
// shifted. The warps of a block share k, as do the blocks of a cluster (step 17).
#pragma once

#include "mma_sync.cuh"
#include "small.cuh"
#include "strip_runs.cuh"

namespace gemm {

// What a block of step 20 computes, and how its warps read the large operand in a step. K_IN_LINE:
// its lines lie along k, of 64 / WIDE of them WIDE x 64 bytes. Else WIDE x 128 bytes of the lines
// of as many k as lie in 64 bytes of the other operand.
template <class In, bool K_IN_LINE, int COLUMNS, int WIDE_, int WARPS_, int BLOCKS_>
struct StripTile {
  static constexpr int kEach = 16 / int(sizeof(In)), KSTEP = 4 * kEach * (K_IN_LINE ? WIDE_ : 1);
  static constexpr int WIDE = WIDE_, BM = K_IN_LINE ? 64 / WIDE : 64 * WIDE, BN = COLUMNS;
  static constexpr int WARPS = WARPS_, THREADS = 32 * WARPS, BLOCKS = BLOCKS_;
  static constexpr int SUMS = SumsInLines<BM, BN>::kAll, BYTES_OF_SUMS = WARPS * SUMS * 4;
  static_assert(THREADS >= BM, "store_share: a line of C at a time, or more");
  // A warp multiplies 8 rows of a lane (64 / WIDE along k: WIDE times fewer) by four words of k.
  static constexpr int kRowsOfLane = K_IN_LINE ? 8 / WIDE : 8;
};

// The large operand: the numbers that a lane multiplies, eight rows (or fewer) by four words of k
// at a time, WIDE times: further k where lines lie along k, else further rows.
template <class T, class In, bool K_IN_LINE, bool ALIGNED>
class StripLines {
 public:
  static constexpr int kEach = T::kEach;
  using Runs = StripRuns<In, K_IN_LINE, ALIGNED, K_IN_LINE ? T::kRowsOfLane : kEach,
                         K_IN_LINE || sizeof(In) == 2 ? T::WIDE : 2 * T::WIDE>;
  Runs runs;

  __device__ __forceinline__ void take(const char* place, int chunk, int k0, int k_end) {
#pragma unroll
    for (int i = 0; i < (K_IN_LINE ? T::kRowsOfLane : 8); ++i)
      pieces_[i] = K_IN_LINE         ? runs.take(place, i, chunk, k0, k_end)
                   : sizeof(In) == 2 ? runs.take(place, i, chunk, k0, k_end)
                                     : runs.take(place, i % 4, chunk * 2 + i / 4, k0, k_end);
  }
  // Word q (0 to 3) of k of a row of the chunk: a float, or two bf16.
  __device__ __forceinline__ unsigned word(int row, int q) const {
    if (K_IN_LINE) return part(pieces_[row], q);
    if constexpr (sizeof(In) == 4) return part(pieces_[row / 4 * 4 + q], row % 4);
    const unsigned first = part(pieces_[q * 2], row / 2),
                   second = part(pieces_[q * 2 + 1], row / 2);
    return __byte_perm(first, second, row % 2 == 0 ? 0x5410 : 0x7632);
  }
  // A lane's row of a chunk, in the block's tile.
  static __device__ __forceinline__ int row_of(int chunk, int row) {
    const int g = threadIdx.x % 32 / 4;
    if (K_IN_LINE) return row * 8 + g;
    return chunk * 64 + row / kEach * (8 * kEach) + g * kEach + row % kEach;
  }

 private:
  static __device__ __forceinline__ unsigned part(const uint4& piece, int i) {
    return i == 0 ? piece.x : i == 1 ? piece.y : i == 2 ? piece.z : piece.w;
  }
  uint4 pieces_[8];
};

// Eight columns of the other operand: of one, the k that the lane has of the large one. Along k
// they come as that does, across one by one into registers, a step ahead.
template <class In, bool K_IN_LINE, bool ALIGNED, int WIDE>
class StripColumns {
 public:
  static constexpr int kEach = 16 / int(sizeof(In));
  using Runs = StripRuns<In, true, ALIGNED, 1, WIDE>;
  static constexpr int BYTES = K_IN_LINE ? Runs::BYTES : 0;

  __device__ __forceinline__ void begin(const Operand<In>& x, int column) {
    x_ = x, column_ = column + threadIdx.x % 32 / 4;
    runs_.begin(x, column);
  }
  __device__ __forceinline__ void ask(char* place, int k0, int k_end) const {
    if constexpr (K_IN_LINE) runs_.ask(place, k0, k_end);
  }
  __device__ __forceinline__ void load(int k0, int k_end) {
    if constexpr (!K_IN_LINE) {
#pragma unroll
      for (int w = 0; w < WIDE; ++w) {
        const int k = k0 + (w * 4 + threadIdx.x % 4) * kEach;
        const In* const from = x_.data + (size_t)k * x_.ld + column_;
#pragma unroll
        for (int e = 0; e < kEach; ++e) {
          next_[w].value[e] = In(0.0f);
          if (k + e < k_end && column_ < x_.extent) next_[w].value[e] = from[(size_t)e * x_.ld];
        }
      }
    }
  }
  __device__ __forceinline__ void take(const char* place, int k0, int k_end) {
#pragma unroll
    for (int w = 0; w < WIDE; ++w)
      if constexpr (K_IN_LINE)
        words[w] = runs_.take(place, 0, w, k0, k_end);
      else
        words[w] = *reinterpret_cast<const uint4*>(&next_[w]);
  }
  uint4 words[WIDE];

 private:
  struct __align__(16) Each {
    In value[kEach];
  };
  Operand<In> x_;
  int column_;
  Runs runs_;
  Each next_[WIDE];
};

// Of a block: its warps' steps that are under way, and behind them their sums.
template <class T, class Lines, class Columns>
struct StripMemory {
  static constexpr int kStep = Lines::Runs::BYTES + T::BN / 8 * Columns::BYTES;  // of a warp
  static constexpr int kRoom = (T::BLOCKS == 2 ? 112 : 224) << 10;
  static constexpr int kMost = kRoom / (T::WARPS * kStep);
  static constexpr int kStages = kMost < 6 ? kMost : 6;
  static_assert(kStages >= 2, "a step is under way while one is multiplied");
  static constexpr int kCopies = T::WARPS * kStages * kStep;
  static constexpr int BYTES = kCopies > T::BYTES_OF_SUMS ? kCopies : T::BYTES_OF_SUMS;
};

// Multiply-adds on the tensor cores: two of a lane's rows and two words of k in each.
template <class T, class In, bool K_IN_LINE>
class StripMma {
 public:
  static constexpr int kEights = T::BN / 8, kPairs = T::kRowsOfLane / 2;

  template <class Lines, class Columns>
  __device__ __forceinline__ void step(const Lines& lines, int chunk,
                                       const Columns (&columns)[kEights]) {
#pragma unroll
    for (int q = 0; q < 4; q += 2)
#pragma unroll
      for (int i = 0; i < kPairs; ++i) {
        const unsigned a[4] = {rounded(lines.word(2 * i, q)), rounded(lines.word(2 * i + 1, q)),
                               rounded(lines.word(2 * i, q + 1)),
                               rounded(lines.word(2 * i + 1, q + 1))};
#pragma unroll
        for (int j = 0; j < kEights; ++j) {
          const uint4& b = columns[j].words[K_IN_LINE ? chunk : 0];
          mma(sum_[K_IN_LINE ? 0 : chunk][i][j], a, rounded(q == 0 ? b.x : b.z),
              rounded(q == 0 ? b.y : b.w), In());
        }
      }
  }
  template <class Lines, class Use>
  __device__ __forceinline__ void each(Use use) const {
#pragma unroll
    for (int c = 0; c < kChunks; ++c)
#pragma unroll
      for (int i = 0; i < kPairs; ++i)
#pragma unroll
        for (int j = 0; j < kEights; ++j)
#pragma unroll
          for (int e = 0; e < 4; ++e)
            use(Lines::row_of(c, 2 * i + e / 2), j * 8 + int(threadIdx.x) % 4 * 2 + e % 2,
                sum_[c][i][j][e]);
  }

 private:
  static constexpr int kChunks = K_IN_LINE ? 1 : T::WIDE;
  static __device__ __forceinline__ unsigned rounded(unsigned word) {
    return sizeof(In) == 4 ? round_tf32(word) : word;
  }
  float sum_[kChunks][kPairs][kEights][4] = {};
};

template <class T, bool A_K, bool B_K, bool ALIGNED, class In, class Out, class Finish>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    gemm_strip(Problem<In, Out> p, Operand<In> a, Operand<In> b, SmallCut cut, Finish finish) {
  using Lines = StripLines<T, In, A_K, ALIGNED>;
  using Columns = StripColumns<In, B_K, ALIGNED, A_K ? T::WIDE : 1>;
  using Memory = StripMemory<T, Lines, Columns>;
  constexpr int kEights = T::BN / 8, kStride = T::WARPS * T::KSTEP, kStages = Memory::kStages;
  extern __shared__ __align__(128) char shared[];
  float* const all = reinterpret_cast<float*>(shared);
  const int part = blockIdx.x % cut.parts, tile = blockIdx.x / cut.parts;
  const int row0 = tile % cut.tile_rows * T::BM, column0 = tile / cut.tile_rows * T::BN;
  const int k_begin = part * cut.k_of_part, k_end = min(p.k, k_begin + cut.k_of_part);
  const int warp = threadIdx.x / 32;
  char* const own_steps = shared + warp * kStages * Memory::kStep;

  Lines lines;
  Columns columns[kEights];
  lines.runs.begin(a, row0);
#pragma unroll
  for (int j = 0; j < kEights; ++j) columns[j].begin(b, column0 + j * 8);
  const auto ask = [&](int stage, int k) {
    char* const place = own_steps + stage * Memory::kStep;
    lines.runs.ask(place, k, k_end);
#pragma unroll
    for (int j = 0; j < kEights; ++j)
      columns[j].ask(place + Lines::Runs::BYTES + j * Columns::BYTES, k, k_end);
    commit_copies();
  };
  const auto load = [&](int k) {
#pragma unroll
    for (int j = 0; j < kEights; ++j) columns[j].load(k, k_end);
  };
  StripMma<T, In, A_K> sums;
  int k = k_begin + warp * T::KSTEP, stage = 0;
#pragma unroll
  for (int s = 0; s < kStages - 1; ++s) ask(s, k + s * kStride);
  load(k);
#pragma unroll 1
  for (; k < k_end; k += kStride) {
    wait_for_copies<kStages - 2>();
    __syncwarp();
    const char* const place = own_steps + stage * Memory::kStep;
#pragma unroll
    for (int j = 0; j < kEights; ++j)
      columns[j].take(place + Lines::Runs::BYTES + j * Columns::BYTES, k, k_end);
    load(k + kStride);
    ask(stage == 0 ? kStages - 1 : stage - 1, k + (kStages - 1) * kStride);
#pragma unroll
    for (int chunk = 0; chunk < T::WIDE; ++chunk) {
      lines.take(place, chunk, k, k_end);
      sums.step(lines, chunk, columns);
    }
    __syncwarp();  // the next step's are asked for into their places
    stage = stage + 1 == kStages ? 0 : stage + 1;
  }
  wait_for_copies<0>();
  __syncthreads();  // sums lie where the copies were
  float* const own = all + warp * T::SUMS;
  const SumsInLines<T::BM, T::BN> of_tile{p.c.order == Order::kRow};
  sums.template each<Lines>(
      [&](int row, int column, float sum) { own[of_tile.at(row, column)] = sum; });
  __syncthreads();
  for (int e = threadIdx.x; e < T::BM * T::BN; e += T::THREADS) {
    float* const at = all + of_tile.at(e / T::BN, e % T::BN);
    float sum = *at;
#pragma unroll
    for (int w = 1; w < T::WARPS; ++w) sum += at[w * T::SUMS];
    *at = sum;
  }
  store_share<T>(p, all, row0, column0, part, cut, finish);
  if (cut.parts > 1) cluster_barrier();
}

// As measured: lines along k in runs of 128 bytes, and across it in runs of 128, or of 256 where
// they begin anywhere.
template <class In, bool K_IN_LINE, bool ALIGNED, int EIGHTS>
using StripTileOf = StripTile < In,
      K_IN_LINE, 8 * EIGHTS, K_IN_LINE || !ALIGNED ? 2 : 1, K_IN_LINE || ALIGNED ? 8 : 4,
      EIGHTS<4 && (ALIGNED || !K_IN_LINE) ? 2 : 1>;

// parts: of k, a power of two up to 16. The large operand is A.
template <int EIGHTS, class In, class Out, class Finish>
cudaError_t launch_strip(const Problem<In, Out>& p, bool transposed, int parts, Finish finish,
                         cudaStream_t stream) {
  const auto run = [&](auto a_k, auto b_k, auto aligned) {
    using T = StripTileOf<In, a_k(), aligned(), EIGHTS>;
    using Lines = StripLines<T, In, a_k(), aligned()>;
    using Columns = StripColumns<In, b_k(), aligned(), a_k() ? T::WIDE : 1>;
    using Memory = StripMemory<T, Lines, Columns>;
    const SmallCut cut{tiles(p.m, T::BM), parts, tiles(tiles(p.k, parts), T::KSTEP) * T::KSTEP,
                       transposed};
    const auto kernel = gemm_strip<T, a_k(), b_k(), aligned(), In, Out, Finish>;
    const cudaLaunchConfig_t config = shape(unsigned(cut.tile_rows) * tiles(p.n, T::BN) * parts,
                                            T::THREADS, Memory::BYTES, stream);
    return launch_in_clusters(kernel, config, parts, p, Operand<In>::of(p.a, p.m),
                              Operand<In>::of(p.b, p.n), cut, finish);
  };
  constexpr std::true_type yes;
  constexpr std::false_type no;
  const bool b_k = p.b.order == Order::kColumn;
  const auto with_alignment = [&](auto a_k_, auto b_k_) {
    return lines_are_aligned(p.a) && (!b_k_() || lines_are_aligned(p.b)) ? run(a_k_, b_k_, yes)
                                                                         : run(a_k_, b_k_, no);
  };
  if (p.a.order == Order::kRow) return b_k ? with_alignment(yes, yes) : with_alignment(yes, no);
  return b_k ? with_alignment(no, yes) : with_alignment(no, no);
}

// C's longer side lies along the rows.
template <class In, class Out, class Finish>
cudaError_t strip(const Problem<In, Out>& problem, int parts, Finish finish, cudaStream_t stream) {
  const bool transposed = problem.m < problem.n;
  const Problem<In, Out> p = transposed ? problem.transposed() : problem;
  if (p.n <= 8) return launch_strip<1>(p, transposed, parts, finish, stream);
  return p.n <= 16 ? launch_strip<2>(p, transposed, parts, finish, stream)
                   : launch_strip<4>(p, transposed, parts, finish, stream);
}

}  // namespace gemm
