// SPDX-License-Identifier: Apache-2.0
// The product through shared memory of spec/000 and spec/001, 3.2.4, with the documents' host code
// and tiles of 16 and 32.
#include "common/gallery.h"
#include "common/matmul_reference.h"
#include "kernels/matmul_tiled.cuh"

using tiled::Matrix;

static Matrix to_device(const Matrix& host) {
  Matrix device;
  device.width = device.stride = host.width;
  device.height = host.height;
  size_t size = size_t(host.width) * host.height * sizeof(float);
  CUDA_CHECK(cudaMalloc(&device.elements, size));
  CUDA_CHECK(cudaMemcpy(device.elements, host.elements, size, cudaMemcpyHostToDevice));
  return device;
}

template <int BLOCK_SIZE>
void run(gallery::Program& program, const gallery::MatmulReference& reference, Matrix A, Matrix B,
         Matrix C) {
  const int m = A.height, n = B.width, k = A.width;
  const std::string name = "tiled::MatMulKernel<" + std::to_string(BLOCK_SIZE) + ">";
  if (m % BLOCK_SIZE != 0 || n % BLOCK_SIZE != 0 || k % BLOCK_SIZE != 0)
    return program.skip(name, "sizes are no multiples of the tile");
  std::vector<float> c(std::size_t(m) * n);
  CUDA_CHECK(cudaMemset(C.elements, 0xff, c.size() * sizeof(float)));
  program.measure(
      name, gallery::by(m, n, k),
      {2.0 * m * n * k, 4.0 * (double(m) * k + double(k) * n + double(m) * n)},
      [&] {
        dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
        dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
        tiled::MatMulKernel<BLOCK_SIZE><<<dimGrid, dimBlock>>>(A, B, C);
      },
      [&] {
        CUDA_CHECK(
            cudaMemcpy(c.data(), C.elements, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
        return reference.check(c);
      });
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "matmul_tiled", "MatMulKernel with shared-memory tiles");
  const int m = program.integer("m", 1024, 1, 32768, "rows of A and C");
  const int n = program.integer("n", 1024, 1, 32768, "columns of B and C");
  const int k = program.integer("k", 1024, 1, 32768, "columns of A, rows of B");
  program.start();

  std::vector<float> a = gallery::random_floats(std::size_t(m) * k, program.seed(1));
  std::vector<float> b = gallery::random_floats(std::size_t(k) * n, program.seed(2));
  std::vector<float> c(std::size_t(m) * n);
  const Matrix d_A = to_device({k, m, k, a.data()});
  const Matrix d_B = to_device({n, k, n, b.data()});
  const Matrix d_C = to_device({n, m, n, c.data()});
  const gallery::MatmulReference reference(m, n, k, a, b);
  run<16>(program, reference, d_A, d_B, d_C);
  run<32>(program, reference, d_A, d_B, d_C);
  CUDA_CHECK(cudaFree(d_A.elements));
  CUDA_CHECK(cudaFree(d_B.elements));
  CUDA_CHECK(cudaFree(d_C.elements));
  return program.finish();
}
