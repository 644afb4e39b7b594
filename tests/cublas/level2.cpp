// SPDX-License-Identifier: Apache-2.0
// Matrices and vectors: every storage, triangle, operation and increment, against matrices written
// out.
#include "cublas_test.h"

SDCZ(gemv)
SDCZ(gemv_64)
SDCZ(gbmv)
REAL_ONLY(ger)
COMPLEX_ONLY(geru)
COMPLEX_ONLY(gerc)
SDCZ(symv)
COMPLEX_ONLY(hemv)
REAL_ONLY(sbmv)
COMPLEX_ONLY(hbmv)
REAL_ONLY(spmv)
COMPLEX_ONLY(hpmv)
SDCZ(syr)
SDCZ(syr2)
COMPLEX_ONLY(her)
COMPLEX_ONLY(her2)
REAL_ONLY(spr)
REAL_ONLY(spr2)
COMPLEX_ONLY(hpr)
COMPLEX_ONLY(hpr2)
SDCZ(trmv)
SDCZ(trsv)
SDCZ(tbmv)
SDCZ(tbsv)
SDCZ(tpmv)
SDCZ(tpsv)

template <class T>
Dense column(std::vector<T>& x, int n, int inc) {
  Dense out(n, 1);
  for (int i = 0; i < n; ++i) out(i, 0) = big(element(x, i, n, inc));
  return out;
}

// y = alpha matrix x + beta y by call(alpha, x, incx, beta, y, incy).
template <class T, class Call>
void product(cublasHandle_t handle, const char* what, const Dense& matrix, Call call) {
  const int incx = any_inc(), incy = any_inc();
  Buffer<T> x(span_of(matrix.columns, incx)), y(span_of(matrix.rows, incy));
  Scalar<T> alpha(handle, number<T>()), beta(handle, pick(0, 2) ? number<T>() : T{});
  if (big(beta.value) == Big(0) && matrix.columns > 0) {
    // What is multiplied by 0 is not read.
    for (int i = 0; i < matrix.rows; ++i)
      element(y.host, i, matrix.rows, incy) = small<T>({NAN, NAN});
    y.up();
  }
  OK(call(alpha.at(), x.device, incx, beta.at(), y.device, incy));
  const Dense result = matrix * column(x.host, matrix.columns, incx);
  for (int i = 0; i < matrix.rows && matrix.columns > 0; ++i) {
    T& at = element(y.host, i, matrix.rows, incy);
    const Big old = big(beta.value) == Big(0) ? Big(0) : big(beta.value) * big(at);
    at = small<T>(big(alpha.value) * result(i, 0) + old);
  }
  y.compare(what, matrix.columns);
}

template <class T>
void general(cublasHandle_t handle, int m, int n) {
  const cublasOperation_t trans = any_op();
  const int lda = std::max(1, m) + pick(0, 3);
  Buffer<T> a(std::size_t(lda) * n);
  product<T>(handle, "gemv", op(full(a.host, m, n, lda), trans),
             [&](auto alpha, auto x, int incx, auto beta, auto y, int incy) {
               if (pick(0, 1))
                 return gemv<T>(handle, trans, m, n, alpha, a.device, lda, x, incx, beta, y, incy);
               return gemv_64<T>(handle, trans, int64_t(m), int64_t(n), alpha, a.device,
                                 int64_t(lda), x, int64_t(incx), beta, y, int64_t(incy));
             });
  // Rank one.
  const int incx = any_inc(), incy = any_inc();
  Buffer<T> x(span_of(m, incx)), y(span_of(n, incy));
  Scalar<T> alpha(handle, number<T>());
  const bool conjugated = is_complex<T> && pick(0, 1);
  if constexpr (is_complex<T>) {
    OK(conjugated
           ? gerc<T>(handle, m, n, alpha.at(), x.device, incx, y.device, incy, a.device, lda)
           : geru<T>(handle, m, n, alpha.at(), x.device, incx, y.device, incy, a.device, lda));
  } else {
    OK(ger<T>(handle, m, n, alpha.at(), x.device, incx, y.device, incy, a.device, lda));
  }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      T& at = a.host[std::size_t(j) * lda + i];
      const Big right = big(element(y.host, j, n, incy));
      at = small<T>(big(at) + big(alpha.value) * big(element(x.host, i, m, incx)) *
                                  (conjugated ? std::conj(right) : right));
    }
  a.compare("ger", 1);
}

template <class T>
void banded(cublasHandle_t handle, int m, int n) {
  const cublasOperation_t trans = any_op();
  const int kl = pick(0, 6), ku = pick(0, 6), lda = kl + ku + 1 + pick(0, 2);
  Buffer<T> a(std::size_t(lda) * n);
  Dense dense(m, n);
  for (int j = 0; j < n; ++j)
    for (int i = std::max(0, j - ku); i < std::min(m, j + kl + 1); ++i)
      dense(i, j) = big(a.host[std::size_t(j) * lda + ku + i - j]);
  product<T>(handle, "gbmv", op(dense, trans),
             [&](auto alpha, auto x, int incx, auto beta, auto y, int incy) {
               return gbmv<T>(handle, trans, m, n, kl, ku, alpha, a.device, lda, x, incx, beta, y,
                              incy);
             });
}

template <class T>
void symmetric_products(cublasHandle_t handle, int n) {
  const cublasFillMode_t uplo = any_fill();
  const int lda = std::max(1, n) + pick(0, 3), k = pick(0, std::max(0, n - 1)),
            ldb = k + 1 + pick(0, 2);
  Buffer<T> a(std::size_t(lda) * n), band(std::size_t(ldb) * n), pack(std::size_t(n) * (n + 1) / 2);
  const auto at_full = [&](int i, int j) { return big(a.host[std::size_t(j) * lda + i]); };
  const auto at_band = [&](int i, int j) {
    if (std::abs(i - j) > k) return Big(0);
    return big(
        band.host[std::size_t(j) * ldb + (uplo == CUBLAS_FILL_MODE_LOWER ? i - j : k + i - j)]);
  };
  const auto at_pack = [&](int i, int j) { return big(pack.host[packed(uplo, n, i, j)]); };
  product<T>(handle, "symv", symmetric(n, uplo, Symmetry::kSymmetric, at_full),
             [&](auto alpha, auto x, int incx, auto beta, auto y, int incy) {
               return symv<T>(handle, uplo, n, alpha, a.device, lda, x, incx, beta, y, incy);
             });
  constexpr auto kind = is_complex<T> ? Symmetry::kHermitian : Symmetry::kSymmetric;
  product<T>(
      handle, "sbmv, hbmv", symmetric(n, uplo, kind, at_band),
      [&](auto alpha, auto x, int incx, auto beta, auto y, int incy) {
        if constexpr (is_complex<T>)
          return hbmv<T>(handle, uplo, n, k, alpha, band.device, ldb, x, incx, beta, y, incy);
        else
          return sbmv<T>(handle, uplo, n, k, alpha, band.device, ldb, x, incx, beta, y, incy);
      });
  product<T>(handle, "spmv, hpmv", symmetric(n, uplo, kind, at_pack),
             [&](auto alpha, auto x, int incx, auto beta, auto y, int incy) {
               if constexpr (is_complex<T>)
                 return hpmv<T>(handle, uplo, n, alpha, pack.device, x, incx, beta, y, incy);
               else
                 return spmv<T>(handle, uplo, n, alpha, pack.device, x, incx, beta, y, incy);
             });
  if constexpr (is_complex<T>) {
    product<T>(handle, "hemv", symmetric(n, uplo, kind, at_full),
               [&](auto alpha, auto x, int incx, auto beta, auto y, int incy) {
                 return hemv<T>(handle, uplo, n, alpha, a.device, lda, x, incx, beta, y, incy);
               });
  }

  // Updates, of one triangle: what lies in the other stays.
  const int incx = any_inc(), incy = any_inc();
  Buffer<T> x(span_of(n, incx)), y(span_of(n, incy));
  Scalar<T> alpha(handle, number<T>());
  Scalar<RealOf<T>> real(handle, number<RealOf<T>>());
  const auto update = [&](Buffer<T>& of, auto place, bool hermitian, bool two, Big factor) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) continue;
        const auto turned = [&](Big value) { return hermitian ? std::conj(value) : value; };
        const Big xi = big(element(x.host, i, n, incx)), xj = big(element(x.host, j, n, incx));
        const Big yi = big(element(y.host, i, n, incy)), yj = big(element(y.host, j, n, incy));
        T& at = of.host[place(i, j)];
        Big value = big(at) + (two ? factor * xi * turned(yj) + turned(factor) * yi * turned(xj)
                                   : factor * xi * turned(xj));
        if (hermitian && i == j) value = value.real();
        at = small<T>(value);
      }
  };
  const auto place_full = [&](int i, int j) { return std::size_t(j) * lda + i; };
  const auto place_pack = [&](int i, int j) { return packed(uplo, n, i, j); };
  OK(syr<T>(handle, uplo, n, alpha.at(), x.device, incx, a.device, lda));
  update(a, place_full, false, false, big(alpha.value));
  a.compare("syr", 1);
  OK(syr2<T>(handle, uplo, n, alpha.at(), x.device, incx, y.device, incy, a.device, lda));
  update(a, place_full, false, true, big(alpha.value));
  a.compare("syr2", 2);
  if constexpr (is_complex<T>) {
    OK(her<T>(handle, uplo, n, real.at(), x.device, incx, a.device, lda));
    update(a, place_full, true, false, big(real.value));
    a.compare("her", 1);
    OK(her2<T>(handle, uplo, n, alpha.at(), x.device, incx, y.device, incy, a.device, lda));
    update(a, place_full, true, true, big(alpha.value));
    a.compare("her2", 2);
    OK(hpr<T>(handle, uplo, n, real.at(), x.device, incx, pack.device));
    update(pack, place_pack, true, false, big(real.value));
    pack.compare("hpr", 1);
    OK(hpr2<T>(handle, uplo, n, alpha.at(), x.device, incx, y.device, incy, pack.device));
    update(pack, place_pack, true, true, big(alpha.value));
    pack.compare("hpr2", 2);
  } else {
    OK(spr<T>(handle, uplo, n, alpha.at(), x.device, incx, pack.device));
    update(pack, place_pack, false, false, big(alpha.value));
    pack.compare("spr", 1);
    OK(spr2<T>(handle, uplo, n, alpha.at(), x.device, incx, y.device, incy, pack.device));
    update(pack, place_pack, false, true, big(alpha.value));
    pack.compare("spr2", 2);
  }
}

// multiply(x), and solve(x), which brings it back.
template <class T, class Multiply, class Solve>
void both_ways(const char* what, const Dense& matrix, int incx, Multiply multiply, Solve solve) {
  const int n = matrix.rows;
  Buffer<T> x(span_of(n, incx));
  const std::vector<T> before = x.host;
  const Dense result = matrix * column(x.host, n, incx);
  OK(multiply(x.device));
  for (int i = 0; i < n; ++i) element(x.host, i, n, incx) = small<T>(result(i, 0));
  x.compare(what, n);
  x.up();
  OK(solve(x.device));
  x.host = before;
  x.compare(what, 40 * n);
}

template <class T>
void triangles(cublasHandle_t handle, int n) {
  const cublasFillMode_t uplo = any_fill();
  const cublasOperation_t trans = any_op();
  const cublasDiagType_t diag = any_diag();
  const int lda = std::max(1, n) + pick(0, 3), k = pick(0, std::max(0, n - 1)),
            ldb = k + 1 + pick(0, 2), incx = any_inc();
  Buffer<T> a(std::size_t(lda) * n), band(std::size_t(ldb) * n), pack(std::size_t(n) * (n + 1) / 2);
  // Of numbers so small beside the diagonal, the solution is not sensitive.
  const auto tame = [&](Buffer<T>& of, auto is_diagonal) {
    for (std::size_t i = 0; i < of.host.size(); ++i)
      of.host[i] = small<T>(big(of.host[i]) / double(n + 1));
    for (int j = 0; j < n; ++j) of.host[is_diagonal(j)] = small<T>(big(number<T>()) * 0.25 + 1.5);
    of.up();
  };
  const auto band_place = [&](int i, int j) {
    return std::size_t(j) * ldb + (uplo == CUBLAS_FILL_MODE_LOWER ? i - j : k + i - j);
  };
  tame(a, [&](int j) { return std::size_t(j) * lda + j; });
  tame(band, [&](int j) { return band_place(j, j); });
  tame(pack, [&](int j) { return packed(uplo, n, j, j); });
  both_ways<T>(
      "trmv, trsv",
      op(triangle(n, uplo, diag,
                  [&](int i, int j) { return big(a.host[std::size_t(j) * lda + i]); }),
         trans),
      incx, [&](T* x) { return trmv<T>(handle, uplo, trans, diag, n, a.device, lda, x, incx); },
      [&](T* x) { return trsv<T>(handle, uplo, trans, diag, n, a.device, lda, x, incx); });
  both_ways<T>(
      "tbmv, tbsv",
      op(triangle(n, uplo, diag,
                  [&](int i, int j) {
                    return std::abs(i - j) > k ? Big(0) : big(band.host[band_place(i, j)]);
                  }),
         trans),
      incx,
      [&](T* x) { return tbmv<T>(handle, uplo, trans, diag, n, k, band.device, ldb, x, incx); },
      [&](T* x) { return tbsv<T>(handle, uplo, trans, diag, n, k, band.device, ldb, x, incx); });
  both_ways<T>(
      "tpmv, tpsv",
      op(triangle(n, uplo, diag,
                  [&](int i, int j) { return big(pack.host[packed(uplo, n, i, j)]); }),
         trans),
      incx, [&](T* x) { return tpmv<T>(handle, uplo, trans, diag, n, pack.device, x, incx); },
      [&](T* x) { return tpsv<T>(handle, uplo, trans, diag, n, pack.device, x, incx); });
}

template <class T>
void all(cublasHandle_t handle) {
  general<T>(handle, pick(0, 40), pick(0, 40));
  banded<T>(handle, pick(1, 40), pick(1, 40));
  symmetric_products<T>(handle, pick(0, 40));
  triangles<T>(handle, pick(0, 40));
}

int main() {
  in_both_modes(3, [](cublasHandle_t handle) {
    FOR_TYPES(all, handle);
    FOR_TYPES(general, handle, pick(600, 800), pick(600, 800));
  });
  std::puts("level 2: as it should be");
}
