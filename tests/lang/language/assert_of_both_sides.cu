// SPDX-License-Identifier: Apache-2.0
// __assert_fail is of both sides, whatever NDEBUG says: programs declare it so, as CCCL does.
// options: -DNDEBUG -std=c++17
#include <cstdio>
#include <cstring>
extern "C" {
__host__ __device__ void __assert_fail(const char* assertion, const char* file, unsigned int line,
                                       const char* function) noexcept __attribute__((__noreturn__));
}
#ifdef assert
#error "assert is there for those only who include <assert.h>"
#endif
#include <cassert>

__global__ void without(int n, int* out) {
  assert(n == 3);
  *out = n;
}
#undef NDEBUG
#include <cassert>
__host__ __device__ int positive(int x) {
  assert(x > 0);
  return x;
}
__global__ void with(int n, int* out) {
  *out = positive(n);
}

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, sizeof *out);
  without<<<1, 1>>>(4, out);
  if (cudaDeviceSynchronize() != cudaSuccess || *out != 4) return 1;
  with<<<1, 1>>>(5, out);
  if (cudaDeviceSynchronize() != cudaSuccess || *out != 5 || positive(1) != 1) return 2;
  std::printf("PASS\n");
}
