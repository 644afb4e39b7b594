// SPDX-License-Identifier: Apache-2.0
// Vectors whose types are arguments: 16-bit numbers, computed with as float, and the others.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cublas_test.h"

inline Big big(__half x) {
  return __half2float(x);
}
inline Big big(__nv_bfloat16 x) {
  return __bfloat162float(x);
}
template <class T>
T any_number() {
  if constexpr (std::is_same_v<T, __half>)
    return __float2half(number<float>());
  else if constexpr (std::is_same_v<T, __nv_bfloat16>)
    return __float2bfloat16(number<float>());
  else
    return number<T>();
}

template <class T>
struct Vector {
  int n, inc;
  std::vector<T> host;
  T* device = nullptr;
  Vector(int count, int step) : n(count), inc(step), host(span_of(count, step) + 1) {
    for (T& x : host) x = any_number<T>();
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), host.size() * sizeof(T)) == cudaSuccess);
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyDefault) ==
          cudaSuccess);
  }
  ~Vector() { cudaFree(device); }
  Vector(const Vector&) = delete;
  Big operator[](int i) { return big(element(host, i, n, inc)); }
  // Reads what the device has; wanted(i) is what it is to be.
  template <class Wanted>
  void compare(const char* what, double precision, Wanted wanted) {
    std::vector<T> got(host.size());
    CHECK(cudaMemcpy(got.data(), device, got.size() * sizeof(T), cudaMemcpyDefault) == cudaSuccess);
    for (int i = 0; i < n; ++i) {
      const Big is = big(element(got, i, n, inc));
      if (!(std::abs(is - wanted(i)) <= precision * (1 + std::abs(wanted(i))))) {
        std::printf("%s: %d of %d is %g, not %g\n", what, i, n, is.real(), wanted(i).real());
        std::exit(1);
      }
    }
    CHECK(std::memcmp(&got.back(), &host.back(), sizeof(T)) == 0);
    host = got;
  }
};

template <class T>
void vectors(cublasHandle_t handle, cudaDataType type, double precision, int n = pick(1, 300)) {
  const bool narrow = sizeof(T) == 2;
  const cudaDataType execution = narrow ? CUDA_R_32F : type;
  Vector<T> x(n, any_inc()), y(n, any_inc()), z(n, 2);
  Vector<T> scalars(4, 1);
  cublasPointerMode_t mode;
  OK(cublasGetPointerMode(handle, &mode));
  const bool on_device = mode == CUBLAS_POINTER_MODE_DEVICE;
  T* const s = on_device ? scalars.device : scalars.host.data();
  const auto result = [&] {
    T value;
    CHECK(cudaMemcpy(&value, s + 3, sizeof(T), cudaMemcpyDefault) == cudaSuccess);
    return big(value).real();
  };
  Big sum = 0;
  double squares = 0, sizes = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  for (int i = 0; i < n; ++i) squares += std::norm(z[i]), sizes += std::abs(z[i]);
  OK(cublasDotEx(handle, n, x.device, type, x.inc, y.device, type, y.inc, s + 3, type, execution));
  CHECK(std::abs(result() - sum.real()) <=
        precision * (8 + std::abs(sum)) + 1e-5 * n * !narrow * (sizeof(T) == 4));
  OK(cublasNrm2Ex(handle, n, z.device, type, z.inc, s + 3, type, execution));
  CHECK(std::abs(result() - std::sqrt(squares)) <= precision * (8 + std::sqrt(squares)));
#ifndef ON_A_GPU  // of 16-bit numbers a GPU has it not
  OK(cublasAsumEx(handle, n, z.device, type, z.inc, s + 3, type, execution));
  CHECK(std::abs(result() - sizes) <= precision * (8 + sizes));
#endif
  const Big alpha = big(scalars.host[0]);
  OK(cublasScalEx(handle, n, s, type, z.device, type, z.inc, execution));
  auto before = z.host;
  const auto old = [&](int i) { return big(element(before, i, n, z.inc)); };
  z.compare("scal", precision, [&](int i) { return alpha * old(i); });
  OK(cublasAxpyEx(handle, n, s, type, x.device, type, x.inc, y.device, type, y.inc, execution));
  before = y.host;
  y.compare("axpy", precision,
            [&](int i) { return alpha * x[i] + big(element(before, i, n, y.inc)); });
  const Big c = big(scalars.host[1]), sine = big(scalars.host[2]);
  OK(cublasRotEx(handle, n, x.device, type, x.inc, y.device, type, y.inc, s + 1, s + 2, type,
                 execution));
  auto old_x = x.host, old_y = y.host;
  x.compare("rot, x", precision, [&](int i) {
    return c * big(element(old_x, i, n, x.inc)) + sine * big(element(old_y, i, n, y.inc));
  });
  y.compare("rot, y", precision, [&](int i) {
    return c * big(element(old_y, i, n, y.inc)) - sine * big(element(old_x, i, n, x.inc));
  });
#ifndef ON_A_GPU
  // Of 16-bit numbers a GPU may not have these.
  OK(cublasSwapEx(handle, n, x.device, type, x.inc, y.device, type, y.inc));
  old_x = x.host, old_y = y.host;
  x.compare("swap, x", 0, [&](int i) { return big(element(old_y, i, n, y.inc)); });
  y.compare("swap, y", 0, [&](int i) { return big(element(old_x, i, n, x.inc)); });
  OK(cublasCopyEx(handle, n, x.device, type, x.inc, y.device, type, y.inc));
  y.compare("copy", 0, [&](int i) { return x[i]; });
#endif
}

#ifndef ON_A_GPU
// Copies and exchanges keep all bits of a number, those of a NaN, too.
void bits(cublasHandle_t handle) {
  constexpr int n = 65536;
  std::vector<unsigned short> all(n), got(n);
  for (int i = 0; i < n; ++i) all[i] = static_cast<unsigned short>(i);
  Buffer<float> x(n / 2), y(n / 2);
  const auto has_all = [&](const Buffer<float>& of) {
    CHECK(cudaMemcpy(got.data(), of.device, 2 * n, cudaMemcpyDefault) == cudaSuccess);
    return got == all;
  };
  CHECK(cudaMemcpy(x.device, all.data(), 2 * n, cudaMemcpyDefault) == cudaSuccess);
  OK(cublasCopyEx(handle, n, x.device, CUDA_R_16F, 1, y.device, CUDA_R_16F, 1));
  CHECK(has_all(y));
  CHECK(cudaMemset(x.device, 0, 2 * n) == cudaSuccess);
  OK(cublasSwapEx(handle, n, x.device, CUDA_R_16BF, 1, y.device, CUDA_R_16BF, 1));
  CHECK(has_all(x));
}
#endif

template <class A, class Y, class Batched, class Strided>
void narrow_gemv(cublasHandle_t handle, Batched batched, Strided strided, double precision) {
  const int m = pick(1, 40), n = pick(1, 40), count = pick(1, 5), lda = m + pick(0, 2),
            incx = pick({1, 2}), incy = pick({1, 3});
  const cublasOperation_t trans = pick({CUBLAS_OP_N, CUBLAS_OP_T});
  const int in = trans == CUBLAS_OP_N ? n : m, out = m + n - in;
  Vector<A> a(lda * n * count, 1), x(in * incx * count, 1);
  Vector<Y> y(out * incy * count, 1);
  Scalar<float> alpha(handle, number<float>()), beta(handle, number<float>());
  const bool lists = pick(0, 1);
  if (lists) {
    std::vector<void*> all;
    for (int i = 0; i < count; ++i) all.push_back(a.device + i * lda * n);
    for (int i = 0; i < count; ++i) all.push_back(x.device + i * in * incx);
    for (int i = 0; i < count; ++i) all.push_back(y.device + i * out * incy);
    void** device = nullptr;
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), all.size() * sizeof(void*)) == cudaSuccess);
    CHECK(cudaMemcpy(device, all.data(), all.size() * sizeof(void*), cudaMemcpyDefault) ==
          cudaSuccess);
    OK(batched(handle, trans, m, n, alpha.at(), reinterpret_cast<const A* const*>(device), lda,
               reinterpret_cast<const A* const*>(device + count), incx, beta.at(),
               reinterpret_cast<Y* const*>(device + 2 * count), incy, count));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    cudaFree(device);
  } else {
    OK(strided(handle, trans, m, n, alpha.at(), a.device, lda, (long long)lda * n, x.device, incx,
               (long long)in * incx, beta.at(), y.device, incy, (long long)out * incy, count));
  }
  const auto before = y.host;
  y.compare("gemv of narrow numbers", precision, [&](int at) {
    const int s = at / (out * incy), place = at % (out * incy);
    if (place % incy != 0) return big(before[at]);
    Big sum = 0;
    for (int l = 0; l < in; ++l) {
      const int row = trans == CUBLAS_OP_N ? place / incy : l,
                column = trans == CUBLAS_OP_N ? l : place / incy;
      sum += big(a.host[s * lda * n + column * lda + row]) * big(x.host[s * in * incx + l * incx]);
    }
    return big(alpha.value) * sum + big(beta.value) * big(before[at]);
  });
}

void products(cublasHandle_t handle) {
  const int n = 24;
  Vector<__half> a(n * n, 1), b(n * n, 1);
  Vector<float> c(n * n, 1);
  Scalar<float> alpha(handle, 0.5f), beta(handle, 2.0f);
  OK(cublasSgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, alpha.at(), a.device, CUDA_R_16F, n,
                   b.device, CUDA_R_16F, n, beta.at(), c.device, CUDA_R_32F, n));
  const auto before = c.host;
  c.compare("SgemmEx", 1e-5, [&](int at) {
    Big sum = 0;
    for (int l = 0; l < n; ++l) sum += big(a.host[l * n + at % n]) * big(b.host[l * n + at / n]);
    return 0.5 * sum + 2.0 * big(before[at]);
  });
}

int main() {
  in_both_modes(4, [](cublasHandle_t handle) {
    vectors<__half>(handle, CUDA_R_16F, 2e-3);
    vectors<__nv_bfloat16>(handle, CUDA_R_16BF, 1.6e-2);
    vectors<float>(handle, CUDA_R_32F, 4e-6);
    vectors<double>(handle, CUDA_R_64F, 1e-13);
    narrow_gemv<__half, __half>(handle, cublasHSHgemvBatched, cublasHSHgemvStridedBatched, 4e-3);
    narrow_gemv<__half, float>(handle, cublasHSSgemvBatched, cublasHSSgemvStridedBatched, 1e-4);
    narrow_gemv<__nv_bfloat16, __nv_bfloat16>(handle, cublasTSTgemvBatched,
                                              cublasTSTgemvStridedBatched, 3e-2);
    narrow_gemv<__nv_bfloat16, float>(handle, cublasTSSgemvBatched, cublasTSSgemvStridedBatched,
                                      1e-4);
    products(handle);
#ifndef ON_A_GPU
    bits(handle);
#endif
  });
  // Long enough for several threads.
  in_both_modes(1, [](cublasHandle_t handle) {
    vectors<__nv_bfloat16>(handle, CUDA_R_16BF, 1.6e-2, 200000);
  });
  std::puts("vectors of types: as they should be");
}
