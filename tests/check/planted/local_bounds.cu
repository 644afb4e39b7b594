// SPDX-License-Identifier: Apache-2.0
// Beyond arrays of one thread.
#include "planted.h"

__global__ void a_write(int* y, int at) {
  int numbers[4] = {1, 2, 3, 4};
  numbers[(threadIdx.x + at) % PLANT(8, 4)] = 7;  // ERROR out-of-bounds (4,0,0)
  y[threadIdx.x] = numbers[threadIdx.x % 4];
}

__global__ void a_read(const int* x, int* y, const int* index) {
  int numbers[8];
  for (int i = 0; i < 8; ++i) numbers[i] = x[i] + i;
  y[threadIdx.x] = numbers[index[threadIdx.x]];  // ERROR out-of-bounds (3,0,0)
}

struct Queue {
  short items[6];
  __device__ void push(int at, short item) {
    items[at] = item;  // ERROR out-of-bounds (6,0,0)
  }
};
__global__ void in_a_method(int* y, int shift) {
  Queue queue = {};
  queue.push(threadIdx.x % PLANT(7, 6) + shift, 5);
  queue.push((threadIdx.x + 3) % 6 + shift, 6);
  y[threadIdx.x] = queue.items[(threadIdx.x + shift) % 6];
}

int main() {
  int* y = make<int>(64);
  int numbers[8] = {0, 1, 2, PLANT(8, 3), 4, 5, 6, 7};
  int* index = make<int>(8);
  good(cudaMemcpy(index, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  a_write<<<1, 8>>>(y, 0);
  a_read<<<1, 8>>>(make<int>(8), y, index);
  in_a_method<<<1, 32>>>(y, 0);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
