// SPDX-License-Identifier: Apache-2.0
// A box that is stored from in front of the tensor: a load may begin there.
#include <cuda.h>

#include "bad.h"

__global__ void faulty(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) unsigned box[128];
  if (threadIdx.x == 37) {
    const auto from = static_cast<unsigned>(__cvta_generic_to_shared(box));
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {-4}], [%1];"  // FAULT
                 ::"l"(&map),
                 "r"(from)
                 : "memory");
  }
}

int main() {
  unsigned* memory = nullptr;
  cudaMalloc(&memory, 256);
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                   &found);
  CUtensorMap map;
  const cuuint64_t size[] = {64};
  const cuuint32_t box[] = {64}, step[] = {1};
  const CUresult result = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 1, memory, size, nullptr, box, step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  bad::that(result == CUDA_SUCCESS, "cuTensorMapEncodeTiled");
  faulty<<<1, 64>>>(map);
  return bad::fault(cudaErrorIllegalInstruction);
}
