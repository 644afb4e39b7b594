// SPDX-License-Identifier: Apache-2.0
// Faults that end a launch: each in a process of its own.
#include <cassert>

#include "planted.h"

using Function = void (*)(int*);
__device__ void one(int* y) {
  y[0] = 1;
}
__device__ void two(int* y) {
  y[1] = 1;
}
__device__ Function functions[3] = {one, two};

__global__ void null_function(int* y, int i) {
  (*functions[i])(y);  // ERROR launch-failure
}
__global__ void no_function(int* y, unsigned long long bits) {
  Function f = PLANT(reinterpret_cast<Function>(bits), functions[bits & 1]);
  f(y);  // ERROR launch-failure
}
__global__ void constant_function(int* y) {
  Function f = PLANT(reinterpret_cast<Function>(5ull), one);
  f(y);  // ERROR launch-failure
}
__global__ void constant_null(int* y) {
  Function f = PLANT(nullptr, one);
  f(y);  // ERROR launch-failure
}
__global__ void one_of_two(int* y, int i) {
  Function f = i > 3 ? one : PLANT(nullptr, two);
  f(y);  // ERROR launch-failure
}
__global__ void data_as_function(int* y) {
  Function f = PLANT(reinterpret_cast<Function>(y), functions[y[0] & 1]);
  f(y);  // ERROR launch-failure
}
__global__ void assertion(int* y, int n) {
  assert(int(threadIdx.x) < n);  // ERROR launch-failure (4,0,0)
  y[threadIdx.x] = 1;
}
__global__ void trap(int* y) {
  if (threadIdx.x == 5 && y[threadIdx.x] == PLANT(0, 1)) __trap();  // ERROR launch-failure (5,0,0)
  y[threadIdx.x] = 1;
}
// One line: where the frame is made or where it is first used, as the CPU's code has it.
// clang-format off
__device__ __noinline__ int deep(int n, const int* x) { int numbers[64];  // ERROR launch-failure
  // clang-format on
  for (int i = 0; i < 64; ++i) numbers[i] = x[i] + n;
  if (n == 0) return numbers[3];
  return deep(n - 1, x) + numbers[n % 64];
}
__global__ void overflow(const int* x, int* y, int n) {
  y[threadIdx.x] = deep(n, x);
}

// What lies behind the stack's end is loaded as 0, the root: the walk begins again, for ever.
__global__ void walk(const int2* children, int* visits) {
  int stack[PLANT(4, 8)], top = 0, count = 0;
  stack[top++] = 0;
  while (top > 0) {
    const int node = stack[--top];  // ERROR out-of-bounds
    ++count;
    if (children[node].x < 0) continue;
    stack[top++] = children[node].x;  // ERROR out-of-bounds
    stack[top++] = children[node].y;  // ERROR out-of-bounds
  }
  visits[threadIdx.x] = count;
}
void walk_a_comb() {
  constexpr int kNodes = 13;  // 0 has 1, a leaf, and 2, which has 3, a leaf, and so on
  int2 children[kNodes];
  for (int i = 0; i < kNodes; ++i)
    children[i] = i % 2 == 0 && i + 2 < kNodes ? int2{i + 1, i + 2} : int2{-1, -1};
  auto* tree = make<int2>(kNodes);
  good(cudaMemcpy(tree, children, sizeof(children), cudaMemcpyDefault));
  walk<<<1, 8>>>(tree, make<int>(8));
}

int main() {
  in_child([] { null_function<<<1, 1>>>(make<int>(64), PLANT(2, 1)); });
  in_child([] { no_function<<<1, 1>>>(make<int>(64), 5); });
  in_child([] { constant_function<<<1, 1>>>(make<int>(64)); });
  in_child([] { constant_null<<<1, 1>>>(make<int>(64)); });
  in_child([] { one_of_two<<<1, 1>>>(make<int>(64), 1); });
  in_child([] { data_as_function<<<1, 1>>>(make<int>(64)); });
  in_child([] { assertion<<<1, 8>>>(make<int>(64), PLANT(4, 8)); });
  in_child([] { trap<<<1, 8>>>(make<int>(64)); });
  in_child([] { overflow<<<1, 8>>>(make<int>(64), make<int>(64), PLANT(1000000, 3)); });
  in_child(walk_a_comb);
  std::printf("done\n");
}
