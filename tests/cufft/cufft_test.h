// SPDX-License-Identifier: Apache-2.0
// What the tests of cuFFT share: arrays with gaps that must stay as they are, and the sums that
// define a transform, in long double.
#pragma once

#include <cuda_runtime_api.h>
#include <cufft.h>
#include <cufftXt.h>

#include <cmath>
#include <cstring>

#include "../libraries/library_test.h"

#define OK(call) EXPECT_STATUS(call, CUFFT_SUCCESS)

using Exact = std::complex<long double>;

template <class T>
T number() {
  return static_cast<T>(any_real());
}

// exp(sign * 2 pi i k / n) for all k.
inline std::vector<Exact> roots(int n, int sign) {
  std::vector<Exact> out(n);
  for (int k = 0; k < n; ++k)
    out[k] = std::polar<long double>(1, sign * 2 * 3.14159265358979323846264338327950288L * k / n);
  return out;
}

// std::complex asks each product for infinities.
inline Exact product(Exact a, Exact b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// A transform of up to three dimensions, row after row of numbers.
struct Cube {
  int n[3];
  std::vector<Exact> at;
  Cube(int a, int b, int c) : n{a, b, c}, at(std::size_t(a) * b * c) {}
  Exact& operator()(int i, int j, int k) { return at[(std::size_t(i) * n[1] + j) * n[2] + k]; }
  void along(int axis, int sign) {
    const int length = n[axis];
    const std::vector<Exact> root = roots(length, sign);
    std::size_t step = 1;
    for (int i = axis + 1; i < 3; ++i) step *= n[i];
    std::vector<Exact> row(length);
    for (std::size_t begin = 0; begin < at.size(); ++begin) {
      if (begin / step % length != 0) continue;
      for (int k = 0; k < length; ++k) {
        Exact sum = 0;
        for (int x = 0; x < length; ++x)
          sum += product(at[begin + x * step], root[static_cast<long long>(k) * x % length]);
        row[k] = sum;
      }
      for (int k = 0; k < length; ++k) at[begin + k * step] = row[k];
    }
  }
};

// The last axis from its half (plus one): what is missing are conjugates, and of the first number,
// and the one in the middle, only the real part counts.
inline Cube from_half(const Cube& half, int last) {
  Cube full(half.n[0], half.n[1], last);
  Cube& h = const_cast<Cube&>(half);
  for (int i = 0; i < half.n[0]; ++i)
    for (int j = 0; j < half.n[1]; ++j) {
      for (int k = 0; k < half.n[2]; ++k) {
        full(i, j, k) = h(i, j, k);
        if (k > 0) full(i, j, last - k) = std::conj(h(i, j, k));
      }
      full(i, j, 0) = h(i, j, 0).real();
      if (last % 2 == 0) full(i, j, last / 2) = h(i, j, last / 2).real();
    }
  return full;
}

// Device memory and what was put there.
template <class T>
struct Buffer {
  std::vector<T> host;
  T* device = nullptr;
  explicit Buffer(std::size_t count) : host(count) {
    for (T& x : host) x = number<T>();
    CUDA(cudaMalloc(reinterpret_cast<void**>(&device), host.size() * sizeof(T)));
    up();
  }
  ~Buffer() { cudaFree(device); }
  Buffer(const Buffer&) = delete;
  void up() {
    CUDA(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> down() const {
    std::vector<T> out(host.size());
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(out.data(), device, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return out;
  }
};

// Whether `got` is what it should be: errors beside the largest number, as is usual for transforms.
template <class T>
void compare(const char* what, const std::vector<T>& got, const std::vector<long double>& wanted,
             double points) {
  long double largest = 1;
  for (const long double x : wanted) largest = std::max(largest, std::abs(x));
  const long double bound =
      (sizeof(T) == 4 ? 2e-7L : 4e-16L) * (4 + 2 * std::log2(points)) * largest;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (std::abs(got[i] - wanted[i]) <= bound) continue;
    std::printf("%s: number %zu of %zu is %.9g, not %.9g\n", what, i, wanted.size(), double(got[i]),
                double(wanted[i]));
    std::exit(1);
  }
}
