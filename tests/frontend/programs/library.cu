// A kernel behind a plain C function: goes into objects, static and shared libraries.
__global__ void scale(float* values, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = values[i] * factor + i;
}

extern "C" int scale_on_device(float* host, float factor, int count) {
  float* device = nullptr;
  cudaMalloc(&device, count * sizeof(float));
  cudaMemcpy(device, host, count * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(count + 63) / 64, 64>>>(device, factor, count);
  const cudaError_t error = cudaMemcpy(host, device, count * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return error;
}
