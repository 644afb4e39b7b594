// SPDX-License-Identifier: Apache-2.0
// The same kernel in TF32: floats, of which the tensor cores read the upper 19 bits and cut the
// others off, so the copy engine rounds both operands while it writes them to shared memory. wgmma
// wants 4-byte operands in shared memory with k side by side. Rows of A are so; rows of B are not,
// so B is the operand that comes from registers, which the threads load as they like, and the block
// computes C^T = B^T A^T: a warpgroup 64 columns of C by BM rows.
#pragma once

#include "fused.cuh"
#include "launch.h"
#include "mma_sync.cuh"
#include "warp_specialised.cuh"

namespace gemm {

template <int BM_, int BN_, int STAGES_>
struct Tf32Tile {
  static constexpr int BM = BM_, BN = BN_, BK = 32, STAGES = STAGES_, CLUSTER = 1;
  static constexpr int CONSUMERS = BN / 64, READERS = CONSUMERS, THREADS = 128 * (1 + CONSUMERS);
  static constexpr int BYTES_A = BM * BK * 4, BYTES_B = BN * BK * 4;
  static constexpr int STAGE_BYTES = BYTES_A + BYTES_B;
  static constexpr int BOX_BYTES = 64 * 128, STAGING_BYTES = 1024 + CONSUMERS * 2 * BOX_BYTES;
};

template <class T, class Walk>
__device__ void produce_tf32(const StageMemory<T>& memory, const CUtensorMap* map_a,
                             const CUtensorMap* map_b, Walk walk) {
  const bool a_once = walk.order.columns == 1;
  StageCounter<T::STAGES> at;
  for (; walk.more(); walk.next()) {
    const Work work = walk.template work<T>();
    for (int step = 0; step < work.steps; ++step, at.next()) {
      const int k = (work.first_step + step) * T::BK;
      barrier_wait(memory.empty(at.stage), at.parity ^ 1);
      const unsigned full = memory.full(at.stage);
      barrier_expect(full, T::STAGE_BYTES);
      load_box(memory.a(at.stage), map_a, k, work.row, full, a_once);
      for (int i = 0; i < T::BN; i += 32)  // boxes of 32 columns, 32 k
        load_box(memory.b(at.stage) + i * 128, map_b, work.column + i, k, full);
    }
  }
}

// The columns of a thread. A warp has 16 of a box's 32 columns, a thread two neighbours: in lines k
// and k + 1, k + 2, k + 3 the swizzle puts a half-warp's 16 pairs into 32 different banks.
struct ThreadColumns {
  int box, chunk, half;
  __device__ ThreadColumns() {
    const int warp = threadIdx.x / 32 % 4, g = threadIdx.x % 32 / 4;
    box = warp / 2;
    chunk = warp % 2 * 2 + (g >> 2) + (g >> 1 & 1) * 4;
    half = g & 1;
  }
  __device__ int first() const { return box * 32 + chunk * 4 + half * 2; }
  __device__ unsigned place(int line) const {
    return line * 128 + ((chunk ^ line % 8) * 16 + half * 8);
  }
};

template <class T>
__device__ void load_columns(unsigned tile, const ThreadColumns& mine, unsigned (&b)[4][4]) {
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

template <class T>
__device__ void consume_tf32(const StageMemory<T>& memory, int consumer, int steps,
                             StageCounter<T::STAGES>& at, const ThreadColumns& mine,
                             float (&sum)[T::BM / 2]) {
  int previous = 0;
  const auto multiply_step = [&](int step, unsigned (&b)[4][4]) {
    barrier_wait(memory.full(at.stage), at.parity);
    load_columns<T>(memory.b(at.stage) + (consumer * 2 + mine.box) * 4096, mine, b);
    const uint64_t a = operand(memory.a(at.stage));
    begin_multiply();
#pragma unroll
    for (int i = 0; i < 4; ++i) multiply(sum, b[i], a + (i * 32 >> 4), step != 0 || i != 0);
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

// Sum i of a thread belongs to row i / 4 * 8 + lane % 4 * 2 + i % 2 and column i / 2 % 2 of its
// pair.
template <class T, class Finish>
__device__ void store_tf32(const FloatProblem& p, const CUtensorMap* map_c, bool boxes,
                           unsigned staging, const Work& work, int consumer,
                           const ThreadColumns& mine, const float (&sum)[T::BM / 2],
                           const Finish& finish) {
  const int first = work.column + consumer * 64 + mine.first(), row = threadIdx.x % 4 * 2;
  const float2 of_column = finish.columns(first, p.n);
  if (!boxes) {
    FloatProblem part = p;
    part.c.data += (size_t)work.split * p.m * p.n;
#pragma unroll
    for (int i = 0; i < T::BM / 2; i += i % 2 == 0 ? 1 : 3)
      store_pair(part, work.row + i / 4 * 8 + row + i % 2, first, sum[i], sum[i + 2], finish,
                 of_column);
    return;
  }
  const float alpha = finish.scale(p.alpha);
  const unsigned own = staging + consumer * 2 * T::BOX_BYTES;
#pragma unroll
  for (int rows = 0; rows < T::BM; rows += 64) {
    if (threadIdx.x % 128 == 0) wait_for_stores<0>();
    warpgroup_barrier(1 + consumer);
#pragma unroll
    for (int i = 0; i < 32; i += i % 2 == 0 ? 1 : 3) {
      const float *x = &sum[rows / 2 + i], *y = x + 2;
      put_pair(own + mine.box * T::BOX_BYTES + mine.place(i / 4 * 8 + row + i % 2),
               make_float2(finish(alpha * *x, of_column.x), finish(alpha * *y, of_column.y)));
    }
    fence_async_proxy();
    warpgroup_barrier(1 + consumer);
    if (threadIdx.x % 128 == 0) {
      for (int box = 0; box < 2; ++box)
        store_box(map_c, work.column + consumer * 64 + box * 32, work.row + rows,
                  own + box * T::BOX_BYTES);
      commit_stores();
    }
  }
}

template <class T, class Finish>
__global__ void __launch_bounds__(T::THREADS, 1)
    sgemm_tf32(FloatProblem p, const __grid_constant__ CUtensorMap map_a,
               const __grid_constant__ CUtensorMap map_b, const __grid_constant__ CUtensorMap map_c,
               bool boxes, PersistentWalk walk, Finish finish) {
  extern __shared__ char shared[];
  const StageMemory<T> memory(shared);
  init_barriers(memory);
  asm volatile("griddepcontrol.launch_dependents;");  // for the kernel that adds parts of k
  walk.start(1);
  const int warpgroup = threadIdx.x / 128;
  if (warpgroup == 0) {
    give_registers<40>();
    if (threadIdx.x / 32 == 0 && elect_lane()) produce_tf32(memory, &map_a, &map_b, walk);
  } else {
    take_registers<232>();
    const unsigned staging = (memory.full(2 * T::STAGES) + 1023) / 1024 * 1024;
    const ThreadColumns mine;
    StageCounter<T::STAGES> at;
    for (; walk.more(); walk.next()) {
      const Work work = walk.template work<T>();
      float sum[T::BM / 2];
      consume_tf32(memory, warpgroup - 1, work.steps, at, mine, sum);
      store_tf32<T>(p, &map_c, boxes, staging, work, warpgroup - 1, mine, sum, finish);
    }
    if (threadIdx.x % 128 == 0) wait_for_stores<0>();
  }
}

// For A, B and C in rows; A and B fit a tensor map. C may be the parts of a split k.
template <class T, class Finish>
cudaError_t launch_tf32(const FloatProblem& p, Finish finish, int splits, cudaStream_t stream) {
  const bool boxes = splits == 1 && fits_box_store(p);
  CUtensorMap map_a, map_b, map_c{};
  int processors = 0;
  cudaError_t error = count_multiprocessors(&processors);
  if (error == cudaSuccess) error = make_tf32_tensor_map(&map_a, p.a, p.m, p.k, T::BM);
  if (error == cudaSuccess) error = make_tf32_tensor_map(&map_b, p.b, p.k, p.n, 32);
  if (error == cudaSuccess && boxes) error = make_tensor_map(&map_c, p.c, p.m, p.n, 64);
  if (error != cudaSuccess) return error;

  PersistentWalk walk{};
  walk.order = {tiles(p.m, T::BM), tiles(p.n, T::BN), tiles(p.k, T::BK), splits, 8};
  const int pieces = walk.order.count();
  return launch(sgemm_tf32<T, Finish>,
                shape(pieces < processors ? pieces : processors, T::THREADS,
                      StageMemory<T>::BYTES + T::STAGING_BYTES, stream),
                p, map_a, map_b, map_c, boxes, walk, finish);
}

}  // namespace gemm
