// SPDX-License-Identifier: Apache-2.0
__global__ void twice(int* p) {
  p[threadIdx.x] *= 2;
}

int main() {
  int values[3] = {1, 2, 3};
  int* device = nullptr;
  cudaMalloc(&device, sizeof(values));
  cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice);
  twice<<<1, 3>>>(device);
  cudaMemcpy(values, device, sizeof(values), cudaMemcpyDeviceToHost);
  return values[0] != 2 || values[2] != 6;
}
