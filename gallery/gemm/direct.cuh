// SPDX-License-Identifier: Apache-2.0
// Step 18: products without tiles. Where each number is used a few times only, shared memory has
// nothing to offer, and its barriers cost more than the products: operands come straight into
// registers. One kernel for short k, whose time is that of writing C, and one for C of few
// elements, where the lanes of a warp, or all of a block, share k. Sums are fp32 in all precisions
// but double and int8.
#pragma once

#include "blas_rules.cuh"
#include "cluster_memory.cuh"
#include "launch.h"
#include "pieces_of_k.cuh"
#include "store_pair.cuh"
#include "way.h"

namespace gemm {

// C in rows, few elements: a thread has a column and two rows, and no barrier. K: of bytes that lie
// in pieces of 16, so many of k; 1: any k of anything.
template <int K, class In, class Out, class Finish>
__global__ void __launch_bounds__(256)
    gemm_short_k_few(Problem<In, Out> p, int width, int column_blocks, Finish finish) {
  finish.begin();
  const int j = blockIdx.x % column_blocks * width + threadIdx.x % width, step = 256 / width;
  const int first = blockIdx.x / column_blocks * 2 * step + threadIdx.x / width;
  if (j >= p.n) return;
  const auto place = [&](int r) { return make_int2(first + r * step, j); };
  using Number = Sum<In>;
  Number sum[2] = {};
  if (K == 1) {
    for (int e = 0; e < p.k; ++e) {
      const Number b = Number(*p.b.at(e, j));
#pragma unroll
      for (int r = 0; r < 2; ++r)
        sum[r] = add_product(Number(*p.a.at(min(place(r).x, p.m - 1), e)), b, sum[r]);
    }
  } else {
    Number a[2][K], b[K];
    read_along_k(b, p.b.at(0, j), 1, p.k, true);
#pragma unroll
    for (int r = 0; r < 2; ++r)
      read_along_k(a[r], p.a.at(min(place(r).x, p.m - 1), 0), 1, p.k, true);
#pragma unroll
    for (int e = 0; e < K; ++e)
#pragma unroll
      for (int r = 0; r < 2; ++r) sum[r] = add_product(a[r][e], b[e], sum[r]);
  }
  const float of_column = finish.columns(j, p.n).x;
  store_elements<2>(
      p, finish, place, [&](int r) { return sum[r]; }, [&](int) { return of_column; });
}

// C in rows, k <= K. A block has `rows` of them and keeps their A in shared memory; `width` threads
// lie along a row, each with V columns, whose B it keeps in registers: neighbours, or (SPREAD, for
// lines that begin anywhere) `width` apart, so that a warp still stores one piece of a line. What a
// thread reads of C for several rows is under way before it stores the first.
template <int K>
constexpr int kShortKRows = K <= 16 ? 256 : 64;  // of a block, at most
template <int K, int V, bool SPREAD, class In, class Out, class Finish>
__global__ void __launch_bounds__(256)
    gemm_short_k(Problem<In, Out> p, int width, int column_blocks, int rows, Finish finish) {
  finish.begin();
  constexpr int kBatch = V == 1 ? 8 : 4;
  using Number = Sum<In>;
  struct __align__(V * sizeof(Out)) Some {
    Out value[V];
  };
  struct __align__(16) Four {
    Number value[4];
  };
  __shared__ __align__(16) Number tile_a[kShortKRows<K> * K];
  const int apart = SPREAD ? width : 1;
  const int j = blockIdx.x % column_blocks * width * V + threadIdx.x % width * (SPREAD ? 1 : V);
  const int row0 = blockIdx.x / column_blocks * rows;
  const int end = min(p.m - row0, rows), step = 256 / width;
  const bool by_rows = p.a.order == Order::kRow;
  if (sizeof(In) == 1 && K % 16 == 0 && lies_in_pieces<16>(p.a, Order::kRow, p.k)) {
    for (int i = threadIdx.x * 16; i < rows * K; i += 256 * 16) {
      const int r = i / K, e = i % K;
      Number numbers[16];
      read_along_k(numbers, p.a.at(row0 + r, e), 1, r < end ? p.k - e : 0, true);
#pragma unroll
      for (int x = 0; x < 16; x += 4)
        *reinterpret_cast<Four*>(tile_a + i + x) = {numbers[x], numbers[x + 1], numbers[x + 2],
                                                    numbers[x + 3]};
    }
  } else {
    for (int i = threadIdx.x; i < rows * K; i += 256) {
      const int r = by_rows ? i / K : i % rows, e = by_rows ? i % K : i / rows;
      tile_a[r * K + e] = r < end && e < p.k ? Number(*p.a.at(row0 + r, e)) : Number(0);
    }
  }
  const bool b_in_pieces = lies_in_pieces<16>(p.b, Order::kColumn, p.k);
  const size_t step_b = p.b.at(1, 0) - p.b.data;
  Number b[V][K];
#pragma unroll
  for (int v = 0; v < V; ++v)
    read_along_k(b[v], p.b.at(0, min(j + v * apart, p.n - 1)), step_b, p.k, b_in_pieces);
  using Scalar = Factor<Out>;
  const Scalar alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  float of_columns[V];
#pragma unroll
  for (int v = 0; v < V; ++v) of_columns[v] = finish.columns(min(j + v * apart, p.n - 1), p.n).x;
  Out* c = p.c.data + (size_t)(row0 + threadIdx.x / width) * p.c.ld + j;
  const size_t step_c = (size_t)step * p.c.ld;
#pragma unroll 1
  for (int first = threadIdx.x / width; first - int(threadIdx.x) / width < rows;
       first += kBatch * step, c += kBatch * step_c) {
    Some old[kBatch];
    if (p.beta != 0)
#pragma unroll
      for (int r = 0; r < kBatch; ++r)
        if (j < p.n && first + r * step < end) {
          if (!SPREAD) old[r] = *reinterpret_cast<const Some*>(c + r * step_c);
          if (SPREAD)
#pragma unroll
            for (int v = 0; v < V; ++v)
              if (j + v * apart < p.n) old[r].value[v] = c[r * step_c + v * apart];
        }
    if (first == int(threadIdx.x) / width) __syncthreads();
    if (j >= p.n) continue;
#pragma unroll
    for (int r = 0; r < kBatch; ++r) {
      const int row = first + r * step;
      if (row >= end) break;
      Number a[K], sum[V] = {};
#pragma unroll
      for (int e = 0; e < K; e += 4) {
        const Four four = *reinterpret_cast<const Four*>(tile_a + row * K + e);
#pragma unroll
        for (int i = 0; i < 4; ++i) a[e + i] = four.value[i];
      }
#pragma unroll
      for (int e = 0; e < K; ++e)
#pragma unroll
        for (int v = 0; v < V; ++v) sum[v] = add_product(a[e], b[v][e], sum[v]);
      Some some;
#pragma unroll
      for (int v = 0; v < V; ++v) {
        Scalar x = alpha * Scalar(sum[v]);
        if (p.beta != 0) x += beta * Scalar(old[r].value[v]);
        some.value[v] = Out(finish(x, of_columns[v]));
      }
      if (!SPREAD) *reinterpret_cast<Some*>(c + r * step_c) = some;
      if (SPREAD)
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (j + v * apart < p.n) c[r * step_c + v * apart] = some.value[v];
    }
  }
}

template <int K, int V, bool SPREAD = false, class In, class Out, class Finish>
cudaError_t short_k_by(const Problem<In, Out>& p, Finish finish, cudaStream_t stream) {
  constexpr int kRows = kShortKRows<K>, kLeast = V == 1 ? 8 : 4;  // of a block, of a thread
  // As wide as a block when that wastes few threads.
  const int along = tiles(p.n, V);
  int width = 256;
  while (width > 32 && tiles(along, width) * width > along + along / 8) width /= 2;
  while (width > 256 * kLeast / kRows && width / 2 >= along) width /= 2;
  const int across = tiles(along, width);
  // More rows a block where there are enough blocks: they share B. But lines that begin anywhere
  // are better written by all blocks at the same time, as they share pieces of 32 bytes.
  int rows = 256 / width * kLeast;
  while (V > 1 && rows < kRows && rows < 8 * kLeast * 256 / width &&
         double(p.m) * across / rows > 2048)
    rows *= 2;
  return launch(gemm_short_k<K, V, SPREAD, In, Out, Finish>,
                shape(unsigned(across) * tiles(p.m, rows), 256, 0, stream), p, width, across, rows,
                finish);
}

// C in rows. spread: four columns a thread, whatever the lines; always where C is large.
template <class In, class Out, class Finish>
cudaError_t short_k(const Problem<In, Out>& p, bool spread, Finish finish, cudaStream_t stream) {
  const bool fours = p.c.in_fours(p.n);
  // Of doubles a thread has registers for half as much of B.
  constexpr int kOf16 = sizeof(In) == 8 ? 2 : 4, kOf32 = sizeof(In) == 8 ? 1 : 4;
  if (!fours && p.k <= 16 && (spread || double(p.m) * p.n > 4e6)) {
    if (p.k <= 4) return short_k_by<4, 4, true>(p, finish, stream);
    if (p.k <= 8) return short_k_by<8, 4, true>(p, finish, stream);
    return short_k_by<16, kOf16, true>(p, finish, stream);
  }
  const auto few = [&](auto kernel) {
    int width = 256;
    while (width > 1 && width / 2 >= p.n) width /= 2;
    const int across = tiles(p.n, width), down = tiles(p.m, 2 * (256 / width));
    return launch(kernel, shape(across * down, 256, 0, stream), p, width, across, finish);
  };
  if (double(p.m) * p.n <= 160000 && p.k <= 8) return few(gemm_short_k_few<1, In, Out, Finish>);
  if constexpr (sizeof(In) == 1)
    if (double(p.m) * p.n <= 160000 && p.k <= 32 && lies_in_pieces<16>(p.a, Order::kRow, p.k) &&
        lies_in_pieces<16>(p.b, Order::kColumn, p.k))
      return p.k <= 16 ? few(gemm_short_k_few<16, In, Out, Finish>)
                       : few(gemm_short_k_few<32, In, Out, Finish>);
  switch (padded_short_k(p.k)) {
    case 4:
      return fours ? short_k_by<4, 4>(p, finish, stream) : short_k_by<4, 1>(p, finish, stream);
    case 8:
      return fours ? short_k_by<8, 4>(p, finish, stream) : short_k_by<8, 1>(p, finish, stream);
    case 16:
      return fours ? short_k_by<16, kOf16>(p, finish, stream)
                   : short_k_by<16, 1>(p, finish, stream);
    case 32:
      return fours ? short_k_by<32, kOf32>(p, finish, stream)
                   : short_k_by<32, 1>(p, finish, stream);
    default:
      return short_k_by<kShortK, 1>(p, finish, stream);
  }
}

// A row and COLUMNS columns of C: by a warp, or (WARPS 8) by a block. transposed: the problem is,
// and a bias is for its rows. Bytes must lie in words.
template <int COLUMNS, int WARPS, class In, class Out, class Finish>
__global__ void __launch_bounds__(256)
    gemm_dot(Problem<In, Out> p, bool transposed, Finish finish) {
  const int group = WARPS == 1 ? int(blockIdx.x * 8 + threadIdx.x / 32) : int(blockIdx.x);
  const int across = (p.n + COLUMNS - 1) / COLUMNS, lane = threadIdx.x % 32;
  const int i = group / across, j = group % across * COLUMNS;
  if (i >= p.m) return;
  finish.begin();
  // What is read of C is under way before the products. A lane of the first warp has a column.
  Out old{};
  const bool stores = threadIdx.x % (32 * WARPS) < COLUMNS && j + lane < p.n;
  if (stores && p.beta != 0) old = *old_of<Finish>(p, i, j + lane);
  const InA<In>* const a = p.a.at(i, 0);
  const size_t step_a = p.a.at(0, 1) - p.a.data, step_b = p.b.at(1, 0) - p.b.data;
  const InB<In>* b[COLUMNS];
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) b[c] = p.b.at(0, min(j + c, p.n - 1));
  using Number = Sum<In>;
  Number sum[COLUMNS] = {};
  const int first = threadIdx.x % (32 * WARPS);
  if constexpr (sizeof(In) == 1) {
    const auto word = [](const auto* at) { return *reinterpret_cast<const unsigned*>(at); };
#pragma unroll 4
    for (int k = first * 4; k < p.k; k += 128 * WARPS) {
      const unsigned x = word(a + k);
#pragma unroll
      for (int c = 0; c < COLUMNS; ++c) {
        const unsigned y = word(b[c] + k);
#pragma unroll
        for (int e = 0; e < 4; ++e)
          sum[c] = add_product(number_of<InA<In>>(x, e), number_of<InB<In>>(y, e), sum[c]);
      }
    }
  } else {
#pragma unroll 4
    for (int k = first; k < p.k; k += 32 * WARPS) {
      const Number x = Number(a[k * step_a]);
#pragma unroll
      for (int c = 0; c < COLUMNS; ++c) sum[c] = add_product(x, Number(b[c][k * step_b]), sum[c]);
    }
  }
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c)
    for (int lanes = 16; lanes > 0; lanes /= 2) sum[c] += __shfl_xor_sync(~0u, sum[c], lanes);
  if constexpr (WARPS > 1) {
    __shared__ Number of_warps[COLUMNS][WARPS];
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      if (lane == 0) of_warps[c][threadIdx.x / 32] = sum[c];
    __syncthreads();
    if (threadIdx.x >= 32) return;
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
      sum[c] = 0;
      for (int w = 0; w < WARPS; ++w) sum[c] += of_warps[c][w];
    }
  }
  if (!stores) return;
  Number own = sum[0];
#pragma unroll
  for (int c = 1; c < COLUMNS; ++c) own = lane == c ? sum[c] : own;
  using Scalar = Factor<Out>;
  Scalar x = finish.scale(p.alpha) * Scalar(own);
  if (p.beta != 0) x += finish.scale_of_c(p.beta) * Scalar(old);
  *p.c.at(i, j + lane) =
      Out(finish(x, finish.columns(transposed ? i : j + lane, transposed ? p.m : p.n).x));
}

// 32 rows and COLUMNS columns of C: where the k of a row lie apart, the lanes of a warp have
// neighbouring rows, and the warps share k; so do the blocks of a cluster, one for each part of k.
constexpr int kAlongColumns = 4;
template <int COLUMNS, class In, class Out, class Finish>
__global__ void __launch_bounds__(1024)
    gemm_along(Problem<In, Out> p, int parts, int k_of_part, bool transposed, Finish finish) {
  using Number = Sum<In>;
  __shared__ Number of_warps[32][COLUMNS][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int part = blockIdx.x % parts, k_end = min(p.k, (part + 1) * k_of_part);
  const int i = blockIdx.x / parts * 32 + lane, j = blockIdx.y * COLUMNS;
  const In* const a = p.a.at(min(i, p.m - 1), 0);
  const size_t step_a = p.a.at(0, 1) - p.a.data, step_b = p.b.at(1, 0) - p.b.data;
  const In* b[COLUMNS];
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) b[c] = p.b.at(0, min(j + c, p.n - 1));
  Number sum[COLUMNS] = {};
#pragma unroll 8
  for (int k = part * k_of_part + warp; k < k_end; k += 32) {
    const Number x = Number(a[k * step_a]);
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) sum[c] = add_product(x, Number(b[c][k * step_b]), sum[c]);
  }
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) of_warps[warp][c][lane] = sum[c];
  __syncthreads();
  Number total = 0;
  if (warp < COLUMNS) {
#pragma unroll
    for (int w = 0; w < 32; ++w) total += of_warps[w][warp][lane];
  }
  if (parts > 1) {
    Number* const of_block = &of_warps[0][warp][lane];  // nobody else reads it any more
    if (warp < COLUMNS) *of_block = total;
    wait_for_cluster(parts);
    if (part == 0 && warp < COLUMNS)
      for (int other = 1; other < parts; ++other) total += read_of_block(of_block, other);
  }
  if (part == 0 && warp < COLUMNS)
    store(p, i, j + warp, total, finish,
          finish.columns(transposed ? i : j + warp, transposed ? p.m : p.n).x);
  if (parts > 1) cluster_barrier();  // the first block may still read what is here
}

// parts: of k, a power of two up to 16.
template <class In, class Out, class Finish>
cudaError_t along(const Problem<In, Out>& problem, int parts, Finish finish, cudaStream_t stream) {
  const bool transposed = problem.m < problem.n;
  const Problem<In, Out> p = transposed ? problem.transposed() : problem;
  const int k_of_part = tiles(p.k, parts);
  const auto run = [&](auto kernel, int columns) {
    const dim3 blocks(tiles(p.m, 32) * parts, tiles(p.n, columns));
    return launch_in_clusters(kernel, shape(blocks, 1024, 0, stream), parts, p, parts, k_of_part,
                              transposed, finish);
  };
  if (p.n == 1) return run(gemm_along<1, In, Out, Finish>, 1);
  return run(gemm_along<kAlongColumns, In, Out, Finish>, kAlongColumns);
}

// C's longer side lies along the rows. warps: 1 or 8.
template <class In, class Out, class Finish>
cudaError_t dot(const Problem<In, Out>& problem, int warps, Finish finish, cudaStream_t stream) {
  if (sizeof(In) == 1 && !lies_in_words(problem)) return cudaErrorInvalidValue;
  return by_longer_side(problem, [&](const auto& p, bool transposed) {
    using Of = InOf<decltype(p)>;
    const auto run = [&](auto kernel, int columns) {
      const unsigned groups = unsigned(p.m) * tiles(p.n, columns);
      return launch(kernel, shape(warps == 1 ? (groups + 7) / 8 : groups, 256, 0, stream), p,
                    transposed, finish);
    };
    if (p.n == 1)
      return warps == 1 ? run(gemm_dot<1, 1, Of, Out, Finish>, 1)
                        : run(gemm_dot<1, 8, Of, Out, Finish>, 1);
    return warps == 1 ? run(gemm_dot<4, 1, Of, Out, Finish>, 4)
                      : run(gemm_dot<4, 8, Of, Out, Finish>, 4);
  });
}

}  // namespace gemm
