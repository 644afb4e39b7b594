// SPDX-License-Identifier: Apache-2.0
// Frees that are wrong, and memory that is never freed.
// OPTIONS: --leak-check full
#include "planted.h"

__global__ void heap(int** kept) {
  int* a = static_cast<int*>(malloc(64));
  a[15] = 1;
  int* b = new int[4];
  b[3] = a[15];
  free(a);
  delete[] b;
  *kept = nullptr;
}

int main() {
  int* y = nullptr;
  good(cudaMalloc(&y, 512));
  good(cudaFree(y));
  if (PLANT(true, false)) cudaFree(y);  // ERROR double-free

  int* z = nullptr;
  good(cudaMalloc(&z, 512));
  if (PLANT(true, false)) cudaFree(z + 1);  // ERROR invalid-free
  good(cudaFree(z));

  int local = 0;
  if (PLANT(true, false)) cudaFree(&local);  // ERROR invalid-free

  float* lost = nullptr;
  good(cudaMalloc(&lost, 100));  // ERROR leak
  if (PLANT(false, true)) good(cudaFree(lost));
  float* pinned = nullptr;
  good(cudaMallocHost(&pinned, 200));  // ERROR leak
  if (PLANT(false, true)) good(cudaFreeHost(pinned));

  int** kept = nullptr;
  good(cudaMalloc(&kept, sizeof *kept));
  heap<<<1, 1>>>(kept);
  good(cudaDeviceSynchronize());
  good(cudaFree(kept));
  std::printf("done\n");
}
