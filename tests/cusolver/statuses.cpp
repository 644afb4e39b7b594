// SPDX-License-Identifier: Apache-2.0
// What cuSOLVER answers to wrong sizes, strides and workspaces: as an H200's did where the
// documentation says so (CUDA 13.0), one wrong argument at a time. LAPACK itself is never asked: it
// would write to the program's output.
#include <unistd.h>

#include "cusolver_test.h"

// What `call` answers; it may not write anything.
template <class Call>
cusolverStatus_t quietly(Call call) {
  std::FILE* const said = std::tmpfile();
  const int out = dup(1);
  std::fflush(stdout);
  dup2(fileno(said), 1);
  const cusolverStatus_t status = call();
  CUDA(cudaDeviceSynchronize());
  std::fflush(stdout);
  dup2(out, 1);
  close(out);
  std::fseek(said, 0, SEEK_END);
  CHECK(std::ftell(said) == 0);
  std::fclose(said);
  return status;
}
#define WRONG(call) EXPECT_STATUS(quietly([&] { return call; }), CUSOLVER_STATUS_INVALID_VALUE)

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  const int n = 4, ld = 8;
  Matrix<float> a(any<float>(ld, ld)), c(any<float>(ld, ld)), u(any<float>(ld, 2 * ld)),
      v(any<float>(ld, 2 * ld)), two(any<float>(ld, 2 * ld));
  Array<float> tau(n), work(64), s(2 * n);
  Array<int> pivots(n), info(2);
  Array<double> bytes(8);
  const auto L = CUBLAS_SIDE_LEFT, R = CUBLAS_SIDE_RIGHT;
  const auto up = CUBLAS_FILL_MODE_LOWER;
  float* const w = work.device;

  // More reflectors than rows, and bidiagonal factors of no shape.
  OK(cusolverDnSormqr(handle, L, CUBLAS_OP_N, n, n, n, a.device, ld, tau.device, c.device, ld, w,
                      64, info.device));
  WRONG(cusolverDnSormqr(handle, L, CUBLAS_OP_N, 0, n, n, a.device, ld, tau.device, c.device, ld, w,
                         64, info.device));
  WRONG(cusolverDnSormqr(handle, R, CUBLAS_OP_N, n, n - 1, n, a.device, ld, tau.device, c.device,
                         ld, w, 64, info.device));
  OK(cusolverDnSorgbr(handle, L, n, n, n, a.device, ld, tau.device, w, 64, info.device));
  WRONG(cusolverDnSorgbr(handle, L, 0, n, n, a.device, ld, tau.device, w, 64, info.device));
  WRONG(cusolverDnSorgbr(handle, L, n, 0, n, a.device, ld, tau.device, w, 64, info.device));
  WRONG(cusolverDnSorgbr(handle, R, n, n - 1, n, a.device, ld, tau.device, w, 64, info.device));
  OK(cusolverDnSorgbr(handle, R, n - 1, n, n - 1, a.device, ld, tau.device, w, 64, info.device));

  // Workspaces that are too small, and batches of none.
  WRONG(cusolverDnSsytrf(handle, up, n, a.device, ld, pivots.device, w, 0, info.device));
  float* list = a.device;
  float** lists = nullptr;
  CUDA(cudaMalloc(reinterpret_cast<void**>(&lists), sizeof list));
  CUDA(cudaMemcpy(lists, &list, sizeof list, cudaMemcpyHostToDevice));
  WRONG(cusolverDnSpotrfBatched(handle, up, n, lists, ld, info.device, 0));
  gesvdjInfo_t params;
  OK(cusolverDnCreateGesvdjInfo(&params));
  WRONG(cusolverDnSgesvdjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, n, n, two.device, ld, s.device,
                                 u.device, ld, v.device, ld, w, 0, info.device, params, 2));
  OK(cusolverDnDestroyGesvdjInfo(params));

  // Strides with which matrices would lie in each other.
  const auto gesvda = [&](long long sa, long long ss, long long su, long long sv, int batch) {
    return cusolverDnSgesvdaStridedBatched(handle, CUSOLVER_EIG_MODE_VECTOR, n, n, n, two.device,
                                           ld, sa, s.device, ss, u.device, ld, su, v.device, ld, sv,
                                           w, 64, info.device, nullptr, batch);
  };
  OK(gesvda(32, 4, 32, 32, 2));
  for (const int small : {-1, 0, 3}) {
    WRONG(gesvda(small, 4, 32, 32, 2));
    WRONG(gesvda(32, small, 32, 32, 2));
    WRONG(gesvda(32, 4, small, 32, 2));
    WRONG(gesvda(32, 4, 32, small, 2));
  }
  OK(gesvda(0, 0, 0, 0, 1));

  // Iterative refinement: its workspace, and systems without equations.
  int iterations = 7;
  const auto gesv = [&](int order, std::size_t size) {
    return cusolverDnSHgesv(handle, order, 1, a.device, ld, pivots.device, c.device, ld, u.device,
                            ld, bytes.device, size, &iterations, info.device);
  };
  EXPECT_STATUS(gesv(n, 0), CUSOLVER_STATUS_INVALID_WORKSPACE);
  OK(quietly([&] { return gesv(0, 64); }));
  CHECK(iterations == 0 && info.first() == 0);
  OK(cusolverDnDestroy(handle));
  std::puts("OK");
}
