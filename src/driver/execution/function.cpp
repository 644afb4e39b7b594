// SPDX-License-Identifier: Apache-2.0
// Execution Control: what is known of a function and set for it. These calls work without a current
// context, since kernels of libraries are asked about the same way.
#include "driver/driver.h"
#include "driver/module/module.h"

namespace heddle::driver {
namespace {

CUresult value_of(const cudaFuncAttributes& a, CUfunction_attribute attribute, int* out) {
  const auto small = [&](auto value) {
    *out = static_cast<int>(value);
    return CUDA_SUCCESS;
  };
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return small(a.maxThreadsPerBlock);
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return small(a.sharedSizeBytes);
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return small(a.constSizeBytes);
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return small(a.localSizeBytes);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return small(a.numRegs);
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return small(a.ptxVersion);
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return small(a.binaryVersion);
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      return small(a.cacheModeCA);
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return small(a.maxDynamicSharedSizeBytes);
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return small(a.preferredShmemCarveout);
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
      return small(a.clusterDimMustBeSet);
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      return small(a.requiredClusterWidth);
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      return small(a.requiredClusterHeight);
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      return small(a.requiredClusterDepth);
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      return small(a.nonPortableClusterSizeAllowed);
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      return small(a.clusterSchedulingPolicyPreference);
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

// A function, as the runtime knows it: CUDA_ERROR_INVALID_HANDLE.
template <class Call>
CUresult of_function(CUfunction function, Call call) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  const auto* found = context().registry.find_function(function);
  if (!found) return CUDA_ERROR_INVALID_HANDLE;
  const Unseen unseen;
  return call(*found);
}

}  // namespace

HEDDLE_DRIVER CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute,
                                          CUfunction function) {
  return of_function(function, [&](const engine::Function&) {
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    cudaFuncAttributes attributes;
    const auto error = cudaFuncGetAttributes(&attributes, function);
    return error == cudaSuccess ? value_of(attributes, attribute, value) : result_of(error);
  });
}

// What the two may set has the same numbers.
HEDDLE_DRIVER CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                                          int value) {
  return of_function(function, [&](const engine::Function&) {
    return result_of(
        cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value));
  });
}

HEDDLE_DRIVER CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return of_function(function, [&](const engine::Function&) {
    return result_of(cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config)));
  });
}
HEDDLE_DRIVER CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  return of_function(function, [&](const engine::Function&) {
    return result_of(
        cudaFuncSetSharedMemConfig(function, static_cast<cudaSharedMemConfig>(config)));
  });
}

HEDDLE_DRIVER CUresult cuFuncGetModule(CUmodule* out, CUfunction function) {
  return of_function(function, [&](const engine::Function& found) {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    *out = module_of(found);
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuFuncGetName(const char** name, CUfunction function) {
  return of_function(function, [&](const engine::Function& found) {
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    *name = found.name.c_str();
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset,
                                          size_t* size) {
  return of_function(function, [&](const engine::Function&) {
    return result_of(cudaFuncGetParamInfo(function, index, offset, size));
  });
}

// Code is made for the block shape of a launch: what can be loaded before is.
HEDDLE_DRIVER CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
  return of_function(function, [&](const engine::Function&) {
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
  });
}
HEDDLE_DRIVER CUresult cuFuncLoad(CUfunction function) {
  return of_function(function, [](const engine::Function&) { return CUDA_SUCCESS; });
}

}  // namespace heddle::driver
