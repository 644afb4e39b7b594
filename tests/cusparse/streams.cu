// SPDX-License-Identifier: Apache-2.0
// A call is work of its stream: behind kernels, in graphs, with coefficients of the device as they
// are when it runs; and calls that the host waits for.
#include "cusparse_test.h"

__global__ void wait_and_fill(float* x, int n, float value) {
  const long long begin = clock64();
  while (clock64() - begin < 20000000) {
  }
  if (threadIdx.x < n) x[threadIdx.x] = value + threadIdx.x;
}

int main() {
  const int n = 50;
  const auto entries = random_entries<float>(n, n);
  const Dense full = dense_of(n, n, entries);
  const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto alg = CUSPARSE_SPMV_ALG_DEFAULT;
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  cusparseHandle_t handle;
  OK(cusparseCreate(&handle));
  OK(cusparseSetStream(handle, stream));
  cudaStream_t told = nullptr;
  OK(cusparseGetStream(handle, &told));
  CHECK(told == stream);

  Sparse<float>* a = new Sparse<float>(CUSPARSE_FORMAT_CSR, n, n, entries, 0);
  DenseOnDevice<float> x(n, 1), y(n, 1);
  Buffer buffer(1 << 16);
  const auto product = [&](Big alpha, Big before) {
    Dense out = full * x.dense();
    const Dense old = y.dense();
    for (int i = 0; i < n; ++i) out(i, 0) = alpha * out(i, 0) + before * old(i, 0);
    return out;
  };

  // Behind a kernel that takes its time; descriptors and coefficients are gone by then.
  {
    float alpha = 2, beta = 0;
    wait_and_fill<<<1, 64, 0, stream>>>(x.device.at, n, 3);
    cusparseDnVecDescr_t of_x;
    OK(cusparseCreateDnVec(&of_x, n, x.device.at, CUDA_R_32F));
    OK(cusparseSpMV(handle, N, &alpha, a->descr, of_x, &beta, y.vector, CUDA_R_32F, alg,
                    buffer.at));
    alpha = 99;
    OK(cusparseDestroyDnVec(of_x));
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    for (int i = 0; i < n; ++i) x.host[i] = 3.0f + i;
    y.compare("behind a kernel", product(2, 0), 2000);
  }

  // A graph: coefficients of the device are read at each launch, of the host at the capture.
  {
    Device<float> alpha(std::vector<float>{1}), beta(std::vector<float>{0});
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
    OK(cusparseSpMV(handle, N, alpha.at, a->descr, x.vector, beta.at, y.vector, CUDA_R_32F, alg,
                    buffer.at));
    OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
    for (float factor : {1.0f, 5.0f}) {
      alpha.up({factor});
      beta.up({factor - 1});
      const Dense wanted = product(factor, factor - 1);
      CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
      CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
      y.compare("graph", wanted, 5000);
    }
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
  }

#ifdef HEDDLE_ALL
  // What the host would wait for ends a capture.
  {
    Device<int> i(std::vector<int>{1, 3});
    Device<float> v(2);
    cusparseSpVecDescr_t sparse;
    OK(cusparseCreateSpVec(&sparse, n, 2, i.at, v.at, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                           CUDA_R_32F));
    float result = 7;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    CHECK(cusparseSpVV(handle, N, sparse, y.vector, &result, CUDA_R_32F, buffer.at) !=
          CUSPARSE_STATUS_SUCCESS);
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(stream, &graph) != cudaSuccess);
    cudaGetLastError();
    CHECK(result == 7);
    OK(cusparseDestroySpVec(sparse));
  }
#endif

  // A handle that was destroyed is none, and its work is done all the same.
  float one = 1, zero = 0;
  OK(cusparseSpMV(handle, N, &one, a->descr, x.vector, &zero, y.vector, CUDA_R_32F, alg,
                  buffer.at));
  OK(cusparseDestroy(handle));
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  y.compare("after its handle", product(1, 0), 2000);
#ifdef HEDDLE_ALL
  EXPECT_STATUS(cusparseSetStream(handle, stream), CUSPARSE_STATUS_NOT_INITIALIZED);
  EXPECT_STATUS(cusparseDestroy(handle), CUSPARSE_STATUS_NOT_INITIALIZED);
#endif
  delete a;
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  std::printf("passed\n");
}
