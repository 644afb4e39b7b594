// SPDX-License-Identifier: Apache-2.0
// What the tests of cuSOLVER share: matrices with gaps that must stay as they are, and products
// written out, by which a factorisation is judged (factors differ by signs).
#pragma once

#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "../libraries/library_test.h"

#define OK(call) EXPECT_STATUS(call, CUSOLVER_STATUS_SUCCESS)

// potrf<float>(...) is cusolverDnSpotrf(...); the names of complex types may be others.
template <class... A>
cusolverStatus_t none(A...) {
  return CUSOLVER_STATUS_NOT_SUPPORTED;
}
#define BY_TYPE(name, real, complex)                 \
  template <class T, class... A>                     \
  cusolverStatus_t name(A... a) {                    \
    if constexpr (std::is_same_v<T, float>)          \
      return cusolverDnS##real(a...);                \
    else if constexpr (std::is_same_v<T, double>)    \
      return cusolverDnD##real(a...);                \
    else if constexpr (std::is_same_v<T, cuComplex>) \
      return cusolverDnC##complex(a...);             \
    else                                             \
      return cusolverDnZ##complex(a...);             \
  }
#define BOTH(name, real, complex) \
  BY_TYPE(name, real, complex)    \
  BY_TYPE(name##_size, real##_bufferSize, complex##_bufferSize)

template <class T>
constexpr cudaDataType type_of() {
  return std::is_same_v<T, float>       ? CUDA_R_32F
         : std::is_same_v<T, double>    ? CUDA_R_64F
         : std::is_same_v<T, cuComplex> ? CUDA_C_32F
                                        : CUDA_C_64F;
}

template <class T>
Big number() {
  const double real = any_real();
  return {real, is_complex<T> ? any_real() : 0};
}

inline Dense unit(int n) {
  Dense out(n, n);
  for (int i = 0; i < n; ++i) out(i, i) = 1;
  return out;
}
template <class T>
Dense any(int rows, int columns) {
  Dense out(rows, columns);
  for (Big& x : out.at) x = big(small<T>(number<T>()));
  return out;
}
// Hermitian; positive definite with `shift` of n and more.
template <class T>
Dense hermitian(int n, double shift) {
  Dense out = any<T>(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) out(j, i) = std::conj(out(i, j));
    out(j, j) = big(small<T>(out(j, j).real() + shift));
  }
  return out;
}
// Of what a function leaves in a matrix.
inline Dense part(const Dense& a, int rows, int columns, std::function<bool(int, int)> keep) {
  Dense out(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      if (keep(i, j)) out(i, j) = a(i, j);
  return out;
}
template <class T>
void compare(const char* what, const Dense& got, const Dense& wanted) {
  CHECK(got.rows == wanted.rows && got.columns == wanted.columns);
  double largest = 1;
  for (const Big& x : wanted.at) largest = std::max(largest, std::abs(x));
  const double bound =
      (sizeof(RealOf<T>) == 4 ? 3e-6 : 6e-15) * largest * (8 + got.rows + got.columns);
  for (std::size_t i = 0; i < got.at.size(); ++i)
    if (!(std::abs(got.at[i] - wanted.at[i]) <= bound)) {
      std::printf("%s (%d bytes, %d x %d): number %zu is (%g, %g), not (%g, %g)\n", what,
                  int(sizeof(T)), got.rows, got.columns, i, got.at[i].real(), got.at[i].imag(),
                  wanted.at[i].real(), wanted.at[i].imag());
      std::exit(1);
    }
}

// A matrix on the device whose columns lie `gap` further apart than they have to: what lies between
// is a number that must stay.
template <class T>
struct Matrix {
  int rows, columns, ld;
  T* device = nullptr;
  bool gaps_stay = true;
  explicit Matrix(const Dense& a, int gap = 2)
      : rows(a.rows), columns(a.columns), ld(a.rows + gap) {
    if (ld == 0) ld = 1;
    CUDA(cudaMalloc(reinterpret_cast<void**>(&device), bytes()));
    put(a);
  }
  ~Matrix() { cudaFree(device); }
  Matrix(const Matrix&) = delete;
  std::size_t count() const { return std::size_t(ld) * columns + 1; }
  std::size_t bytes() const { return count() * sizeof(T); }
  void put(const Dense& a) {
    std::vector<T> host(count(), small<T>(77));
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) host[std::size_t(j) * ld + i] = small<T>(a(i, j));
    CUDA(cudaMemcpy(device, host.data(), bytes(), cudaMemcpyDefault));
  }
  Dense get() const {
    std::vector<T> host(count());
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(host.data(), device, bytes(), cudaMemcpyDefault));
    Dense out(rows, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < ld; ++i)
        if (i < rows)
          out(i, j) = big(host[std::size_t(j) * ld + i]);
        else
          CHECK(!gaps_stay || big(host[std::size_t(j) * ld + i]) == Big(77));
    return out;
  }
};
// Dominated by the diagonal, so that few iterations are needed.
template <class T>
Dense well_conditioned(int m, int n) {
  Dense a = any<T>(m, n);
  for (int i = 0; i < n; ++i) a(i, i) = a(i, i) + 2.0 * n;
  for (Big& x : a.at) x = big(small<T>(x));
  return a;
}
// Vectors, workspaces, results.
template <class T>
struct Array {
  T* device = nullptr;
  std::size_t size;
  explicit Array(std::size_t count) : size(count + 1) {
    CUDA(cudaMalloc(reinterpret_cast<void**>(&device), size * sizeof(T)));
    CUDA(cudaMemset(device, 0x55, size * sizeof(T)));
  }
  ~Array() { cudaFree(device); }
  Array(const Array&) = delete;
  std::vector<T> get() const {
    std::vector<T> host(size);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(host.data(), device, size * sizeof(T), cudaMemcpyDefault));
    return host;
  }
  void put(const std::vector<T>& from) {
    CUDA(cudaMemcpy(device, from.data(), from.size() * sizeof(T), cudaMemcpyDefault));
  }
  T first() const { return get()[0]; }
};
// What a function of 64 bits asks for.
struct Buffers {
  std::size_t device = 0, host = 0;
  std::vector<double> on_host;
  void* on_device = nullptr;
  Buffers() = default;
  Buffers(const Buffers&) = delete;
  ~Buffers() { cudaFree(on_device); }
  void* at() {
    CUDA(cudaFree(on_device));
    CUDA(cudaMalloc(&on_device, device + 8));
    return on_device;
  }
  void* host_at() {
    on_host.resize(host / 8 + 1);
    return on_host.data();
  }
};
