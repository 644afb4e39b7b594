// SPDX-License-Identifier: Apache-2.0
// Step 12: warp specialisation. One thread does nothing but ask the copy engine for tiles; two
// warpgroups do nothing but multiply. Barriers in shared memory tell the one that a stage is free
// and the others that it is full, so that no thread ever waits at a barrier of the whole block. The
// producer's warpgroup gives its registers to the consumers, which keep 64 x 256 sums each.
//
// What a block works on (Walk), whether blocks share tiles (Tile::DOWN, ACROSS), how C leaves the
// multiprocessor (Store) and whether consumers share tiles (Tile::PING_PONG) are the next steps:
// persistent.cuh, cluster.cuh, box_store.cuh, pingpong.cuh.
#pragma once

#include "batch_walk.cuh"
#include "cluster.cuh"
#include "cluster_memory.cuh"
#include "fused.cuh"
#include "launch.h"
#include "persistent.cuh"
#include "pingpong.cuh"
#include "shared_numbers.cuh"
#include "store_pair.cuh"
#include "tma.cuh"
#include "wgmma.cuh"
#include "wgmma_bytes.cuh"

namespace gemm {

// A block computes BM x BN of C in steps of 128 bytes of k, of which STAGES are in flight; each
// consumer has 64 rows, of 256 128, or in ping-pong all. With three of them the registers suffice
// for 160 a thread.
template <int BM_, int BN_, int STAGES_, int DOWN_ = 1, bool PING_PONG_ = false, int ACROSS_ = 1,
          class In_ = bf16>
struct TensorTile {
  using In = In_;
  static constexpr int BM = BM_, BN = BN_, BK = 128 / int(sizeof(In)), STAGES = STAGES_;
  static constexpr bool PROMOTES = false;                      // fp8.cuh
  static constexpr bool BATCHED = false, BY_POINTERS = false;  // batch.cuh
  static constexpr int DOWN = DOWN_, ACROSS = ACROSS_, CLUSTER = DOWN * ACROSS;
  static constexpr bool PING_PONG = PING_PONG_;
  static constexpr int ROWS = PING_PONG ? BM : BM == 256 ? 128 : 64;  // of a consumer
  static constexpr int READERS = BM / ROWS;                           // consumers that read a stage
  static constexpr int CONSUMERS = PING_PONG ? 2 : READERS, THREADS = 128 * (1 + CONSUMERS);
  static constexpr int PRODUCER_REGISTERS = CONSUMERS == 3 ? 32 : 40;
  static constexpr int CONSUMER_REGISTERS = CONSUMERS == 3 ? 160 : 232;
  static constexpr int BYTES_A = BM * 128, BYTES_B = BN * 128;
  static constexpr int STAGE_BYTES = BYTES_A + BYTES_B;
};
template <int BM, int BN, int STAGES, int DOWN = 1>
using PingPongTile = TensorTile<BM, BN, STAGES, DOWN, true>;

// What a thread of a consumer keeps of the tile: a part of every 64 rows.
template <class T>
using Sums = Sum<typename T::In>[T::ROWS / 64][T::BN / 2];
template <class T>
using TwoSums = Pair<Sum<typename T::In>>;

// The first of the places that a stage's tiles take, and the barriers behind all stages.
template <class T>
struct StageMemory {
  unsigned start;
  __device__ explicit StageMemory(const void* shared)
      : start((shared_address(shared) + 1023) / 1024 * 1024) {}
  __device__ unsigned a(int stage) const { return start + stage * T::STAGE_BYTES; }
  __device__ unsigned b(int stage) const { return a(stage) + T::BYTES_A; }
  __device__ unsigned full(int stage) const {
    return start + T::STAGES * T::STAGE_BYTES + stage * 8;
  }
  __device__ unsigned empty(int stage) const { return full(stage + T::STAGES); }
  // Where a box of C has come; behind the others, and before what a store keeps.
  static constexpr int BOX_BARRIERS = 8;
  __device__ unsigned box_barrier(int number) const { return full(2 * T::STAGES + number); }
  __device__ unsigned staging() const { return (box_barrier(BOX_BARRIERS) + 1023) / 1024 * 1024; }
  static constexpr int BYTES = 1024 + T::STAGES * (T::STAGE_BYTES + 16) + BOX_BARRIERS * 8;
};

// A stage and how often all stages have been used, modulo two: what a barrier's wait asks for.
template <int STAGES>
struct StageCounter {
  int stage = 0;
  unsigned parity = 0;
  __device__ void next() {
    if (++stage < STAGES) return;
    stage = 0;
    parity ^= 1;
  }
  __device__ void skip(int steps) {
    parity ^= (stage + steps) / STAGES & 1;
    stage = (stage + steps) % STAGES;
  }
};

template <class T>
__device__ void init_barriers(const StageMemory<T>& memory) {
  if (threadIdx.x == 0) {
    for (int s = 0; s < T::STAGES; ++s) {
      barrier_init(memory.full(s), 1);
      barrier_init(memory.empty(s), T::READERS * ClusterPlace<T>::kPartners);
    }
    for (int b = 0; b < StageMemory<T>::BOX_BARRIERS; ++b) barrier_init(memory.box_barrier(b), 1);
    barriers_are_ready();
  }
  T::CLUSTER > 1 ? cluster_barrier() : __syncthreads();
}

// Tells the producers of all blocks that write into this block's stage that it has been read.
template <class T>
__device__ void release(const StageMemory<T>& memory, int stage) {
  const int thread = threadIdx.x % 128;
  if (thread >= T::CLUSTER || !ClusterPlace<T>().shares_with(thread)) return;
  if (T::CLUSTER > 1)
    barrier_arrive(memory.empty(stage), thread);
  else
    barrier_arrive(memory.empty(stage));
}

// Asks for the tiles of a step; the stage's barrier knows when they have come.
template <class T, Order A_ORDER, Order B_ORDER, class Product = NumberedProduct>
__device__ void load_step(const StageMemory<T>& memory, int stage, const CUtensorMap* map_a,
                          const CUtensorMap* map_b, int row, int column, int k, bool a_once,
                          Product product = {}) {
  const unsigned full = memory.full(stage);
  barrier_expect(full, T::STAGE_BYTES);
  load_shared_a<T, A_ORDER>(memory.a(stage), map_a, row, k, full, a_once, product.a);
  load_shared_b<T, B_ORDER>(memory.b(stage), map_b, column, k, full, product.b);
}

template <class T, Order A_ORDER, Order B_ORDER, class Walk>
__device__ void produce(const StageMemory<T>& memory, const CUtensorMap* map_a,
                        const CUtensorMap* map_b, Walk walk) {
  const bool a_once = walk.order.columns == 1;
  StageCounter<T::STAGES> at;
  for (; walk.more(); walk.next()) {
    const Work work = walk.template work<T>();
    const auto product = product_of(walk, work);
    for (int step = 0; step < work.steps; ++step, at.next()) {
      barrier_wait(memory.empty(at.stage), at.parity ^ 1);
      load_step<T, A_ORDER, B_ORDER>(memory, at.stage, map_a, map_b, work.row, work.column,
                                     (work.first_step + step) * T::BK, a_once, product);
    }
  }
}

// Adds a consumer's rows of A, from first_row on, times B over the 128 bytes of k of a stage.
template <class T, Order A_ORDER, Order B_ORDER>
__device__ void multiply_step(const StageMemory<T>& memory, int first_row, int stage, bool add,
                              Sums<T>& sum) {
  constexpr int kAcrossA = A_ORDER == Order::kColumn, kAcrossB = B_ORDER == Order::kRow;
  constexpr int kStepA = kAcrossA ? 2048 : 32, kStepB = kAcrossB ? 2048 : 32;  // bytes for 32 of k
  constexpr int k64Rows = 64 * 128;
  const uint64_t a = operand(memory.a(stage) + first_row * 128);
  const uint64_t b = operand(memory.b(stage), 8192);
  begin_multiply();
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int r = 0; r < T::ROWS / 64; ++r) {
      const uint64_t a_now = a + ((r * k64Rows + i * kStepA) >> 4);
      const uint64_t b_now = b + (i * kStepB >> 4);
      if constexpr (sizeof(typename T::In) == 1)
        multiply_bytes<typename T::In>(sum[r], a_now, b_now, add || i != 0);
      else
        multiply<kAcrossA, kAcrossB>(sum[r], a_now, b_now, add || i != 0);
    }
  end_multiply();
}

// sum += a step's sums.
template <class T>
__device__ __forceinline__ void add_sums(Sums<T>& sum, const Sums<T>& of_step) {
#pragma unroll
  for (int r = 0; r < T::ROWS / 64; ++r)
#pragma unroll
    for (int i = 0; i < T::BN / 2; ++i) sum[r][i] += of_step[r][i];
}

// The same where the tensor cores' own sums are not exact enough: those of a step begin anew, and
// are added as floats while the next step is multiplied.
template <class T>
__device__ int multiply_promoting(const StageMemory<T>& memory, int first_row, int steps,
                                  StageCounter<T::STAGES>& at, Sums<T>& sum) {
  Sums<T> even, odd;
  int last = 0;
  const auto multiply = [&](Sums<T>& of_step) {
    barrier_wait(memory.full(at.stage), at.parity);
    multiply_step<T, Order::kRow, Order::kColumn>(memory, first_row, at.stage, false, of_step);
  };
  // The step before has been multiplied while this one is under way.
  const auto add = [&](const Sums<T>& of_step) {
    wait_for_multiply<1>();
    release(memory, last);
    last = at.stage;
    at.next();
    add_sums<T>(sum, of_step);
  };
#pragma unroll
  for (int r = 0; r < T::ROWS / 64; ++r)
#pragma unroll
    for (int i = 0; i < T::BN / 2; ++i) sum[r][i] = 0;
  multiply(even);
  last = at.stage;
  at.next();
  int step = 1;
  for (; step + 1 < steps; step += 2) {
    multiply(odd);
    add(even);
    multiply(even);
    add(odd);
  }
  if (step < steps) {
    multiply(odd);
    add(even);
    wait_for_multiply<0>();
    add_sums<T>(sum, odd);
  } else {
    wait_for_multiply<0>();
    add_sums<T>(sum, even);
  }
  return last;
}

// The same where a thread has no registers for sums of two steps: the other consumer's products are
// multiplied while this one adds.
template <class T>
__device__ int multiply_promoting_one(const StageMemory<T>& memory, int first_row, int steps,
                                      StageCounter<T::STAGES>& at, Sums<T>& sum) {
  Sums<T> of_step;
  int last = 0;
#pragma unroll
  for (int r = 0; r < T::ROWS / 64; ++r)
#pragma unroll
    for (int i = 0; i < T::BN / 2; ++i) sum[r][i] = 0;
  for (int step = 0; step < steps; ++step) {
    barrier_wait(memory.full(at.stage), at.parity);
    multiply_step<T, Order::kRow, Order::kColumn>(memory, first_row, at.stage, false, of_step);
    wait_for_multiply<0>();
    if (step + 1 < steps) release(memory, at.stage);
    last = at.stage;
    at.next();
    add_sums<T>(sum, of_step);
  }
  return last;
}

// sum = a consumer's rows of A times B, over all steps of a piece of work. Returns the stage of the
// last step, whose products have been issued and may still be under way.
template <class T, Order A_ORDER, Order B_ORDER>
__device__ int multiply_steps(const StageMemory<T>& memory, int first_row, int steps,
                              StageCounter<T::STAGES>& at, Sums<T>& sum) {
  if constexpr (T::PROMOTES && (T::BN > 128 || T::CONSUMERS == 3))
    return multiply_promoting_one<T>(memory, first_row, steps, at, sum);
  else if constexpr (T::PROMOTES)
    return multiply_promoting<T>(memory, first_row, steps, at, sum);
  int previous = 0;
  for (int step = 0; step < steps; ++step) {
    barrier_wait(memory.full(at.stage), at.parity);
    multiply_step<T, A_ORDER, B_ORDER>(memory, first_row, at.stage, step != 0, sum);
    if (step > 0) {
      wait_for_multiply<1>();
      release(memory, previous);
    }
    previous = at.stage;
    at.next();
  }
  return previous;
}

template <class T, Order A_ORDER, Order B_ORDER, class Walk, class Store, class Finish, class In,
          class Out>
__global__ void __launch_bounds__(T::THREADS, 1)
    bgemm_warp_specialised(Problem<In, Out> p, const __grid_constant__ CUtensorMap map_a,
                           const __grid_constant__ CUtensorMap map_b,
                           const __grid_constant__ MapsOfC<Finish::kAdds> maps_c, Walk walk,
                           Finish finish) {
  extern __shared__ char shared[];
  const StageMemory<T> memory(shared);
  if (threadIdx.x == 32) {  // of a warp with nothing else to do
    prefetch_map(&map_a);
    prefetch_map(&map_b);
    if (Store::kHasMap) prefetch_map(&maps_c.c);
  }
  init_barriers(memory);
  wait_and_let_next_start();  // for the kernel that adds parts of k
  walk.start(T::CLUSTER);
  const int warpgroup = threadIdx.x / 128;
  if (warpgroup == 0) {
    give_registers<T::PRODUCER_REGISTERS>();
    if (threadIdx.x / 32 == 0 && elect_lane())
      produce<T, A_ORDER, B_ORDER>(memory, &map_a, &map_b, walk);
  } else {
    take_registers<T::CONSUMER_REGISTERS>();
    finish.begin();
    const int consumer = warpgroup - 1, first_row = consumer % T::READERS * T::ROWS;
    const Turns<T::PING_PONG> turns{consumer};
    Store save;
    StageCounter<T::STAGES> at;
    for (int tile = 0; walk.more(); ++tile) {
      Work work = walk.template work<T>();
      const Walk walk_of_tile = walk;
      walk.next();
      if constexpr (Store::kLooksAhead)
        if (walk.more()) {
          Work next = walk.template work<T>();
          const Problem<In, Out> part = with_c_of(walk, next, p);
          next.row += first_row;
          save.template look_ahead<T>(part, next, finish);
        }
      if (!turns.has(tile)) {
        at.skip(work.steps);
        continue;
      }
      work.row += first_row;
      const typename Store::template Columns<T> columns(finish, work.column, p.n);
      Sums<T> sum;
      turns.wait(tile);
      const Problem<In, Out> part = with_c_of(walk_of_tile, work, p);
      save.template begin<T>(part, &maps_c, memory, work, consumer);
      const int last = multiply_steps<T, A_ORDER, B_ORDER>(memory, first_row, work.steps, at, sum);
      if (walk.more()) turns.hand_over();
      wait_for_multiply<0>();
      release(memory, last);
      save.template operator()<T>(part, &maps_c, memory, work, consumer, sum, finish, columns);
    }
    save.wait();
  }
  // A block must not end while others still write to its barriers.
  if (T::CLUSTER > 1) cluster_barrier();
}

}  // namespace gemm
