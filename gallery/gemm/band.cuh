// SPDX-License-Identifier: Apache-2.0
// Step 21: a vector, or a few, times a matrix whose k lie apart. All that counts is how the large
// operand is read: a lane takes 16 bytes of a line, a warp 512 side by side, eight lines are under
// way in each; k is dealt out among a block's warps, and in parts among blocks, so that all
// multiprocessors read. The small operand waits in shared memory.
#pragma once

#include "launch.h"
#include "split_k.cuh"
#include "way.h"
#include "workspace.h"

namespace gemm {

// The 16 bytes as floats.
__device__ __forceinline__ void unpack(const uint4& piece, float (&values)[4]) {
  values[0] = __uint_as_float(piece.x), values[1] = __uint_as_float(piece.y);
  values[2] = __uint_as_float(piece.z), values[3] = __uint_as_float(piece.w);
}
__device__ __forceinline__ void unpack(const uint4& piece, float (&values)[8]) {
  const unsigned words[4] = {piece.x, piece.y, piece.z, piece.w};
#pragma unroll
  for (int w = 0; w < 4; ++w) {  // a bfloat16 is the upper half of a float
    values[2 * w] = __uint_as_float(words[w] << 16);
    values[2 * w + 1] = __uint_as_float(words[w] & 0xffff0000u);
  }
}

__device__ __forceinline__ void unpack(const uint4& piece, double (&values)[2]) {
  values[0] = __hiloint2double(int(piece.y), int(piece.x));
  values[1] = __hiloint2double(int(piece.w), int(piece.z));
}

// A block has 32 x 16 bytes of C's rows, COLUMNS columns and a part of k. A lies in columns, whose
// lines begin at multiples of 16 bytes.
constexpr int kBandWarps = 8;
template <int COLUMNS, class In, class Out, class Finish>
__global__ void __launch_bounds__(kBandWarps * 32)
    gemm_band(Problem<In, Out> p, int k_of_part, bool transposed, Finish finish) {
  constexpr int kEach = 16 / int(sizeof(In)), kAll = COLUMNS * kEach * 32;
  using Number = Sum<In>;
  extern __shared__ __align__(16) char shared_bytes[];
  Number* const shared_sums = reinterpret_cast<Number*>(shared_bytes);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row0 = blockIdx.x * (32 * kEach), first = row0 + lane * kEach;
  const int column0 = blockIdx.y * COLUMNS;
  const int k0 = blockIdx.z * k_of_part, size = min(k_of_part, p.k - k0);
  p.c.data += blockIdx.z * ((size_t)p.c.ld * (p.c.order == Order::kRow ? p.m : p.n));
  for (int i = threadIdx.x; i < size * COLUMNS; i += kBandWarps * 32) {
    const int k = k0 + i / COLUMNS, j = column0 + i % COLUMNS;
    shared_sums[i] = j < p.n ? Number(*p.b.at(k, j)) : Number(0);
  }
  __syncthreads();

  Number sum[COLUMNS][kEach] = {};
  const In* from = p.a.data + (size_t)(k0 + warp) * p.a.ld + first;
  const auto add = [&](int k, const Number(&a)[kEach]) {
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
      const Number b = shared_sums[k * COLUMNS + c];
#pragma unroll
      for (int e = 0; e < kEach; ++e) sum[c][e] = add_product(a[e], b, sum[c][e]);
    }
  };
  if (first + kEach <= p.m) {
#pragma unroll 8
    for (int k = warp; k < size; k += kBandWarps, from += (size_t)kBandWarps * p.a.ld) {
      Number a[kEach];
      unpack(__ldg(reinterpret_cast<const uint4*>(from)), a);
      add(k, a);
    }
  } else {
    for (int k = warp; k < size; k += kBandWarps, from += (size_t)kBandWarps * p.a.ld) {
      Number a[kEach];
#pragma unroll
      for (int e = 0; e < kEach; ++e) a[e] = first + e < p.m ? Number(from[e]) : Number(0);
      add(k, a);
    }
  }

  __syncthreads();  // nobody reads the small operand any more
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c)
#pragma unroll
    for (int e = 0; e < kEach; ++e)
      shared_sums[warp * kAll + (c * kEach + e) * 32 + lane] = sum[c][e];
  __syncthreads();
  for (int i = threadIdx.x; i < kAll; i += kBandWarps * 32) {
    const int row = row0 + i % 32 * kEach + i / 32 % kEach, column = column0 + i / (32 * kEach);
    Number total = 0;
#pragma unroll
    for (int w = 0; w < kBandWarps; ++w) total += shared_sums[w * kAll + i];
    store(p, row, column, total, finish,
          finish.columns(transposed ? row : column, transposed ? p.m : p.n).x);
  }
}

template <int COLUMNS, class In, class Out, class Finish>
cudaError_t launch_band(const Problem<In, Out>& p, int k_of_part, int parts, bool transposed,
                        Finish finish, cudaStream_t stream) {
  constexpr int kEach = 16 / int(sizeof(In));
  const size_t sums = size_t(kBandWarps) * COLUMNS * kEach * 32,
               small = size_t(k_of_part) * COLUMNS;
  const dim3 blocks(tiles(p.m, 32 * kEach), tiles(p.n, COLUMNS), parts);
  return launch(gemm_band<COLUMNS, In, Out, Finish>,
                shape(blocks, kBandWarps * 32, std::max(sums, small) * sizeof(Sum<In>), stream), p,
                k_of_part, transposed, finish);
}

// For what each_band_way() (choice.h) offers.
template <class In, class Out, class Finish>
cudaError_t band(const Problem<In, Out>& problem, int parts, Finish finish, Workspace memory,
                 cudaStream_t stream) {
  const bool transposed = problem.m < problem.n;
  const Problem<In, Out> p = transposed ? problem.transposed() : problem;
  const SplitK split{parts, memory.data};
  const int k_of_part = split.k_of_split(p.k, kBandWarps), count = split.parts(p.k, kBandWarps);
  const auto run = [&](const auto& q, auto finish_of_part) {
    return p.n == 1
               ? launch_band<1>(q, k_of_part, count, transposed, finish_of_part, stream)
               : launch_band<kBandColumns>(q, k_of_part, count, transposed, finish_of_part, stream);
  };
  if (count == 1) return run(p, finish);
  const cudaError_t error = run(split.partial(p), Plain{});
  return error != cudaSuccess ? error : split.finish(p, count, stream, finish);
}

}  // namespace gemm
