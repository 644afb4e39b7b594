// SPDX-License-Identifier: Apache-2.0
// Launches whose block, shared memory and parameters are set for the function beforehand.
#include "driver.h"

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  CUfunction axpy = function(kernels(), "axpy");
  const int n = 100;
  CUdeviceptr x, y;
  OK(cuMemAlloc(&x, n * 4));
  OK(cuMemAlloc(&y, n * 4));
  std::vector<float> ramp(n);
  for (int i = 0; i < n; ++i) ramp[i] = i;
  OK(cuMemcpyHtoD(x, ramp.data(), n * 4));
  OK(cuMemsetD32(y, 0, n));

  IS(cuLaunchGrid(axpy, 4, 1), CUDA_ERROR_INVALID_VALUE);  // no block yet
  IS(cuFuncSetBlockShape(axpy, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  OK(cuFuncSetBlockShape(axpy, 32, 1, 1));
  OK(cuFuncSetSharedSize(axpy, 64));
  OK(cuParamSetv(axpy, 0, &y, sizeof y));
  OK(cuParamSetv(axpy, 8, &x, sizeof x));
  OK(cuParamSetf(axpy, 16, 2));
  OK(cuParamSeti(axpy, 20, n));
  OK(cuParamSetSize(axpy, 24));
  OK(cuLaunchGrid(axpy, 4, 1));
  OK(cuCtxSynchronize());
  auto got = read<float>(y, n);
  for (int i = 0; i < n; ++i) THAT(got[i] == 2 * i);
  // They stay as they are until they are set again.
  CUstream stream;
  OK(cuStreamCreate(&stream, 0));
  OK(cuParamSeti(axpy, 20, 50));
  OK(cuLaunchGridAsync(axpy, 4, 1, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuLaunch(axpy));  // one block
  OK(cuCtxSynchronize());
  got = read<float>(y, n);
  for (int i = 0; i < n; ++i) THAT(got[i] == (i < 32 ? 6 : i < 50 ? 4 : 2) * i);

  IS(cuParamSeti(axpy, -1, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuParamSeti(axpy, 4093, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuParamSetSize(axpy, 4097), CUDA_ERROR_INVALID_VALUE);
  IS(cuParamSetv(axpy, 0, nullptr, 4), CUDA_ERROR_INVALID_VALUE);
  IS(cuFuncSetBlockShape(reinterpret_cast<CUfunction>(&x), 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
  std::puts("PASS");
}
