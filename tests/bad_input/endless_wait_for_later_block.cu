// SPDX-License-Identifier: Apache-2.0
// All blocks wait for the last one, which cannot begin: there are more than the GPU holds at once
// (a GTX 1650: 14 multiprocessors with 16 blocks).
#include <cstdlib>

#include "bad.h"

__global__ void faulty(volatile unsigned* flag) {
  if (blockIdx.x + 1 == gridDim.x) *flag = 1;
  while (*flag == 0) {  // FAULT
  }
}

int main() {
  setenv("HEDDLE_GPU", "gtx1650", 1);
  unsigned* flag;
  cudaDeviceProp properties;
  bad::is(cudaGetDeviceProperties(&properties, 0), cudaSuccess, "properties");
  bad::that(properties.multiProcessorCount == 14, "the GPU is a GTX 1650");
  cudaMalloc(&flag, 4);
  cudaMemset(flag, 0, 4);
  faulty<<<300, 1>>>(flag);
  return bad::fault(cudaErrorLaunchTimeout);
}
