// SPDX-License-Identifier: Apache-2.0
// Spectra by the functions whose types are arguments: all of many matrices, some of one and of
// pairs, singular values by polar factors and the greatest ones.
#include "cusolver_test.h"

BY_TYPE(sygvdx, sygvdx, hegvdx)
BY_TYPE(sygvdx_size, sygvdx_bufferSize, hegvdx_bufferSize)

template <class T>
constexpr cudaDataType real_type() {
  return sizeof(RealOf<T>) == 4 ? CUDA_R_32F : CUDA_R_64F;
}
template <class T>
double room(int n) {
  return (sizeof(RealOf<T>) == 4 ? 2e-5 : 1e-13) * (n + 8);
}

// a v = w (b v) for the first `count` columns of v.
template <class T, class R>
void check_pairs(const Dense& a, const Dense& b, const Dense& v, const std::vector<R>& w, int count,
                 double scale) {
  const int n = a.rows;
  const Dense vectors = part(v, n, count, [](int, int) { return true; });
  const Dense left = a * vectors, right = b * vectors;
  for (int j = 0; j < count; ++j) {
    CHECK(j == 0 || w[j - 1] <= w[j]);
    for (int i = 0; i < n; ++i)
      CHECK(std::abs(left(i, j) - right(i, j) * double(w[j])) < room<T>(n) * scale);
  }
}

template <class T>
void batches(cusolverDnHandle_t handle, int batch) {
  using R = RealOf<T>;
  const int n = pick(1, 20);
  const cudaDataType type = type_of<T>(), real = real_type<T>();
  Dense all(n, n * batch);
  std::vector<Dense> each;
  for (int k = 0; k < batch; ++k) {
    each.push_back(hermitian<T>(n, 0));
    std::copy(each[k].at.begin(), each[k].at.end(), all.at.begin() + std::size_t(k) * n * n);
  }
  Matrix<T> ma(all);
  Array<R> w(std::size_t(n) * batch);
  Array<int> info(batch);
  Buffers buffers;
  const auto upper = CUBLAS_FILL_MODE_UPPER;
  const auto wanted = CUSOLVER_EIG_MODE_VECTOR;
  OK(cusolverDnXsyevBatched_bufferSize(handle, nullptr, wanted, upper, n, type, ma.device, ma.ld,
                                       real, w.device, type, &buffers.device, &buffers.host,
                                       batch));
  OK(cusolverDnXsyevBatched(handle, nullptr, wanted, upper, n, type, ma.device, ma.ld, real,
                            w.device, type, buffers.at(), buffers.device, buffers.host_at(),
                            buffers.host, info.device, batch));
  const Dense vectors = ma.get();
  const std::vector<R> values = w.get();
  for (int k = 0; k < batch; ++k) {
    CHECK(info.get()[k] == 0);
    Dense v(n, n);
    std::copy_n(vectors.at.begin() + std::size_t(k) * n * n, v.at.size(), v.at.begin());
    check_pairs<T>(each[k], unit(n), v, std::vector<R>(&values[k * n], &values[k * n] + n), n, n);
    compare<T>("syevBatched", adjoint(v) * v, unit(n));
  }
}

template <class T>
void some(cusolverDnHandle_t handle, cusolverEigRange_t range) {
  using R = RealOf<T>;
  const int n = pick(3, 40);
  const cudaDataType type = type_of<T>(), real = real_type<T>();
  const Dense a = hermitian<T>(n, 0);
  Matrix<T> ma(a);
  Array<R> w(n);
  Array<int> info(1);
  Buffers buffers;
  R low = R(-0.5), high = R(1.5);
  const int first = pick(1, n), last = pick(first, n);
  int64_t found = -1;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  const auto wanted = CUSOLVER_EIG_MODE_VECTOR;
  OK(cusolverDnXsyevdx_bufferSize(handle, nullptr, wanted, range, lower, n, type, ma.device, ma.ld,
                                  &low, &high, first, last, &found, real, w.device, type,
                                  &buffers.device, &buffers.host));
  OK(cusolverDnXsyevdx(handle, nullptr, wanted, range, lower, n, type, ma.device, ma.ld, &low,
                       &high, first, last, &found, real, w.device, type, buffers.at(),
                       buffers.device, buffers.host_at(), buffers.host, info.device));
  CHECK(info.first() == 0);
  const std::vector<R> values = w.get();
  if (range == CUSOLVER_EIG_RANGE_ALL) CHECK(found == n);
  if (range == CUSOLVER_EIG_RANGE_I) CHECK(found == last - first + 1);
  for (int i = 0; i < found && range == CUSOLVER_EIG_RANGE_V; ++i)
    CHECK(values[i] > low && values[i] <= high);
  check_pairs<T>(a, unit(n), ma.get(), values, static_cast<int>(found), n);
}

// Pairs: A v = w B v, A B v = w v, B A v = w v.
template <class T>
void pairs(cusolverDnHandle_t handle, cusolverEigType_t kind) {
  using R = RealOf<T>;
  const int n = pick(2, 30);
  const Dense a = hermitian<T>(n, 0), b = hermitian<T>(n, n + 2.0);
  const int first = pick(1, n), last = pick(first, n);
  Matrix<T> ma(a), mb(b);
  Array<R> w(n);
  Array<int> info(1);
  int size = 0, found = -1;
  const auto upper = CUBLAS_FILL_MODE_UPPER;
  const auto wanted = CUSOLVER_EIG_MODE_VECTOR;
  const auto range = CUSOLVER_EIG_RANGE_I;
  OK(sygvdx_size<T>(handle, kind, wanted, range, upper, n, ma.device, ma.ld, mb.device, mb.ld, R(0),
                    R(0), first, last, &found, w.device, &size));
  Array<T> work(size + 1);
  OK(sygvdx<T>(handle, kind, wanted, range, upper, n, ma.device, ma.ld, mb.device, mb.ld, R(0),
               R(0), first, last, &found, w.device, work.device, size, info.device));
  CHECK(info.first() == 0 && found == last - first + 1);
  const Dense left = kind == CUSOLVER_EIG_TYPE_1 ? a : kind == CUSOLVER_EIG_TYPE_2 ? a * b : b * a;
  check_pairs<T>(left, kind == CUSOLVER_EIG_TYPE_1 ? b : unit(n), ma.get(), w.get(), found,
                 4.0 * n * n);
  // B that is not positive definite is told by n + the order of the minor.
  Dense bad = b;
  bad(1, 1) = -1;
  ma.put(a);
  mb.put(bad);
  OK(sygvdx<T>(handle, kind, wanted, range, upper, n, ma.device, ma.ld, mb.device, mb.ld, R(0),
               R(0), first, last, &found, w.device, work.device, size, info.device));
  CHECK(info.first() == n + 2);
}

template <class T>
void singular_values(cusolverDnHandle_t handle, int econ) {
  using R = RealOf<T>;
  const int m = pick(1, 40), n = pick(1, 40), least = std::min(m, n);
  const cudaDataType type = type_of<T>(), real = real_type<T>();
  const Dense a = any<T>(m, n);
  const int us = econ ? least : m, vs = econ ? least : n;
  Matrix<T> ma(a), mu(any<T>(m, us)), mv(any<T>(n, vs));
  mu.gaps_stay = mv.gaps_stay = false;  // an H100's gesvdp writes there, and into no others
  Array<R> s(least);
  Array<int> info(1);
  Buffers buffers;
  double sigma = -1;
  const auto wanted = CUSOLVER_EIG_MODE_VECTOR;
  OK(cusolverDnXgesvdp_bufferSize(handle, nullptr, wanted, econ, m, n, type, ma.device, ma.ld, real,
                                  s.device, type, mu.device, mu.ld, type, mv.device, mv.ld, type,
                                  &buffers.device, &buffers.host));
  OK(cusolverDnXgesvdp(handle, nullptr, wanted, econ, m, n, type, ma.device, ma.ld, real, s.device,
                       type, mu.device, mu.ld, type, mv.device, mv.ld, type, buffers.at(),
                       buffers.device, buffers.host_at(), buffers.host, info.device, &sigma));
  CHECK(info.first() == 0 && sigma >= 0 && sigma < 1e-2);
  const Dense u = mu.get(), v = mv.get();
  const std::vector<R> values = s.get();
  compare<T>("gesvdp U", adjoint(u) * u, unit(us));
  compare<T>("gesvdp V", adjoint(v) * v, unit(vs));
  Dense scaled = part(u, m, least, [](int, int) { return true; });
  for (int j = 0; j < least; ++j)
    for (int i = 0; i < m; ++i) scaled(i, j) *= double(values[j]);
  compare<T>("gesvdp", scaled * adjoint(part(v, n, least, [](int, int) { return true; })), a);

  // The greatest of a matrix of small rank, whose other values are 0.
  const int k = pick(1, least), p = pick(0, least - k);
  const Dense flat = any<T>(m, k) * any<T>(k, n);
  ma.put(flat);
  Matrix<T> ru(any<T>(m, k)), rv(any<T>(n, k));
  cusolverDnParams_t params;
  OK(cusolverDnCreateParams(&params));
  OK(cusolverDnXgesvdr_bufferSize(handle, params, 'S', 'S', m, n, k, p, 2, type, ma.device, ma.ld,
                                  real, s.device, type, ru.device, ru.ld, type, rv.device, rv.ld,
                                  type, &buffers.device, &buffers.host));
  OK(cusolverDnXgesvdr(handle, params, 'S', 'S', m, n, k, p, 2, type, ma.device, ma.ld, real,
                       s.device, type, ru.device, ru.ld, type, rv.device, rv.ld, type, buffers.at(),
                       buffers.device, buffers.host_at(), buffers.host, info.device));
  OK(cusolverDnDestroyParams(params));
  CHECK(info.first() == 0);
  const std::vector<R> greatest = s.get();
  Dense left = ru.get();
  for (int j = 0; j < k; ++j)
    for (int i = 0; i < m; ++i) left(i, j) *= double(greatest[j]);
  compare<T>("gesvdr", left * adjoint(rv.get()), flat);
}

void refusals(cusolverDnHandle_t handle) {
  std::size_t device = 0, host = 0;
  cusolverDnParams_t params;
  OK(cusolverDnCreateParams(&params));
  const auto ask = [&](int k, int p, signed char job) {
    return cusolverDnXgesvdr_bufferSize(handle, params, job, 'N', 6, 4, k, p, 2, CUDA_R_32F,
                                        nullptr, 6, CUDA_R_32F, nullptr, CUDA_R_32F, nullptr, 6,
                                        CUDA_R_32F, nullptr, 1, CUDA_R_32F, &device, &host);
  };
  OK(ask(2, 2, 'S'));
  EXPECT_STATUS(ask(2, 3, 'S'), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(ask(2, 1, 'A'), CUSOLVER_STATUS_INVALID_VALUE);
  OK(ask(0, 1, 'S'));
  OK(cusolverDnDestroyParams(params));
  params = nullptr;
  EXPECT_STATUS(ask(2, 2, 'S'), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cusolverDnXsyevBatched_bufferSize(
                    handle, nullptr, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 4,
                    CUDA_C_32F, nullptr, 4, CUDA_C_32F, nullptr, CUDA_C_32F, &device, &host, 2),
                CUSOLVER_STATUS_INVALID_VALUE);
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  for (int round = 0; round < 3; ++round) {
    FOR_TYPES(batches, handle, round == 0 ? 1 : pick(2, 9));
    for (const auto range : {CUSOLVER_EIG_RANGE_ALL, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V}) {
      FOR_TYPES(some, handle, range);
    }
    for (const auto kind : {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3}) {
      FOR_TYPES(pairs, handle, kind);
    }
    for (const int econ : {0, 1}) {
      FOR_TYPES(singular_values, handle, econ);
    }
  }
  refusals(handle);
  OK(cusolverDnDestroy(handle));
  std::printf("passed\n");
}
