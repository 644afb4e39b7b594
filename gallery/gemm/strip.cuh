// SPDX-License-Identifier: Apache-2.0
// Step 20: a matrix times a few columns, at the speed of memory. Each number of the large operand
// is used so seldom that shared memory has nothing to offer: a lane reads 16 bytes of it at a time,
// straight into the registers that the multiply-adds want. Along k or across it, both will do:
// which k and which rows a lane has is free, as long as the other operand has the same k (and rows
// are told apart at the end). Lines that begin at odd addresses are read as the two aligned pieces
// that hold them, and shifted. The warps of a block share k, as do the blocks of a cluster (step
// 17).
#pragma once

#include "mma_sync.cuh"
#include "small.cuh"

namespace gemm {

// A block has 64 rows and COLUMNS columns of C; a warp all of them, and every eighth step of k.
template <int COLUMNS>
struct StripTile {
  static constexpr int BM = 64, BN = COLUMNS, WARPS = 8, THREADS = 32 * WARPS, PITCH = BN + 1;
  static constexpr int BYTES = WARPS * BM * PITCH * 4;
};

// Where 16 bytes of a line lie that begin at `first`, of which `exist` elements exist. The others
// become zeros. A piece that reaches behind the operand's `end` is not read: see patch().
template <bool ALIGNED, class In>
struct PieceOfLine {
  static constexpr int kEach = 16 / int(sizeof(In));
  const char* at;
  unsigned offset;
  int bytes;

  __device__ __forceinline__ PieceOfLine(const In* first, int exist) {
    offset = ALIGNED ? 0 : unsigned(reinterpret_cast<size_t>(first)) & 15;
    at = reinterpret_cast<const char*>(first) - offset;
    bytes = max(0, min(exist, kEach)) * int(sizeof(In));
  }
  __device__ __forceinline__ bool needs(int half) const {
    return half == 0 ? bytes > 0 : !ALIGNED && int(offset) + bytes > 16;
  }
  __device__ __forceinline__ uint4 load(int half, const char* end) const {
    uint4 piece = make_uint4(0, 0, 0, 0);
    if (needs(half) && at + half * 16 + 16 <= end)
      piece = __ldg(reinterpret_cast<const uint4*>(at + half * 16));
    return piece;
  }
  // The bytes that exist, in their places.
  __device__ __forceinline__ uint4 join(uint4 low, uint4 high) const {
    uint4 piece = ALIGNED ? low : shift_pieces<sizeof(In)>(low, high, offset);
    if (bytes < 16) {
      const auto kept = [&](unsigned word, int i) {
        return bytes >= i * 4 + 4 ? word : bytes > i * 4 ? word & 0xffff : 0;
      };
      piece = make_uint4(kept(piece.x, 0), kept(piece.y, 1), kept(piece.z, 2), kept(piece.w, 3));
    }
    return piece;
  }
  // One by one, where a whole piece would reach behind the end: seldom.
  __device__ __forceinline__ void patch(uint4* piece, const char* end) const {
    if (bytes == 0 || at + (needs(1) ? 32 : 16) <= end) return;
    struct __align__(16) {
      In value[kEach];
    } each;
    const In* const first = reinterpret_cast<const In*>(at + offset);
#pragma unroll
    for (int e = 0; e < kEach; ++e)
      each.value[e] = e * int(sizeof(In)) < bytes ? first[e] : In(0.0f);
    *piece = *reinterpret_cast<const uint4*>(&each);
  }
};

// The large operand's part of a step, in eight pieces. Along k (K_IN_LINE): a lane has eight rows
// and 16 bytes of k in each. Across: as many lines of k as a piece has elements, and their rows.
template <class In, bool K_IN_LINE, bool ALIGNED>
class StripLines {
 public:
  static constexpr int kEach = 16 / int(sizeof(In));
  static constexpr int KSTEP = 4 * kEach;

  __device__ __forceinline__ StripLines(const Operand<In>& x, int k_all, int row0)
      : x_(x),
        end_(reinterpret_cast<const char*>(x.data +
                                           (size_t)((K_IN_LINE ? x.extent : k_all) - 1) * x.ld +
                                           (K_IN_LINE ? k_all : x.extent))) {
    row0_ = row0;
  }
  // Row `row` (0 to 7) of a lane, in the block's tile.
  static __device__ __forceinline__ int row_of(int row) {
    const int g = threadIdx.x % 32 / 4;
    if (K_IN_LINE) return row * 8 + g;
    return row / kEach * (8 * kEach) + g * kEach + row % kEach;
  }
  // Asks for a step. What has come is arranged by arrive(), and then the next step can be asked for
  // before this one is multiplied: so there is always something under way.
  __device__ __forceinline__ void ask(int k0, int k_end) {
    k0_ = k0, k_end_ = k_end;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const PieceOfLine<ALIGNED, In> piece = piece_of(i);
      low_[i] = piece.load(0, end_);
      if constexpr (!ALIGNED) high_[i] = piece.load(1, end_);
    }
  }
  __device__ __forceinline__ void arrive() {
#pragma unroll
    for (int i = 0; i < 8; ++i)
      pieces_[i] = piece_of(i).join(low_[i], ALIGNED ? low_[i] : high_[i]);
    // The operand's last line and column are in this step: what could not be read whole.
    const bool last = K_IN_LINE ? row0_ + 64 >= x_.extent : row0_ + 64 + kEach > x_.extent;
    if (last)
#pragma unroll
      for (int i = 0; i < 8; ++i) piece_of(i).patch(&pieces_[i], end_);
  }
  // Word q (0 to 3) of k of a row: a float, or two bf16.
  __device__ __forceinline__ unsigned word(int row, int q) const {
    if (K_IN_LINE) return part(pieces_[row], q);
    if constexpr (sizeof(In) == 4) return part(pieces_[row / 4 * 4 + q], row % 4);
    const unsigned first = part(pieces_[q * 2], row / 2),
                   second = part(pieces_[q * 2 + 1], row / 2);
    return __byte_perm(first, second, row % 2 == 0 ? 0x5410 : 0x7632);
  }

 private:
  static __device__ __forceinline__ unsigned part(const uint4& piece, int i) {
    return i == 0 ? piece.x : i == 1 ? piece.y : i == 2 ? piece.z : piece.w;
  }
  __device__ __forceinline__ PieceOfLine<ALIGNED, In> piece_of(int i) const {
    const int t = threadIdx.x % 4;
    if (K_IN_LINE) {
      const int row = row0_ + row_of(i), k = k0_ + t * kEach;
      return {x_.data + (size_t)row * x_.ld + k, row < x_.extent ? k_end_ - k : 0};
    }
    const int row = row0_ + row_of(i / kEach * kEach), k = k0_ + t * kEach + i % kEach;
    return {x_.data + (size_t)k * x_.ld + row, k < k_end_ ? x_.extent - row : 0};
  }

  const Operand<In>& x_;
  const char* end_;
  int row0_, k0_ = 0, k_end_ = 0;
  uint4 low_[8], high_[ALIGNED ? 1 : 8];  // as they come
  uint4 pieces_[8];
};

// Of a column of the other operand: the k that the lane has of the large one, a piece.
template <class In, bool K_IN_LINE, bool ALIGNED>
class StripColumn {
 public:
  static constexpr int kEach = 16 / int(sizeof(In));

  __device__ __forceinline__ void ask(const Operand<In>& x, const char* end, int column, int k0,
                                      int k_end) {
    const int k = k0 + threadIdx.x % 4 * kEach;
    if constexpr (K_IN_LINE) {
      const PieceOfLine<ALIGNED, In> piece = piece_of(x, column, k, k_end);
      low_ = piece.load(0, end);
      if (!ALIGNED) high_ = piece.load(1, end);
    } else {
      const In* const from = x.data + (size_t)k * x.ld + column;
#pragma unroll
      for (int e = 0; e < kEach; ++e) {
        one_.value[e] = In(0.0f);
        if (k + e < k_end && column < x.extent) one_.value[e] = from[(size_t)e * x.ld];
      }
    }
  }
  __device__ __forceinline__ uint4 arrive(const Operand<In>& x, const char* end, int column, int k0,
                                          int k_end) const {
    if constexpr (K_IN_LINE) {
      const PieceOfLine<ALIGNED, In> piece =
          piece_of(x, column, k0 + threadIdx.x % 4 * kEach, k_end);
      uint4 joined = piece.join(low_, ALIGNED ? low_ : high_);
      piece.patch(&joined, end);
      return joined;
    } else {
      return *reinterpret_cast<const uint4*>(&one_);
    }
  }

 private:
  static __device__ __forceinline__ PieceOfLine<ALIGNED, In> piece_of(const Operand<In>& x,
                                                                      int column, int k,
                                                                      int k_end) {
    return {x.data + (size_t)column * x.ld + k, column < x.extent ? k_end - k : 0};
  }
  struct __align__(16) One {
    In value[kEach];
  };
  uint4 low_, high_;
  One one_;
};

template <class Multiply, bool A_K, bool B_K, bool ALIGNED, int BLOCKS, class In, class Out,
          class Finish>
__global__ void __launch_bounds__(256, BLOCKS)
    gemm_strip(Problem<In, Out> p, Operand<In> a, Operand<In> b, SmallCut cut, Finish finish) {
  using T = typename Multiply::Tile;
  using Lines = StripLines<In, A_K, ALIGNED>;
  extern __shared__ __align__(128) char shared[];
  float* const all = reinterpret_cast<float*>(shared);
  const int part = blockIdx.x % cut.parts, tile = blockIdx.x / cut.parts;
  const int row0 = tile % cut.tile_rows * T::BM, column0 = tile / cut.tile_rows * T::BN;
  const int k_begin = part * cut.k_of_part, k_end = min(p.k, k_begin + cut.k_of_part);
  const int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4;

  Lines lines(a, p.k, row0);
  StripColumn<In, B_K, ALIGNED> asked[Multiply::kEights];
  const char* const end_b =
      reinterpret_cast<const char*>(b.data + (size_t)(b.extent - 1) * b.ld + p.k);
  const auto ask = [&](int k) {
    lines.ask(k, k_end);
#pragma unroll
    for (int j = 0; j < Multiply::kEights; ++j)
      asked[j].ask(b, end_b, column0 + j * 8 + g, k, k_end);
  };
  Multiply sums;
  int k = k_begin + warp * Lines::KSTEP;
  ask(k);
#pragma unroll 1
  while (k < k_end) {
    uint4 columns[Multiply::kEights];
    lines.arrive();
#pragma unroll
    for (int j = 0; j < Multiply::kEights; ++j)
      columns[j] = asked[j].arrive(b, end_b, column0 + j * 8 + g, k, k_end);
    k += T::WARPS * Lines::KSTEP;
    ask(k);
    sums.step(lines, columns);
  }
  float* const own = all + warp * T::BM * T::PITCH;
  sums.template each<Lines>(
      [&](int row, int column, float sum) { own[row * T::PITCH + column] = sum; });
  __syncthreads();
  for (int e = threadIdx.x; e < T::BM * T::BN; e += T::THREADS) {
    float* const at = all + e / T::BN * T::PITCH + e % T::BN;
    float sum = *at;
#pragma unroll
    for (int w = 1; w < T::WARPS; ++w) sum += at[w * T::BM * T::PITCH];
    *at = sum;
  }
  store_share<T, T::PITCH>(p, all, row0, column0, part, cut, finish);
  if (cut.parts > 1) wait_for_cluster(cut.parts);
}

// Multiply-adds on the tensor cores: a lane's eight rows are those of four instructions, its words
// of k those of two.
template <class In, int EIGHTS>
class StripMma {
 public:
  using Tile = StripTile<8 * EIGHTS>;
  static constexpr int kEights = EIGHTS;
  template <bool ALIGNED>
  static constexpr int kBlocks = EIGHTS < (ALIGNED ? 4 : 2) ? 2 : 1;

  template <class Lines>
  __device__ __forceinline__ void step(const Lines& lines, const uint4 (&columns)[EIGHTS]) {
#pragma unroll
    for (int q = 0; q < 4; q += 2)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const unsigned a[4] = {rounded(lines.word(2 * i, q)), rounded(lines.word(2 * i + 1, q)),
                               rounded(lines.word(2 * i, q + 1)),
                               rounded(lines.word(2 * i + 1, q + 1))};
#pragma unroll
        for (int j = 0; j < EIGHTS; ++j)
          mma(sum_[i][j], a, rounded(q == 0 ? columns[j].x : columns[j].z),
              rounded(q == 0 ? columns[j].y : columns[j].w), In());
      }
  }
  template <class Lines, class Use>
  __device__ __forceinline__ void each(Use use) const {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < EIGHTS; ++j)
#pragma unroll
        for (int e = 0; e < 4; ++e)
          use(Lines::row_of(2 * i + e / 2), j * 8 + int(threadIdx.x) % 4 * 2 + e % 2,
              sum_[i][j][e]);
  }

 private:
  static __device__ __forceinline__ unsigned rounded(unsigned word) {
    return sizeof(In) == 4 ? round_tf32(word) : word;
  }
  float sum_[4][EIGHTS][4] = {};
};

// parts: of k, a power of two up to 16. The large operand is A.
template <class Multiply, class In, class Out, class Finish>
cudaError_t launch_strip(const Problem<In, Out>& p, bool transposed, int parts, Finish finish,
                         cudaStream_t stream) {
  using T = typename Multiply::Tile;
  constexpr int kStep = 64 / int(sizeof(In));
  const SmallCut cut{tiles(p.m, T::BM), parts, tiles(tiles(p.k, parts), kStep) * kStep, transposed};
  const auto run = [&](auto a_k, auto b_k, auto aligned) {
    constexpr int kBlocks = Multiply::template kBlocks<aligned()>;
    const auto kernel = gemm_strip<Multiply, a_k(), b_k(), aligned(), kBlocks, In, Out, Finish>;
    if (parts > 8) {
      const cudaError_t error =
          cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
      if (error != cudaSuccess) return error;
    }
    cudaLaunchConfig_t config =
        shape(unsigned(cut.tile_rows) * tiles(p.n, T::BN) * parts, T::THREADS, T::BYTES, stream);
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {unsigned(parts), 1, 1};
    config.attrs = &cluster;
    config.numAttrs = parts > 1;
    return launch(kernel, config, p, Operand<In>::of(p.a, p.m), Operand<In>::of(p.b, p.n), cut,
                  finish);
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
  const auto run = [&](auto multiply) {
    return launch_strip<decltype(multiply)>(p, transposed, parts, finish, stream);
  };
  if (p.n <= 8) return run(StripMma<In, 1>());
  return p.n <= 16 ? run(StripMma<In, 2>()) : run(StripMma<In, 4>());
}

}  // namespace gemm
