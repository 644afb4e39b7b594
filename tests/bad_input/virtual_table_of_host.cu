// SPDX-License-Identifier: Apache-2.0
// The constructor ran on the host, so the copy's table is the host's.
#include "bad.h"

struct Shape {
  __host__ __device__ virtual float area() const = 0;
};
struct Square final : Shape {
  float side = 0;
  __host__ __device__ float area() const override { return side * side; }
};
struct Circle final : Shape {
  float radius = 0;
  __host__ __device__ float area() const override { return radius * radius * 3; }
};

__global__ void faulty(const Shape* shape, float* areas) {
  areas[threadIdx.x] = shape->area();  // FAULT
}
__global__ void make(Square* square, Circle* circle) {
  new (square) Square;
  new (circle) Circle;
}

int main() {
  Square square;
  square.side = 3;
  Square* copy;
  float* areas;
  cudaMalloc(&copy, sizeof square);
  cudaMalloc(&areas, 256);
  cudaMemcpy(copy, &square, sizeof square, cudaMemcpyHostToDevice);
  faulty<<<1, 64>>>(copy, areas);
  return bad::fault(cudaErrorInvalidPc);
}
