// SPDX-License-Identifier: Apache-2.0
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

int main() {
  cublasHandle_t handle = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  const float three = 3;
  float x[2] = {1, 2};
  float* device = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&device), sizeof(x));
  cublasSetVector(2, sizeof(float), x, 1, device, 1);
  cublasSscal(handle, 2, &three, device, 1);
  cublasGetVector(2, sizeof(float), device, 1, x, 1);
  return cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS && x[0] == 3 && x[1] == 6 ? 0 : 1;
}
