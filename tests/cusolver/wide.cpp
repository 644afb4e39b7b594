// SPDX-License-Identifier: Apache-2.0
// Functions whose types are arguments, of systems and reflectors; the first names of others; what
// LDL^T has beside.
#include "cusolver_test.h"

BOTH(sytrf, sytrf, sytrf)
BOTH(sytri, sytri, sytri)

// Symmetric, not Hermitian: with complex numbers, too. Rows are exchanged where 0 is on the
// diagonal.
template <class T>
Dense symmetric(int n) {
  Dense out = any<T>(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) out(j, i) = out(i, j);
    if (j % 3 == 1) out(j, j) = 0;
  }
  return out;
}

template <class T>
void symmetric_systems(cusolverDnHandle_t handle, cublasFillMode_t uplo) {
  const int n = pick(2, 40), nrhs = pick(1, 4);
  const cudaDataType type = type_of<T>();
  const Dense a = symmetric<T>(n), b = any<T>(n, nrhs);
  Matrix<T> ma(a), mb(b);
  Array<int> pivots(n), info(1);
  int size = 0;
  OK(sytrf_size<T>(handle, n, ma.device, ma.ld, &size));
  Array<T> work(size + 1);
  OK(sytrf<T>(handle, uplo, n, ma.device, ma.ld, pivots.device, work.device, size, info.device));
  CHECK(info.first() == 0);
  Array<int64_t> wide(n);
  const std::vector<int> rows = pivots.get();
  wide.put(std::vector<int64_t>(rows.begin(), rows.begin() + n));
  Buffers buffers;
  OK(cusolverDnXsytrs_bufferSize(handle, uplo, n, nrhs, type, ma.device, ma.ld, wide.device, type,
                                 mb.device, mb.ld, &buffers.device, &buffers.host));
  OK(cusolverDnXsytrs(handle, uplo, n, nrhs, type, ma.device, ma.ld, wide.device, type, mb.device,
                      mb.ld, buffers.at(), buffers.device, buffers.host_at(), buffers.host,
                      info.device));
  CHECK(info.first() == 0);
  const Dense x = mb.get(), back = a * x;
  double largest = 1;
  for (const Big& each : x.at) largest = std::max(largest, std::abs(each));
  const double room = (sizeof(RealOf<T>) == 4 ? 1e-4 : 1e-12) * n * largest;
  for (std::size_t i = 0; i < b.at.size(); ++i) CHECK(std::abs(back.at[i] - b.at[i]) < room);

  OK(sytri_size<T>(handle, uplo, n, ma.device, ma.ld, pivots.device, &size));
  Array<T> more(size + 1);
  OK(sytri<T>(handle, uplo, n, ma.device, ma.ld, pivots.device, more.device, size, info.device));
  CHECK(info.first() == 0);
  const Dense half = ma.get();
  Dense inverse = half;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i)
      (uplo == CUBLAS_FILL_MODE_UPPER ? inverse(j, i) : inverse(i, j)) =
          uplo == CUBLAS_FILL_MODE_UPPER ? half(i, j) : half(j, i);
  const Dense one = a * inverse;
  largest = 1;
  for (const Big& each : inverse.at) largest = std::max(largest, std::abs(each));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      CHECK(std::abs(one(i, j) - (i == j ? 1.0 : 0.0)) <
            (sizeof(RealOf<T>) == 4 ? 1e-4 : 1e-12) * n * largest);
}

template <class T>
void triangles(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diagonal) {
  const int n = pick(1, 50);
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
  Dense a = any<T>(n, n);
  for (int i = 0; i < n; ++i) a(i, i) = a(i, i) + double(n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (i != j) a(i, j) = a(i, j) / double(n);
  for (Big& x : a.at) x = big(small<T>(x));
  const auto kept = [&](int i, int j) { return upper ? i <= j : i >= j; };
  Matrix<T> ma(a);
  Array<int> info(1);
  Buffers buffers;
  OK(cusolverDnXtrtri_bufferSize(handle, uplo, diagonal, n, type_of<T>(), ma.device, ma.ld,
                                 &buffers.device, &buffers.host));
  OK(cusolverDnXtrtri(handle, uplo, diagonal, n, type_of<T>(), ma.device, ma.ld, buffers.at(),
                      buffers.device, buffers.host_at(), buffers.host, info.device));
  CHECK(info.first() == 0);
  const Dense got = ma.get();
  Dense triangle = part(a, n, n, kept), inverse = part(got, n, n, kept);
  for (int j = 0; j < n; ++j) {
    if (diagonal == CUBLAS_DIAG_UNIT) triangle(j, j) = inverse(j, j) = 1;
    for (int i = 0; i < n; ++i) CHECK(kept(i, j) || got(i, j) == a(i, j));
  }
  compare<T>("trtri", triangle * inverse, unit(n));
  // A number of the diagonal that is 0 is told.
  if (diagonal == CUBLAS_DIAG_NON_UNIT) {
    const int at = pick(0, n - 1);
    a(at, at) = 0;
    ma.put(a);
    OK(cusolverDnXtrtri(handle, uplo, diagonal, n, type_of<T>(), ma.device, ma.ld, buffers.at(),
                        buffers.device, buffers.host_at(), buffers.host, info.device));
    CHECK(info.first() == at + 1);
  }
}

// The product of a QR factorisation's reflectors is I - V T V^H.
template <class T>
void reflectors(cusolverDnHandle_t handle) {
  const int n = pick(1, 40), k = pick(1, n);
  const cudaDataType type = type_of<T>();
  const Dense a = any<T>(n, k);
  Matrix<T> ma(a), mt(any<T>(k, k));
  Array<T> tau(k);
  Array<int> info(1);
  Buffers buffers;
  OK(cusolverDnXgeqrf_bufferSize(handle, nullptr, n, k, type, ma.device, ma.ld, type, tau.device,
                                 type, &buffers.device, &buffers.host));
  OK(cusolverDnXgeqrf(handle, nullptr, n, k, type, ma.device, ma.ld, type, tau.device, type,
                      buffers.at(), buffers.device, buffers.host_at(), buffers.host, info.device));
  OK(cusolverDnXlarft_bufferSize(handle, nullptr, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE,
                                 n, k, type, ma.device, ma.ld, type, tau.device, type, mt.device,
                                 mt.ld, type, &buffers.device, &buffers.host));
  OK(cusolverDnXlarft(handle, nullptr, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, n, k, type,
                      ma.device, ma.ld, type, tau.device, type, mt.device, mt.ld, type,
                      buffers.at(), buffers.device, buffers.host_at(), buffers.host));
  const Dense factors = ma.get();
  Dense v = part(factors, n, k, [](int i, int j) { return i > j; });
  for (int j = 0; j < k; ++j) v(j, j) = 1;
  const Dense r = part(factors, n, k, [](int i, int j) { return i <= j; });
  const Dense t = part(mt.get(), k, k, [](int i, int j) { return i <= j; });
  Dense q = v * t * adjoint(v);
  for (Big& x : q.at) x = -x;
  for (int i = 0; i < n; ++i) q(i, i) += 1;
  compare<T>("larft", q * r, a);
}

#if CUSOLVER_VERSION < 12000
// The functions under their first names are those of 64 bits. (CUDA 13 has them no more.)
template <class T>
void first_names(cusolverDnHandle_t handle) {
  const int n = pick(1, 30), nrhs = pick(1, 3);
  const cudaDataType type = type_of<T>();
  const Dense b = any<T>(n, nrhs), general = any<T>(n, n), positive = hermitian<T>(n, 2.0 * n);
  Matrix<T> ma(general), mb(b);
  Array<int64_t> pivots(n);
  Array<int> info(1);
  Buffers buffers;
  OK(cusolverDnGetrf_bufferSize(handle, nullptr, n, n, type, ma.device, ma.ld, type,
                                &buffers.device));
  OK(cusolverDnGetrf(handle, nullptr, n, n, type, ma.device, ma.ld, pivots.device, type,
                     buffers.at(), buffers.device, info.device));
  CHECK(info.first() == 0);
  OK(cusolverDnGetrs(handle, nullptr, CUBLAS_OP_N, n, nrhs, type, ma.device, ma.ld, pivots.device,
                     type, mb.device, mb.ld, info.device));
  const Dense x = mb.get();
  double largest = 1;
  for (const Big& each : x.at) largest = std::max(largest, std::abs(each));
  const Dense back = general * x;
  for (std::size_t i = 0; i < b.at.size(); ++i)
    CHECK(std::abs(back.at[i] - b.at[i]) < (sizeof(RealOf<T>) == 4 ? 1e-5 : 1e-13) * n * largest);
  ma.put(positive);
  mb.put(b);
  OK(cusolverDnPotrf_bufferSize(handle, nullptr, CUBLAS_FILL_MODE_LOWER, n, type, ma.device, ma.ld,
                                type, &buffers.device));
  OK(cusolverDnPotrf(handle, nullptr, CUBLAS_FILL_MODE_LOWER, n, type, ma.device, ma.ld, type,
                     buffers.at(), buffers.device, info.device));
  OK(cusolverDnPotrs(handle, nullptr, CUBLAS_FILL_MODE_LOWER, n, nrhs, type, ma.device, ma.ld, type,
                     mb.device, mb.ld, info.device));
  CHECK(info.first() == 0);
  compare<T>("Potrs", positive * mb.get(), b);
}

#else
template <class T>
void first_names(cusolverDnHandle_t) {}
#endif

// LDL^T without pivots, and what is solved by it; a 0 on the diagonal is told.
template <class T>
void unpivoted(cusolverDnHandle_t handle, cublasFillMode_t uplo) {
  const int n = pick(2, 40), nrhs = 3;
  const cudaDataType type = type_of<T>();
  Dense a = symmetric<T>(n);
  for (int i = 0; i < n; ++i) a(i, i) = big(small<T>(a(i, i) + double(n)));
  const Dense b = any<T>(n, nrhs);
  Matrix<T> ma(a), mb(b);
  Array<int> info(1);
  int size = 0;
  OK(sytrf_size<T>(handle, n, ma.device, ma.ld, &size));
  Array<T> work(size + 1);
  int* const none = nullptr;
  OK(sytrf<T>(handle, uplo, n, ma.device, ma.ld, none, work.device, size, info.device));
  CHECK(info.first() == 0);
  Buffers buffers;
  OK(cusolverDnXsytrs_bufferSize(handle, uplo, n, nrhs, type, ma.device, ma.ld, nullptr, type,
                                 mb.device, mb.ld, &buffers.device, &buffers.host));
  OK(cusolverDnXsytrs(handle, uplo, n, nrhs, type, ma.device, ma.ld, nullptr, type, mb.device,
                      mb.ld, buffers.at(), buffers.device, buffers.host_at(), buffers.host,
                      info.device));
  compare<T>("sytrs", a * mb.get(), b);
  Dense flat(n, n);
  for (int i = 0; i < n; ++i) flat(i, i) = i == 1 ? 0 : 1;
  ma.put(flat);
  OK(sytrf<T>(handle, uplo, n, ma.device, ma.ld, none, work.device, size, info.device));
  CHECK(info.first() == 2);
}

void refusals(cusolverDnHandle_t handle) {
  std::size_t device = 0, host = 0;
  EXPECT_STATUS(cusolverDnXtrtri_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT, 4,
                                            CUDA_R_64F, nullptr, 3, &device, &host),
                CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cusolverDnXtrtri_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT, 4,
                                            CUDA_R_16F, nullptr, 4, &device, &host),
                CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(
      cusolverDnXsytrs_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 4, 1, CUDA_R_64F, nullptr, 4,
                                  nullptr, CUDA_R_32F, nullptr, 4, &device, &host),
      CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_STATUS(
      cusolverDnXlarft_bufferSize(handle, nullptr, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE,
                                  4, 5, CUDA_R_64F, nullptr, 4, CUDA_R_64F, nullptr, CUDA_R_64F,
                                  nullptr, 5, CUDA_R_64F, &device, &host),
      CUSOLVER_STATUS_INVALID_VALUE);
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  for (int round = 0; round < 4; ++round) {
    for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
      FOR_TYPES(symmetric_systems, handle, uplo);
      FOR_TYPES(unpivoted, handle, uplo);
      FOR_TYPES(triangles, handle, uplo, round % 2 ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT);
    }
    FOR_TYPES(reflectors, handle);
    FOR_TYPES(first_names, handle);
  }
  refusals(handle);
  OK(cusolverDnDestroy(handle));
  std::printf("passed\n");
}
