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
#include "line_halves.cuh"

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

  // Where the lane's part of a tile from a row on begins; the rest of an address is known when this
  // is compiled, so that a load costs one instruction for it at most: chunk c of line l lies at
  // place c ^ l % 8.
  using Place = unsigned;
  static __device__ __forceinline__ Place place(unsigned tile, int first, const CUtensorMap&) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int line = K_IN_LINE ? row(g, 0) : t, chunk = K_IN_LINE ? t / 2 : row(g, 0) / 2;
    return tile + (first + line) * 128 + (chunk ^ line % 8) * 16 + (K_IN_LINE ? t % 2 : g % 2) * 8;
  }
  // values[half][i]: of the row g, at the k 4 i + t of the stage's eight. first: a multiple of 16.
  static __device__ __forceinline__ void load(Place place, int first, int eight,
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

// The same of a tile of EXTENT rows whose even ones lie before its odd ones (line_halves.cuh).
template <int EXTENT>
struct HalvedRows {
  static __device__ __forceinline__ int row(int g, int half) {
    return 2 * (g % 4 * 2 + g / 4) + half;
  }
  static constexpr bool kNeighboursInHalves = true;

  struct Place {
    unsigned of_half[2];
    __device__ __forceinline__ Place operator+(unsigned bytes) const {
      return {{of_half[0] + bytes, of_half[1] + bytes}};
    }
  };
  static __device__ __forceinline__ Place place(unsigned tile, int first, const LineHalves& maps) {
    const int lane = threadIdx.x % 32, t = lane % 4;
    const unsigned even = tile + (first + row(lane / 4, 0)) / 2 * kHalvedLine + t * 8;
    return {{even + maps.first[0] * 8, even + EXTENT / 2 * kHalvedLine + maps.first[1] * 8}};
  }
  static __device__ __forceinline__ void load(Place place, int first, int eight,
                                              double (&values)[2][2]) {
#pragma unroll
    for (int half = 0; half < 2; ++half)
#pragma unroll
      for (int i = 0; i < 2; ++i)
        values[half][i] =
            get_double(place.of_half[half] + first / 2 * kHalvedLine + (4 * i + 8 * eight) * 8);
  }
};

// Every warp says for itself that it has read a stage.
template <int BM, int BN, int STAGES>
struct DoubleTileOf : TensorTile<BM, BN, STAGES, 1, false, 1, double> {
  static constexpr int READERS = BM / 64 * 4;
};

// A consumer's 64 rows of a tile: its four warps have 32 rows and half of the columns each.
template <class T, Order A_ORDER, Order B_ORDER, bool A_HALVED = false, bool B_HALVED = false>
struct DoubleSums {
  static constexpr int kDown = 2, kAcross = T::BN / 32;  // pieces of 16 x 16
  static_assert(kAcross % 2 == 0, "the first of eight k finds its place in b free");
  using Rows = std::conditional_t<A_HALVED, HalvedRows<T::BM>, SixteenRows<A_ORDER == Order::kRow>>;
  using Columns =
      std::conditional_t<B_HALVED, HalvedRows<T::BN>, SixteenRows<B_ORDER == Order::kColumn>>;
  double d[kDown][kAcross][2][4] = {};
  double a[2][kDown][2][2], b[2][2][2];  // what is multiplied, and what comes next

  static __device__ __forceinline__ int first_row() { return threadIdx.x / 32 % 2 * 32; }
  static __device__ __forceinline__ int first_column() {
    return threadIdx.x / 64 % 2 * (T::BN / 2);
  }
  // place: the lane's, of the warp's rows or columns.
  __device__ __forceinline__ void load_a(typename Rows::Place place, int eight) {
#pragma unroll
    for (int i = 0; i < kDown; ++i) Rows::load(place, i * 16, eight, a[eight][i]);
  }
  __device__ __forceinline__ void load_b(typename Columns::Place place, int eight, int piece) {
    Columns::load(place, piece * 16, eight, b[piece % 2]);
  }

  // A from rows_before on, times B. Two warps share a tensor core, too few to hide a wait for
  // shared memory: so all is loaded while what was loaded before is multiplied, across steps, too.
  template <class MapsA, class MapsB>
  __device__ __forceinline__ void multiply(const StageMemory<T>& memory, const MapsA& maps_a,
                                           const MapsB& maps_b, int rows_before, int steps,
                                           StageCounter<T::STAGES>& at) {
    const auto of_a = Rows::place(memory.a(0), rows_before + first_row(), maps_a);
    const auto of_b = Columns::place(memory.b(0), first_column(), maps_b);
    const auto in_stage = [](auto place, int stage) {
      return place + unsigned(stage * T::STAGE_BYTES);
    };
    barrier_wait(memory.full(at.stage), at.parity);
    load_a(in_stage(of_a, at.stage), 0);
    load_b(in_stage(of_b, at.stage), 0, 0);
    for (int step = 0; step < steps; ++step) {
      const int stage = at.stage;
      const auto now_a = in_stage(of_a, stage);
      const auto now_b = in_stage(of_b, stage);
      at.next();
      const auto next_a = in_stage(of_a, at.stage);
      const auto next_b = in_stage(of_b, at.stage);
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

  // use(row, column, sum): of the consumer's 64 rows.
  template <class Use>
  __device__ __forceinline__ void each(Use use) const {
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
#pragma unroll
    for (int i = 0; i < kDown; ++i)
#pragma unroll
      for (int j = 0; j < kAcross; ++j)
#pragma unroll
        for (int half = 0; half < 2; ++half)
#pragma unroll
          for (int e = 0; e < 4; ++e)
            use(first_row() + i * 16 + Rows::row(g, e / 2),
                first_column() + j * 16 + Columns::row(2 * t + e % 2, half), d[i][j][half][e]);
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

template <class T, Order A_ORDER, Order B_ORDER, class Walk = PersistentWalk, bool A_HALVED = false,
          bool B_HALVED = false>
__global__ void __launch_bounds__(T::THREADS, 1)
    dgemm_warp_specialised(Problem<double> p,
                           const __grid_constant__ MapsOfDoubles<A_HALVED> maps_a,
                           const __grid_constant__ MapsOfDoubles<B_HALVED> maps_b, Walk walk) {
  extern __shared__ char shared[];
  const StageMemory<T> memory(shared);
  init_barriers(memory);
  wait_and_let_next_start();
  walk.start(1);
  const int warpgroup = threadIdx.x / 128;
  if (warpgroup == 0) {
    give_registers<T::PRODUCER_REGISTERS>();
    if (threadIdx.x / 32 == 0 && elect_lane())
      produce_doubles<T, A_ORDER, B_ORDER>(memory, maps_a, maps_b, walk);
  } else {
    take_registers<T::CONSUMER_REGISTERS>();
    const int rows_before = (warpgroup - 1) * 64;
    StageCounter<T::STAGES> at;
    for (; walk.more(); walk.next()) {
      const Work work = walk.template work<T>();
      DoubleSums<T, A_ORDER, B_ORDER, A_HALVED, B_HALVED> sums;
      sums.multiply(memory, maps_a, maps_b, rows_before, work.steps, at);
      sums.store(with_c_of(walk, work, p), work.row + rows_before, work.column);
    }
  }
}

// For operands that fit a tensor map, or whose halves do, and C in rows; splits: parts of k, each
// into a C of its own.
template <class T, Order A_ORDER, Order B_ORDER>
cudaError_t launch_doubles(const Problem<double>& p, int splits, cudaStream_t stream) {
  int processors = 0;
  const cudaError_t error = count_multiprocessors(&processors);
  if (error != cudaSuccess) return error;
  PersistentWalk walk{};
  walk.order = {tiles(p.m, T::BM), tiles(p.n, T::BN), tiles(p.k, T::BK), splits, 16};
  const int blocks = walk.order.count() < processors ? walk.order.count() : processors;
  return with_maps_of_doubles<T, A_ORDER, B_ORDER>(
      p, [&](const auto& maps_a, const auto& maps_b, auto a_halved, auto b_halved) {
        using Tile = HalvedTile<T, a_halved(), b_halved()>;
        return launch_behind_copies(
            dgemm_warp_specialised<Tile, A_ORDER, B_ORDER, PersistentWalk, a_halved(), b_halved()>,
            shape(blocks, T::THREADS, StageMemory<Tile>::BYTES, stream), p, maps_a, maps_b, walk);
      });
}

}  // namespace gemm
