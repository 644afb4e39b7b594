// SPDX-License-Identifier: Apache-2.0
// Null pointers and addresses outside of local variables that the compiler can see to be wrong once
// it has inlined and unrolled: undefined behaviour, which it drops unless somebody holds it.
#include <cstring>

#include "planted.h"

__global__ void copy_to_null(const int* x, int* y) {
  memcpy(PLANT(static_cast<int*>(nullptr), y + 32), x, 16);  // ERROR null-pointer (0,0,0)
}
__global__ void copy_from_null(int* y) {
  memcpy(y, PLANT(static_cast<int*>(nullptr), y + 32), 16);  // ERROR null-pointer (0,0,0)
}
__global__ void set_null(int* y) {
  memset(PLANT(static_cast<int*>(nullptr), y), 0, 16);  // ERROR null-pointer (0,0,0)
}
__global__ void store_to_null(int* y) {
  int* p = PLANT(nullptr, y);
  *p = 3;  // ERROR null-pointer (0,0,0)
}
__device__ int* find(int* y, int i) {
  return i > 100 ? y : PLANT(nullptr, y);
}
__global__ void found_nothing(int* y, int i) {
  y[1] = *find(y, i);  // ERROR null-pointer (0,0,0)
}
struct List {
  List* next;
  int value;
};
template <class Node>
__device__ Node* last(Node* node) {
  while (node->next) node = node->next;
  return PLANT(node->next, node);
}
__global__ void behind_the_last(List* list, int* y) {
  y[0] = last(list)->value;  // ERROR null-pointer (0,0,0)
}
__global__ void copy_of_any_size(int* y, int n) {
  memcpy(y, PLANT(static_cast<int*>(nullptr), y + 32), n);  // ERROR null-pointer (0,0,0)
}

__device__ void put(int* at, int i, int value) {
  at[i] = value;  // ERROR out-of-bounds (0,0,0)
}
__global__ void in_a_helper(int* y) {
  int numbers[4] = {2, 3, 4, 5};
  put(numbers, PLANT(4, 3), 9);
  y[threadIdx.x] = numbers[0] + numbers[3];
}
__global__ void unrolled(int* y) {
  int numbers[4];
#pragma unroll
  for (int i = 0; i < PLANT(5, 4); ++i) numbers[i] = i + y[i];  // ERROR out-of-bounds (0,0,0)
  y[threadIdx.x] = numbers[0] + numbers[3];
}
__global__ void copy_past_a_local(int* y) {
  int numbers[4];
  memcpy(numbers, y, PLANT(20, 16));  // ERROR out-of-bounds (0,0,0)
  y[threadIdx.x] = numbers[0] + numbers[3];
}
__global__ void copy_from_past_a_local(int* y) {
  int numbers[4] = {y[0], y[1], y[2], y[3]};
  memcpy(y + 8, numbers + PLANT(1, 0), 16);  // ERROR out-of-bounds (0,0,0)
}
__global__ void set_past_a_shared_array(int* y) {
  __shared__ int numbers[4];
  __shared__ int others[4];
  if (threadIdx.x < 4) others[threadIdx.x] = y[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) memset(numbers, 0, PLANT(20, 16));  // ERROR out-of-bounds (0,0,0)
  __syncthreads();
  y[threadIdx.x] = numbers[threadIdx.x % 4] + others[threadIdx.x % 4];
}

int main() {
  int* y = make<int>(64);
  copy_to_null<<<1, 1>>>(y, y);
  copy_from_null<<<1, 1>>>(y);
  set_null<<<1, 1>>>(y);
  store_to_null<<<1, 1>>>(y);
  found_nothing<<<1, 1>>>(y, 1);
  behind_the_last<<<1, 1>>>(make<List>(1), y);
  copy_of_any_size<<<1, 1>>>(y, 8);
  in_a_helper<<<1, 1>>>(y);
  unrolled<<<1, 1>>>(y);
  copy_past_a_local<<<1, 1>>>(y);
  copy_from_past_a_local<<<1, 1>>>(y);
  set_past_a_shared_array<<<1, 32>>>(y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
