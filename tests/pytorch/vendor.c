// SPDX-License-Identifier: Apache-2.0
// A CUDA runtime of somebody else's, as PyTorch's wheel loads one for all of the process.
#include <stdio.h>
#include <stdlib.h>

static int wrong(const char* name) {
  printf("FAIL: %s of the other runtime was called\n", name);
  exit(1);
}
int cudaMalloc(void** at, unsigned long bytes) {
  return wrong("cudaMalloc");
}
int cudaMemcpy(void* to, const void* from, unsigned long bytes, int kind) {
  return wrong("cudaMemcpy");
}
int cudaLaunchKernel() {
  return wrong("cudaLaunchKernel");
}
int cudaDeviceSynchronize() {
  return wrong("cudaDeviceSynchronize");
}
int cudaMemcpyAsync() {
  return wrong("cudaMemcpyAsync");
}
void** __cudaRegisterFatBinary(void* data) {
  wrong("__cudaRegisterFatBinary");
  return 0;
}
