// SPDX-License-Identifier: Apache-2.0
// What the tests of cuBLAS share: functions by type, memory with gaps that must stay as they are,
// and matrices written out, with which plain loops compute what is to come out.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../libraries/library_test.h"

inline std::string name_of_status(cublasStatus_t status) {
  return cublasGetStatusName(status);
}
#define OK(call) EXPECT_STATUS(call, CUBLAS_STATUS_SUCCESS)

// axpy<float>(...) is cublasSaxpy(...). The four names are those of float, double, and complex
// ones.
#define BY_TYPE(name, s, d, c, z)                    \
  template <class T, class... A>                     \
  cublasStatus_t name(A... a) {                      \
    if constexpr (std::is_same_v<T, float>)          \
      return s(a...);                                \
    else if constexpr (std::is_same_v<T, double>)    \
      return d(a...);                                \
    else if constexpr (std::is_same_v<T, cuComplex>) \
      return c(a...);                                \
    else                                             \
      return z(a...);                                \
  }
#define SDCZ(name) BY_TYPE(name, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)
#define REAL_ONLY(name) BY_TYPE(name, cublasS##name, cublasD##name, none, none)
#define COMPLEX_ONLY(name) BY_TYPE(name, none, none, cublasC##name, cublasZ##name)
template <class... A>
cublasStatus_t none(A...) {
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

template <class T>
T number() {
  const double real = any_real();
  return small<T>({real, is_complex<T> ? any_real() : 0});
}

// Device memory and what the host thinks is in it, each number different.
template <class T>
struct Buffer {
  std::vector<T> host;
  T* device = nullptr;
  explicit Buffer(std::size_t count) : host(count + 1) {
    for (T& x : host) x = number<T>();
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), bytes()) == cudaSuccess);
    up();
  }
  ~Buffer() { cudaFree(device); }
  Buffer(const Buffer&) = delete;
  std::size_t bytes() const { return host.size() * sizeof(T); }
  void up() { CHECK(cudaMemcpy(device, host.data(), bytes(), cudaMemcpyDefault) == cudaSuccess); }
  std::vector<T> down() const {
    std::vector<T> out(host.size());
    CHECK(cudaMemcpy(out.data(), device, bytes(), cudaMemcpyDefault) == cudaSuccess);
    return out;
  }
  // Whether the device has what the host has now; `length`: how many sums went into a number.
  void compare(const char* what, double length) const {
    const std::vector<T> got = down();
    const double bound = (sizeof(RealOf<T>) == 4 ? 2e-6 : 4e-15) * (8 + length);
    for (std::size_t i = 0; i < host.size(); ++i) {
      if (std::isnan(big(host[i]).real()) && std::isnan(big(got[i]).real())) continue;
      const double error = std::abs(big(got[i]) - big(host[i]));
      if (!(error <= bound * (1 + std::abs(big(host[i]))))) {
        std::printf("%s: number %zu of %zu is (%g, %g), not (%g, %g)\n", what, i, host.size(),
                    big(got[i]).real(), big(got[i]).imag(), big(host[i]).real(),
                    big(host[i]).imag());
        std::exit(1);
      }
    }
  }
};

// A scalar where the pointer mode wants it.
template <class T>
struct Scalar {
  T value;
  T* device = nullptr;
  bool on_device;
  Scalar(cublasHandle_t handle, T x) : value(x) {
    cublasPointerMode_t mode;
    OK(cublasGetPointerMode(handle, &mode));
    on_device = mode == CUBLAS_POINTER_MODE_DEVICE;
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), sizeof(T)) == cudaSuccess);
    CHECK(cudaMemcpy(device, &value, sizeof(T), cudaMemcpyDefault) == cudaSuccess);
  }
  ~Scalar() { cudaFree(device); }
  Scalar(const Scalar&) = delete;
  T* at() { return on_device ? device : &value; }
  T get() {
    if (on_device) CHECK(cudaMemcpy(&value, device, sizeof(T), cudaMemcpyDefault) == cudaSuccess);
    return value;
  }
};

// Element i of a vector, whose increment may be negative.
template <class T>
T& element(std::vector<T>& x, int i, int n, int inc) {
  return x[static_cast<std::size_t>(inc >= 0 ? i * inc : (i - (n - 1)) * inc)];
}
inline std::size_t span_of(int n, int inc) {
  return n <= 0 ? 0 : std::size_t(n - 1) * std::abs(inc) + 1;
}

template <class T>
Dense full(const std::vector<T>& a, int rows, int columns, int ld, std::size_t from = 0) {
  Dense out(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) out(i, j) = big(a[from + std::size_t(j) * ld + i]);
  return out;
}
inline Dense op(const Dense& a, cublasOperation_t trans) {
  return trans == CUBLAS_OP_N ? a : trans == CUBLAS_OP_C ? adjoint(a) : plain_transpose(a);
}
inline Dense times(Big factor, Dense a) {
  for (Big& x : a.at) x *= factor;
  return a;
}
enum class Symmetry { kSymmetric, kHermitian };
// The matrix that `at(i, j)` gives one triangle of.
template <class At>
Dense symmetric(int n, cublasFillMode_t uplo, Symmetry symmetry, At at) {
  Dense out(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const bool stored = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
      const Big value = stored ? at(i, j) : at(j, i);
      const bool hermitian = symmetry == Symmetry::kHermitian;
      out(i, j) = i == j && hermitian    ? Big(value.real())
                  : stored || !hermitian ? value
                                         : std::conj(value);
    }
  return out;
}
template <class At>
Dense triangle(int n, cublasFillMode_t uplo, cublasDiagType_t diag, At at) {
  Dense out(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const bool stored = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
      out(i, j) = i == j && diag == CUBLAS_DIAG_UNIT ? Big(1) : stored ? at(i, j) : Big(0);
    }
  return out;
}
inline std::size_t packed(cublasFillMode_t uplo, int n, int i, int j) {
  return uplo == CUBLAS_FILL_MODE_LOWER ? std::size_t(j) * (2 * n - j - 1) / 2 + i
                                        : std::size_t(j) * (j + 1) / 2 + i;
}

// body(handle) in both pointer modes, `rounds` times each.
template <class Body>
void in_both_modes(int rounds, Body body) {
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  for (cublasPointerMode_t mode : {CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE}) {
    OK(cublasSetPointerMode(handle, mode));
    for (int i = 0; i < rounds; ++i) body(handle);
  }
  OK(cublasDestroy(handle));
}
inline cublasOperation_t any_op() {
  return pick({CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C});
}
inline cublasFillMode_t any_fill() {
  return pick({CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER});
}
inline cublasDiagType_t any_diag() {
  return pick({CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT});
}
inline cublasSideMode_t any_side() {
  return pick({CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT});
}
inline int any_inc() {
  return pick({1, 1, 2, 3, -1, -2});
}
