// SPDX-License-Identifier: Apache-2.0
// cusolverDnXgeev: A v = w v and u^H A = w u^H for each value and its vectors; values of real
// matrices come as two rows of numbers or as complex ones; traces agree.
#include "cusolver_test.h"

// Of a real matrix a pair of columns is a complex vector and its conjugate.
template <class T>
Dense vectors_of(const Dense& got, const std::vector<Big>& values) {
  const int n = got.rows;
  Dense vectors = got;
  for (int j = 0; j < n && !is_complex<T>; ++j)
    if (values[j].imag() > 0)
      for (int i = 0; i < n; ++i) {
        vectors(i, j) = Big(got(i, j).real(), got(i, j + 1).real());
        vectors(i, j + 1) = std::conj(vectors(i, j));
      }
  return vectors;
}
// a v = w v for the columns of `vectors`, which have the length 1.
void check_vectors(const Dense& a, const Dense& vectors, const std::vector<Big>& values,
                   double room) {
  const int n = a.rows;
  Dense scaled(n, n);
  for (int j = 0; j < n; ++j) {
    double norm = 0;
    for (int i = 0; i < n; ++i) {
      scaled(i, j) = vectors(i, j) * values[j];
      norm += std::norm(vectors(i, j));
    }
    CHECK(std::abs(norm - 1) < room);
  }
  const Dense product = a * vectors;
  for (std::size_t i = 0; i < product.at.size(); ++i)
    CHECK(std::abs(product.at[i] - scaled.at[i]) < room);
}

template <class T>
void values_and_vectors(cusolverDnHandle_t handle, bool left, bool right, bool as_complex) {
  using R = RealOf<T>;
  const cudaDataType type = type_of<T>();
  const cudaDataType type_w = is_complex<T> || !as_complex ? type
                              : sizeof(R) == 4             ? CUDA_C_32F
                                                           : CUDA_C_64F;
  const int n = pick(1, 40);
  const auto mode = [](bool wanted) {
    return wanted ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
  };
  const Dense a = any<T>(n, n);
  Matrix<T> ma(a), mu(any<T>(n, n)), mv(any<T>(n, n));
  Array<R> w(2 * n);
  Array<int> info(1);
  std::size_t device = 0, host = 0;
  OK(cusolverDnXgeev_bufferSize(handle, nullptr, mode(left), mode(right), n, type, ma.device, ma.ld,
                                type_w, w.device, type, mu.device, mu.ld, type, mv.device, mv.ld,
                                type, &device, &host));
  CHECK(device > 0);
  Array<double> work(static_cast<int>(device / 8 + 1));
  std::vector<double> on_host(host / 8 + 1);
  OK(cusolverDnXgeev(handle, nullptr, mode(left), mode(right), n, type, ma.device, ma.ld, type_w,
                     w.device, type, mu.device, mu.ld, type, mv.device, mv.ld, type, work.device,
                     device, on_host.data(), host, info.device));
  CHECK(info.first() == 0);
  std::vector<R> numbers(2 * n);
  CHECK(cudaMemcpy(numbers.data(), w.device, numbers.size() * sizeof(R), cudaMemcpyDefault) ==
        cudaSuccess);
  std::vector<Big> values(n), conjugates(n);
  for (int i = 0; i < n; ++i) {
    values[i] = type_w == type && !is_complex<T> ? Big(numbers[i], numbers[n + i])
                                                 : Big(numbers[2 * i], numbers[2 * i + 1]);
    conjugates[i] = std::conj(values[i]);
  }
  Big trace = 0, sum = 0;
  for (int i = 0; i < n; ++i) trace += a(i, i), sum += values[i];
  const double room = (sizeof(R) == 4 ? 1e-5 : 1e-13) * n * 4;
  CHECK(std::abs(trace - sum) < room);
  if (right) check_vectors(a, vectors_of<T>(mv.get(), values), values, room);
  if (left) check_vectors(adjoint(a), vectors_of<T>(mu.get(), values), conjugates, room);
}

// Types and sizes that do not fit together.
void refusals(cusolverDnHandle_t handle) {
  std::size_t device = 0, host = 0;
  const auto ask = [&](cusolverEigMode_t left, cudaDataType type_w, cudaDataType type_vr, int lda,
                       int ldvl = 4) {
    return cusolverDnXgeev_bufferSize(
        handle, nullptr, left, CUSOLVER_EIG_MODE_VECTOR, 4, CUDA_R_64F, nullptr, lda, type_w,
        nullptr, CUDA_R_64F, nullptr, ldvl, type_vr, nullptr, 4, CUDA_R_64F, &device, &host);
  };
  OK(ask(CUSOLVER_EIG_MODE_NOVECTOR, CUDA_C_64F, CUDA_R_64F, 4));
  OK(ask(CUSOLVER_EIG_MODE_NOVECTOR, CUDA_C_64F, CUDA_R_64F, 4, 1));
  EXPECT_STATUS(ask(CUSOLVER_EIG_MODE_VECTOR, CUDA_C_64F, CUDA_R_64F, 4, 3),
                CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(ask(CUSOLVER_EIG_MODE_NOVECTOR, CUDA_C_32F, CUDA_R_64F, 4),
                CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(ask(CUSOLVER_EIG_MODE_NOVECTOR, CUDA_R_64F, CUDA_C_64F, 4),
                CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(ask(CUSOLVER_EIG_MODE_NOVECTOR, CUDA_R_64F, CUDA_R_64F, 3),
                CUSOLVER_STATUS_INVALID_VALUE);
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  for (int round = 0; round < 4; ++round)
    for (const bool left : {false, true})
      for (const bool right : {false, true})
        for (const bool as_complex : {false, true}) {
          FOR_TYPES(values_and_vectors, handle, left, right, as_complex);
        }
  refusals(handle);
  OK(cusolverDnDestroy(handle));
  std::printf("passed\n");
}
