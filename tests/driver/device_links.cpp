// SPDX-License-Identifier: Apache-2.0
// Atomic operations over links, and how long a 1-D texture of linear memory may be.
#include <cuda_runtime_api.h>

#include <cstdlib>

#include "driver.h"

namespace {

void atomics() {
  const CUatomicOperation operations[] = {CU_ATOMIC_OPERATION_INTEGER_ADD, CU_ATOMIC_OPERATION_CAS,
                                          CU_ATOMIC_OPERATION_FLOAT_MIN};
  unsigned able[3] = {77, 77, 77};
  OK(cuDeviceGetP2PAtomicCapabilities(able, operations, 3, 0, 1));
  constexpr unsigned kAdd = CU_ATOMIC_CAPABILITY_SIGNED | CU_ATOMIC_CAPABILITY_UNSIGNED |
                            CU_ATOMIC_CAPABILITY_REDUCTION | CU_ATOMIC_CAPABILITY_SCALAR_32 |
                            CU_ATOMIC_CAPABILITY_SCALAR_64;
  THAT(able[0] == kAdd && (able[1] & CU_ATOMIC_CAPABILITY_SCALAR_128) && able[2] == 0);
  // As the attribute has it.
  int native = 9;
  OK(cuDeviceGetAttribute(&native, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, 0));
  OK(cuDeviceGetHostAtomicCapabilities(able, operations, 3, 0));
  THAT(able[0] == (native ? kAdd : 0u));
  const auto unknown = static_cast<CUatomicOperation>(40);
  IS(cuDeviceGetHostAtomicCapabilities(able, &unknown, 1, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuDeviceGetHostAtomicCapabilities(able, operations, 0, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuDeviceGetHostAtomicCapabilities(nullptr, operations, 1, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuDeviceGetHostAtomicCapabilities(able, operations, 1, 8), CUDA_ERROR_INVALID_DEVICE);
  IS(cuDeviceGetP2PAtomicCapabilities(able, operations, 1, 0, 0), CUDA_ERROR_INVALID_DEVICE);
  IS(cuDeviceGetP2PAtomicCapabilities(able, nullptr, 1, 0, 1), CUDA_ERROR_INVALID_VALUE);
}

void widths() {
  size_t bytes = 0, vectors = 0;
  OK(cuDeviceGetTexture1DLinearMaxWidth(&bytes, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0));
  THAT(bytes == 1u << 30);  // as an H200 says
  OK(cuDeviceGetTexture1DLinearMaxWidth(&vectors, CU_AD_FORMAT_FLOAT, 4, 0));
  THAT(vectors == 1u << 28);
  IS(cuDeviceGetTexture1DLinearMaxWidth(&bytes, CU_AD_FORMAT_FLOAT, 3, 0),
     CUDA_ERROR_INVALID_VALUE);
  IS(cuDeviceGetTexture1DLinearMaxWidth(&bytes, CU_AD_FORMAT_FLOAT, 4, 5),
     CUDA_ERROR_INVALID_DEVICE);
  IS(cuDeviceGetTexture1DLinearMaxWidth(nullptr, CU_AD_FORMAT_FLOAT, 4, 0),
     CUDA_ERROR_INVALID_VALUE);
  const cudaChannelFormatDesc odd = {7, 0, 0, 0, cudaChannelFormatKindFloat};
  THAT(cudaDeviceGetTexture1DLinearMaxWidth(&bytes, &odd, 0) == cudaErrorInvalidChannelDescriptor);
}

// No array that can be made has planes or is sparse.
void arrays() {
  const cudaChannelFormatDesc texel = {32, 0, 0, 0, cudaChannelFormatKindFloat};
  cudaArray_t array = nullptr, plane = nullptr;
  cudaArraySparseProperties sparse;
  THAT(cudaMallocArray(&array, &texel, 16, 16) == cudaSuccess);
  THAT(cudaArrayGetPlane(&plane, array, 0) == cudaErrorInvalidValue);
  THAT(cudaArrayGetSparseProperties(&sparse, array) == cudaErrorInvalidValue);
  THAT(cudaArrayGetSparseProperties(&sparse, nullptr) == cudaErrorInvalidResourceHandle);
  THAT(cudaFreeArray(array) == cudaSuccess);
}

}  // namespace

int main() {
  setenv("HEDDLE_GPU", "h200,h200", 1);
  OK(cuInit(0));
  atomics();
  widths();
  arrays();
  std::puts("PASS");
}
