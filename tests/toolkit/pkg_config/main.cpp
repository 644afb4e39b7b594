// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

int main() {
  int count = 0;
  return cudaGetDeviceCount(&count) != cudaSuccess || count != 1;
}
