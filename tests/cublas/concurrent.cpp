// SPDX-License-Identifier: Apache-2.0
// Several host threads with a handle and a stream each: what runs at the same time does not disturb
// each other. Small systems of equations, of which each call takes a buffer of the library below.
#include <memory>
#include <thread>

#include "cublas_test.h"

constexpr int kThreads = 4, kRounds = 40000, n = 12;

void work(const Buffer<double>& a, Buffer<double>& b) {
  cublasHandle_t handle;
  cudaStream_t stream;
  OK(cublasCreate(&handle));
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  OK(cublasSetStream(handle, stream));
  // Solved, and multiplied back.
  const double one = 1;
  const auto left = CUBLAS_SIDE_LEFT;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  for (int round = 0; round < kRounds; ++round) {
    OK(cublasDtrsm(handle, left, lower, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, n, n, &one, a.device, n,
                   b.device, n));
    OK(cublasDtrmm(handle, left, lower, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, n, n, &one, a.device, n,
                   b.device, n, b.device, n));
  }
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  OK(cublasDestroy(handle));
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

int main() {
  std::vector<std::unique_ptr<Buffer<double>>> a, b;
  for (int t = 0; t < kThreads; ++t) {
    for (auto* all : {&a, &b}) all->push_back(std::make_unique<Buffer<double>>(n * n));
    for (double& x : a[t]->host) x *= 0.1;
    a[t]->up();
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back([&, t] { work(*a[t], *b[t]); });
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) b[t]->compare("solved and multiplied at the same time", 1e6);
  std::puts("several threads: as it should be");
}
