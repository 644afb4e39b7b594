// SPDX-License-Identifier: Apache-2.0
// __managed__ variables: one object for host and device, with its initial value from the start of
// the program, reachable by address, by symbol and through pointers kept in other variables.
#include "../check.h"

__managed__ int counter = 5;
__managed__ unsigned table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void change() {
  if (threadIdx.x == 0) counter *= 3;
  if (threadIdx.x < 8) table[threadIdx.x] += 10 * threadIdx.x;
}

int main() {
  check::equal(counter, 5, "initial value on the host");
  counter = 7;
  change<<<1, 64>>>();
  check::cuda(cudaDeviceSynchronize(), "change");
  check::equal(counter, 21, "the device saw the host's value, the host sees the device's");
  for (unsigned i = 0; i < 8; ++i) check::equal(table[i], 1 + i + 10 * i, "array");
  int copied = 0, given = 4;
  check::cuda(cudaMemcpyFromSymbol(&copied, counter, sizeof copied), "from symbol");
  check::equal(copied, 21, "from symbol");
  check::cuda(cudaMemcpyToSymbol(counter, &given, sizeof given), "to symbol");
  check::equal(counter, 4, "to symbol");
  return check::result();
}
