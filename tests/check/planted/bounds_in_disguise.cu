// SPDX-License-Identifier: Apache-2.0
// Accesses outside of their object through pitches, managed, pinned and device-heap memory, virtual
// functions, function pointers, recursion, inline PTX, memcpy, unsigned differences.
#include <cstring>

#include "planted.h"

__global__ void last_row(float* image, size_t pitch, int width, int rows) {
  auto* row = reinterpret_cast<float*>(reinterpret_cast<char*>(image) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] = rows;  // ERROR out-of-bounds (0,0,0)
}

__global__ void managed(int* data, int n) {
  const int i = threadIdx.x;
  if (i <= PLANT(n, n - 1)) data[i] = i;  // ERROR out-of-bounds (20,0,0)
}

__global__ void pinned(double* data) {
  data[threadIdx.x + PLANT(1, 0)] = threadIdx.x;  // ERROR out-of-bounds (31,0,0)
}

__global__ void of_the_heap(int* y, int n) {
  int* list = static_cast<int*>(malloc(10 * sizeof(int)));
  for (int i = 0; i < n; ++i) {
    list[i] = i + y[i];  // ERROR out-of-bounds (0,0,0)
  }
  for (int i = 0; i < 10; ++i) y[i] = list[9 - i];
  free(list);
}

struct Shape {
  int* cells;
  __device__ explicit Shape(int* memory) : cells(memory) {}
  __device__ virtual void fill(int n) = 0;
};
struct Line : Shape {
  using Shape::Shape;
  __device__ void fill(int n) override {
    for (int i = 0; i < n; ++i) cells[i] = n;  // ERROR out-of-bounds (0,0,0)
  }
};
__global__ void virtual_function(int* cells) {
  Line line(cells);
  Shape* shape = &line;
  shape->fill(PLANT(9, 8));
}

__device__ void store_square(int* y, int i) {
  y[i] = i * i;  // ERROR out-of-bounds (16,0,0)
}
__device__ void (*const volatile table[])(int*, int) = {store_square};
__global__ void function_pointer(int* y, int n) {
  if (threadIdx.x < n) table[0](y, threadIdx.x);
}

__device__ int depth_first(const int* left, int node) {
  if (node == 0) return 0;
  return 1 + depth_first(left, left[node]);  // ERROR out-of-bounds (0,0,0)
}
__global__ void recursion(const int* left, int* y) {
  *y = depth_first(left, 1);
}

__global__ void inline_ptx(int* y) {
  asm volatile("st.global.u32 [%0], %1;" ::"l"(y + threadIdx.x), "r"(1) : "memory");
  // ^ ERROR out-of-bounds (24,0,0)
}

__global__ void compare_and_swap(unsigned* y, int n) {
  atomicCAS(&y[threadIdx.x % n], 0u, 1u);  // ERROR out-of-bounds (12,0,0)
}

__global__ void unsigned_difference(int* y, unsigned radius) {
  const unsigned first = threadIdx.x - radius;  // wraps
  if (PLANT(true, threadIdx.x >= radius)) {
    y[static_cast<int>(first)] = 1;  // ERROR out-of-bounds (0,0,0)
  }
}

struct Matrix {
  float cells[4][4];
};
__global__ void column_major(Matrix* m, float* y) {
  const float* column = &m->cells[0][0] + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < PLANT(5, 4); ++i) sum += column[4 * i];  // ERROR out-of-bounds (0,0,0)
  y[threadIdx.x] = sum;
}

__global__ void bytes(unsigned char* text, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) text[i] ^= 0x20;  // ERROR out-of-bounds (5,0,0)
}

__global__ void volatile_flag(volatile int* flags) {
  while (flags[PLANT(4, 3)] != 0) {  // ERROR out-of-bounds (0,0,0)
  }
}

template <class T, int N>
struct Stack {
  int size;
  T items[N];
  __device__ void push(T item) { items[size++] = item; }  // ERROR out-of-bounds (0,0,0)
};
__global__ void stack_in_shared(int* y, int n) {
  __shared__ Stack<int, 8> stack;
  if (threadIdx.x == 0) {
    stack.size = 0;
    for (int i = 0; i < n; ++i) stack.push(y[i]);
    y[0] = stack.size;
  }
}

// What is written through the pointer that is not there is no second error.
__global__ void row_of_a_table(int* const* rows, int n) {
  rows[PLANT(threadIdx.x, threadIdx.x % n)][threadIdx.x] = 1;  // ERROR out-of-bounds (5,0,0)
}
__global__ void make_rows(int** rows, int* y) {
  rows[threadIdx.x] = y;
}

int main() {
  float* image = nullptr;
  size_t pitch = 0;
  good(cudaMallocPitch(&image, &pitch, 100 * sizeof(float), 4));
  last_row<<<PLANT(5, 4), 128>>>(image, pitch, 100, 4);
  int* unified = nullptr;
  good(cudaMallocManaged(&unified, 20 * sizeof(int)));
  managed<<<1, 32>>>(unified, 20);
  double* host = nullptr;
  good(cudaHostAlloc(&host, 32 * sizeof(double), cudaHostAllocMapped));
  pinned<<<1, 32>>>(host);
  int* y = make<int>(64);
  of_the_heap<<<1, 1>>>(y, PLANT(11, 10));
  virtual_function<<<1, 1>>>(make<int>(8));
  function_pointer<<<1, 32>>>(make<int>(16), PLANT(17, 16));
  int links[4] = {0, 2, 3, PLANT(4, 0)};
  int* left = make<int>(4);
  good(cudaMemcpy(left, links, sizeof links, cudaMemcpyHostToDevice));
  recursion<<<1, 1>>>(left, y);
  inline_ptx<<<1, PLANT(32, 24)>>>(make<int>(24));
  compare_and_swap<<<1, 32>>>(make<unsigned>(12), PLANT(13, 12));
  unsigned_difference<<<1, 32>>>(make<int>(32), 2);
  column_major<<<1, 4>>>(make<Matrix>(1), make<float>(4));
  bytes<<<1, 32>>>(make<unsigned char>(101), PLANT(102, 101));
  volatile_flag<<<1, 1>>>(make<int>(4));
  stack_in_shared<<<1, 32>>>(y, PLANT(10, 8));
  int** rows = make<int*>(5);
  make_rows<<<1, 5>>>(rows, make<int>(64));
  row_of_a_table<<<1, 8>>>(rows, 5);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
