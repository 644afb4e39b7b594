// SPDX-License-Identifier: Apache-2.0
// Handles, streams, capture, what is told of wrong arguments, copies, the logger.
#include <string>
#include <thread>

#include "cublas_test.h"

#define CUDA(call) CHECK((call) == cudaSuccess)

void handles() {
  cublasHandle_t handle = nullptr;
  OK(cublasCreate(&handle));
  EXPECT_STATUS(cublasCreate(nullptr), CUBLAS_STATUS_INVALID_VALUE);
  int version = 0, major = 0, minor = 0;
  OK(cublasGetVersion(handle, &version));
  CHECK(version >= 120800);
  OK(cublasGetProperty(MAJOR_VERSION, &major));
  OK(cublasGetProperty(MINOR_VERSION, &minor));
  CHECK(version / 10000 == major && version / 100 % 100 == minor);
  CHECK(cublasGetCudartVersion() >= 12000);
  cublasMath_t math;
  OK(cublasGetMathMode(handle, &math));
  CHECK(math == CUBLAS_DEFAULT_MATH);
  OK(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
  OK(cublasGetMathMode(handle, &math));
  CHECK(math == CUBLAS_PEDANTIC_MATH);
  cublasAtomicsMode_t atomics;
  OK(cublasGetAtomicsMode(handle, &atomics));
  CHECK(atomics == CUBLAS_ATOMICS_NOT_ALLOWED);
  OK(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
  OK(cublasGetAtomicsMode(handle, &atomics));
  CHECK(atomics == CUBLAS_ATOMICS_ALLOWED);
  int target = -1;
  OK(cublasSetSmCountTarget(handle, 4));
  OK(cublasGetSmCountTarget(handle, &target));
  CHECK(target == 4);
  void* workspace = nullptr;
  CUDA(cudaMalloc(&workspace, 1 << 20));
  OK(cublasSetWorkspace(handle, workspace, 1 << 20));
  OK(cublasDestroy(handle));
  CUDA(cudaFree(workspace));
  EXPECT_STATUS(cublasSetStream(nullptr, nullptr), CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_STATUS(cublasDestroy(nullptr), CUBLAS_STATUS_NOT_INITIALIZED);
  const float one = 1;
  EXPECT_STATUS(cublasSscal(nullptr, 1, &one, nullptr, 1), CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE) ==
        std::string("CUBLAS_STATUS_INVALID_VALUE"));
  CHECK(std::strlen(cublasGetStatusString(CUBLAS_STATUS_NOT_SUPPORTED)) > 10);
}

// A wrong argument of each kind, and what stays untouched by it.
void wrong_arguments() {
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  Buffer<float> a(100), b(100), c(100);
  const float one = 1;
  const auto bad = CUBLAS_STATUS_INVALID_VALUE;
  const auto gemm = [&](int opa, int m, int n, int k, int lda, int ldb, int ldc,
                        const float* alpha) {
    return cublasSgemm(handle, cublasOperation_t(opa), CUBLAS_OP_N, m, n, k, alpha, a.device, lda,
                       b.device, ldb, &one, c.device, ldc);
  };
  OK(gemm(0, 0, 3, 4, 1, 4, 1, &one));
  OK(gemm(0, 3, 0, 4, 3, 4, 3, &one));
  EXPECT_STATUS(gemm(7, 2, 3, 4, 2, 4, 2, &one), bad);
  EXPECT_STATUS(gemm(0, -1, 3, 4, 2, 4, 2, &one), bad);
  EXPECT_STATUS(gemm(0, 2, -1, 4, 2, 4, 2, &one), bad);
  EXPECT_STATUS(gemm(0, 2, 3, -1, 2, 4, 2, &one), bad);
  EXPECT_STATUS(gemm(0, 2, 3, 4, 1, 4, 2, &one), bad);
  EXPECT_STATUS(gemm(1, 2, 3, 4, 3, 4, 2, &one), bad);
  EXPECT_STATUS(gemm(0, 2, 3, 4, 2, 3, 2, &one), bad);
  EXPECT_STATUS(gemm(0, 2, 3, 4, 2, 4, 1, &one), bad);
  EXPECT_STATUS(gemm(0, 2, 3, 4, 2, 4, 2, nullptr), bad);
#ifndef ON_A_GPU  // an H200 (CUDA 13) takes it, against the documentation
  EXPECT_STATUS(
      cublasSgemv(handle, CUBLAS_OP_N, 3, 3, &one, a.device, 3, b.device, 0, &one, c.device, 1),
      bad);
#endif
  EXPECT_STATUS(
      cublasSgemv(handle, CUBLAS_OP_N, 3, 3, &one, a.device, 2, b.device, 1, &one, c.device, 1),
      bad);
  EXPECT_STATUS(cublasSsyrk(handle, CUBLAS_FILL_MODE_FULL, CUBLAS_OP_N, 3, 3, &one, a.device, 3,
                            &one, c.device, 3),
                bad);
  EXPECT_STATUS(cublasStrsm(handle, cublasSideMode_t(5), CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
                            CUBLAS_DIAG_UNIT, 3, 3, &one, a.device, 3, c.device, 3),
                bad);
  EXPECT_STATUS(cublasStrsv(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3,
                            a.device, 2, c.device, 1),
                bad);
  EXPECT_STATUS(cublasSgbmv(handle, CUBLAS_OP_N, 5, 5, 2, 2, &one, a.device, 4, b.device, 1, &one,
                            c.device, 1),
                bad);
  EXPECT_STATUS(cublasSdot(handle, 3, a.device, 1, b.device, 1, nullptr), bad);
  EXPECT_STATUS(cublasSetPointerMode(handle, cublasPointerMode_t(9)), bad);
  c.compare("after wrong arguments", 0);
  OK(cublasDestroy(handle));
}

// Work is done in its stream's turn: a scalar of the device is read then, and the host goes on
// meanwhile.
void streams() {
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  cudaStream_t stream, got;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cublasSetStream(handle, stream));
  OK(cublasGetStream(handle, &got));
  CHECK(got == stream);
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  Buffer<float> x(1000), alpha(1);
  static volatile bool gate;
  gate = false;
  CUDA(cudaLaunchHostFunc(
      stream,
      [](void*) {
        while (!gate) std::this_thread::yield();
      },
      nullptr));
  OK(cublasSscal(handle, 1000, alpha.device, x.device, 1));
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  // Another stream changes the scalar before it is read.
  cudaStream_t other;
  CUDA(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  alpha.host[0] = 0.5f;
  CUDA(cudaMemcpyAsync(alpha.device, alpha.host.data(), sizeof(float), cudaMemcpyDefault, other));
  CUDA(cudaStreamSynchronize(other));
  gate = true;
  CUDA(cudaStreamSynchronize(stream));
  for (int i = 0; i < 1000; ++i) x.host[i] *= 0.5f;
  x.compare("in a stream", 1);
  // A result of the host waits for the stream, which has more to do first.
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  const float two = 2;
  OK(cublasSscal(handle, 1000, &two, x.device, 1));
  float sum = 0;
  double wanted = 0;
  OK(cublasSasum(handle, 1000, x.device, 1, &sum));
  for (int i = 0; i < 1000; ++i) wanted += 2 * std::abs(x.host[i]);
  CHECK(std::abs(sum - wanted) < 1e-2);
  OK(cublasDestroy(handle));
  CUDA(cudaStreamDestroy(stream));
  CUDA(cudaStreamDestroy(other));
}

// As a node of a graph: it computes at each launch with what memory holds then; scalars of the host
// are those of the capture.
void capture() {
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  cudaStream_t stream;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cublasSetStream(handle, stream));
  constexpr int n = 200;
  Buffer<float> a(n * n), b(n * n), c(n * n), x(n), y(n);
  float alpha = 2, beta = 0;
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a.device, n, b.device, n, &beta,
                 c.device, n));
  OK(cublasSgemv(handle, CUBLAS_OP_N, n, n, &alpha, c.device, n, x.device, 1, &beta, y.device, 1));
  cudaGraph_t graph;
  CUDA(cudaStreamEndCapture(stream, &graph));
  alpha = 1000;
  std::size_t nodes = 0;
  CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes >= 2);
  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  c.compare("before the first launch", 0);
  for (int round = 0; round < 2; ++round) {
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
    const Dense product = times(2, full(a.host, n, n, n) * full(b.host, n, n, n));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) c.host[j * n + i] = float(product(i, j).real());
    c.compare("gemm in a graph", n);
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += product(i, j).real() * x.host[j];
      y.host[i] = float(2 * sum);
    }
    y.compare("gemv in a graph", n * 20);
    for (float& value : a.host) value = number<float>();
    a.up();
  }
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  // A result that the host would wait for ends the capture.
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  float result = 7;
  CHECK(cublasSdot(handle, n, x.device, 1, y.device, 1, &result) != CUBLAS_STATUS_SUCCESS);
  CHECK(cudaStreamEndCapture(stream, &graph) != cudaSuccess);
  cudaGetLastError();
  CHECK(result == 7);
  // One of the device is a node like others.
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  OK(cublasSdot(handle, n, x.device, 1, y.device, 1, c.device));
  CUDA(cudaStreamEndCapture(stream, &graph));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  double sum = 0;
  const auto now = y.down();
  for (int i = 0; i < n; ++i) sum += double(x.host[i]) * now[i];
  CHECK(std::abs(c.down()[0] - sum) < 1e-2);
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  OK(cublasDestroy(handle));
  CUDA(cudaStreamDestroy(stream));
}

void transfers() {
  std::vector<double> host(60), back(60, -1);
  for (int i = 0; i < 60; ++i) host[i] = i + 1;
  double* device = nullptr;
  CUDA(cudaMalloc(reinterpret_cast<void**>(&device), 60 * sizeof(double)));
  CUDA(cudaMemset(device, 0, 60 * sizeof(double)));
  OK(cublasSetVector(10, sizeof(double), host.data(), 2, device, 3));
  OK(cublasGetVector(10, sizeof(double), device, 3, back.data(), 1));
  for (int i = 0; i < 10; ++i) CHECK(back[i] == host[2 * i]);
  CHECK(back[10] == -1);
  OK(cublasSetMatrix(4, 5, sizeof(double), host.data(), 6, device, 7));
  OK(cublasGetMatrix(4, 5, sizeof(double), device, 7, back.data(), 4));
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 4; ++i) CHECK(back[j * 4 + i] == host[j * 6 + i]);
  CHECK(back[20] == -1);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  OK(cublasSetVectorAsync(20, sizeof(double), host.data(), 1, device, 1, stream));
  OK(cublasGetVectorAsync(20, sizeof(double), device, 1, back.data(), 1, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(back[19] == 20);
  EXPECT_STATUS(cublasSetVector(-1, 8, host.data(), 1, device, 1), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cublasSetVector(2, 8, host.data(), 0, device, 1), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cublasSetMatrix(4, 2, 8, host.data(), 3, device, 4), CUBLAS_STATUS_INVALID_VALUE);
  CUDA(cudaStreamDestroy(stream));
  CUDA(cudaFree(device));
}

int lines = 0;
void logger() {
  OK(cublasSetLoggerCallback(
      [](const char* line) { lines += std::strstr(line, "cublasSscal") != nullptr; }));
  OK(cublasLoggerConfigure(1, 0, 0, nullptr));
  cublasLogCallback callback = nullptr;
  OK(cublasGetLoggerCallback(&callback));
  CHECK(callback);
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  Buffer<float> x(4);
  const float two = 2;
  OK(cublasSscal(handle, 4, &two, x.device, 1));
  CHECK(lines >= 1);
  OK(cublasSetLoggerCallback(nullptr));
  OK(cublasLoggerConfigure(0, 0, 0, nullptr));
  OK(cublasDestroy(handle));
}

int main() {
  handles();
  wrong_arguments();
  streams();
  capture();
  transfers();
  logger();
  std::puts("helpers: as they should be");
}
