// SPDX-License-Identifier: Apache-2.0
// Libraries: kernels that need no context until they are launched, also by the runtime API.
#include <cuda_runtime_api.h>

#include <cstring>

#include "driver.h"

int main() {
  OK(cuInit(0));
  CUlibrary library = nullptr;
  IS(cuLibraryLoadFromFile(&library, "missing", nullptr, nullptr, 0, nullptr, nullptr, 0),
     CUDA_ERROR_FILE_NOT_FOUND);
  OK(cuLibraryLoadFromFile(&library, "kernels.fatbin", nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel = nullptr;
  IS(cuLibraryGetKernel(&kernel, library, "none"), CUDA_ERROR_NOT_FOUND);
  OK(cuLibraryGetKernel(&kernel, library, "axpy"));
  const char* name = nullptr;
  OK(cuKernelGetName(&name, kernel));
  THAT(std::strcmp(name, "axpy") == 0);
  CUlibrary of = nullptr;
  OK(cuKernelGetLibrary(&of, kernel));
  THAT(of == library);
  int threads = 0;
  OK(cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
  THAT(threads == 1024);
  unsigned count = 0;
  OK(cuLibraryGetKernelCount(&count, library));
  THAT(count == 10);

  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  CUfunction axpy = nullptr;
  OK(cuKernelGetFunction(&axpy, kernel));
  CUmodule module = nullptr;
  OK(cuLibraryGetModule(&module, library));
  THAT(function(module, "axpy") == axpy);
  IS(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  CUdeviceptr x, y;
  OK(cuMemAlloc(&x, 40 * 4));
  OK(cuMemAlloc(&y, 40 * 4));
  std::vector<float> ramp(40);
  for (int i = 0; i < 40; ++i) ramp[i] = i;
  OK(cuMemcpyHtoD(x, ramp.data(), 160));
  OK(cuMemsetD32(y, 0, 40));
  float a = 4;
  int n = 40;
  void* arguments[] = {&y, &x, &a, &n};
  OK(cuLaunchKernel(axpy, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  THAT(cudaLaunchKernel(axpy, dim3(2), dim3(32), arguments, 0, nullptr) == cudaSuccess);
  const auto out = read<float>(y, 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == 8 * i);
  OK(cuLibraryUnload(library));
  IS(cuLibraryUnload(library), CUDA_ERROR_INVALID_HANDLE);
  std::puts("PASS");
}
