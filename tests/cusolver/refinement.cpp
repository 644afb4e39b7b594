// SPDX-License-Identifier: Apache-2.0
// Iterative refinement: solutions are as good as the main precision's whatever the factors' one, A
// stays as it is where refinement converges, and where it does not, the count of iterations says so
// and the solution is right all the same.
#include "cusolver_test.h"

template <class T>
struct Names;
#define NAMES(T, ...)       \
  template <>               \
  struct Names<T> {         \
    template <class F>      \
    static void each(F f) { \
      __VA_ARGS__           \
    }                       \
  };
#define ONE(both)                                                     \
  f(#both, cusolverDn##both##gesv_bufferSize, cusolverDn##both##gesv, \
    cusolverDn##both##gels_bufferSize, cusolverDn##both##gels);
NAMES(float, ONE(SS) ONE(SH) ONE(SB) ONE(SX))
NAMES(double, ONE(DD) ONE(DS) ONE(DH) ONE(DB) ONE(DX))
NAMES(cuComplex, ONE(CC) ONE(CK) ONE(CE) ONE(CY))
NAMES(cuDoubleComplex, ONE(ZZ) ONE(ZC) ONE(ZK) ONE(ZE) ONE(ZY))

template <class T>
double largest(const Dense& a) {
  double most = 0;
  for (const Big x : a.at) most = std::max(most, std::abs(x));
  return most;
}
template <class T>
double precision() {
  return sizeof(RealOf<T>) == 4 ? 1.2e-7 : 2.3e-16;
}
template <class T>
Dense minus(const Dense& a, const Dense& b) {
  Dense out = a;
  for (std::size_t i = 0; i < out.at.size(); ++i) out.at[i] -= b.at[i];
  return out;
}

template <class T>
void systems(cusolverDnHandle_t handle) {
  Names<T>::each([&](const char* name, auto size_of, auto solve, auto, auto) {
    const int n = pick(1, 70), nrhs = pick(1, 4);
    const Dense a = well_conditioned<T>(n, n), b = any<T>(n, nrhs);
    Matrix<T> ma(a), mb(b), mx(any<T>(n, nrhs));
    Array<int> pivots(n), info(1);
    std::size_t bytes = 0;
    OK(size_of(handle, n, nrhs, ma.device, ma.ld, pivots.device, mb.device, mb.ld, mx.device, mx.ld,
               nullptr, &bytes));
    CHECK(bytes > 0);
    Array<double> work(static_cast<int>(bytes / 8 + 1));
    int iterations = 0;
    OK(solve(handle, n, nrhs, ma.device, ma.ld, pivots.device, mb.device, mb.ld, mx.device, mx.ld,
             work.device, bytes, &iterations, info.device));
    CHECK(info.first() == 0);
    // TF32 and half have 10 bits, bfloat16 has 7. A double is not found at once by less.
    const bool is_double = name[0] == 'D' || name[0] == 'Z';
    if (iterations < (is_double && name[0] != name[1]) || iterations > 25) {
      std::printf("%s: %d iterations of %d\n", name, iterations, n);
      std::exit(1);
    }
    const Dense x = mx.get();
    const Dense rest = minus<T>(a * x, b);
    CHECK(largest<T>(rest) <= precision<T>() * n * (1 + largest<T>(a) * largest<T>(x)) * 4);
    CHECK(minus<T>(ma.get(), a).at == Dense(n, n).at &&
          minus<T>(mb.get(), b).at == Dense(n, nrhs).at);
  });
}

template <class T>
void least_squares(cusolverDnHandle_t handle) {
  Names<T>::each([&](const char* name, auto, auto, auto size_of, auto solve) {
    const int n = pick(1, 30), m = n + pick(0, 30), nrhs = pick(1, 3);
    const Dense a = well_conditioned<T>(m, n), b = any<T>(m, nrhs);
    Matrix<T> ma(a), mb(b), mx(any<T>(n, nrhs));
    Array<int> info(1);
    std::size_t bytes = 0;
    OK(size_of(handle, m, n, nrhs, ma.device, ma.ld, mb.device, mb.ld, mx.device, mx.ld, nullptr,
               &bytes));
    Array<double> work(static_cast<int>(bytes / 8 + 1));
    int iterations = 0;
    OK(solve(handle, m, n, nrhs, ma.device, ma.ld, mb.device, mb.ld, mx.device, mx.ld, work.device,
             bytes, &iterations, info.device));
    CHECK(info.first() == 0);
    if (iterations < 0 || iterations > 40) {
      std::printf("%s: %d iterations of %d x %d\n", name, iterations, m, n);
      std::exit(1);
    }
    // What is left has nothing of A's columns.
    const Dense x = mx.get();
    const Dense rest = minus<T>(a * x, b);
    const Dense gradient = adjoint(a) * rest;
    CHECK(largest<T>(gradient) <=
          precision<T>() * m * largest<T>(a) * (1 + largest<T>(a) * largest<T>(x)) * 8);
    CHECK(minus<T>(ma.get(), a).at == Dense(m, n).at);
    EXPECT_STATUS(solve(handle, n, n + 1, nrhs, ma.device, m, mb.device, m, mx.device, m + 1,
                        work.device, bytes, &iterations, info.device),
                  CUSOLVER_STATUS_NOT_SUPPORTED);
  });
}

// Numbers that half does not have, a condition beyond its reach, and a singular matrix.
void failures(cusolverDnHandle_t handle) {
  const int n = 24;
  const auto run = [&](const Dense& a, auto solve, int& iterations, Dense& x, const Dense& b) {
    Matrix<double> ma(a), mb(b), mx(b);
    Array<int> pivots(n), info(1);
    Array<double> work(4);
    OK(solve(handle, n, 1, ma.device, ma.ld, pivots.device, mb.device, mb.ld, mx.device, mx.ld,
             work.device, 32, &iterations, info.device));
    x = mx.get();
    return info.first();
  };
  const Dense b = any<double>(n, 1);
  Dense large = well_conditioned<double>(n, n), hard(n, n), singular(n, n), x(n, 1);
  for (Big& each : large.at) each *= 1e6;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      hard(i, j) = 1.0 / (i + j + 1) + (i == j ? 1e-7 : 0);
      singular(i, j) = i == 5 ? 0.0 : i == j;
    }
  int iterations = 0;
  CHECK(run(large, cusolverDnDHgesv, iterations, x, b) == 0 && iterations == -2);
  CHECK(largest<double>(minus<double>(large * x, b)) < 1e-9);
  CHECK(run(large, cusolverDnDBgesv, iterations, x, b) == 0 && iterations > 0);
  CHECK(run(hard, cusolverDnDBgesv, iterations, x, b) == 0 && iterations < 0);
  CHECK(largest<double>(minus<double>(hard * x, b)) < 1e-6);
  CHECK(run(singular, cusolverDnDSgesv, iterations, x, b) == 6 && iterations == -3);
  std::size_t bytes = 0;
  EXPECT_STATUS(cusolverDnDSgesv_bufferSize(handle, -1, 1, nullptr, 1, nullptr, nullptr, 1, nullptr,
                                            1, nullptr, &bytes),
                CUSOLVER_STATUS_INVALID_VALUE);
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  for (int round = 0; round < 5; ++round) {
    FOR_TYPES(systems, handle);
    FOR_TYPES(least_squares, handle);
  }
  failures(handle);
  OK(cusolverDnDestroy(handle));
  std::printf("passed\n");
}
