// SPDX-License-Identifier: Apache-2.0
#if !defined(__CUDA_ARCH__) && !defined(__PIC__)
#error "not position independent"
#endif
__global__ void count(int* sum) {
  atomicAdd(sum, threadIdx.x);
}

extern "C" __attribute__((visibility("default"))) int triangle(int n) {
  int* device = nullptr;
  int sum = -1;
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 0, sizeof(int));
  count<<<1, n>>>(device);
  cudaMemcpy(&sum, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return sum;
}
