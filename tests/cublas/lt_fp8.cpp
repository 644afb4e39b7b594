// SPDX-License-Identifier: Apache-2.0
// Products of 8-bit floating point beside double: all pairs of documented types, scales, the
// largest number, saturation, epilogues with an auxiliary matrix.
#include "lt_test.h"

template <class V>
void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, V value) {
  OK(cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof(value)));
}
template <class T>
constexpr bool is_fp8 = sizeof(T) == 1;
// Half of what lies between two numbers beside 1.
template <class T>
constexpr double step_of() {
  return std::is_same_v<T, float>           ? 1e-6
         : std::is_same_v<T, __half>        ? 1.0 / 2048
         : std::is_same_v<T, __nv_bfloat16> ? 1.0 / 256
         : std::is_same_v<T, __nv_fp8_e4m3> ? 1.0 / 16
                                            : 1.0 / 8;
}
template <class T>
double largest_of() {
  return std::is_same_v<T, __nv_fp8_e4m3> ? 448 : std::is_same_v<T, __nv_fp8_e5m2> ? 57344 : 1e30;
}
template <class T>
void expect_near(const char* what, T got, double wanted, double least) {
  const double limit = largest_of<T>();
  wanted = std::max(-limit, std::min(limit, wanted));
  if (std::abs(big(got).real() - wanted) <= step_of<T>() * 1.01 * std::abs(wanted) + least) return;
  std::printf("%s is %g, not %g\n", what, big(got).real(), wanted);
  std::exit(1);
}

template <class A, class B, class C, class D>
void product(Kept& kept, uint32_t epilogue, bool scaled, float size = 1, int m = 16 * pick(1, 6)) {
  const int n = pick(1, 50), k = 16 * pick(1, 8);
  Matrix<A> a(k, m, 1, CUBLASLT_ORDER_COL);
  Matrix<B> b(k, n, 1, CUBLASLT_ORDER_COL);
  Matrix<C> c(m, n, 1, CUBLASLT_ORDER_COL);
  Matrix<D> d(m, n, 1, CUBLASLT_ORDER_COL);
  using Bias = std::conditional_t<std::is_same_v<C, float>, __nv_bfloat16, C>;
  Matrix<Bias> bias(m, 1, 1, CUBLASLT_ORDER_COL);
  Matrix<__nv_fp8_e4m3> aux(m, n, 1, CUBLASLT_ORDER_COL);
  // a, b, d, the auxiliary matrix; then what is told.
  Buffer<float> numbers(6);
  const std::vector<float> scales = {scaled ? 0.25f : 1, scaled ? 1.5f : 1,
                                     scaled && is_fp8<D> ? 3.0f : 1, scaled ? 0.5f : 1};
  CHECK(cudaMemcpy(numbers.device, scales.data(), 16, cudaMemcpyDefault) == cudaSuccess);
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set<int32_t>(desc, CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
  if (scaled) {
    set<void*>(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, numbers.device);
    set<void*>(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, numbers.device + 1);
    if (is_fp8<D>) set<void*>(desc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, numbers.device + 2);
  }
  set<void*>(desc, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, numbers.device + 4);
  const bool has_bias = (epilogue & CUBLASLT_EPILOGUE_BIAS) != 0, has_aux = (epilogue & 128) != 0;
  const bool is_relu = (epilogue & CUBLASLT_EPILOGUE_RELU) != 0,
             is_gelu = (epilogue & CUBLASLT_EPILOGUE_GELU) != 0;
  if (has_bias) set<void*>(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
  if (has_aux) {
    set<void*>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.device);
    set<int64_t>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux.ld);
    set<int32_t>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, CUDA_R_8F_E4M3);
    set<void*>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, numbers.device + 5);
    if (scaled)
      set<void*>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, numbers.device + 3);
  }
  const float alpha = 0.75f * size, beta = pick(0, 1) ? -0.5f : 0;
  if (multiply(kept, desc, &alpha, a.device, a.layout, b.device, b.layout, &beta, c.device,
               c.layout, d.device, d.layout)) {
    const std::vector<D> got = d.down();
    const auto got_aux = aux.down();
    const std::vector<float> told = numbers.down();
    const Dense result = plain_transpose(a.dense(0)) * b.dense(0), before = c.dense(0);
    const double least = 1e-5 * size * k + (is_fp8<D> ? 0.001 : 0);
    double largest = 0, largest_aux = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        double x = double(alpha) * scales[0] * scales[1] * result(i, j).real() +
                   double(beta) * before(i, j).real();
        if (has_bias) x += big(bias.host[i]).real();
        if (has_aux) {
          expect_near("auxiliary", got_aux[aux.place(0, i, j)], x * scales[3], least);
          largest_aux = std::max(largest_aux, std::abs(x));
        }
        if (is_relu) x = std::max(x, 0.0);
        if (is_gelu) x = gelu(x);
        largest = std::max(largest, std::abs(x));
        expect_near("result", got[d.place(0, i, j)], x * scales[2], least);
      }
    expect_near("largest", told[4], largest, least);
    if (has_aux) expect_near("largest auxiliary", told[5], largest_aux, least);
  }
  OK(cublasLtMatmulDescDestroy(desc));
}

// What an H200 has no kernels for.
template <class A, class B, class C, class D>
void refused(Kept& kept, int32_t transa = CUBLAS_OP_T, int k = 32, bool scale_of_d = false) {
  Matrix<A> a(transa == CUBLAS_OP_T ? k : 32, transa == CUBLAS_OP_T ? 32 : k, 1,
              CUBLASLT_ORDER_COL);
  Matrix<B> b(k, 32, 1, CUBLASLT_ORDER_COL);
  Matrix<C> c(32, 32, 1, CUBLASLT_ORDER_COL);
  Matrix<D> d(32, 32, 1, CUBLASLT_ORDER_COL);
  cublasLtMatmulDesc_t desc;
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set(desc, CUBLASLT_MATMUL_DESC_TRANSA, transa);
  if (scale_of_d) set<void*>(desc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, d.device);
  const float one = 1;
  EXPECT_STATUS(
      cublasLtMatmul(kept.handle, desc, &one, a.device, a.layout, b.device, b.layout, &one,
                     c.device, c.layout, d.device, d.layout, nullptr, nullptr, 0, nullptr),
      CUBLAS_STATUS_NOT_SUPPORTED);
  OK(cublasLtMatmulDescDestroy(desc));
}

// What has a number can be made by it, and nothing else.
void algorithms(Kept& kept, cudaDataType b, cudaDataType c, cudaDataType d, bool there) {
  int ids[4] = {-1}, count = -1;
  cublasLtMatmulAlgo_t algorithm;
  const auto wanted = there ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
  EXPECT_STATUS(cublasLtMatmulAlgoGetIds(kept.handle, CUBLAS_COMPUTE_32F, CUDA_R_32F,
                                         CUDA_R_8F_E4M3, b, c, d, 4, ids, &count),
                wanted);
  CHECK((count > 0) == there);
  EXPECT_STATUS(cublasLtMatmulAlgoInit(kept.handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_8F_E4M3,
                                       b, c, d, there ? ids[0] : 0, &algorithm),
                wanted);
}

int main() {
  using E4 = __nv_fp8_e4m3;
  using E5 = __nv_fp8_e5m2;
  using BF = __nv_bfloat16;
  Kept kept;
  OK(cublasLtCreate(&kept.handle));
  CHECK(cudaMalloc(&kept.workspace, kept.bytes) == cudaSuccess);
  for (const bool scaled : {false, true})
    for (const uint32_t epilogue :
         {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU,
          CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU_BIAS}) {
      product<E4, E4, BF, BF>(kept, epilogue, scaled);
      product<E4, E4, BF, E4>(kept, epilogue, scaled);
      product<E4, E4, __half, __half>(kept, epilogue, scaled);
      product<E4, E5, __half, E5>(kept, epilogue, scaled);
      product<E5, E4, float, float>(kept, epilogue, scaled);
      product<E5, E4, BF, E4>(kept, epilogue, scaled);
    }
  for (const bool scaled : {false, true}) {
    product<E4, E4, __half, E4>(kept, CUBLASLT_EPILOGUE_GELU_AUX, scaled);
    product<E4, E4, BF, E4>(kept, CUBLASLT_EPILOGUE_GELU_AUX_BIAS, scaled);
    // Beyond the largest number, and of several tiles.
    product<E4, E4, BF, E4>(kept, CUBLASLT_EPILOGUE_DEFAULT, scaled, 500);
    product<E4, E5, BF, E5>(kept, CUBLASLT_EPILOGUE_DEFAULT, scaled, 50000);
    product<E4, E4, float, float>(kept, CUBLASLT_EPILOGUE_DEFAULT, scaled, 1, 1040);
  }
  refused<E5, E5, BF, BF>(kept);
  refused<E4, E4, BF, E5>(kept);
  refused<E4, E4, float, E4>(kept);
  refused<E4, E4, BF, BF>(kept, CUBLAS_OP_N);
  refused<E4, E4, BF, BF>(kept, CUBLAS_OP_T, 24);
  refused<E4, E4, BF, BF>(kept, CUBLAS_OP_T, 32, true);
  algorithms(kept, CUDA_R_8F_E4M3, CUDA_R_16BF, CUDA_R_8F_E4M3, true);
  algorithms(kept, CUDA_R_8F_E5M2, CUDA_R_32F, CUDA_R_32F, true);
  algorithms(kept, CUDA_R_8F_E4M3, CUDA_R_32F, CUDA_R_8F_E4M3, false);
  algorithms(kept, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, false);
  OK(cublasLtDestroy(kept.handle));
  std::puts("8-bit floating point: as it should be");
}
