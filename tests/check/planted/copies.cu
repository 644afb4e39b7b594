// SPDX-License-Identifier: Apache-2.0
// Copies and sets that leave their allocation or use one that is gone.
#include <vector>

#include "planted.h"

__device__ float table[64];

int main() {
  std::vector<float> host(2048);
  float* x = make<float>(1000);
  float* y = make<float>(1000);
  float* pinned = nullptr;
  good(cudaMallocHost(&pinned, 400));

  cudaMemcpy(x, host.data(), PLANT(4004, 4000), cudaMemcpyHostToDevice);   // ERROR out-of-bounds
  cudaMemcpy(host.data(), x + PLANT(1, 0), 4000, cudaMemcpyDeviceToHost);  // ERROR out-of-bounds
  cudaMemcpy(y, x, PLANT(4096, 4000), cudaMemcpyDeviceToDevice);           // ERROR out-of-bounds
  cudaMemcpy(pinned, x, PLANT(404, 400), cudaMemcpyDeviceToHost);          // ERROR out-of-bounds
  cudaMemset(y, 0, PLANT(4001, 4000));                                     // ERROR out-of-bounds
  // The last row leaves it.
  cudaMemcpy2D(x, 200, y, 100, 80, PLANT(21, 20), cudaMemcpyDeviceToDevice);  // ERROR out-of-bounds
  cudaMemcpyToSymbol(table, host.data(), 64 * 4, PLANT(4, 0));                // ERROR out-of-bounds
  cudaMemcpyFromSymbol(host.data(), table, PLANT(65, 64) * 4);                // ERROR out-of-bounds
  void* address = nullptr;
  good(cudaGetSymbolAddress(&address, table));
  cudaMemset(address, 0, PLANT(260, 256));  // ERROR out-of-bounds
  cudaGetLastError();

  float* gone = make<float>(1000);
  if (PLANT(true, false)) good(cudaFree(gone));
  cudaMemcpy(host.data(), gone, 400, cudaMemcpyDeviceToHost);  // ERROR use-after-free
  cudaMemset(gone, 0, 400);                                    // ERROR use-after-free
  cudaGetLastError();

  // A row that is shorter than its pitch may end with the allocation.
  good(cudaMemcpy2D(x, 96, y, 96, 64, 42, cudaMemcpyDeviceToDevice));
  good(cudaMemcpy(x, host.data(), 4000, cudaMemcpyDefault));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
