// SPDX-License-Identifier: Apache-2.0
// Beyond local arrays whose addresses are given away: to functions that stay calls, through memory.
// The next bytes are the next lane's copy, or another array.
// OPTIONS: --tool memcheck
#include "planted.h"

__device__ int depth_of(int* values, int at, int depth) {
  if (depth > 0) return depth_of(values, at, depth - 1) + 1;
  values[at] += 5;  // ERROR out-of-bounds (3,0,0)
  return values[at % 4];
}
__global__ void in_a_recursion(int* y, int n) {
  int own[4] = {1, 2, 3, 4};
  const int at = threadIdx.x % PLANT(5, 4) + (threadIdx.x == 3 ? PLANT(1, 0) : 0);
  y[threadIdx.x] = depth_of(own, threadIdx.x == 4 ? 0 : at % (n + 5), n) + own[n % 4];
}

struct Row {
  int* cells;
  int count;
};
__global__ void in_a_struct(int* y, int n, const int* order) {
  int first[6], second[10];
  Row rows[2] = {{first, 6}, {second, 10}};
  for (int i = 0; i < 6; ++i) first[i] = i;
  for (int i = 0; i < 10; ++i) second[i] = 2 * i;
  const Row row = rows[order[(threadIdx.x + n) % 8]];
  int sum = 0;
  for (int i = 0; i < row.count + PLANT((threadIdx.x % 8 == 6), 0); ++i) {
    sum += row.cells[i];  // ERROR out-of-bounds (6,0,0)
  }
  y[threadIdx.x] = sum + first[n] + second[n];
}

using Function = void (*)(int*, int);
__device__ __noinline__ void fills(int* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = i + count;  // ERROR out-of-bounds (9,0,0)
}
__device__ __noinline__ void clears(int* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = 0;
}
__device__ Function functions[2] = {fills, clears};
__global__ void behind_a_pointer(int* y, int n) {
  int own[8];
  functions[n](own, 8 + PLANT((threadIdx.x == 9), 0));
  y[threadIdx.x] = own[n + threadIdx.x % 4];
}

// The same memory is another array's in each round and each warp, and pointers to ends are no
// error.
struct Range {
  int *begin, *end;
};
__device__ __noinline__ int sum_of(const Range* ranges, int count) {
  if (count == 0) return 0;
  int sum = 0;
  for (int* at = ranges->end; at != ranges->begin;) sum += *--at;
  return sum + sum_of(ranges + 1, count - 1);
}
__global__ void ranges(int* y, int n) {
  int sum = 0;
  for (int round = 1; round <= n; ++round) {
    int values[4] = {round, 1, 2, 3}, others[3] = {5, 6, round};
    Range both[2] = {{values, values + 4}, {others, others + 3}};
    sum += sum_of(both, 2);
  }
  y[threadIdx.x] = sum;
}

int main() {
  int* y = make<int>(128);
  int* order = make<int>(8);
  const int numbers[8] = {0, 1, 0, 1, 0, 1, 0, 1};
  good(cudaMemcpy(order, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  in_a_recursion<<<1, 16>>>(y, 2);
  in_a_struct<<<1, 32>>>(y, 0, order);
  behind_a_pointer<<<1, 32>>>(y, 0);
  ranges<<<1, 128>>>(y, 3);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
