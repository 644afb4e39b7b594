// SPDX-License-Identifier: Apache-2.0
// Several host threads with a handle and a stream each: products that run at the same time do not disturb each
// other.
#include <memory>
#include <thread>

#include "cublas_test.h"

constexpr int kThreads = 4, kRounds = 60, n = 96;

void work(const Buffer<float>& a, const Buffer<float>& b, Buffer<float>& c) {
  cublasHandle_t handle;
  cudaStream_t stream;
  OK(cublasCreate(&handle));
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  OK(cublasSetStream(handle, stream));
  // C = A B, and then as often added as taken away.
  const float one = 1, minus = -1, zero = 0;
  const auto gemm = [&](const float* alpha, const float* beta) {
    OK(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, alpha, a.device, n, b.device, n, beta, c.device, n));
  };
  gemm(&one, &zero);
  for (int round = 0; round < kRounds; ++round) {
    gemm(&one, &one);
    gemm(&minus, &one);
  }
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  OK(cublasDestroy(handle));
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

int main() {
  std::vector<std::unique_ptr<Buffer<float>>> a, b, c;
  for (int t = 0; t < kThreads; ++t)
    for (auto* all : {&a, &b, &c}) all->push_back(std::make_unique<Buffer<float>>(n * n));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back([&, t] { work(*a[t], *b[t], *c[t]); });
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) {
    const Dense result = op(full(a[t]->host, n, n, n), CUBLAS_OP_T) * full(b[t]->host, n, n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) c[t]->host[j * n + i] = float(result(i, j).real());
    c[t]->compare("products at the same time", 100 * n);
  }
  std::puts("several threads: as it should be");
}
