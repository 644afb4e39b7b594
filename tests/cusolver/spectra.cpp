// SPDX-License-Identifier: Apache-2.0
// QR, singular values and eigenvalues: factors are orthogonal, and multiplied out are the matrix.
#include "cusolver_test.h"

BOTH(geqrf, geqrf, geqrf)
BOTH(orgqr, orgqr, ungqr)
BOTH(ormqr, ormqr, unmqr)
BOTH(gebrd, gebrd, gebrd)
BOTH(orgbr, orgbr, ungbr)
BOTH(sytrd, sytrd, hetrd)
BOTH(orgtr, orgtr, ungtr)
BOTH(ormtr, ormtr, unmtr)
BOTH(gesvd, gesvd, gesvd)
BOTH(gesvdj, gesvdj, gesvdj)
BOTH(gesvdj_batched, gesvdjBatched, gesvdjBatched)
BOTH(gesvda, gesvdaStridedBatched, gesvdaStridedBatched)
BOTH(syevd, syevd, heevd)
BOTH(syevj, syevj, heevj)
BOTH(syevj_batched, syevjBatched, heevjBatched)
BOTH(syevdx, syevdx, heevdx)
BOTH(sygvd, sygvd, hegvd)

template <class T>
void qr(cusolverDnHandle_t handle, int m, int n) {
  const Dense a = any<T>(m, n), c = any<T>(m, 3);
  const int steps = std::min(m, n);
  Matrix<T> ma(a), mc(c);
  Array<T> tau(steps);
  Array<int> info(1);
  int size = 0;
  OK(geqrf_size<T>(handle, m, n, ma.device, ma.ld, &size));
  Array<T> work(size);
  OK(geqrf<T>(handle, m, n, ma.device, ma.ld, tau.device, work.device, size, info.device));
  CHECK(info.first() == 0);
  const Dense r = part(ma.get(), steps, n, [](int i, int j) { return i <= j; });
  const auto left = CUBLAS_SIDE_LEFT;
  const auto back = is_complex<T> ? CUBLAS_OP_C : CUBLAS_OP_T;
  OK(ormqr_size<T>(handle, left, back, m, 3, steps, ma.device, ma.ld, tau.device, mc.device, mc.ld,
                   &size));
  Array<T> more(size);
  OK(ormqr<T>(handle, left, back, m, 3, steps, ma.device, ma.ld, tau.device, mc.device, mc.ld,
              more.device, size, info.device));
  const Dense turned = mc.get();
  OK(orgqr_size<T>(handle, m, steps, steps, ma.device, ma.ld, tau.device, &size));
  Array<T> most(size);
  OK(orgqr<T>(handle, m, steps, steps, ma.device, ma.ld, tau.device, most.device, size,
              info.device));
  CHECK(info.first() == 0);
  const Dense q = part(ma.get(), m, steps, [](int, int) { return true; });
  compare<T>("Q'Q", adjoint(q) * q, unit(steps));
  compare<T>("QR", q * r, a);
  compare<T>("Q'C", part(turned, steps, 3, [](int, int) { return true; }), adjoint(q) * c);
}

// To two diagonals, and back.
template <class T>
void bidiagonal(cusolverDnHandle_t handle, int m, int n) {
  const Dense a = any<T>(m, n);
  Matrix<T> ma(a);
  Array<RealOf<T>> d(n), e(n);
  Array<T> tauq(n), taup(n);
  Array<int> info(1);
  int size = 0;
  OK(gebrd_size<T>(handle, m, n, &size));
  Array<T> work(size);
  OK(gebrd<T>(handle, m, n, ma.device, ma.ld, d.device, e.device, tauq.device, taup.device,
              work.device, size, info.device));
  const Dense f = ma.get();
  Matrix<T> mq(f), mp(part(f, n, n, [](int, int) { return true; }));
  OK(orgbr_size<T>(handle, CUBLAS_SIDE_LEFT, m, n, n, mq.device, mq.ld, tauq.device, &size));
  OK(orgbr<T>(handle, CUBLAS_SIDE_LEFT, m, n, n, mq.device, mq.ld, tauq.device, work.device, size,
              info.device));
  OK(orgbr<T>(handle, CUBLAS_SIDE_RIGHT, n, n, m, mp.device, mp.ld, taup.device, work.device, size,
              info.device));
  Dense b(n, n);
  const auto dd = d.get(), ee = e.get();
  for (int i = 0; i < n; ++i) {
    b(i, i) = dd[i];
    if (i + 1 < n) b(i, i + 1) = ee[i];
  }
  compare<T>("gebrd", mq.get() * b * mp.get(), a);
}

template <class T>
void tridiagonal(cusolverDnHandle_t handle, int n) {
  const Dense a = hermitian<T>(n, 0), c = any<T>(n, 2);
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  Matrix<T> ma(a), mc(c);
  Array<RealOf<T>> d(n), e(n);
  Array<T> tau(n);
  Array<int> info(1);
  int size = 0;
  OK(sytrd_size<T>(handle, lower, n, ma.device, ma.ld, d.device, e.device, tau.device, &size));
  Array<T> work(size);
  OK(sytrd<T>(handle, lower, n, ma.device, ma.ld, d.device, e.device, tau.device, work.device, size,
              info.device));
  OK(ormtr_size<T>(handle, CUBLAS_SIDE_LEFT, lower, CUBLAS_OP_N, n, 2, ma.device, ma.ld, tau.device,
                   mc.device, mc.ld, &size));
  Array<T> more(size);
  OK(ormtr<T>(handle, CUBLAS_SIDE_LEFT, lower, CUBLAS_OP_N, n, 2, ma.device, ma.ld, tau.device,
              mc.device, mc.ld, more.device, size, info.device));
  OK(orgtr_size<T>(handle, lower, n, ma.device, ma.ld, tau.device, &size));
  Array<T> most(size);
  OK(orgtr<T>(handle, lower, n, ma.device, ma.ld, tau.device, most.device, size, info.device));
  const Dense q = ma.get();
  Dense t(n, n);
  const auto dd = d.get(), ee = e.get();
  for (int i = 0; i < n; ++i) {
    t(i, i) = dd[i];
    if (i + 1 < n) t(i, i + 1) = t(i + 1, i) = ee[i];
  }
  compare<T>("sytrd", q * t * adjoint(q), a);
  compare<T>("ormtr", mc.get(), q * c);
}

template <class T, class R>
void check_svd(const char* what, const Dense& a, const Dense& u, const std::vector<R>& s,
               const Dense& vt) {
  const int count = std::min(a.rows, a.columns);
  Dense scaled = part(u, a.rows, count, [](int, int) { return true; });
  for (int j = 0; j < count; ++j) {
    CHECK(s[j] >= 0 && (j == 0 || s[j] <= s[j - 1]));
    for (int i = 0; i < a.rows; ++i) scaled(i, j) *= double(s[j]);
  }
  compare<T>(what, scaled * part(vt, count, a.columns, [](int, int) { return true; }), a);
  compare<T>("U'U", adjoint(u) * u, unit(u.columns));
  compare<T>("VV'", vt * adjoint(vt), unit(vt.rows));
}

template <class T>
void singular(cusolverDnHandle_t handle, int m, int n) {
  const Dense a = any<T>(m, n);
  const int count = std::min(m, n);
  Array<RealOf<T>> s(count), over(count);
  Array<int> info(1);
  int size = 0;
  Array<T> work(100000);
  if (m >= n) {
    for (const char job : {'A', 'S', 'N'}) {
      Matrix<T> ma(a), u(Dense(m, job == 'A' ? m : n)), vt(Dense(n, n));
      OK(gesvd_size<T>(handle, m, n, &size));
      OK(gesvd<T>(handle, job, job, m, n, ma.device, ma.ld, s.device, u.device, u.ld, vt.device,
                  vt.ld, work.device, std::max(size, 100000), over.device, info.device));
      CHECK(info.first() == 0);
      static std::vector<RealOf<T>> values;
      if (job != 'N') {
        values = s.get();
        check_svd<T>("gesvd", a, u.get(), values, vt.get());
      } else {
        const auto again = s.get();
        for (int i = 0; i < count; ++i)
          CHECK(std::abs(again[i] - values[i]) <
                (sizeof(RealOf<T>) == 4 ? 1e-4 : 1e-12) * values[0]);
      }
    }
  } else {
    Matrix<T> ma(a);
    EXPECT_STATUS(
        gesvd<T>(handle, 'N', 'N', m, n, ma.device, ma.ld, s.device, static_cast<T*>(nullptr), m,
                 static_cast<T*>(nullptr), n, work.device, 100000, over.device, info.device),
        CUSOLVER_STATUS_INVALID_VALUE);
  }
  gesvdjInfo_t params;
  OK(cusolverDnCreateGesvdjInfo(&params));
  OK(cusolverDnXgesvdjSetTolerance(params, sizeof(RealOf<T>) == 4 ? 1e-7 : 1e-15));
  OK(cusolverDnXgesvdjSetMaxSweeps(params, 100));
  for (const int econ : {0, 1}) {
    Matrix<T> ma(a), u(Dense(m, econ ? count : m)), v(Dense(n, econ ? count : n));
    const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
    OK(gesvdj_size<T>(handle, vectors, econ, m, n, ma.device, ma.ld, s.device, u.device, u.ld,
                      v.device, v.ld, &size, params));
    Array<T> space(size);
    OK(gesvdj<T>(handle, vectors, econ, m, n, ma.device, ma.ld, s.device, u.device, u.ld, v.device,
                 v.ld, space.device, size, info.device, params));
    CHECK(info.first() == 0);
    check_svd<T>("gesvdj", a, u.get(), s.get(), adjoint(v.get()));
  }
  OK(cusolverDnDestroyGesvdjInfo(params));
}

template <class T>
void singular_batches(cusolverDnHandle_t handle, int m, int n, int batch) {
  const int count = std::min(m, n);
  std::vector<Dense> as;
  Dense all(m, n * batch);
  for (int b = 0; b < batch; ++b) {
    as.push_back(any<T>(m, n));
    std::copy(as[b].at.begin(), as[b].at.end(), all.at.begin() + std::size_t(b) * m * n);
  }
  const auto piece = [](const Dense& of, int b, int columns) {
    Dense out(of.rows, columns);
    std::copy_n(of.at.begin() + std::size_t(b) * of.rows * columns, out.at.size(), out.at.begin());
    return out;
  };
  Array<RealOf<T>> s(count * batch);
  Array<int> info(batch);
  int size = 0;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  gesvdjInfo_t params;
  OK(cusolverDnCreateGesvdjInfo(&params));
  {
    Matrix<T> ma(all), u(Dense(m, m * batch)), v(Dense(n, n * batch));
    OK(gesvdj_batched_size<T>(handle, vectors, m, n, ma.device, ma.ld, s.device, u.device, u.ld,
                              v.device, v.ld, &size, params, batch));
    Array<T> work(size);
    OK(gesvdj_batched<T>(handle, vectors, m, n, ma.device, ma.ld, s.device, u.device, u.ld,
                         v.device, v.ld, work.device, size, info.device, params, batch));
    const auto values = s.get();
    for (int b = 0; b < batch; ++b) {
      CHECK(info.get()[b] == 0);
      check_svd<T>("gesvdjBatched", as[b], piece(u.get(), b, m),
                   std::vector<RealOf<T>>(values.begin() + b * count, values.end()),
                   adjoint(piece(v.get(), b, n)));
    }
  }
  OK(cusolverDnDestroyGesvdjInfo(params));
  if (m < n) return;
  Matrix<T> ma(all), u(Dense(m, count * batch)), v(Dense(n, count * batch));
  std::vector<double> left(batch, -1);
  const long long sa = (long long)ma.ld * n, su = (long long)u.ld * count,
                  sv = (long long)v.ld * count;
  OK(gesvda_size<T>(handle, vectors, count, m, n, ma.device, ma.ld, sa, s.device, (long long)count,
                    u.device, u.ld, su, v.device, v.ld, sv, &size, batch));
  Array<T> work(size);
  OK(gesvda<T>(handle, vectors, count, m, n, ma.device, ma.ld, sa, s.device, (long long)count,
               u.device, u.ld, su, v.device, v.ld, sv, work.device, size, info.device, left.data(),
               batch));
  const auto values = s.get();
  for (int b = 0; b < batch; ++b) {
    CHECK(left[b] >= 0 && left[b] < 1e-3);
    check_svd<T>("gesvda", as[b], piece(u.get(), b, count),
                 std::vector<RealOf<T>>(values.begin() + b * count, values.end()),
                 adjoint(piece(v.get(), b, count)));
  }
}

// A V = V W, W from small to large.
template <class T, class R>
void check_eigen(const char* what, const Dense& a, const Dense& v, const std::vector<R>& w,
                 int count) {
  Dense vectors = part(v, a.rows, count, [](int, int) { return true; }), scaled = vectors;
  for (int j = 0; j < count; ++j) {
    CHECK(j == 0 || w[j] >= w[j - 1]);
    for (int i = 0; i < a.rows; ++i) scaled(i, j) *= double(w[j]);
  }
  compare<T>(what, a * vectors, scaled);
  compare<T>("V'V", adjoint(vectors) * vectors, unit(count));
}

template <class T>
void eigenvalues(cusolverDnHandle_t handle, int n) {
  const Dense a = hermitian<T>(n, 0), b = hermitian<T>(n, 2 * n);
  const cublasFillMode_t uplo = pick(0, 1) ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  Array<RealOf<T>> w(n);
  Array<int> info(1);
  int size = 0;
  std::vector<RealOf<T>> values;
  {
    Matrix<T> ma(a);
    OK(syevd_size<T>(handle, vectors, uplo, n, ma.device, ma.ld, w.device, &size));
    Array<T> work(size);
    OK(syevd<T>(handle, vectors, uplo, n, ma.device, ma.ld, w.device, work.device, size,
                info.device));
    CHECK(info.first() == 0);
    values = w.get();
    check_eigen<T>("syevd", a, ma.get(), values, n);
  }
  syevjInfo_t params;
  OK(cusolverDnCreateSyevjInfo(&params));
  {
    Matrix<T> ma(a);
    OK(syevj_size<T>(handle, vectors, uplo, n, ma.device, ma.ld, w.device, &size, params));
    Array<T> work(size);
    OK(syevj<T>(handle, vectors, uplo, n, ma.device, ma.ld, w.device, work.device, size,
                info.device, params));
    CHECK(info.first() == 0);
    check_eigen<T>("syevj", a, ma.get(), w.get(), n);
  }
  OK(cusolverDnDestroySyevjInfo(params));
  // Some of them, by number and by value.
  for (const auto range : {CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V, CUSOLVER_EIG_RANGE_ALL}) {
    const int il = 1 + n / 4, iu = n - n / 4;
    const RealOf<T> below = values[il - 1] - RealOf<T>(1e-3),
                    above = values[iu - 1] + RealOf<T>(1e-3);
    int wanted = 0, found = -1;
    for (int i = 0; i < n; ++i)
      wanted += range == CUSOLVER_EIG_RANGE_V   ? values[i] > below && values[i] <= above
                : range == CUSOLVER_EIG_RANGE_I ? i + 1 >= il && i + 1 <= iu
                                                : 1;
    Matrix<T> ma(a);
    OK(syevdx_size<T>(handle, vectors, range, uplo, n, ma.device, ma.ld, below, above, il, iu,
                      &found, w.device, &size));
    Array<T> work(size);
    OK(syevdx<T>(handle, vectors, range, uplo, n, ma.device, ma.ld, below, above, il, iu, &found,
                 w.device, work.device, size, info.device));
    CHECK(info.first() == 0);
    CHECK(found == wanted);
    check_eigen<T>("syevdx", a, ma.get(), w.get(), found);
  }
  // A V = B V W.
  Matrix<T> ma(a), mb(b);
  OK(sygvd_size<T>(handle, CUSOLVER_EIG_TYPE_1, vectors, uplo, n, ma.device, ma.ld, mb.device,
                   mb.ld, w.device, &size));
  Array<T> work(size);
  OK(sygvd<T>(handle, CUSOLVER_EIG_TYPE_1, vectors, uplo, n, ma.device, ma.ld, mb.device, mb.ld,
              w.device, work.device, size, info.device));
  CHECK(info.first() == 0);
  const Dense v = ma.get();
  Dense scaled = v;
  const auto of_both = w.get();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) scaled(i, j) *= double(of_both[j]);
  compare<T>("sygvd", a * v, b * scaled);
  compare<T>("V'BV", adjoint(v) * b * v, unit(n));
  // B is not positive definite.
  Dense bad = b;
  bad(0, 0) = -1;
  mb.put(bad);
  ma.put(a);
  OK(sygvd<T>(handle, CUSOLVER_EIG_TYPE_1, vectors, uplo, n, ma.device, ma.ld, mb.device, mb.ld,
              w.device, work.device, size, info.device));
  CHECK(info.first() > n);
}

template <class T>
void eigen_batches(cusolverDnHandle_t handle, int n, int batch) {
  Dense all(n, n * batch);
  std::vector<Dense> as;
  for (int b = 0; b < batch; ++b) {
    as.push_back(hermitian<T>(n, 0));
    std::copy(as[b].at.begin(), as[b].at.end(), all.at.begin() + std::size_t(b) * n * n);
  }
  Matrix<T> ma(all);
  Array<RealOf<T>> w(n * batch);
  Array<int> info(batch);
  syevjInfo_t params;
  OK(cusolverDnCreateSyevjInfo(&params));
  int size = 0;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  OK(syevj_batched_size<T>(handle, vectors, lower, n, ma.device, ma.ld, w.device, &size, params,
                           batch));
  Array<T> work(size);
  OK(syevj_batched<T>(handle, vectors, lower, n, ma.device, ma.ld, w.device, work.device, size,
                      info.device, params, batch));
  const auto values = w.get();
  const Dense got = ma.get();
  for (int b = 0; b < batch; ++b) {
    CHECK(info.get()[b] == 0);
    Dense v(n, n);
    std::copy_n(got.at.begin() + std::size_t(b) * n * n, v.at.size(), v.at.begin());
    check_eigen<T>("syevjBatched", as[b], v,
                   std::vector<RealOf<T>>(values.begin() + b * n, values.end()), n);
  }
  OK(cusolverDnDestroySyevjInfo(params));
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  for (const auto& [m, n] : {std::pair{1, 1}, {5, 5}, {40, 23}, {90, 90}}) {
    FOR_TYPES(qr, handle, m, n);
    FOR_TYPES(bidiagonal, handle, m, n);
    FOR_TYPES(singular, handle, m, n);
  }
  FOR_TYPES(qr, handle, 6, 11);
  FOR_TYPES(singular, handle, 6, 11);
  FOR_TYPES(singular_batches, handle, 7, 5, 9);
  FOR_TYPES(singular_batches, handle, 4, 6, 3);
  for (const int n : {2, 9, 70}) {
    FOR_TYPES(tridiagonal, handle, n);
    FOR_TYPES(eigenvalues, handle, n);
  }
  FOR_TYPES(eigen_batches, handle, 8, 20);
  OK(cusolverDnDestroy(handle));
  std::puts("spectra found");
  return 0;
}
