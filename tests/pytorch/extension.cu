// SPDX-License-Identifier: Apache-2.0
// What an extension of PyTorch is to the loader.
__global__ void squares(int* out) {
  out[threadIdx.x] = threadIdx.x * threadIdx.x;
  for (long i = 0; i < 3000000 && threadIdx.x == 0; ++i) asm volatile("");
  if (threadIdx.x == 0) out[0] = -7;
}

// Does not wait: the caller looks at its own memory when it returns.
extern "C" int compute(int* out) {
  squares<<<1, 40>>>(out);
  return cudaGetLastError();
}

// Nor does this: the last byte is there at once.
extern "C" int fill() {
  constexpr size_t bytes = 64 << 20;
  unsigned char* at = nullptr;
  if (cudaMallocHost(&at, bytes)) return 1;
  at[bytes - 1] = 1;
  if (cudaMemsetAsync(at, 0x5a, bytes)) return 2;
  const unsigned char last = static_cast<volatile unsigned char*>(at)[bytes - 1];
  return cudaFreeHost(at) ? 3 : last == 0x5a ? 0 : 4;
}

// The runtime's calls of itself are not the other's.
extern "C" int copy_through_device(const int* from, int* to, int count) {
  int* device = nullptr;
  if (cudaMalloc(&device, count * sizeof(int))) return 1;
  if (cudaMemcpyAsync(device, from, count * sizeof(int), cudaMemcpyHostToDevice)) return 2;
  if (cudaMemcpyAsync(to, device, count * sizeof(int), cudaMemcpyDeviceToHost)) return 3;
  return cudaFree(device);
}
