// SPDX-License-Identifier: Apache-2.0
// The stack of contexts of a thread, primary contexts, and the runtime API beside them.
#include <cuda_runtime_api.h>

#include <thread>

#include "driver.h"

int main() {
  int count = 0;
  CUdeviceptr memory = 0;
  IS(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  IS(cuInit(1), CUDA_ERROR_INVALID_VALUE);
  OK(cuInit(0));
  OK(cuDeviceGetCount(&count));
  THAT(count >= 1);
  CUdevice device = -1;
  IS(cuDeviceGet(&device, count), CUDA_ERROR_INVALID_DEVICE);
  OK(cuDeviceGet(&device, 0));

  CUcontext now = reinterpret_cast<CUcontext>(1);
  OK(cuCtxGetCurrent(&now));
  THAT(now == nullptr);
  IS(cuMemAlloc(&memory, 16), CUDA_ERROR_INVALID_CONTEXT);
  IS(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
  IS(cuCtxPopCurrent(&now), CUDA_ERROR_INVALID_CONTEXT);

  CUcontext a = nullptr, b = nullptr, top = nullptr;
  OK(cuCtxCreate(&a, CU_CTX_SCHED_SPIN, device));
  OK(cuCtxCreate(&b, 0, device));
  OK(cuCtxGetCurrent(&top));
  THAT(top == b && a != b);
  OK(cuCtxPopCurrent(&top));
  THAT(top == b);
  unsigned flags = 0;
  OK(cuCtxGetFlags(&flags));
  THAT(flags == CU_CTX_SCHED_SPIN);
  OK(cuMemAlloc(&memory, 64));
  std::thread([&] {
    CUcontext here = a;
    OK(cuCtxGetCurrent(&here));
    THAT(here == nullptr);
    IS(cuMemsetD8(memory, 1, 64), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxSetCurrent(a));
    OK(cuMemsetD8(memory, 1, 64));
  }).join();
  OK(cuCtxPushCurrent(b));
  OK(cuCtxDestroy(b));
  OK(cuCtxGetCurrent(&top));
  THAT(top == a);
  IS(cuCtxPushCurrent(b), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  std::size_t size = 0;
  OK(cuMemGetAddressRange(nullptr, &size, memory + 5));
  THAT(size == 64);
  OK(cuCtxDestroy(a));

  // What was in the context is gone with it.
  CUcontext primary = nullptr;
  int active = 1;
  OK(cuDevicePrimaryCtxGetState(device, &flags, &active));
  THAT(active == 0);
  OK(cuDevicePrimaryCtxRetain(&primary, device));
  OK(cuCtxSetCurrent(primary));
  IS(cuMemGetAddressRange(nullptr, &size, memory), CUDA_ERROR_NOT_FOUND);
  IS(cuCtxDestroy(primary), CUDA_ERROR_INVALID_CONTEXT);
  OK(cuDevicePrimaryCtxGetState(device, &flags, &active));
  THAT(active == 1);

  // Errors of the driver's calls are not the runtime's.
  IS(cuMemFree(16), CUDA_ERROR_INVALID_VALUE);
  THAT(cudaPeekAtLastError() == cudaSuccess);
  // Memory is the same in both.
  void* there = nullptr;
  THAT(cudaMalloc(&there, 32) == cudaSuccess);
  OK(cuMemsetD32(reinterpret_cast<CUdeviceptr>(there), 77, 8));
  int value = 0;
  THAT(cudaMemcpy(&value, static_cast<int*>(there) + 7, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  THAT(value == 77);
  // A thread that used the runtime first works on the primary context.
  std::thread([&] {
    THAT(cudaFree(nullptr) == cudaSuccess);
    CUcontext here = nullptr;
    OK(cuCtxGetCurrent(&here));
    THAT(here == primary);
  }).join();
  OK(cuDevicePrimaryCtxRelease(device));
  IS(cuDevicePrimaryCtxRelease(device), CUDA_ERROR_INVALID_CONTEXT);
  std::puts("PASS");
}
