// SPDX-License-Identifier: Apache-2.0
// A tensor of 64 words in one dimension, whose box is all of it.
#pragma once

#include <cuda.h>

#include "bad.h"

namespace bad {

inline CUtensorMap map_of_words() {
  unsigned* memory = nullptr;
  is(cudaMalloc(&memory, 256), cudaSuccess, "cudaMalloc");
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
  that(result == CUDA_SUCCESS, "cuTensorMapEncodeTiled");
  return map;
}

}  // namespace bad
