// SPDX-License-Identifier: Apache-2.0
// Frees that are wrong, and leaks, of other memory: pools, pinned, managed, pitched, arrays.
// OPTIONS: --leak-check full
#include "planted.h"

int main() {
  cudaStream_t stream;
  good(cudaStreamCreate(&stream));
  int *pooled, *also_pooled, *pinned, *managed;
  good(cudaMallocAsync(&pooled, 128, stream));
  good(cudaFreeAsync(pooled, stream));
  if (PLANT(true, false)) cudaFreeAsync(pooled, stream);  // ERROR double-free
  good(cudaMallocAsync(&also_pooled, 128, stream));
  good(cudaStreamSynchronize(stream));
  if (PLANT(true, false)) cudaFreeHost(also_pooled);  // ERROR invalid-free
  good(cudaFree(also_pooled));
  good(cudaMallocHost(&pinned, 128));
  if (PLANT(true, false)) cudaFree(pinned);  // ERROR invalid-free
  good(cudaFreeHost(pinned));
  if (PLANT(true, false)) cudaFreeHost(pinned);  // ERROR double-free
  good(cudaMallocManaged(&managed, 128));
  good(cudaFree(managed));
  if (PLANT(true, false)) cudaFree(managed);  // ERROR double-free

  int *lost, *lost_of_pool, *lost_rows;
  size_t pitch;
  cudaArray_t lost_array;
  const auto format = cudaCreateChannelDesc<float>();
  good(cudaMallocManaged(&lost, 64));  // ERROR leak
  if (PLANT(false, true)) good(cudaFree(lost));
  good(cudaMallocAsync(&lost_of_pool, 64, stream));  // ERROR leak
  if (PLANT(false, true)) good(cudaFreeAsync(lost_of_pool, stream));
  good(cudaMallocArray(&lost_array, &format, 16, 16));  // ERROR leak
  if (PLANT(false, true)) good(cudaFreeArray(lost_array));
  good(cudaMallocPitch(&lost_rows, &pitch, 64, 3));  // ERROR leak
  if (PLANT(false, true)) good(cudaFree(lost_rows));
  good(cudaStreamDestroy(stream));
  std::printf("done\n");
}
