// SPDX-License-Identifier: Apache-2.0
// The same kernel in TF32: floats, of which the tensor cores read the upper 19 bits and cut the
// others off, so the copy engine rounds both operands while it writes them to shared memory. wgmma
// wants 4-byte operands in shared memory with k side by side. Rows of A are so, and columns of B
// when C^T = B^T A^T is computed: a warpgroup has 64 columns of C and BM rows. Where B lies in rows
// it comes from registers, which the threads load as they like.
#pragma once

#include "fused.cuh"
#include "launch.h"
#include "line_store.cuh"
#include "mma_sync.cuh"
#include "warp_specialised.cuh"

namespace gemm {

template <int BM_, int BN_, int STAGES_>
struct Tf32Tile {
  static constexpr int BM = BM_, BN = BN_, BK = 32, STAGES = STAGES_;
  static constexpr int DOWN = 1, ACROSS = 1, CLUSTER = 1;
  static constexpr bool BATCHED = false, BY_POINTERS = false;  // batch.cuh
  static constexpr int CONSUMERS = BN / 64, READERS = CONSUMERS, THREADS = 128 * (1 + CONSUMERS);
  static constexpr int BYTES_A = BM * BK * 4, BYTES_B = BN * BK * 4;
  static constexpr int STAGE_BYTES = BYTES_A + BYTES_B;
  static constexpr int BOX_BYTES = 64 * 128, STAGING_BYTES = 1024 + CONSUMERS * 2 * BOX_BYTES;
};

template <class T, Order B_ORDER, class Walk>
__device__ void produce_tf32(const StageMemory<T>& memory, const CUtensorMap* map_a,
                             const CUtensorMap* map_b, Walk walk) {
  const bool a_once = walk.order.columns == 1;
  StageCounter<T::STAGES> at;
  for (; walk.more(); walk.next()) {
    const Work work = walk.template work<T>();
    const auto product = product_of(walk, work);
    for (int step = 0; step < work.steps; ++step, at.next()) {
      const int k = (work.first_step + step) * T::BK;
      barrier_wait(memory.empty(at.stage), at.parity ^ 1);
      const unsigned full = memory.full(at.stage);
      barrier_expect(full, T::STAGE_BYTES);
      const auto load = [&](unsigned to, const CUtensorMap* map, int x, int y, auto of, bool once) {
        if constexpr (T::BATCHED)
          load_box_of(to, map, x, y, of, full);
        else
          load_box(to, map, x, y, full, once);
      };
      load(memory.a(at.stage), map_a, k, work.row, product.a, a_once);
      if (B_ORDER == Order::kColumn)
        load(memory.b(at.stage), map_b, k, work.column, product.b, false);
      else
        for (int i = 0; i < T::BN; i += 32)  // boxes of 32 columns, 32 k
          load(memory.b(at.stage) + i * 128, map_b, work.column + i, k, product.b, false);
    }
  }
}

// The two columns of a thread, of its consumer's 64. From shared memory B's columns come in their
// order: a warp has 16, a thread one and that eight behind it. Through registers a warp has 16 of a
// box's 32 columns, a thread two neighbours: in lines k and k + 1, k + 2, k + 3 the swizzle puts a
// half-warp's 16 pairs into 32 different banks.
template <Order B_ORDER>
struct ThreadColumns {
  static constexpr int kApart = B_ORDER == Order::kRow ? 1 : 8;
  int box, chunk, inside;  // 16 bytes of a box, and which of its four columns
  __device__ ThreadColumns() {
    const int warp = threadIdx.x / 32 % 4, g = threadIdx.x % 32 / 4;
    box = warp / 2;
    if (B_ORDER == Order::kRow) {
      chunk = warp % 2 * 2 + (g >> 2) + (g >> 1 & 1) * 4;
      inside = (g & 1) * 2;
    } else {
      chunk = warp % 2 * 4 + g / 4;
      inside = g % 4;
    }
  }
  __device__ int first() const { return box * 32 + chunk * 4 + inside; }
  // Of column `which` in a box of lines.
  __device__ unsigned place(int line, int which = 0) const {
    const int c = chunk + (B_ORDER == Order::kColumn ? which * 2 : 0);
    return line * 128 + ((c ^ line % 8) * 16 + inside * 4);
  }
};

template <class T>
__device__ void load_columns(unsigned tile, const ThreadColumns<Order::kRow>& mine,
                             unsigned (&b)[4][4]) {
  const int line = threadIdx.x % 4;
  const unsigned low = tile + mine.place(line), high = tile + mine.place(line + 4);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];"
                 : "=r"(b[i][0]), "=r"(b[i][1])
                 : "r"(low + i * 1024));
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];"
                 : "=r"(b[i][2]), "=r"(b[i][3])
                 : "r"(high + i * 1024));
  }
}

template <class T, Order B_ORDER>
__device__ void consume_tf32(const StageMemory<T>& memory, int consumer, int steps,
                             StageCounter<T::STAGES>& at, const ThreadColumns<B_ORDER>& mine,
                             float (&sum)[T::BM / 2]) {
  int previous = 0;
  const auto multiply_step = [&](int step, unsigned (&b)[4][4]) {
    barrier_wait(memory.full(at.stage), at.parity);
    if constexpr (B_ORDER == Order::kRow)
      load_columns<T>(memory.b(at.stage) + (consumer * 2 + mine.box) * 4096, mine, b);
    const uint64_t a = operand(memory.a(at.stage));
    begin_multiply();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int add = step != 0 || i != 0;
      if constexpr (B_ORDER == Order::kRow)
        multiply(sum, b[i], a + (i * 32 >> 4), add);
      else
        multiply_tf32(sum, operand(memory.b(at.stage) + consumer * 8192) + (i * 32 >> 4),
                      a + (i * 32 >> 4), add);
    }
    end_multiply();
    if (step > 0) {
      wait_for_multiply<1>();
      release(memory, previous);
    }
    previous = at.stage;
    at.next();
  };
  // Registers in flight must stay: while one set is multiplied the other is loaded.
  unsigned even[4][4], odd[4][4];
  for (int step = 0; step < steps; step += 2) {
    multiply_step(step, even);
    if (step + 1 < steps) multiply_step(step + 1, odd);
  }
  wait_for_multiply<0>();
  release(memory, previous);
}

// Two boxes of C, 64 rows of a consumer's columns, into the places that they will be stored from.
template <class T>
__device__ void load_c(const CUtensorMap* map_c, const StageMemory<T>& memory, const Work& work,
                       int consumer, int rows) {
  wait_for_stores<0>();
  const unsigned barrier = memory.box_barrier(consumer);
  barrier_expect(barrier, 2 * T::BOX_BYTES);
  for (int box = 0; box < 2; ++box)
    load_box(memory.staging() + (consumer * 2 + box) * T::BOX_BYTES, map_c,
             work.column + consumer * 64 + box * 32, work.row + rows, barrier);
}

// Into a C in columns, whose transpose p.c is: neighbours lie along the rows of the product.
template <class T, Order B_ORDER, class Finish>
__device__ void store_sums(const FloatProblem& p, const Finish& finish, int row, int column,
                           const float (&sum)[T::BM / 2], float2 of_columns) {
  constexpr int kPairs = 8;
#pragma unroll
  for (int i = 0; i < T::BM / 2; i += 2 * kPairs)
    store_pairs<kPairs>(
        p, finish,
        [&](int pair) {
          return make_int2(column + pair % 2 * ThreadColumns<B_ORDER>::kApart,
                           row + (i / 2 + pair) / 2 * 8);
        },
        [&](int pair) { return make_float2(sum[i + pair * 2], sum[i + pair * 2 + 1]); },
        [&](int pair) {
          const float x = pair % 2 == 0 ? of_columns.x : of_columns.y;
          return make_float2(x, x);
        });
}

// The same by lines: a warp has eight of them in shared memory, those of one of its threads' two
// columns, 64 rows at a time.
template <class T, Order B_ORDER, class Finish>
__device__ void store_lines(const FloatProblem& part, unsigned own, const Work& work, int consumer,
                            const ThreadColumns<B_ORDER>& mine, const float (&sum)[T::BM / 2],
                            const Finish& finish) {
  const int warp = threadIdx.x % 128 / 32, lane = threadIdx.x % 32;
  const int column = work.column + consumer * 64;
  const LineBox box{own + warp * LineBox::kBytes};
  int line[LineBox::kLines];
#pragma unroll
  for (int i = 0; i < LineBox::kLines; ++i)
    line[i] = column + __shfl_sync(~0u, mine.first(), i * 4);
#pragma unroll
  for (int rows = 0; rows < T::BM; rows += 64) {
    using Lines = LinesOfC<float, float, Finish>;
    const Lines lines(part, finish, work.row + rows);
#pragma unroll
    for (int which = 0; which < 2; ++which) {
      const auto line_of = [&](int i) { return line[i] + which * mine.kApart; };
      typename Lines::Old old = {};
      lines.template read<false>(line_of, &old);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const float* const pair = &sum[rows / 2 + i * 4 + which * 2];
        put_pair(box.at(lane / 4, i * 8 + lane % 4 * 2), make_float2(pair[0], pair[1]));
      }
      __syncwarp();
      lines.template store<false>(box, line_of, old);
      __syncwarp();
    }
  }
}

// Sum i of a thread belongs to row i / 4 * 8 + lane % 4 * 2 + i % 2 and column i / 2 % 2 of its
// two. Without boxes: C in rows or columns.
template <bool READS, class T, Order B_ORDER, class Finish>
__device__ void store_tf32(const FloatProblem& part, const CUtensorMap* map_c, bool boxes,
                           const StageMemory<T>& memory, unsigned& parity, const Work& work,
                           int consumer, const ThreadColumns<B_ORDER>& mine,
                           const float (&sum)[T::BM / 2], const Finish& finish) {
  const int first = work.column + consumer * 64 + mine.first(), row = threadIdx.x % 4 * 2;
  const float2 of_column = {finish.columns(first, part.n).x,
                            finish.columns(first + ThreadColumns<B_ORDER>::kApart, part.n).x};
  const unsigned own = memory.staging() + consumer * 2 * T::BOX_BYTES;
  if (!boxes) {
    if (part.c.order == Order::kColumn)
      return store_sums<T, B_ORDER>(part.transposed(), finish, work.row + row, first, sum,
                                    of_column);
    constexpr int kAtOnce = 16;
#pragma unroll
    for (int i = 0; i < T::BM / 2; i += kAtOnce) {
      if constexpr (B_ORDER == Order::kRow) {
        const auto at = [&](int pair) { return i + pair / 2 * 4 + pair % 2; };
        store_pairs<kAtOnce / 2>(
            part, finish,
            [&](int pair) {
              return make_int2(work.row + at(pair) / 4 * 8 + row + pair % 2, first);
            },
            [&](int pair) { return make_float2(sum[at(pair)], sum[at(pair) + 2]); },
            [&](int) { return of_column; });
      } else {
        store_elements<kAtOnce>(
            part, finish,
            [&](int e) {
              return make_int2(work.row + (i + e) / 4 * 8 + row + e % 2, first + e / 2 % 2 * 8);
            },
            [&](int e) { return sum[i + e]; },
            [&](int e) { return e / 2 % 2 == 0 ? of_column.x : of_column.y; });
      }
    }
    return;
  }
  const float alpha = finish.scale(part.alpha), beta = finish.scale_of_c(part.beta);
  const bool reads = READS && part.beta != 0.0f;
#pragma unroll
  for (int rows = 0; rows < T::BM; rows += 64) {
    if (reads) {
      barrier_wait(memory.box_barrier(consumer), parity);
      parity ^= 1;
    } else {
      if (threadIdx.x % 128 == 0) wait_for_stores<0>();
      warpgroup_barrier(1 + consumer);
    }
#pragma unroll
    for (int i = 0; i < 32; i += i % 2 == 0 ? 1 : 3) {
      const int line = i / 4 * 8 + row + i % 2;
      const unsigned box = own + mine.box * T::BOX_BYTES;
      float2 x = make_float2(alpha * sum[rows / 2 + i], alpha * sum[rows / 2 + i + 2]);
      const unsigned place = box + mine.place(line), second = box + mine.place(line, 1);
      if (reads) {
        const float2 old = B_ORDER == Order::kRow
                               ? get_pair(place, static_cast<float*>(nullptr))
                               : make_float2(get_one(place, static_cast<float*>(nullptr)),
                                             get_one(second, static_cast<float*>(nullptr)));
        x.x += beta * old.x, x.y += beta * old.y;
      }
      x = make_float2(finish(x.x, of_column.x), finish(x.y, of_column.y));
      if constexpr (B_ORDER == Order::kRow) {
        put_pair(place, x);
      } else {
        put_one(place, x.x);
        put_one(second, x.y);
      }
    }
    fence_async_proxy();
    warpgroup_barrier(1 + consumer);
    if (threadIdx.x % 128 == 0) {
      for (int box = 0; box < 2; ++box)
        store_box(map_c, work.column + consumer * 64 + box * 32, work.row + rows,
                  own + box * T::BOX_BYTES);
      commit_stores();
      if (reads && rows + 64 < T::BM) load_c(map_c, memory, work, consumer, rows + 64);
    }
  }
}

// How sums are stored: by boxes where there are some, else from registers (READS: as in
// box_store.cuh); or by lines of a C in columns. One kernel for all would be short of registers.
enum class Tf32Store { kWrites, kReads, kLines };

template <Tf32Store STORE, class T, Order B_ORDER, class Finish, class Walk = PersistentWalk>
__global__ void __launch_bounds__(T::THREADS, 1)
    sgemm_tf32(FloatProblem p, const __grid_constant__ CUtensorMap map_a,
               const __grid_constant__ CUtensorMap map_b, const __grid_constant__ CUtensorMap map_c,
               bool boxes, Walk walk, Finish finish) {
  extern __shared__ char shared[];
  const StageMemory<T> memory(shared);
  init_barriers(memory);
  wait_and_let_next_start();  // for the kernel that adds parts of k
  walk.start(1);
  const int warpgroup = threadIdx.x / 128, consumer = warpgroup - 1;
  if (warpgroup == 0) {
    give_registers<40>();
    if (threadIdx.x / 32 == 0 && elect_lane())
      produce_tf32<T, B_ORDER>(memory, &map_a, &map_b, walk);
  } else {
    take_registers<232>();
    unsigned parity = 0;  // of the barrier of boxes of C
    const ThreadColumns<B_ORDER> mine;
    StageCounter<T::STAGES> at;
    for (; walk.more(); walk.next()) {
      const Work work = walk.template work<T>();
      float sum[T::BM / 2];
      if constexpr (STORE == Tf32Store::kReads)
        if (boxes && p.beta != 0.0f && threadIdx.x % 128 == 0)
          load_c(&map_c, memory, work, consumer, 0);
      if constexpr (STORE == Tf32Store::kLines) {
        Walk ahead = walk;
        ahead.next();
        if (p.beta != 0.0f && ahead.more()) {
          const Work next = ahead.template work<T>();
          prefetch_c(p, finish, next.row, next.column + consumer * 64, T::BM, 64);
        }
      }
      consume_tf32<T>(memory, consumer, work.steps, at, mine, sum);
      const FloatProblem part = with_c_of(walk, work, p);
      if constexpr (STORE == Tf32Store::kLines)
        store_lines<T>(part, memory.staging() + consumer * 2 * T::BOX_BYTES, work, consumer, mine,
                       sum, finish);
      else
        store_tf32<STORE == Tf32Store::kReads, T>(part, &map_c, boxes, memory, parity, work,
                                                  consumer, mine, sum, finish);
    }
    if (threadIdx.x % 128 == 0) wait_for_stores<0>();
  }
}

// Lines are faster from a quarter of a million elements on (an H200).
inline bool stores_lines_of_tf32(const FloatProblem& p, int splits) {
  return splits == 1 && !fits_box_store(p) && p.c.order == Order::kColumn &&
         double(p.m) * p.n >= 1 << 18;
}

// For A in rows, B in rows or columns; both fit a tensor map. C may be the parts of a split k.
// lines: of a C in columns that has no boxes.
template <class T, Order B_ORDER, class Finish>
cudaError_t launch_tf32_by(const FloatProblem& p, Finish finish, int splits, bool lines,
                           cudaStream_t stream) {
  const bool boxes = splits == 1 && fits_box_store(p);
  CUtensorMap map_a, map_b, map_c{};
  int processors = 0;
  cudaError_t error = count_multiprocessors(&processors);
  if (error == cudaSuccess) error = make_tf32_tensor_map(&map_a, p.a, p.m, p.k, T::BM);
  if (error == cudaSuccess)
    error = make_tf32_tensor_map(&map_b, p.b, p.k, p.n, B_ORDER == Order::kRow ? 32 : T::BN);
  if (error == cudaSuccess && boxes) error = make_tensor_map(&map_c, p.c, p.m, p.n, 64);
  if (error != cudaSuccess) return error;

  PersistentWalk walk{};
  walk.order = {tiles(p.m, T::BM), tiles(p.n, T::BN), tiles(p.k, T::BK), splits, 8};
  const int pieces = walk.order.count();
  const auto kernel = lines            ? sgemm_tf32<Tf32Store::kLines, T, B_ORDER, Finish>
                      : p.beta == 0.0f ? sgemm_tf32<Tf32Store::kWrites, T, B_ORDER, Finish>
                                       : sgemm_tf32<Tf32Store::kReads, T, B_ORDER, Finish>;
  return launch_behind_copies(kernel,
                              shape(pieces < processors ? pieces : processors, T::THREADS,
                                    StageMemory<T>::BYTES + T::STAGING_BYTES, stream),
                              p, map_a, map_b, map_c, boxes, walk, finish);
}
template <class T, class Finish>
cudaError_t launch_tf32(const FloatProblem& p, Finish finish, int splits, cudaStream_t stream) {
  const bool lines = stores_lines_of_tf32(p, splits);
  return p.b.order == Order::kRow
             ? launch_tf32_by<T, Order::kRow>(p, finish, splits, lines, stream)
             : launch_tf32_by<T, Order::kColumn>(p, finish, splits, lines, stream);
}

}  // namespace gemm
