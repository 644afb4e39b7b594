// SPDX-License-Identifier: Apache-2.0
// Functions behind pointers, virtual functions, lambdas, a constant variable.
#include <cstdio>

__constant__ float weights[3] = {0.5f, 2.0f, 4.0f};

struct Shape {
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override {
    return side * side;  // area
  }
};

typedef int (*Operation)(int, int);
__device__ int plus(int a, int b) {
  return a + b;  // plus
}
__device__ Operation operation = plus;

template <class F>
__device__ int apply(F f, int value) {
  return f(value);  // apply
}

__global__ void calls(int* out) {
  const int i = threadIdx.x;
  Square square(i);
  const Shape* shape = &square;
  int area = shape->area();
  int sum = operation(area, 1);
  int scaled = apply(
      [&](int v) {
        return v + (int)weights[i % 3];  // lambda
      },
      sum);
  out[i] = scaled;  // out
}

int main() {
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  calls<<<1, 32>>>(d);
  int h[32], wrong = 0;
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  const int weights[] = {0, 2, 4};
  for (int i = 0; i < 32; ++i) wrong += h[i] != i * i + 1 + weights[i % 3];
  std::printf("wrong: %d\n", wrong);
  return wrong != 0;
}
