// SPDX-License-Identifier: Apache-2.0
// Doubles on tensor cores: the producer and the stages of step 12, and consumers that load what a
// warp multiplies (mma.sync) into registers, in any order of A and B. An instruction wants a lane's
// numbers in registers side by side, in an order in which they do not lie in shared memory. So they
// come one by one, 8 bytes each: of 16 at a time ptxas made copies, 12 for each instruction. Which
// k, rows and columns of a tile an instruction calls its first is free, as long as A, B and C
// agree; they are dealt out here so that half a warp, which reads shared memory at once, finds its
// sixteen numbers in different banks.
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

__device__ __forceinline__ double get_double(unsigned address) {
  double value;
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(value) : "r"(address));
  return value;
}

// A lane g, t (lane / 4, lane % 4) has 16 rows of an operand, two of them, at the k t and 4 + t of
// eight. K_IN_LINE: a line is a row. Else the 16 rows lie in a line for each k.
template <bool K_IN_LINE>
struct SixteenRows {
  // The row that an instruction calls g, of the first eight or the others.
  static __device__ __forceinline__ int row(int g, int half) {
    return K_IN_LINE ? 2 * g + half : g % 2 + g / 2 % 2 * 8 + g / 4 * 2 + half * 4;
  }
  // Whether rows side by side are the same of both halves, or two of one half.
  static constexpr bool kNeighboursInHalves = K_IN_LINE;

  // Where the lane's part of a tile begins; the rest of an address is known when this is compiled,
  // so that a load costs one instruction for it at most: chunk c of line l lies at place c ^ l % 8.
  static __device__ __forceinline__ unsigned place(unsigned tile) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int line = K_IN_LINE ? row(g, 0) : t, chunk = K_IN_LINE ? t / 2 : row(g, 0) / 2;
    return tile + line * 128 + (chunk ^ line % 8) * 16 + (K_IN_LINE ? t % 2 : g % 2) * 8;
  }
  // values[half][i]: of the row g, at the k 4 i + t of the stage's eight. first: a multiple of 16.
  static __device__ __forceinline__ void load(unsigned place, int first, int eight,
                                              double (&values)[2][2]) {
#pragma unroll
    for (int half = 0; half < 2; ++half)
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const int lines = K_IN_LINE ? half : 4 * i + 8 * eight;
        const int chunks =
            K_IN_LINE ? 2 * i + 4 * eight + half : 2 * half + 4 * i;  // in other bits
        values[half][i] = get_double((place ^ chunks * 16) + (first + lines) * 128);
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
  // place: the lane's, of the warp's rows or columns.
  __device__ __forceinline__ void load_a(unsigned place, int eight) {
#pragma unroll
    for (int i = 0; i < kDown; ++i) Rows::load(place, i * 16, eight, a[eight][i]);
  }
  __device__ __forceinline__ void load_b(unsigned place, int eight, int piece) {
    Columns::load(place, piece * 16, eight, b[piece % 2]);
  }

  // A from rows_before on, times B. Two warps share a tensor core, too few to hide a wait for
  // shared memory: so all is loaded while what was loaded before is multiplied, across steps, too.
  __device__ __forceinline__ void multiply(const StageMemory<T>& memory, int rows_before, int steps,
                                           StageCounter<T::STAGES>& at) {
    const unsigned of_a = Rows::place(memory.a(0) + (rows_before + first_row()) * 128);
    const unsigned of_b = Columns::place(memory.b(0) + first_column() * 128);
    const auto in_stage = [](unsigned place, int stage) { return place + stage * T::STAGE_BYTES; };
    barrier_wait(memory.full(at.stage), at.parity);
    load_a(in_stage(of_a, at.stage), 0);
    load_b(in_stage(of_b, at.stage), 0, 0);
    for (int step = 0; step < steps; ++step) {
      const int stage = at.stage;
      const unsigned now_a = in_stage(of_a, stage), now_b = in_stage(of_b, stage);
      at.next();
      const unsigned next_a = in_stage(of_a, at.stage), next_b = in_stage(of_b, at.stage);
      const bool more = step + 1 < steps;
#pragma unroll
      for (int eight = 0; eight < 2; ++eight)
#pragma unroll
        for (int j = 0; j < kAcross; ++j) {
          if (j == 0 && eight == 0) load_a(now_a, 1);
          if (j == 0 && eight == 1 && more) {
            barrier_wait(memory.full(at.stage), at.parity);
            load_a(next_a, 0);
          }
          if (j + 1 < kAcross)
            load_b(now_b, eight, j + 1);
          else if (eight == 0)
            load_b(now_b, 1, 0);
          else if (more)
            load_b(next_b, 0, 0);
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
                const int first = Columns::kNeighboursInHalves ? Columns::row(2 * t + pair, 0)
                                                               : Columns::row(2 * t, pair);
                return make_int2(row + first_row() + i * 16 + Rows::row(g, half),
                                 column + first_column() + j * 16 + first);
              },
              [&](int pair) {
                const auto& sums = d[i][j];
                return Columns::kNeighboursInHalves
                           ? make_double2(sums[0][half * 2 + pair], sums[1][half * 2 + pair])
                           : make_double2(sums[pair][half * 2], sums[pair][half * 2 + 1]);
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
