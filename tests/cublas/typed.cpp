// SPDX-License-Identifier: Apache-2.0
// Types as arguments: 16-bit numbers, integers, float that is rounded first, and what is not there.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cublas_test.h"

inline Big big(__half x) {
  return __half2float(x);
}
inline Big big(__nv_bfloat16 x) {
  return __bfloat162float(x);
}
inline Big big(int x) {
  return x;
}
inline Big big(signed char x) {
  return x;
}

template <class T>
T any_number() {
  if constexpr (std::is_same_v<T, __half>)
    return __float2half(number<float>());
  else if constexpr (std::is_same_v<T, __nv_bfloat16>)
    return __float2bfloat16(number<float>());
  else if constexpr (std::is_same_v<T, int>)
    return pick(-1000, 1000);
  else if constexpr (std::is_same_v<T, signed char>)
    return static_cast<signed char>(pick(-128, 127));
  else
    return number<T>();
}

template <class T>
struct Memory {
  std::vector<T> host;
  T* device = nullptr;
  explicit Memory(std::size_t count) : host(count) {
    for (T& x : host) x = any_number<T>();
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), count * sizeof(T)) == cudaSuccess);
    CHECK(cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyDefault) == cudaSuccess);
  }
  ~Memory() { cudaFree(device); }
  Memory(const Memory&) = delete;
  std::vector<T> down() const {
    std::vector<T> out(host.size());
    CHECK(cudaMemcpy(out.data(), device, out.size() * sizeof(T), cudaMemcpyDefault) == cudaSuccess);
    return out;
  }
};

enum class Way { kOne, kStrided, kList };

// `precision`: the relative error of a number of the result. round(x): what the operands become.
template <class A, class C, class S, class Round>
void product(cublasHandle_t handle, const char* what, cudaDataType type_a, cudaDataType type_c,
             cublasComputeType_t compute, double precision, S alpha, S beta, Round round, int m,
             int n, int k) {
  const cublasOperation_t transa = pick({CUBLAS_OP_N, CUBLAS_OP_T}),
                          transb = pick({CUBLAS_OP_N, CUBLAS_OP_T});
  const int lda = (transa == CUBLAS_OP_N ? m : k) + 4, ldb = (transb == CUBLAS_OP_N ? k : n) + 4,
            ldc = m + 4, count = 2;
  const std::size_t size =
      4 * ((std::size_t(lda) * (m + k) + std::size_t(ldb) * (n + k) + std::size_t(ldc) * n) / 4);
  Memory<A> a(size * count), b(size * count);
  Memory<C> c(size * count);
  Memory<S> scalars(2);
  scalars.host = {alpha, beta};
  CHECK(cudaMemcpy(scalars.device, scalars.host.data(), 2 * sizeof(S), cudaMemcpyDefault) ==
        cudaSuccess);
  cublasPointerMode_t mode;
  OK(cublasGetPointerMode(handle, &mode));
  const S* const s = mode == CUBLAS_POINTER_MODE_HOST ? scalars.host.data() : scalars.device;
  const Way way = pick({Way::kOne, Way::kStrided, Way::kList});
  if (way == Way::kOne) {
    OK(cublasGemmEx(handle, transa, transb, m, n, k, s, a.device, type_a, lda, b.device, type_a,
                    ldb, s + 1, c.device, type_c, ldc, compute, CUBLAS_GEMM_DEFAULT));
  } else if (way == Way::kStrided) {
    OK(cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, s, a.device, type_a, lda,
                                  (long long)size, b.device, type_a, ldb, (long long)size, s + 1,
                                  c.device, type_c, ldc, (long long)size, count, compute,
                                  CUBLAS_GEMM_DEFAULT));
  } else {
    void* lists[6] = {a.device,        a.device + size, b.device,
                      b.device + size, c.device,        c.device + size};
    void** device = nullptr;
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), sizeof(lists)) == cudaSuccess);
    CHECK(cudaMemcpy(device, lists, sizeof(lists), cudaMemcpyDefault) == cudaSuccess);
    OK(cublasGemmBatchedEx(handle, transa, transb, m, n, k, s, device, type_a, lda, device + 2,
                           type_a, ldb, s + 1, device + 4, type_c, ldc, count, compute,
                           CUBLAS_GEMM_DEFAULT));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    cudaFree(device);
  }
  const std::vector<C> got = c.down();
  for (int t = 0; t < (way == Way::kOne ? 1 : count); ++t)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        Big sum = 0;
        double sizes = 1;
        for (int l = 0; l < k; ++l) {
          const Big left =
              round(big(a.host[t * size + (transa == CUBLAS_OP_N ? std::size_t(l) * lda + i
                                                                 : std::size_t(i) * lda + l)]));
          const Big right =
              round(big(b.host[t * size + (transb == CUBLAS_OP_N ? std::size_t(j) * ldb + l
                                                                 : std::size_t(l) * ldb + j)]));
          sum += left * right;
          sizes += std::abs(left * right);
        }
        const std::size_t at = t * size + std::size_t(j) * ldc + i;
        const Big wanted = big(alpha) * sum + big(beta) * big(c.host[at]);
        const double error = std::abs(big(got[at]) - wanted),
                     bound =
                         precision * (1 + std::abs(wanted) + (precision > 1e-4 ? sizes / 8 : 0)) +
                         (precision == 0 ? 0 : 3e-7 * sizes);
        if (!(error <= bound)) {
          std::printf("%s of %d, %d, %d: (%d, %d) is %g, not %g\n", what, m, n, k, i, j,
                      big(got[at]).real(), wanted.real());
          std::exit(1);
        }
      }
}

// To a fraction of so many bits.
Big rounded(Big x, int bits) {
  const auto one = [&](double value) {
    if (value == 0) return 0.0;
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(fraction, bits + 1)), exponent - bits - 1);
  };
  return {one(x.real()), one(x.imag())};
}

void all(cublasHandle_t handle, int m, int n, int k) {
  const auto as_is = [](Big x) { return x; };
  product<__half, __half>(handle, "half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1e-3, 0.75f,
                          -0.5f, as_is, m, n, k);
  product<__half, float>(handle, "half to float", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 2e-6,
                         0.75f, 0.0f, as_is, m, n, k);
  product<__half, __half>(handle, "half, computed as half", CUDA_R_16F, CUDA_R_16F,
                          CUBLAS_COMPUTE_16F, 5e-2, __float2half(0.75f), __float2half(-0.5f), as_is,
                          m, n, k);
  product<__nv_bfloat16, __nv_bfloat16>(handle, "bfloat16", CUDA_R_16BF, CUDA_R_16BF,
                                        CUBLAS_COMPUTE_32F, 8e-3, 0.75f, -0.5f, as_is, m, n, k);
  product<__nv_bfloat16, float>(handle, "bfloat16 to float", CUDA_R_16BF, CUDA_R_32F,
                                CUBLAS_COMPUTE_32F, 2e-6, 0.75f, 1.0f, as_is, m, n, k);
  product<float, float>(handle, "float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 2e-6, 0.75f,
                        -0.5f, as_is, m, n, k);
  product<double, double>(handle, "double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1e-13, 0.75,
                          -0.5, as_is, m, n, k);
  product<cuComplex, cuComplex>(handle, "complex", CUDA_C_32F, CUDA_C_32F, CUBLAS_COMPUTE_32F, 2e-6,
                                cuComplex{0.75f, 0.5f}, cuComplex{0.25f, -1}, as_is, m, n, k);
  product<float, float>(handle, "TF32", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 2e-3,
                        0.75f, -0.5f, as_is, m, n, k);
  product<float, float>(handle, "float as bfloat16", CUDA_R_32F, CUDA_R_32F,
                        CUBLAS_COMPUTE_32F_FAST_16BF, 2e-2, 0.75f, -0.5f, as_is, m, n, k);
#ifndef ON_A_GPU
  // Rounded as documented, which a GPU may do in another way.
  product<float, float>(
      handle, "TF32, rounded", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 2e-6, 0.75f,
      -0.5f, [](Big x) { return rounded(x, 10); }, m, n, k);
  product<float, float>(
      handle, "float as half", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16F, 2e-6, 0.75f,
      -0.5f, [](Big x) { return rounded(x, 10); }, m, n, k);
  product<float, float>(
      handle, "float as bfloat16, rounded", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16BF,
      2e-6, 0.75f, -0.5f, [](Big x) { return rounded(x, 7); }, m, n, k);
#endif
  const int m4 = (m + 3) / 4 * 4, n4 = (n + 3) / 4 * 4,
            k4 = (k + 3) / 4 * 4;  // as integers want it on a GPU
  product<signed char, int>(handle, "integers", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 0, 3, -2,
                            as_is, m4, n4, k4);
  product<signed char, float>(handle, "integers to float", CUDA_R_8I, CUDA_R_32F,
                              CUBLAS_COMPUTE_32F, 2e-6, 0.5f, 1.0f, as_is, m4, n4, k4);
}

void half_functions(cublasHandle_t handle) {
  Memory<__half> a(16 * 16), b(16 * 16), c(16 * 16), scalars(2);
  cublasPointerMode_t mode;
  OK(cublasGetPointerMode(handle, &mode));
  const __half* const s = mode == CUBLAS_POINTER_MODE_HOST ? scalars.host.data() : scalars.device;
  OK(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 16, 15, 14, s, a.device, 16, b.device, 16, s + 1,
                 c.device, 16));
  const auto got = c.down();
  for (int j = 0; j < 15; ++j)
    for (int i = 0; i < 16; ++i) {
      Big sum = 0;
      for (int l = 0; l < 14; ++l) sum += big(a.host[l * 16 + i]) * big(b.host[l * 16 + j]);
      const Big wanted =
          big(scalars.host[0]) * sum + big(scalars.host[1]) * big(c.host[j * 16 + i]);
      CHECK(std::abs(big(got[j * 16 + i]) - wanted) < 1e-2);
    }
}

void refusals(cublasHandle_t handle) {
  Memory<float> a(64);
  const float one = 1;
  const auto ex = [&](cudaDataType ta, cudaDataType tb, cudaDataType tc,
                      cublasComputeType_t compute) {
    return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a.device, ta, 4, a.device,
                        tb, 4, &one, a.device, tc, 4, compute, CUBLAS_GEMM_DEFAULT);
  };
  EXPECT_STATUS(ex(CUDA_R_32F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F),
                CUBLAS_STATUS_NOT_SUPPORTED);
  EXPECT_STATUS(ex(CUDA_R_32F, CUDA_R_32F, CUDA_R_64F, CUBLAS_COMPUTE_64F),
                CUBLAS_STATUS_NOT_SUPPORTED);
  EXPECT_STATUS(ex(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_16F),
                CUBLAS_STATUS_NOT_SUPPORTED);
  // A number that is no type at all.
  const auto none = static_cast<cudaDataType>(77);
  const auto F = CUDA_R_32F;
  const auto wrong = CUBLAS_STATUS_INVALID_VALUE;
  EXPECT_STATUS(ex(F, F, none, CUBLAS_COMPUTE_32F), wrong);
  EXPECT_STATUS(cublasScalEx(handle, 4, &one, F, a.device, none, 1, F), wrong);
  EXPECT_STATUS(cublasAxpyEx(handle, 4, &one, none, a.device, F, 1, a.device, F, 1, F), wrong);
  EXPECT_STATUS(cublasDotEx(handle, 4, a.device, F, 1, a.device, F, 1, a.device, F, none), wrong);
  EXPECT_STATUS(cublasNrm2Ex(handle, 4, a.device, F, 1, a.device, none, F), wrong);
}

int main() {
  in_both_modes(2, [](cublasHandle_t handle) {
    all(handle, pick(1, 40), pick(1, 40), pick(1, 40));
    half_functions(handle);
  });
  in_both_modes(1, [](cublasHandle_t handle) { all(handle, 50, 40, 600); });
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  // Several tiles, below each other and side by side.
  all(handle, 530, 12, 8);
  all(handle, 12, 530, 8);
  refusals(handle);
  {  // As programs from before CUDA 11 say it.
    Memory<float> one(4);
    one.host = {3, 4, 0, 0};
    CHECK(cudaMemcpy(one.device, one.host.data(), 16, cudaMemcpyDefault) == cudaSuccess);
    const float alpha = 1, beta = 0;
    OK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, one.device, CUDA_R_32F, 1,
                    one.device + 1, CUDA_R_32F, 1, &beta, one.device + 2, CUDA_R_32F, 1, CUDA_R_32F,
                    CUBLAS_GEMM_DEFAULT));
    CHECK(one.down()[2] == 12);
  }
  // The math mode decides of float.
  OK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  Memory<float> x(4);
  x.host = {1.0f + 1.0f / 4096, 1, 0, 0};
  CHECK(cudaMemcpy(x.device, x.host.data(), 16, cudaMemcpyDefault) == cudaSuccess);
  const float one = 1, zero = 0;
  OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x.device, 1, x.device + 1, 1,
                 &zero, x.device + 2, 1));
#ifndef ON_A_GPU
  CHECK(x.down()[2] == 1);
#endif
  OK(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
  OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x.device, 1, x.device + 1, 1,
                 &zero, x.device + 2, 1));
  CHECK(x.down()[2] == x.host[0]);
  OK(cublasDestroy(handle));
  std::puts("types: as they should be");
}
