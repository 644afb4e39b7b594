// SPDX-License-Identifier: Apache-2.0
// Accesses of all widths and alignments: an instruction is no wider than its alignment
// (tests/profile/count-widths). Each kernel copies a number a thread; its name says the bytes and
// the alignment.
template <int kBytes, int kAlign>
struct alignas(kAlign) Number {
  unsigned char bytes[kBytes];
};
struct Two {
  unsigned a, b;
};
struct alignas(8) AlignedTwo {
  unsigned a, b;
};
struct Four {
  unsigned a, b, c, d;
};
struct alignas(16) AlignedFour {
  unsigned a, b, c, d;
};
struct Doubles {
  double a, b;
};

template <class T>
__device__ void copy(const T* x, T* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i];
}
__global__ void copy_4_1(const Number<4, 1>* x, Number<4, 1>* y) {
  copy(x, y);
}
__global__ void copy_8_4(const Two* x, Two* y) {
  copy(x, y);
}
__global__ void copy_8_8(const AlignedTwo* x, AlignedTwo* y) {
  copy(x, y);
}
__global__ void copy_16_4(const Four* x, Four* y) {
  copy(x, y);
}
__global__ void copy_16_16(const AlignedFour* x, AlignedFour* y) {
  copy(x, y);
}
__global__ void copy_16_8(const Doubles* x, Doubles* y) {
  copy(x, y);
}

int main() {
  char *x, *y;
  cudaMalloc(&x, 1 << 16);
  cudaMalloc(&y, 1 << 16);
  cudaMemset(x, 7, 1 << 16);
#define HEDDLE_RUN(kernel, T) \
  kernel<<<4, 64>>>(reinterpret_cast<const T*>(x), reinterpret_cast<T*>(y))
  HEDDLE_RUN(copy_8_4, Two);
  HEDDLE_RUN(copy_8_8, AlignedTwo);
  HEDDLE_RUN(copy_16_4, Four);
  HEDDLE_RUN(copy_16_16, AlignedFour);
  HEDDLE_RUN(copy_16_8, Doubles);
  using Bytes = Number<4, 1>;
  HEDDLE_RUN(copy_4_1, Bytes);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
