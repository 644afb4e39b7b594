// SPDX-License-Identifier: Apache-2.0
// Launches with programmatic stream serialization, which may begin before the one before them in
// their stream has ended: they must not use what that one writes before they have waited for it.
#include "planted.h"

__global__ void produces(int* x) {
  cudaTriggerProgrammaticLaunchCompletion();
  x[threadIdx.x] = threadIdx.x;  // ERROR race
}

__global__ void reads_too_early(const int* x, int* y) {
  if (PLANT(false, true)) cudaGridDependencySynchronize();
  const int found = x[threadIdx.x];  // ERROR race
  cudaGridDependencySynchronize();
  y[threadIdx.x] = found;
}

// No trigger: the launch behind it may begin before what it has written is visible.
__global__ void fills(int* x, int value) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;  // ERROR race
}
__device__ int first_of(const int* x) {
  return x[blockIdx.x * blockDim.x + 31 - threadIdx.x];  // ERROR race
}
__global__ void never_waits(const int* x, int* y) {
#ifdef MENDED
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  y[blockIdx.x * blockDim.x + threadIdx.x] = first_of(x);
}

// One thread waits, and a barrier tells the others of its block.
__global__ void one_waits(const int* x, int* y) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 63) cudaGridDependencySynchronize();
  if (PLANT(false, true)) __syncthreads();
  y[threadIdx.x] = x[threadIdx.x] + tile[threadIdx.x];  // ERROR race
}

__global__ void counts(int* count) {
  atomicAdd(count, 1);  // ERROR race
}
__global__ void sets_back(int* count, int* other) {
  if (threadIdx.x == 0) other[blockIdx.x] = 7;  // what nobody else touches may be done before
  cudaGridDependencySynchronize();
  if (threadIdx.x == 1 && blockIdx.x == 0) *count = 0;
}
__global__ void sets_back_early(int* count) {
  if (PLANT(false, true)) cudaGridDependencySynchronize();
  if (threadIdx.x == 1 && blockIdx.x == 0) *count = 0;  // ERROR race
}

// These have no mark: nothing is to be found where they run.
__global__ void sets(int* x, int value) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void copies(const int* x, int* y) {
  y[blockIdx.x * blockDim.x + threadIdx.x] = x[blockIdx.x * blockDim.x + 31 - threadIdx.x];
}

template <class... Parameters, class... Arguments>
void overlapping(void (*kernel)(Parameters...), int blocks, int threads, cudaStream_t stream,
                 Arguments... arguments) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  good(cudaLaunchKernelEx(&config, kernel, arguments...));
}

int main() {
  int *x = make<int>(256), *y = make<int>(256), *z = make<int>(256);
  cudaStream_t stream, other;
  good(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  good(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaEvent_t event;
  good(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  good(cudaDeviceSynchronize());

  produces<<<1, 64, 0, stream>>>(x);
  overlapping(reads_too_early, 1, 64, stream, x, y);
  good(cudaStreamSynchronize(stream));

  // In the default stream, and with blocks.
  fills<<<4, 32>>>(x, 5);
  overlapping(never_waits, 4, 32, nullptr, x, y);
  good(cudaDeviceSynchronize());

  fills<<<4, 32, 0, stream>>>(x, 6);
  overlapping(one_waits, 1, 64, stream, x, z);
  good(cudaStreamSynchronize(stream));

  counts<<<3, 32, 0, stream>>>(x);
  overlapping(sets_back, 3, 32, stream, x, y);
  counts<<<3, 32, 0, stream>>>(x);
  overlapping(sets_back_early, 3, 32, stream, x);
  good(cudaStreamSynchronize(stream));

  // Nothing overlaps where the host has waited, where a copy stands between, where the stream waits
  // for another one, and where the launch does not ask for it.
  sets<<<4, 32, 0, stream>>>(y, 5);
  good(cudaStreamSynchronize(stream));
  overlapping(copies, 4, 32, stream, y, z);
  good(cudaStreamSynchronize(stream));
  sets<<<4, 32, 0, stream>>>(y, 5);
  good(cudaMemcpyAsync(x, y, 128, cudaMemcpyDeviceToDevice, stream));
  overlapping(copies, 4, 32, stream, y, z);
  good(cudaStreamSynchronize(stream));
  sets<<<4, 32, 0, other>>>(y, 5);
  good(cudaEventRecord(event, other));
  good(cudaStreamWaitEvent(stream, event));
  overlapping(copies, 4, 32, stream, y, z);
  copies<<<4, 32, 0, stream>>>(z, x);
  good(cudaStreamSynchronize(stream));
  // What lies two launches back is over.
  sets<<<4, 32, 0, stream>>>(x, 8);
  counts<<<1, 32, 0, stream>>>(y);
  overlapping(copies, 4, 32, stream, x, z);
  good(cudaDeviceSynchronize());
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  for (int* memory : {x, y, z}) cudaFree(memory);
}
