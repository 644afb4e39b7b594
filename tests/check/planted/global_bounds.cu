// SPDX-License-Identifier: Apache-2.0
// Beyond an allocation or variable, in many disguises.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include "planted.h"

constexpr int n = 40;

__global__ void plain(float* y) {
  int i = threadIdx.x;
  if (i < PLANT(n + 1, n)) y[i] = 1;  // ERROR out-of-bounds (40,0,0)
}

__device__ void put(float* p, int i) {
  p[i] = 2;  // ERROR out-of-bounds (40,0,0)
}
__global__ void inlined_helper(float* y) {
  int i = threadIdx.x;
  if (i < PLANT(n + 1, n)) put(y, i);
}

__device__ __noinline__ float get(const float* p, int i) {
  return p[i];  // ERROR out-of-bounds (0,0,0)
}
__global__ void called_helper(const float* x, float* y) {
  y[threadIdx.x] = get(x, threadIdx.x + PLANT(n, 0));
}

template <class T>
struct View {
  T* data;
  int size;
  __device__ T& operator[](int i) const { return data[i]; }
};
template <class T>
__global__ void pointer_in_struct(View<T> view) {
  int i = threadIdx.x;
  if (i < view.size + PLANT(2, 0)) view[i] = 3;  // ERROR out-of-bounds (40,0,0)
}

__global__ void vectors(float4* y) {
  int i = threadIdx.x;
  if (i <= PLANT(n / 4, n / 4 - 1)) y[i] = make_float4(1, 2, 3, 4);  // ERROR out-of-bounds (10,0,0)
}

__global__ void halves(__half* y) {
  int i = threadIdx.x;
  if (i < PLANT(n + 1, n)) y[i] = __float2half(1.0f);  // ERROR out-of-bounds (40,0,0)
}

__global__ void atomics(int* counts) {
  atomicAdd(&counts[threadIdx.x % PLANT(5, 4)], 1);  // ERROR out-of-bounds (4,0,0)
}

__global__ void before_the_beginning(const float* x, float* y) {
  int i = threadIdx.x;
  y[i] = x[i - PLANT(1, 0)];  // ERROR out-of-bounds (0,0,0)
}

__global__ void into_a_neighbour(int* a, int far) {
  a[threadIdx.x + far] = 1;  // ERROR out-of-bounds (0,0,0)
}

__global__ void table_of_pointers(float** rows) {
  float* row = rows[threadIdx.y];
  row[threadIdx.x + PLANT(1, 0)] = 1;  // ERROR out-of-bounds (7,0,0)
}

__global__ void two_dimensions(int* image, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y <= PLANT(height, height - 1)) image[y * width + x] = 1;
  // ^ ERROR out-of-bounds (0,4,0)
}

__device__ int histogram[16];
__global__ void variable(int shift) {
  histogram[threadIdx.x + shift] = 1;  // ERROR out-of-bounds (8,0,0)
}

__constant__ float weights[8];
__global__ void constant(float* y, int shift) {
  y[threadIdx.x] = weights[threadIdx.x + shift];  // ERROR out-of-bounds (5,0,0)
}

__global__ void strided(double* y, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) y[i] = i;  // ERROR out-of-bounds (4,0,0)
}

__global__ void ranks_of_a_group(int* y) {
  auto block = cooperative_groups::this_thread_block();
  y[block.thread_rank() * PLANT(2, 1)] = 1;  // ERROR out-of-bounds (20,0,0)
}

__global__ void index_from_memory(const int* index, float* y) {
  y[index[threadIdx.x]] = 1;  // ERROR out-of-bounds (5,0,0)
}

__global__ void lambda(float* y) {
  auto store = [=](int i) {
    y[i] = 5;  // ERROR out-of-bounds (31,0,0)
  };
  store(threadIdx.x + PLANT(9, 8));
}

struct Particle {
  double x, y;
  int id;  // padding behind it
};
__global__ void struct_copies(Particle* to, const Particle* from) {
  to[threadIdx.x] = from[threadIdx.x + PLANT(1, 0)];  // ERROR out-of-bounds (9,0,0)
}

int main() {
  float* y = make<float>(n);
  plain<<<1, 64>>>(y);
  inlined_helper<<<1, 64>>>(y);
  called_helper<<<1, 32>>>(y, y);
  pointer_in_struct<<<1, 64>>>(View<float>{y, n});
  vectors<<<1, 16>>>(reinterpret_cast<float4*>(y));
  __half* halves_memory = make<__half>(n);
  halves<<<1, 64>>>(halves_memory);
  int* counts = make<int>(4);
  atomics<<<1, 32>>>(counts);
  before_the_beginning<<<1, 32>>>(make<float>(32), y);
  int* a = make<int>(128);
  int* b = make<int>(128);
  into_a_neighbour<<<1, 32>>>(a, PLANT(static_cast<int>(b - a), 0));
  float** rows = make<float*>(2);
  float* each[2] = {make<float>(8), make<float>(8)};
  good(cudaMemcpy(rows, each, sizeof each, cudaMemcpyHostToDevice));
  table_of_pointers<<<1, dim3(8, 2)>>>(rows);
  int* image = make<int>(32);
  two_dimensions<<<1, dim3(8, 8)>>>(image, 8, 4);
  variable<<<1, 16>>>(PLANT(8, 0));
  constant<<<1, 8>>>(y, PLANT(3, 0));
  double* doubles = make<double>(100);
  strided<<<1, 32>>>(doubles, PLANT(105, 100));
  ranks_of_a_group<<<1, 32>>>(reinterpret_cast<int*>(y));
  int numbers[8] = {0, 1, 2, 3, 4, PLANT(77, 5), 6, 7};
  int* index = make<int>(8);
  good(cudaMemcpy(index, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  index_from_memory<<<1, 8>>>(index, y);
  lambda<<<1, 32>>>(y);
  Particle* particles = make<Particle>(10);
  Particle* others = make<Particle>(10);
  struct_copies<<<1, 10>>>(others, particles);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
