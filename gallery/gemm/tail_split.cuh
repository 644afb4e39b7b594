// SPDX-License-Identifier: Apache-2.0
// The last round. Blocks run in rounds of one a multiprocessor, and in the last one some have no
// tile. So the tiles of that round are cut along k into two uneven parts: long ones, one for each
// multiprocessor that had a tile, and short ones, of which each of the others takes several, such
// that all end at about the same time. Of the two blocks of a tile, the one that comes last adds
// the other's sums to its own: nobody waits, and either order of two gives the same sum.
//
// The parts are a kernel of their own, which starts while the round before ends: its blocks then
// take the multiprocessors one by one as they become free.
#pragma once

#include "launch.h"
#include "problem.h"

namespace gemm {

// What a block computes: a tile of C over a range of k.
struct Piece {
  int tile, k_begin, k_end;
};

// Whole tiles; with several blocks in z, block z the part z of k, into C + z * m * ld.
struct WholeTiles {
  static constexpr bool kOfK = false;
  int k_of_split;

  __device__ void take(FloatProblem*) const {}
  __device__ size_t begin_of_c(const FloatProblem& p) const {
    return (size_t)blockIdx.z * p.m * p.c.ld;
  }

  __device__ void start() const { wait_and_let_next_start(); }
  __device__ Piece piece(int block, int k) const {
    const int k_begin = blockIdx.z * k_of_split;
    return {block, k_begin, min(k, k_begin + k_of_split)};
  }
  template <int SUMS>
  __device__ bool complete(float*, void*) const {
    return true;
  }
};

// Whole tiles of many products, which the grid's z numbers.
template <class Products>
struct TilesOfMany : WholeTiles {
  Products products;
  __device__ Piece piece(int block, int k) const { return {block, 0, k}; }
  __device__ void take(FloatProblem* p) const { products.take(p, blockIdx.z); }
  __device__ size_t begin_of_c(const FloatProblem&) const { return 0; }
};

// Parts of k, stored as they are: neither alpha nor beta nor the order of C make the code long,
// which at the end of a kernel a multiprocessor reads once, and waits for.
struct PartsOfK : WholeTiles {
  static constexpr bool kOfK = true;
};

// Where a workspace keeps the arrivals: its first kArrivals elements.
constexpr int kArrivals = 1024;

// The tiles from `whole` on, each in two parts: first the long ones, then the short ones.
struct CutTiles {
  static constexpr bool kOfK = false;
  __device__ void take(FloatProblem*) const {}
  __device__ size_t begin_of_c(const FloatProblem&) const { return 0; }
  int whole, count;    // tiles of other blocks, and those that are cut
  int k_long;          // where
  float* parts;        // room for both parts of each
  unsigned* arrivals;  // how many of its parts have come: 0 before

  __device__ void start() const {}
  __device__ Piece piece(int block, int k) const {
    if (block < count) return {whole + block, 0, k_long};
    return {whole + block - count, k_long, k};
  }
  // True in the block that is to store the tile; its sums are those of both parts then. word: of
  // shared memory.
  template <int SUMS>
  __device__ __forceinline__ bool complete(float* sum, void* word) const {
    const int block = blockIdx.x;
    const bool is_long = block < count;
    const int tile = is_long ? block : block - count, size = SUMS * blockDim.x;
    float* const own = parts + (size_t)(tile * 2 + !is_long) * size + threadIdx.x;
    const float* const other = own + (is_long ? size : -size);
    // One by one: 16 bytes a store would tie four sums to neighbouring registers, and in the main
    // loop multiply-adds would wait for their bank.
#pragma unroll
    for (int i = 0; i < SUMS; ++i) own[i * blockDim.x] = sum[i];
    __threadfence();
    volatile unsigned* const before = static_cast<unsigned*>(word);
    __syncthreads();
    if (threadIdx.x == 0) *before = atomicInc(&arrivals[tile], 1);
    __syncthreads();
    asm volatile("griddepcontrol.wait;" ::: "memory");  // whoever waits for this grid means both
    if (*before == 0) return false;
    __threadfence();
#pragma unroll
    for (int i = 0; i < SUMS; ++i) {
      sum[i] += __ldcg(other + i * blockDim.x);
      if (i % 16 == 15) asm volatile("" ::: "memory");  // not all in registers at once
    }
    return true;
  }
};

// Where to cut k so that a long part takes as long as the short ones of a multiprocessor that had
// no tile. `extra`: what a block costs beside its k, in k.
inline int cut_of_tail(int k, int step, int whole, int count, int processors, int extra) {
  const int cut_tiles = count - whole, others = processors - cut_tiles;
  const int each = (cut_tiles + others - 1) / others;
  const double k_long = (each * double(k + extra) - extra) / (each + 1);
  return int(k_long / step) * step;
}

}  // namespace gemm
