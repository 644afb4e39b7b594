// SPDX-License-Identifier: Apache-2.0
// The product without shared memory of spec/000 and spec/001, 3.2.4, with the documents' host code.
#include "common/gallery.h"
#include "common/matmul_reference.h"
#include "kernels/matmul_simple.cuh"

using simple::MatMulKernel;
using simple::Matrix;

static Matrix to_device(const Matrix& host) {
  Matrix device;
  device.width = host.width;
  device.height = host.height;
  size_t size = size_t(host.width) * host.height * sizeof(float);
  CUDA_CHECK(cudaMalloc(&device.elements, size));
  CUDA_CHECK(cudaMemcpy(device.elements, host.elements, size, cudaMemcpyHostToDevice));
  return device;
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "matmul_simple", "MatMulKernel without shared memory");
  const int m = program.integer("m", 512, 1, 32768, "rows of A and C");
  const int n = program.integer("n", 512, 1, 32768, "columns of B and C");
  const int k = program.integer("k", 512, 1, 32768, "columns of A, rows of B");
  const int block = program.integer("block", 16, 1, 32, "side of the block, divides m and n");
  program.start();
  if (m % block != 0 || n % block != 0) program.usage_error("m and n must be multiples of --block");

  std::vector<float> a = gallery::random_floats(std::size_t(m) * k, program.seed(1));
  std::vector<float> b = gallery::random_floats(std::size_t(k) * n, program.seed(2));
  std::vector<float> c(std::size_t(m) * n, NAN);
  const Matrix d_A = to_device({k, m, a.data()});
  const Matrix d_B = to_device({n, k, b.data()});
  const Matrix d_C = to_device({n, m, c.data()});
  const gallery::MatmulReference reference(m, n, k, a, b);

  program.measure(
      "simple::MatMulKernel " + gallery::by(block, block), gallery::by(m, n, k),
      {2.0 * m * n * k, 4.0 * (double(m) * k + double(k) * n + double(m) * n)},
      [&] {
        dim3 dimBlock(block, block);
        dim3 dimGrid(d_B.width / dimBlock.x, d_A.height / dimBlock.y);
        MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
      },
      [&] {
        CUDA_CHECK(
            cudaMemcpy(c.data(), d_C.elements, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
        return reference.check(c);
      });
  CUDA_CHECK(cudaFree(d_A.elements));
  CUDA_CHECK(cudaFree(d_B.elements));
  CUDA_CHECK(cudaFree(d_C.elements));
  return program.finish();
}
