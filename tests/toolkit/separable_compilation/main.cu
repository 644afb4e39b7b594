// SPDX-License-Identifier: Apache-2.0
extern __device__ int offset;
__device__ int square(int x);

__global__ void squares(int* out) {
  out[threadIdx.x] = square(threadIdx.x) - offset + 1;
}

int main() {
  int* device = nullptr;
  int values[50];
  cudaMalloc(&device, sizeof(values));
  squares<<<1, 50>>>(device);
  if (cudaMemcpy(values, device, sizeof(values), cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
  for (int i = 0; i < 50; ++i) {
    if (values[i] != i * i + 1) return 1;
  }
  return 0;
}
