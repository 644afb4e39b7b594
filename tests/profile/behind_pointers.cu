// Each kernel twice: its function inlined, and behind a pointer (of each lane another one in
// `apart`). What the function's lines do is the same, so what is counted of them is. Between BEGIN
// and END.
#include <cstdio>

// BEGIN
// Global memory: side by side, apart and scattered; a reduction; arithmetic.
__device__ float globals(const float* in, float* out, int* bins, int i) {
  float sum = in[i];
  sum = sum * 1.5f + in[i * 8 % 512];
  sum = sum * 1.5f + in[(i * i + 7) % 512];
  atomicAdd(&bins[i % 4], 1);
  out[i] = sum;
  return sum;
}

// Branches that part the lanes, loops of another length in each.
__device__ float branches(const float* in, float* out, int* bins, int i) {
  float sum = 0;
  for (int k = 0; k < bins[i % 7]; ++k) {
    sum = sum * 1.5f + in[(i + k * 33) % 512];
  }
  if (i % 2) {
    out[i] = sum * sum;
  }
  return sum;
}
// END

using Code = float (*)(const float*, float*, int*, int);
__device__ Code codes[] = {globals, branches};

template <bool by_pointer>
__global__ void first(const float* in, float* out, int* bins, Code given) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  (by_pointer ? given : globals)(in, out, bins, i);
}
template <bool by_pointer>
__global__ void second(const float* in, float* out, int* bins, Code given) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  (by_pointer ? given : branches)(in, out, bins, i);
}

// Lanes 0, 2, 4 ... call the one, the others the other, whose loops are as long as `bins` says.
template <bool by_pointer>
__global__ void apart(const float* in, float* out, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (by_pointer) {
    codes[i % 2](in, out, i % 2 == 0 ? bins + 8 : bins, i);
  } else if (i % 2 == 0) {
    globals(in, out, bins + 8, i);
  } else {
    branches(in, out, bins, i);
  }
}

struct Shape {
  __device__ virtual float area(float) const = 0;
};
struct Square : Shape {
  __device__ float area(float x) const override { return x * x; }
};
struct Disc : Shape {
  __device__ float area(float x) const override { return 3 * x * x * x + 1; }
};

// Virtual functions: 7 products and sums a lane behind two calls.
__global__ void virtual_functions(float* out) {
  Square square;
  Disc disc;
  const Shape* shapes[] = {&square, &disc};
  const int i = threadIdx.x;
  out[i] = shapes[i / 32 % 2]->area(out[i]);
}

int main() {
  float *in, *out, numbers[512];
  int *bins, lengths[16];
  for (int i = 0; i < 512; ++i) numbers[i] = float(i % 5);
  for (int i = 0; i < 16; ++i) lengths[i] = i % 7 + 1;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof numbers);
  cudaMalloc(&bins, sizeof lengths);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  Code table[2];
  cudaMemcpyFromSymbol(table, codes, sizeof table);
  const auto reset = [&] { cudaMemcpy(bins, lengths, sizeof lengths, cudaMemcpyHostToDevice); };
  reset();
  first<false><<<3, 128>>>(in, out, bins, table[0]);
  first<true><<<3, 128>>>(in, out, bins, table[0]);
  reset();
  second<false><<<3, 128>>>(in, out, bins, table[1]);
  second<true><<<3, 128>>>(in, out, bins, table[1]);
  apart<false><<<2, 128>>>(in, out, bins);
  reset();
  apart<true><<<2, 128>>>(in, out, bins);
  virtual_functions<<<1, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
