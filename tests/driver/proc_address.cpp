// SPDX-License-Identifier: Apache-2.0
// Functions found by name: versions, the thread's own stream 0, libcuda.so.1 by dlopen, and what is
// not there.
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <cstring>

#include "driver.h"

int main() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  THAT(library);
  const auto init = reinterpret_cast<decltype(&cuInit)>(dlsym(library, "cuInit"));
  THAT(init && init(0) == CUDA_SUCCESS);

  void *first = nullptr, *second = nullptr, *own = nullptr;
  CUdriverProcAddressQueryResult status{};
  OK(cuGetProcAddress("cuMemAlloc", &first, 2000, 0, &status));
  OK(cuGetProcAddress("cuMemAlloc", &second, 12080, 0, &status));
  THAT(status == CU_GET_PROC_ADDRESS_SUCCESS && first && second && first != second);
  THAT(second == dlsym(library, "cuMemAlloc_v2"));
  OK(cuGetProcAddress("cuLaunchKernel", &first, 12080, CU_GET_PROC_ADDRESS_LEGACY_STREAM, &status));
  OK(cuGetProcAddress("cuLaunchKernel", &own, 12080, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM,
                      &status));
  THAT(first == dlsym(library, "cuLaunchKernel") && own == dlsym(library, "cuLaunchKernel_ptsz"));
  OK(cuGetProcAddress("cuLaunchKernelEx", &first, 11000, 0, &status));
  THAT(!first && status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  OK(cuGetProcAddress("cuNothing", &first, 12080, 0, &status));
  THAT(!first && status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  IS(cuGetProcAddress("cuInit", &first, 12080, 3, &status), CUDA_ERROR_INVALID_VALUE);
  IS(cuGetProcAddress("cuNothing", &first, 12080, 0, nullptr), CUDA_ERROR_NOT_FOUND);

  cudaDriverEntryPointQueryResult result{};
  THAT(cudaGetDriverEntryPoint("cuMemAlloc", &first, ::cudaEnableDefault, &result) == cudaSuccess);
  THAT(first == second && result == cudaDriverEntryPointSuccess);
  THAT(cudaGetDriverEntryPointByVersion("cuMemAlloc", &first, 2000, cudaEnableDefault, &result) ==
       cudaSuccess);
  THAT(first && first != second);

  const char* text = nullptr;
  OK(cuGetErrorName(CUDA_ERROR_NOT_FOUND, &text));
  THAT(std::strcmp(text, "CUDA_ERROR_NOT_FOUND") == 0);
  IS(cuGetErrorString(static_cast<CUresult>(12345), &text), CUDA_ERROR_INVALID_VALUE);
  THAT(!text);

  // Not there, and it says so.
  CUmemGenericAllocationHandle handle;
  IS(cuMulticastCreate(&handle, nullptr), CUDA_ERROR_NOT_SUPPORTED);
  int value = -1;
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, 0));
  THAT(value == 0);
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  THAT(value == 32);
  std::puts("PASS");
}
