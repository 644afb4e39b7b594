// SPDX-License-Identifier: Apache-2.0
// Step 17: small, flat and crooked products in one launch. Little work is a matter of latency: so
// k is split among the blocks of a cluster, which add their sums through each other's shared
// memory, always in the same order: no workspace, no second kernel, and as many multiprocessors
// busy as there are; and loops stay loops, as code that runs once is read once, and waited for.
// Takes any order, alignment and size; slow where much is to be multiplied.
#pragma once

#include <type_traits>

#include "async_copy.cuh"
#include "blas_rules.cuh"
#include "cluster_memory.cuh"
#include "products.cuh"
#include "small_tiles.cuh"

namespace gemm {

// How a product is cut: `parts` of k, a cluster, for every tile of C.
struct SmallCut {
  int tile_rows, parts, k_of_part;
  bool transposed;  // the problem is; bias is for its rows then
};

// Where the sums of a tile are: along the lines of C, and those a place apart. So what the blocks
// of a cluster read of each other lies side by side; across lines an H200 took up to six times as
// long for the whole product.
template <int BM, int BN>
struct SumsInLines {
  static_assert(BM >= BN, "room for lines of either length");
  static constexpr int kAll = BM * (BN + 1);
  bool by_rows;
  __device__ int pitch() const { return (by_rows ? BN : BM) + 1; }
  __device__ int at(int row, int column) const {
    return by_rows ? row * (BN + 1) + column : column * (BM + 1) + row;
  }
};

// What a block keeps: stages of tiles as they arrive, a step's tiles where they had to be shifted;
// in the end sums in their place.
template <class T, class Multiply, bool SHIFTS>
struct SmallMemory {
  using A = typename Multiply::A;
  using B = typename Multiply::B;
  static constexpr int BYTES_A = SHIFTS ? A::RAW_BYTES : A::BYTES;
  static constexpr int STAGE = BYTES_A + (SHIFTS ? B::RAW_BYTES : B::BYTES);
  static constexpr int TILES = T::STAGES * STAGE + (SHIFTS ? A::BYTES + B::BYTES : 0);
  static constexpr int SUMS = SumsInLines<T::BM, T::BN>::kAll;
  static constexpr int BYTES_OF_SUMS = T::WK * SUMS * int(sizeof(Sum<typename Multiply::In>));
  static constexpr int BYTES = TILES > BYTES_OF_SUMS ? TILES : BYTES_OF_SUMS;
};

// Adds and stores a block's share of the tile, whose sums lie in the shared memory of all, along
// the lines of C. Waits for the others' sums when what it reads of C is under way.
template <class T, class In, class Out, class Finish>
__device__ __forceinline__ void store_share(const Problem<In, Out>& p, const Sum<In>* sums,
                                            int row0, int column0, int part, const SmallCut& cut,
                                            const Finish& finish) {
  using Number = Factor<Out>;
  constexpr int kBatch = 8;  // elements of a thread that are read and stored together
  const bool by_rows = p.c.order == Order::kRow;
  const int length = by_rows ? T::BN : T::BM, share = T::BM * T::BN / cut.parts;
  const int first = part * share + threadIdx.x, place = first % length;
  const int places = by_rows ? p.n - column0 : p.m - row0;
  const int line_step = T::THREADS / length;  // from one element of a thread to its next
  int line = first / length;
  const int lines = place >= places ? 0 : by_rows ? p.m - row0 : p.n - column0;
  const Number alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  Out* to = by_rows ? p.c.data + (size_t)(row0 + line) * p.c.ld + column0 + place
                    : p.c.data + (size_t)(column0 + line) * p.c.ld + row0 + place;
  // What beta multiplies, by the same steps.
  const Matrix<const Out> all_old = all_old_of<Finish>(p);
  const Out* old_from =
      all_old.data + (by_rows ? (size_t)(row0 + line) * all_old.ld + column0 + place
                              : (size_t)(column0 + line) * all_old.ld + row0 + place);
  const size_t old_step = (size_t)line_step * all_old.ld;
  const int pitch = SumsInLines<T::BM, T::BN>{by_rows}.pitch();
  const Sum<In>* from = sums + line * pitch + place;
  const size_t to_step = (size_t)line_step * p.c.ld;
  const int from_step = line_step * pitch;
#pragma unroll 1
  for (int e = 0; e < share; e += kBatch * T::THREADS) {
    Out old[kBatch];
    if (p.beta != 0)
#pragma unroll
      for (int i = 0; i < kBatch; ++i)
        if (line + i * line_step < lines && e + i * T::THREADS + int(threadIdx.x) < share)
          old[i] = Finish::kAdds ? old_from[i * old_step] : to[i * to_step];
    if (e == 0) wait_for_cluster(cut.parts);
    const auto is_mine = [&](int i) {
      return line + i * line_step < lines && e + i * T::THREADS + int(threadIdx.x) < share;
    };
    Sum<In> sum[kBatch] = {};
    for (int block = 0; block < cut.parts; ++block) {
      Sum<In> value[kBatch];  // all under way before the first is added
#pragma unroll
      for (int i = 0; i < kBatch; ++i)
        if (is_mine(i))
          value[i] =
              cut.parts == 1 ? from[i * from_step] : read_of_block(from + i * from_step, block);
#pragma unroll
      for (int i = 0; i < kBatch; ++i) sum[i] += is_mine(i) ? value[i] : Sum<In>(0);
    }
#pragma unroll
    for (int i = 0; i < kBatch; ++i) {
      if (!is_mine(i)) break;
      Number x = alpha * Number(sum[i]);
      if (p.beta != 0) x += beta * Number(old[i]);
      // Without a bias this is nothing.
      const bool of_lines = by_rows == cut.transposed;
      const int own = line + i * line_step;
      const int column =
          of_lines ? (by_rows ? row0 : column0) + own : (by_rows ? column0 : row0) + place;
      const float of_column = finish.columns(column, cut.transposed ? p.m : p.n).x;
      to[i * to_step] = Out(finish(x, of_column));
    }
    line += kBatch * line_step;
    to += kBatch * to_step;
    if (Finish::kAdds) old_from += kBatch * old_step;
    from += kBatch * from_step;
  }
}

// The products are numbered by the grid's y.
template <class T, template <class, bool, bool> class Multiply_, bool A_K, bool B_K, bool ALIGNED,
          class In, class Out, class Finish, class Products>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    gemm_small(Problem<In, Out> p, Operand<InA<In>> a, Operand<InB<In>> b, SmallCut cut,
               Finish finish, Products products) {
  if constexpr (Products::kMany) {
    products.take(&p, blockIdx.y);
    a.data = p.a.data, b.data = p.b.data;
  }
  using Multiply = typename Multiply_<T, A_K, B_K>::template Of<In>;
  constexpr bool kShifts = !ALIGNED && sizeof(InA<In>) < 4;
  using Memory = SmallMemory<T, Multiply, kShifts>;
  using A = typename Multiply::A;
  using B = typename Multiply::B;
  constexpr int BK = Multiply::BK;
  static_assert(T::BM * T::BN >= 16 && BK % 16 == 0, "shares of up to 16 parts");
  finish.begin();
  extern __shared__ __align__(128) char shared[];
  const int part = blockIdx.x % cut.parts, tile = blockIdx.x / cut.parts;
  const int row0 = tile % cut.tile_rows * T::BM, column0 = tile / cut.tile_rows * T::BN;
  const int k_begin = part * cut.k_of_part, k_end = min(p.k, k_begin + cut.k_of_part);
  const int warp = threadIdx.x / 32, steps = k_end > k_begin ? (k_end - k_begin + BK - 1) / BK : 0;

  Multiply sums;
  int stage_in = 0, stage_out = 0;  // where the next step comes to, and is
#pragma unroll 1
  for (int step = 1 - T::STAGES; step < steps; ++step) {
    if (step >= 0) {
      wait_for_copies<T::STAGES - 2>();
      __syncthreads();  // the step's tiles have come, and nobody reads those before any more
    }
    if (step + T::STAGES - 1 < steps) {
      const int k = k_begin + (step + T::STAGES - 1) * BK;
      char* const to = shared + stage_in * Memory::STAGE;
      fetch_tile<A, A_K, ALIGNED, T::THREADS>(to, a, row0, k, k_end);
      fetch_tile<B, B_K, ALIGNED, T::THREADS>(to + Memory::BYTES_A, b, column0, k, k_end);
      stage_in = stage_in + 1 == T::STAGES ? 0 : stage_in + 1;
    }
    commit_copies();
    if (step < 0) continue;
    const char* tile_a = shared + stage_out * Memory::STAGE;
    const char* tile_b = tile_a + Memory::BYTES_A;
    stage_out = stage_out + 1 == T::STAGES ? 0 : stage_out + 1;
    if constexpr (kShifts) {
      char* const shifted = shared + T::STAGES * Memory::STAGE;
      const int k = k_begin + step * BK;
      shift_tile<A, A_K, T::THREADS>(shifted, tile_a, a, row0, k);
      shift_tile<B, B_K, T::THREADS>(shifted + A::BYTES, tile_b, b, column0, k);
      tile_a = shifted, tile_b = shifted + A::BYTES;
      __syncthreads();
    }
    sums.step(tile_a, tile_b, warp);
  }

  __syncthreads();
  using Number = Sum<In>;
  Number* const all = reinterpret_cast<Number*>(shared);
  Number* const own = all + warp / (T::WM * T::WN) * Memory::SUMS;
  const SumsInLines<T::BM, T::BN> lines{p.c.order == Order::kRow};
  const int row_of_warp = warp % T::WM * 16,
            column_of_warp = warp / T::WM % T::WN * T::WARP_COLUMNS;
  sums.each([&](int row, int column, Number sum) {
    own[lines.at(row_of_warp + row, column_of_warp + column)] = sum;
  });
  if (T::WK > 1) {
    __syncthreads();
    for (int e = threadIdx.x; e < T::BM * T::BN; e += T::THREADS) {
      Number* const at = all + lines.at(e / T::BN, e % T::BN);
      Number sum = *at;
#pragma unroll
      for (int w = 1; w < T::WK; ++w) sum += at[w * Memory::SUMS];
      *at = sum;
    }
  }
  store_share<T>(p, all, row0, column0, part, cut, finish);
  if (cut.parts > 1) cluster_barrier();  // others may still read what is here
}

// parts: of k, a power of two up to 16.
template <class T, template <class, bool, bool> class Multiply, bool A_K, bool B_K, bool ALIGNED,
          class In, class Out, class Finish, class Products>
cudaError_t launch_small(const Problem<In, Out>& p, bool transposed, int parts, Finish finish,
                         Products products, int count, cudaStream_t stream) {
  const SmallCut cut{tiles(p.m, T::BM), parts, tiles(tiles(p.k, parts), 16) * 16, transposed};
  const auto kernel = gemm_small<T, Multiply, A_K, B_K, ALIGNED, In, Out, Finish, Products>;
  const dim3 blocks(unsigned(cut.tile_rows) * tiles(p.n, T::BN) * parts, count);
  using OfIn = typename Multiply<T, A_K, B_K>::template Of<In>;
  const cudaLaunchConfig_t config = shape(blocks, T::THREADS, SmallMemory < T, OfIn,
                                          !ALIGNED && sizeof(InA<In>) < 4 > ::BYTES, stream);
  return launch_in_clusters(kernel, config, parts, p, Operand<InA<In>>::of(p.a, p.m),
                            Operand<InB<In>>::of(p.b, p.n), cut, finish, products);
}

// The tiles that there are: square, flat, and for what has few rows and columns.
using SquareTile = BlockTile<64, 64, 4, 2, 1, 128, 3>;
using FlatTile = BlockTile<64, 16, 4, 1, 2, 256, 3>;
using TinyTile = BlockTile<16, 16, 1, 1, 8, 512, 3>;
enum class SmallTiles { kSquare, kFlat, kTiny };

// As the problem lies. transposed: it is the transpose of the caller's.
template <template <class, bool, bool> class Multiply, class In, class Out, class Finish,
          class Products>
cudaError_t small_as_is(const Problem<In, Out>& p, bool transposed, SmallTiles tile, int parts,
                        Finish finish, cudaStream_t stream, const Products& products, int count) {
  const auto run = [&](auto t, auto a_k, auto b_k, auto aligned) {
    return launch_small<decltype(t), Multiply, a_k(), b_k(), aligned()>(
        p, transposed, parts, finish, products, count, stream);
  };
  constexpr std::true_type yes;
  constexpr std::false_type no;
  const auto with_tile = [&](auto a_k, auto b_k, auto aligned) {
    if (tile == SmallTiles::kSquare) return run(SquareTile(), a_k, b_k, aligned);
    return tile == SmallTiles::kFlat ? run(FlatTile(), a_k, b_k, aligned)
                                     : run(TinyTile(), a_k, b_k, aligned);
  };
  const auto with_alignment = [&](auto a_k, auto b_k) {
    if constexpr (sizeof(In) == 8)
      return with_tile(a_k, b_k, yes);  // fetch_tile asks
    else
      return lines_are_aligned(p.a) && lines_are_aligned(p.b) ? with_tile(a_k, b_k, yes)
                                                              : with_tile(a_k, b_k, no);
  };
  const bool a_rows = p.a.order == Order::kRow, b_rows = p.b.order == Order::kRow;
  if constexpr (sizeof(In) == 1) {
    return a_rows && !b_rows ? with_alignment(yes, yes) : cudaErrorInvalidValue;
  } else {
    if (a_rows) return b_rows ? with_alignment(yes, no) : with_alignment(yes, yes);
    return b_rows ? with_alignment(no, no) : with_alignment(no, yes);
  }
}
// C's longer side lies along the tile's rows. count: of products, up to kProductsOfLaunch; what the
// problem's pointers are aligned to, all of them are.
template <template <class, bool, bool> class Multiply, class In, class Out, class Finish,
          class Products = OneProduct>
cudaError_t small(const Problem<In, Out>& p, SmallTiles tile, int parts, Finish finish,
                  cudaStream_t stream, const Products& products = {}, int count = 1) {
  if (p.m < p.n)
    return small_as_is<Multiply>(p.transposed(), true, tile, parts, finish, stream,
                                 products.transposed(), count);
  return small_as_is<Multiply>(p, false, tile, parts, finish, stream, products, count);
}

}  // namespace gemm
