// SPDX-License-Identifier: Apache-2.0
// Tensor copies by the functions of libcu++: cuda::ptx, and those of <cuda/barrier> that the
// programming guide has.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // of the guide

namespace ptx = cuda::ptx;
namespace cde = cuda::device::experimental;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kWidth = 96, kHeight = 40, kColumns = 32, kLines = 8;

// Each block takes a box, adds 1 and puts it back; by <cuda/barrier>.
__global__ void add_one(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int box[kLines][kColumns];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  const int x = blockIdx.x * kColumns, y = blockIdx.y * kLines;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&box, &map, x, y, barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof box);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  for (int line = 0; line < kLines; ++line) box[line][threadIdx.x] += 1;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &box);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

// By cuda::ptx: rank 0 of two blocks brings a box to both; each adds it below where it came from.
__global__ void __cluster_dims__(1, 2) add_below(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int box[kLines][kColumns];
  __shared__ std::uint64_t full;
  const int x = blockIdx.x * kColumns;
  const auto rank = ptx::get_sreg_cluster_ctarank();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof box);
    if (rank == 0) {
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, {x, 0}, &full, 3);
    }
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int y = kLines * (1 + static_cast<int>(rank));
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &map,
                                     {x, y}, box);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

int main() {
  static int host[kHeight][kWidth], got[kHeight][kWidth];
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) host[y][x] = y * 1000 + x;
  }
  int* memory = nullptr;
  cudaMalloc(&memory, sizeof host);
  cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice);
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                   &found);
  CUtensorMap map;
  const cuuint64_t size[] = {kWidth, kHeight}, stride[] = {kWidth * 4};
  const cuuint32_t box[] = {kColumns, kLines}, step[] = {1, 1};
  const CUresult result = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, memory, size, stride, box, step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  add_one<<<dim3(kWidth / kColumns, kHeight / kLines), kColumns>>>(map);
  add_below<<<dim3(kWidth / kColumns, 2), 32>>>(map);
  cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost);
  int wrong = result != CUDA_SUCCESS || cudaGetLastError() != cudaSuccess;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool below = y >= kLines && y < 3 * kLines;
      const int want = host[y][x] + 1 + (below ? host[y % kLines][x] + 1 : 0);
      if (got[y][x] == want || wrong++ > 3) continue;
      std::printf("FAIL (%d, %d): %d, not %d\n", x, y, got[y][x], want);
    }
  }
  std::puts(wrong ? "FAIL" : "PASS");
  return wrong != 0;
}
