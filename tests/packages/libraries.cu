// SPDX-License-Identifier: Apache-2.0
// That the libraries of a package are there with all that they need: one call of each.
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nvrtc.h>

#include <cstdio>

static int failed = 0;

static void holds(const char* what, bool is_true) {
  if (is_true) return;
  std::printf("%s failed\n", what);
  failed = 1;
}

// 3 4 5 triangles: also a function that clang's headers declare for hosts only.
__global__ void hypotenuses(double* out) {
  out[threadIdx.x] = hypot(3.0 * threadIdx.x, 4.0 * threadIdx.x);
}

int main() {
  constexpr int n = 8;
  double* d;
  holds("cudaMallocManaged", cudaMallocManaged(&d, 2 * n * sizeof *d) == cudaSuccess);
  hypotenuses<<<1, n>>>(d);
  holds("hypot", cudaDeviceSynchronize() == cudaSuccess && d[7] == 35);
  cublasHandle_t blas;
  double sum = 0;
  holds("cuBLAS", cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS &&
                      cublasDasum(blas, n, d, 1, &sum) == CUBLAS_STATUS_SUCCESS && sum == 140);
  cusolverDnHandle_t solver;
  int words = 0;
  holds("cuSOLVER",
        cusolverDnCreate(&solver) == CUSOLVER_STATUS_SUCCESS &&
            cusolverDnDgetrf_bufferSize(solver, 2, 2, d, 2, &words) == CUSOLVER_STATUS_SUCCESS);
  cusparseHandle_t sparse;
  holds("cuSPARSE", cusparseCreate(&sparse) == CUSPARSE_STATUS_SUCCESS);
  cufftHandle plan;
  auto* points = reinterpret_cast<cufftDoubleComplex*>(d);
  for (int k = 0; k < n; ++k) points[k] = {1, 0};
  holds("cuFFT", cufftPlan1d(&plan, n, CUFFT_Z2Z, 1) == CUFFT_SUCCESS &&
                     cufftExecZ2Z(plan, points, points, CUFFT_FORWARD) == CUFFT_SUCCESS &&
                     cudaDeviceSynchronize() == cudaSuccess && points[0].x == n &&
                     points[1].x == 0);
  curandGenerator_t random;
  holds("cuRAND",
        curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS &&
            curandGenerateUniformDouble(random, d, n) == CURAND_STATUS_SUCCESS &&
            cudaDeviceSynchronize() == cudaSuccess && d[0] != d[1]);
  nvrtcProgram program;
  const char* text = "__global__ void k(int* a) { *a = 3; }";
  holds("NVRTC", nvrtcCreateProgram(&program, text, "k.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS &&
                     nvrtcCompileProgram(program, 0, nullptr) == NVRTC_SUCCESS);
  if (!failed) std::printf("all are there\n");
  return failed;
}
