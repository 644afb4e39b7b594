// SPDX-License-Identifier: Apache-2.0
// One product by the front function, as a program of your own would ask for it.
//
//   heddle run gallery/gemm/example.cu                  # here, on the CPU
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a gallery/gemm/example.cu && ./a.out
#include <cstdio>
#include <vector>

#include "gemm.cuh"

int main() {
  const int m = 65, n = 130, k = 77;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = float(i % 13) - 6;
  for (int i = 0; i < k * n; ++i) b[i] = float(i % 7) - 3;
  const size_t room = size_t(1) << 20;  // floats lent for parts of sums and copies of operands
  float *on_device_a, *on_device_b, *on_device_c, *workspace;
  cudaMalloc(&on_device_a, a.size() * sizeof(float));
  cudaMalloc(&on_device_b, b.size() * sizeof(float));
  cudaMalloc(&on_device_c, c.size() * sizeof(float));
  cudaMalloc(&workspace, room * sizeof(float));
  cudaMemcpy(on_device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(on_device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);

  // C = 0.5 A B. A and C lie row by row, B column by column; numbers between the begins of lines.
  gemm::FloatProblem problem{m, n, k, 0.5f, 0.0f, {}, {}, {}};
  problem.a = {on_device_a, k, gemm::Order::kRow};
  problem.b = {on_device_b, k, gemm::Order::kColumn};
  problem.c = {on_device_c, n, gemm::Order::kRow};
  const cudaError_t error = gemm::gemm(problem, workspace, room, nullptr);
  if (error != cudaSuccess) {
    std::printf("gemm: %s\n", cudaGetErrorString(error));
    return 1;
  }

  cudaMemcpy(c.data(), on_device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[j * k + l];
      wrong += c[i * n + j] != 0.5f * sum;  // small whole numbers: exact in any order
    }
  std::printf("%d of %d elements are wrong\n", wrong, m * n);
  return wrong != 0;
}
