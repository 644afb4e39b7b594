// SPDX-License-Identifier: Apache-2.0
// Tensor copies: accesses of the thread that asks for them, within the memory that their map tells
// of and the block's shared memory, which an mbarrier orders. With -DMENDED all are right.
#include <cuda.h>

#include "planted.h"

using Barrier = unsigned long long;
constexpr int kColumns = 32, kLines = 4, kBox = kColumns * kLines;  // ints

__device__ unsigned at(const void* p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
__device__ void init(Barrier* b) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(b)) : "memory");
}
__device__ void bring(void* to, const CUtensorMap* map, int line, Barrier* b) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)),
               "r"(kBox * 4)
               : "memory");
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0, "
      "%2}], [%3];" ::"r"(at(to)),
      "l"(map), "r"(line), "r"(at(b))
      : "memory");
}
__device__ void wait(Barrier* b) {
  asm volatile(
      "{ .reg .pred p;\n"
      "AGAIN: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], 0;\n"
      "  @!p bra AGAIN; }" ::"r"(at(b))
      : "memory");
}
__device__ void send(const CUtensorMap* map, int line, const void* from) {
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {0, %1}], [%2];" ::"l"(map),
      "r"(line), "r"(at(from))
      : "memory");
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}
__device__ void add(const CUtensorMap* map, int line, const void* from) {
  asm volatile(
      "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {0, %1}], [%2];" ::"l"(
          map),
      "r"(line), "r"(at(from))
      : "memory");
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void not_waited(const __grid_constant__ CUtensorMap map, int* y) {
  __shared__ alignas(128) int tile[kBox];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full);
  __syncthreads();
  if (threadIdx.x == 0) bring(tile, &map, 0, &full);  // ERROR async-copy
  PLANT((void)0, wait(&full));
  y[threadIdx.x] = tile[kBox - 1 - threadIdx.x];  // ERROR async-copy
}

// The map says that there are more lines than the memory has.
__global__ void beyond_memory(const __grid_constant__ CUtensorMap map, int* y) {
  __shared__ alignas(128) int tile[kBox];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full);
  __syncthreads();
  if (threadIdx.x == 0) bring(tile, &map, 6, &full);  // ERROR out-of-bounds
  wait(&full);
  y[threadIdx.x] = tile[threadIdx.x];
}

// The box is larger than what it is brought to.
__global__ void beyond_shared(const __grid_constant__ CUtensorMap map, int* y) {
  extern __shared__ __align__(128) int tile[];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full);
  __syncthreads();
  if (threadIdx.x == 0) bring(tile, &map, 0, &full);  // ERROR out-of-bounds
  wait(&full);
  y[threadIdx.x] = tile[threadIdx.x % kColumns];
}

__global__ void sends_too_early(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[kBox];
  tile[threadIdx.x] = threadIdx.x;  // ERROR race
  PLANT((void)0, __syncthreads());
  if (threadIdx.x == 0) send(&map, 0, tile);  // ERROR race
}

__global__ void send_to_one(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[kBox];
  tile[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) send(&map, PLANT(0, kLines) * blockIdx.x, tile);  // ERROR race
}

// Right: each sum is atomic.
__global__ void add_to_one(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[kBox];
  tile[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) add(&map, 0, tile);
}

// What lies outside of the tensor is filled: a defined value.
__global__ void filled(const __grid_constant__ CUtensorMap map, int* y) {
  __shared__ alignas(128) int tile[kBox];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full);
  __syncthreads();
  if (threadIdx.x == 0) bring(tile, &map, -2, &full);
  wait(&full);
  if (tile[threadIdx.x] > 5) y[threadIdx.x] = 1;
}

CUtensorMap map_of(int* memory, int lines) {
  using Encode =
      CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                   const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                   CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  good(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                        &found));
  CUtensorMap map;
  const cuuint64_t size[] = {kColumns, (cuuint64_t)lines}, stride[] = {kColumns * 4};
  const cuuint32_t box[] = {kColumns, kLines}, step[] = {1, 1};
  const CUresult result = reinterpret_cast<Encode>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, memory, size, stride, box, step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) std::exit(4);
  return map;
}

int main() {
  constexpr int kAll = 8;
  int *x = make<int>(kAll * kColumns), *y = make<int>(kBox);
  const CUtensorMap map = map_of(x, kAll);
  not_waited<<<1, kBox>>>(map, y);
  beyond_memory<<<1, kBox>>>(map_of(x, PLANT(kAll + 4, kAll)), y);
  beyond_shared<<<1, kBox, PLANT(kBox * 4 - 128, kBox * 4)>>>(map, y);
  sends_too_early<<<1, kBox>>>(map);
  send_to_one<<<2, kBox>>>(map);
  add_to_one<<<2, kBox>>>(map);
  filled<<<1, kBox>>>(map, y);
  good(cudaDeviceSynchronize());
  good(cudaFree(x));
  good(cudaFree(y));
}
