// SPDX-License-Identifier: Apache-2.0
// Doubles on tensor cores: the producer and the stages of step 12, and consumers that load what a
// warp multiplies (mma.sync) into registers. Any order of A and B: 16 bytes of a swizzled line are
// two k of a row or two rows at one k. Which k, rows and columns of a tile an instruction calls
// its first is free, as long as A, B and C agree; they are dealt out here so that a quarter of a
// warp, which reads shared memory at once, finds its eight 16 bytes in different banks.
#pragma once

#include "bf16.cuh"

namespace gemm {

// D (16 x 8) += A B, 8 k.
__device__ __forceinline__ void multiply_doubles(double (&d)[4], const double (&a)[2][2],
                                                 const double (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
      "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
      : "d"(a[0][0]), "d"(a[1][0]), "d"(a[0][1]), "d"(a[1][1]), "d"(b[0]), "d"(b[1]));
}

__device__ __forceinline__ double2 get_doubles(unsigned address) {
  double2 two;
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(two.x), "=d"(two.y) : "r"(address));
  return two;
}

// A lane g, t (lane / 4, lane % 4) has 16 rows of an operand, two of them, at the k 2 t and 2 t + 1
// of eight. K_IN_LINE: a line is a row. Else the 16 rows lie in a line for each k.
template <bool K_IN_LINE>
struct SixteenRows {
  // The row that an instruction calls g, of the first eight or the others.
  static __device__ __forceinline__ int row(int g, int half) {
    return K_IN_LINE ? half + 2 * (g % 2 * 2 + g / 2 % 2 + g / 4 * 4) : 2 * g + half;
  }
  // values[half][i]: of the row g, at the k 2 t + i of the stage's eight. first: a multiple of 16.
  static __device__ __forceinline__ void load(unsigned tile, int first, int eight,
                                              double (&values)[2][2]) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int line = K_IN_LINE ? row(g, i) : 2 * t + i;
      const double2 two =
          K_IN_LINE ? get_doubles(tile + (first + line) * 128 + ((t + 4 * eight) ^ line % 8) * 16)
                    : get_doubles(tile + (first + line + 8 * eight) * 128 + (g ^ line) * 16);
      if (K_IN_LINE)
        values[i][0] = two.x, values[i][1] = two.y;
      else
        values[0][i] = two.x, values[1][i] = two.y;
    }
  }
};

// Every warp says for itself that it has read a stage.
template <int BM, int BN, int STAGES>
struct DoubleTileOf : TensorTile<BM, BN, STAGES, 1, false, 1, double> {
  static constexpr int READERS = BM / 64 * 4;
};

// A consumer's 64 rows of a tile: its four warps have 32 rows and half of the columns each.
template <class T, Order A_ORDER, Order B_ORDER>
struct DoubleSums {
  static constexpr int kDown = 2, kAcross = T::BN / 32;  // pieces of 16 x 16
  static_assert(kAcross % 2 == 0, "the first of eight k finds its place in b free");
  using Rows = SixteenRows<A_ORDER == Order::kRow>;
  using Columns = SixteenRows<B_ORDER == Order::kColumn>;
  double d[kDown][kAcross][2][4] = {};
  double a[2][kDown][2][2], b[2][2][2];  // what is multiplied, and what comes next

  static __device__ __forceinline__ int first_row() { return threadIdx.x / 32 % 2 * 32; }
  static __device__ __forceinline__ int first_column() {
    return threadIdx.x / 64 % 2 * (T::BN / 2);
  }
  __device__ __forceinline__ void load_a(unsigned tile, int eight) {
#pragma unroll
    for (int i = 0; i < kDown; ++i) Rows::load(tile, first_row() + i * 16, eight, a[eight][i]);
  }
  __device__ __forceinline__ void load_b(unsigned tile, int eight, int piece) {
    Columns::load(tile, first_column() + piece * 16, eight, b[piece % 2]);
  }

  // A from rows_before on, times B. Two warps share a tensor core, too few to hide a wait for
  // shared memory: so all is loaded while what was loaded before is multiplied, across steps, too.
  __device__ __forceinline__ void multiply(const StageMemory<T>& memory, int rows_before, int steps,
                                           StageCounter<T::STAGES>& at) {
    const auto tile_a = [&](int stage) { return memory.a(stage) + rows_before * 128; };
    barrier_wait(memory.full(at.stage), at.parity);
    load_a(tile_a(at.stage), 0);
    load_b(memory.b(at.stage), 0, 0);
    for (int step = 0; step < steps; ++step) {
      const int stage = at.stage;
      at.next();
      const bool more = step + 1 < steps;
#pragma unroll
      for (int eight = 0; eight < 2; ++eight)
#pragma unroll
        for (int j = 0; j < kAcross; ++j) {
          if (j == 0 && eight == 0) load_a(tile_a(stage), 1);
          if (j == 0 && eight == 1 && more) {
            barrier_wait(memory.full(at.stage), at.parity);
            load_a(tile_a(at.stage), 0);
          }
          if (j + 1 < kAcross)
            load_b(memory.b(stage), eight, j + 1);
          else if (eight == 0)
            load_b(memory.b(stage), 1, 0);
          else if (more)
            load_b(memory.b(at.stage), 0, 0);
#pragma unroll
          for (int i = 0; i < kDown; ++i) {
            multiply_doubles(d[i][j][0], a[eight][i], b[j % 2][0]);
            multiply_doubles(d[i][j][1], a[eight][i], b[j % 2][1]);
          }
        }
      __syncwarp();
      if (threadIdx.x % 32 == 0) barrier_arrive(memory.empty(stage));
    }
  }

  // Into C, whose tile begins at row, column; pairs of neighbours.
  __device__ __forceinline__ void store(const Problem<double>& p, int row, int column) const {
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
#pragma unroll
    for (int i = 0; i < kDown; ++i)
#pragma unroll
      for (int j = 0; j < kAcross; ++j)
#pragma unroll
        for (int half = 0; half < 2; ++half)  // no registers are left for more at once
          store_pairs<2>(
              p, Plain{},
              [&](int pair) {
                return make_int2(row + first_row() + i * 16 + Rows::row(g, half),
                                 column + first_column() + j * 16 + Columns::row(2 * t + pair, 0));
              },
              [&](int pair) {
                return make_double2(d[i][j][0][half * 2 + pair], d[i][j][1][half * 2 + pair]);
              },
              [](int) { return make_float2(0.0f, 0.0f); });
  }
};

template <class T, Order A_ORDER, Order B_ORDER, class Walk = PersistentWalk>
__global__ void __launch_bounds__(T::THREADS, 1)
    dgemm_warp_specialised(Problem<double> p, const __grid_constant__ CUtensorMap map_a,
                           const __grid_constant__ CUtensorMap map_b, Walk walk) {
  extern __shared__ char shared[];
  const StageMemory<T> memory(shared);
  init_barriers(memory);
  asm volatile("griddepcontrol.launch_dependents;");
  walk.start(1);
  const int warpgroup = threadIdx.x / 128;
  if (warpgroup == 0) {
    give_registers<T::PRODUCER_REGISTERS>();
    if (threadIdx.x / 32 == 0 && elect_lane())
      produce<T, A_ORDER, B_ORDER>(memory, &map_a, &map_b, walk);
  } else {
    take_registers<T::CONSUMER_REGISTERS>();
    const int rows_before = (warpgroup - 1) * 64;
    StageCounter<T::STAGES> at;
    for (; walk.more(); walk.next()) {
      const Work work = walk.template work<T>();
      DoubleSums<T, A_ORDER, B_ORDER> sums;
      sums.multiply(memory, rows_before, work.steps, at);
      sums.store(with_c_of(walk, work, p), work.row + rows_before, work.column);
    }
  }
}

// For operands that fit a tensor map, and C in rows; splits: parts of k, each into a C of its own.
template <class T, Order A_ORDER, Order B_ORDER>
cudaError_t launch_doubles(const Problem<double>& p, int splits, cudaStream_t stream) {
  CUtensorMap map_a, map_b;
  cudaError_t error =
      make_tensor_map(&map_a, p.a, p.m, p.k, A_ORDER == Order::kRow ? T::BM : T::BK);
  if (error == cudaSuccess)
    error = make_tensor_map(&map_b, p.b, p.k, p.n, B_ORDER == Order::kRow ? T::BK : T::BN);
  int processors = 0;
  if (error == cudaSuccess) error = count_multiprocessors(&processors);
  if (error != cudaSuccess) return error;
  PersistentWalk walk{};
  walk.order = {tiles(p.m, T::BM), tiles(p.n, T::BN), tiles(p.k, T::BK), splits, 16};
  const int blocks = walk.order.count() < processors ? walk.order.count() : processors;
  return launch(dgemm_warp_specialised<T, A_ORDER, B_ORDER>,
                shape(blocks, T::THREADS, StageMemory<T>::BYTES, stream), p, map_a, map_b, walk);
}

}  // namespace gemm
