// SPDX-License-Identifier: Apache-2.0
// Matrices: every operation, side and triangle, against matrices written out.
#include "cublas_test.h"

SDCZ(gemm)
SDCZ(gemm_64)
COMPLEX_ONLY(gemm3m)
SDCZ(symm)
COMPLEX_ONLY(hemm)
SDCZ(syrk)
COMPLEX_ONLY(herk)
SDCZ(syr2k)
COMPLEX_ONLY(her2k)
SDCZ(syrkx)
COMPLEX_ONLY(herkx)
SDCZ(trmm)
SDCZ(trsm)
cublasOperation_t op_for(bool hermitian, bool of_complex) {
  if (hermitian) return pick({CUBLAS_OP_N, CUBLAS_OP_C});
  return of_complex ? pick({CUBLAS_OP_N, CUBLAS_OP_T}) : any_op();
}

// What is stored as op says, as op(matrix) of `rows` x `columns`.
template <class T>
struct Operand {
  cublasOperation_t trans;
  int rows, columns, ld;
  Buffer<T> buffer;
  Operand(cublasOperation_t op, int r, int c)
      : trans(op),
        rows(op == CUBLAS_OP_N ? r : c),
        columns(op == CUBLAS_OP_N ? c : r),
        ld(std::max(1, rows) + pick(0, 3)),
        buffer(std::size_t(ld) * columns) {}
  Dense dense() const { return op(full(buffer.host, rows, columns, ld), trans); }
};

// beta C + alpha result, where keep(i, j) says so.
template <class T, class Keep>
void update(Buffer<T>& c, int ldc, const Dense& result, Big alpha, Big beta, Keep keep) {
  for (int j = 0; j < result.columns; ++j)
    for (int i = 0; i < result.rows; ++i) {
      if (!keep(i, j)) continue;
      T& at = c.host[std::size_t(j) * ldc + i];
      at = small<T>((beta == Big(0) ? Big(0) : beta * big(at)) + alpha * result(i, j));
    }
}
template <class T>
struct Target {
  int ld;
  Buffer<T> c;
  Scalar<T> alpha, beta;
  Target(cublasHandle_t handle, int rows, int columns)
      : ld(std::max(1, rows) + pick(0, 3)),
        c(std::size_t(ld) * columns),
        alpha(handle, number<T>()),
        beta(handle, pick(0, 2) ? number<T>() : T{}) {
    if (big(beta.value) != Big(0)) return;
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) c.host[std::size_t(j) * ld + i] = small<T>({NAN, NAN});
    c.up();
  }
};
constexpr auto everywhere = [](int, int) { return true; };

template <class T>
void products(cublasHandle_t handle, int m, int n, int k) {
  Operand<T> a(any_op(), m, k), b(any_op(), k, n);
  Target<T> out(handle, m, n);
  const int way = pick(0, is_complex<T> ? 2 : 1);
  if (way == 0) {
    OK(gemm<T>(handle, a.trans, b.trans, m, n, k, out.alpha.at(), a.buffer.device, a.ld,
               b.buffer.device, b.ld, out.beta.at(), out.c.device, out.ld));
  } else if (way == 1) {
    OK(gemm_64<T>(handle, a.trans, b.trans, int64_t(m), int64_t(n), int64_t(k), out.alpha.at(),
                  a.buffer.device, int64_t(a.ld), b.buffer.device, int64_t(b.ld), out.beta.at(),
                  out.c.device, int64_t(out.ld)));
  } else {
    OK(gemm3m<T>(handle, a.trans, b.trans, m, n, k, out.alpha.at(), a.buffer.device, a.ld,
                 b.buffer.device, b.ld, out.beta.at(), out.c.device, out.ld));
  }
  update(out.c, out.ld, a.dense() * b.dense(), big(out.alpha.value), big(out.beta.value),
         everywhere);
  out.c.compare("gemm", k);
}

template <class T>
void symmetric_matrices(cublasHandle_t handle, int m, int n) {
  const cublasSideMode_t side = any_side();
  const cublasFillMode_t uplo = any_fill();
  const bool hermitian = is_complex<T> && pick(0, 1);
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  Operand<T> a(CUBLAS_OP_N, order, order), b(CUBLAS_OP_N, m, n);
  Target<T> out(handle, m, n);
  if constexpr (is_complex<T>) {
    OK(hermitian ? hemm<T>(handle, side, uplo, m, n, out.alpha.at(), a.buffer.device, a.ld,
                           b.buffer.device, b.ld, out.beta.at(), out.c.device, out.ld)
                 : symm<T>(handle, side, uplo, m, n, out.alpha.at(), a.buffer.device, a.ld,
                           b.buffer.device, b.ld, out.beta.at(), out.c.device, out.ld));
  } else {
    OK(symm<T>(handle, side, uplo, m, n, out.alpha.at(), a.buffer.device, a.ld, b.buffer.device,
               b.ld, out.beta.at(), out.c.device, out.ld));
  }
  const Dense dense =
      symmetric(order, uplo, hermitian ? Symmetry::kHermitian : Symmetry::kSymmetric,
                [&](int i, int j) { return big(a.buffer.host[std::size_t(j) * a.ld + i]); });
  update(out.c, out.ld, side == CUBLAS_SIDE_LEFT ? dense * b.dense() : b.dense() * dense,
         big(out.alpha.value), big(out.beta.value), everywhere);
  out.c.compare("symm, hemm", order);
}

Dense plus(Dense a, const Dense& b) {
  for (std::size_t i = 0; i < a.at.size(); ++i) a.at[i] += b.at[i];
  return a;
}

template <class T>
void triangle_updates(cublasHandle_t handle, int n, int k) {
  using R = RealOf<T>;
  const cublasFillMode_t uplo = any_fill();
  for (const bool hermitian : {false, true}) {
    if (hermitian && !is_complex<T>) continue;
    for (int kind = 0; kind < 3; ++kind) {
      const cublasOperation_t trans = op_for(hermitian, is_complex<T>);
      Operand<T> a(trans, n, k), b(trans, n, k);
      b.ld = a.ld;
      Target<T> out(handle, n, n);
      Scalar<R> real_alpha(handle, number<R>()), real_beta(handle, number<R>());
      if (hermitian) {
        // No NaN, since beta is another one.
        for (T& x : out.c.host) x = number<T>();
        out.c.up();
      }
      T* const pa = a.buffer.device;
      T* const pb = b.buffer.device;
      T* const pc = out.c.device;
      Buffer<T> other(std::size_t(a.ld) * a.columns);
      T* const po = other.device;
      (void)pb;
      const Dense left = a.dense(), right = op(full(other.host, a.rows, a.columns, a.ld), trans);
      const cublasOperation_t turn = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
      Big alpha = big(out.alpha.value), beta = big(out.beta.value);
      Dense result(n, n);
      if (kind == 0) {
        result = left * op(left, turn);
        if constexpr (is_complex<T>) {
          if (hermitian) {
            OK(herk<T>(handle, uplo, trans, n, k, real_alpha.at(), pa, a.ld, real_beta.at(), pc,
                       out.ld));
            alpha = real_alpha.value, beta = real_beta.value;
          }
        }
        if (!hermitian)
          OK(syrk<T>(handle, uplo, trans, n, k, out.alpha.at(), pa, a.ld, out.beta.at(), pc,
                     out.ld));
      } else if (kind == 1) {
        result = plus(times(alpha, left * op(right, turn)),
                      times(hermitian ? std::conj(alpha) : alpha, right * op(left, turn)));
        if (trans != CUBLAS_OP_N && hermitian)
          result = plus(times(alpha, left * op(right, turn)),
                        times(std::conj(alpha), right * op(left, turn)));
        if constexpr (is_complex<T>) {
          if (hermitian) {
            OK(her2k<T>(handle, uplo, trans, n, k, out.alpha.at(), pa, a.ld, po, a.ld,
                        real_beta.at(), pc, out.ld));
            beta = real_beta.value;
          }
        }
        if (!hermitian)
          OK(syr2k<T>(handle, uplo, trans, n, k, out.alpha.at(), pa, a.ld, po, a.ld, out.beta.at(),
                      pc, out.ld));
        alpha = 1;
      } else {
        result = left * op(right, turn);
        if constexpr (is_complex<T>) {
          if (hermitian) {
            OK(herkx<T>(handle, uplo, trans, n, k, out.alpha.at(), pa, a.ld, po, a.ld,
                        real_beta.at(), pc, out.ld));
            beta = real_beta.value;
          }
        }
        if (!hermitian)
          OK(syrkx<T>(handle, uplo, trans, n, k, out.alpha.at(), pa, a.ld, po, a.ld, out.beta.at(),
                      pc, out.ld));
      }
      update(out.c, out.ld, result, alpha, beta,
             [&](int i, int j) { return uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j; });
      for (int i = 0; i < n && hermitian; ++i) {
        T& at = out.c.host[std::size_t(i) * out.ld + i];
        at = small<T>(big(at).real());
      }
      out.c.compare(kind == 0 ? "syrk, herk" : kind == 1 ? "syr2k, her2k" : "syrkx, herkx", 2 * k);
    }
  }
}

template <class T>
void triangles(cublasHandle_t handle, int m, int n) {
  const cublasSideMode_t side = any_side();
  const cublasFillMode_t uplo = any_fill();
  const cublasOperation_t trans = any_op();
  const cublasDiagType_t diag = any_diag();
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  Operand<T> a(CUBLAS_OP_N, order, order), b(CUBLAS_OP_N, m, n);
  for (T& x : a.buffer.host) x = small<T>(big(x) / double(order + 1));
  for (int j = 0; j < order; ++j)
    a.buffer.host[std::size_t(j) * a.ld + j] = small<T>(big(number<T>()) * 0.25 + 1.5);
  a.buffer.up();
  const Dense dense =
      op(triangle(order, uplo, diag,
                  [&](int i, int j) { return big(a.buffer.host[std::size_t(j) * a.ld + i]); }),
         trans);
  const Dense before = b.dense();
  Scalar<T> alpha(handle, number<T>()), inverse(handle, small<T>(1.0 / big(alpha.value)));
  const bool in_place = pick(0, 1);
  const int ldc = in_place ? b.ld : std::max(1, m) + pick(0, 3);
  Buffer<T> elsewhere(std::size_t(ldc) * n);
  Buffer<T>& c = in_place ? b.buffer : elsewhere;
  OK(trmm<T>(handle, side, uplo, trans, diag, m, n, alpha.at(), a.buffer.device, a.ld,
             b.buffer.device, b.ld, c.device, ldc));
  update(c, ldc, side == CUBLAS_SIDE_LEFT ? dense * before : before * dense, big(alpha.value), 0,
         everywhere);
  c.compare("trmm", order);
  if (std::abs(big(alpha.value)) < 0.05) return;
  c.up();
  OK(trsm<T>(handle, side, uplo, trans, diag, m, n, inverse.at(), a.buffer.device, a.ld, c.device,
             ldc));
  update(c, ldc, before, 1, 0, everywhere);
  c.compare("trsm", 200 * (order + 1));
}

template <class T>
void all(cublasHandle_t handle, int largest) {
  const auto size = [&] { return pick(largest / 2 * (largest > 100), largest); };
  products<T>(handle, size(), size(), size());
  symmetric_matrices<T>(handle, size(), size());
  triangle_updates<T>(handle, size(), size());
  triangles<T>(handle, size(), size());
}

// With a factor of 0 the operands are not read, small or large.
template <class T>
void zero_factor(cublasHandle_t handle) {
  for (const int n : {4, 150}) {
    Buffer<T> a(std::size_t(n) * n), c(std::size_t(n) * n);
    for (T& x : a.host) x = small<T>({NAN, NAN});
    for (T& x : c.host) x = number<T>();
    a.up();
    c.up();
    Scalar<T> zero(handle, T{}), one(handle, small<T>(Big(1)));
    for (const auto left : {CUBLAS_OP_N, CUBLAS_OP_T})
      for (const auto right : {CUBLAS_OP_N, CUBLAS_OP_T})
        OK(gemm<T>(handle, left, right, n, n, n, zero.at(), a.device, n, a.device, n, one.at(),
                   c.device, n));
    const std::vector<T> got = c.down();
    for (std::size_t i = 0; i < got.size(); ++i) CHECK(big(got[i]) == big(c.host[i]));
  }
}

int main() {
  in_both_modes(1, [](cublasHandle_t handle) { FOR_TYPES(zero_factor, handle); });
  in_both_modes(6, [](cublasHandle_t handle) { FOR_TYPES(all, handle, 30); });
  in_both_modes(1, [](cublasHandle_t handle) { FOR_TYPES(all, handle, 200); });
  std::puts("level 3: as it should be");
}
