// SPDX-License-Identifier: Apache-2.0
// cusparseSpSV and cusparseSpSM: what is solved is multiplied again.
#include "cusparse_test.h"

// A whole matrix, of which a triangle counts: the rest must not be looked at.
template <class T>
std::vector<Entry> square(int n) {
  auto out = random_entries<T>(n, n);
  out.erase(std::remove_if(out.begin(), out.end(), [](const Entry& e) { return e.i == e.j; }),
            out.end());
  for (Entry& e : out) e.value /= 8.0 * n;
  for (int i = 0; i < n; ++i) out.push_back({i, i, Big(2 + i % 3, is_complex<T> ? 1 : 0)});
  std::sort(out.begin(), out.end(),
            [](const Entry& a, const Entry& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; });
  return out;
}
Dense triangle(const Dense& of, cusparseFillMode_t fill, cusparseDiagType_t diagonal) {
  Dense out(of.rows, of.columns);
  for (int i = 0; i < of.rows; ++i)
    for (int j = 0; j < of.columns; ++j) {
      const bool inside = fill == CUSPARSE_FILL_MODE_LOWER ? i >= j : i <= j;
      out(i, j) = !inside                                         ? Big(0)
                  : i == j && diagonal == CUSPARSE_DIAG_TYPE_UNIT ? Big(1)
                                                                  : of(i, j);
    }
  return out;
}

// alpha * x must be op(A) * y.
template <class T>
void check(const char* what, const Dense& a, Dense y, Big alpha, const Dense& x) {
  const Dense got = a * y;
  for (std::size_t i = 0; i < got.at.size(); ++i) {
    if (!(std::abs(got.at[i] - alpha * x.at[i]) <= bound<T>() * 500)) {
      std::printf("%s: number %zu is (%g, %g), not (%g, %g)\n", what, i, got.at[i].real(),
                  got.at[i].imag(), (alpha * x.at[i]).real(), (alpha * x.at[i]).imag());
      std::exit(1);
    }
  }
}

template <class T, class I>
void one(cusparseHandle_t handle, cusparseFormat_t format, cusparseOperation_t trans,
         cusparseFillMode_t fill, cusparseDiagType_t diagonal) {
  const int n = pick({1, 5, 60});
  auto entries = square<T>(n);
  for (Entry& e : entries) e.value = big(small<T>(e.value));
  Sparse<T, I, I> a(format, n, n, entries, pick(0, 1));
  OK(cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  OK(cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
  const Dense whole = dense_of(n, n, entries);
  Scalar<T> alpha(handle, number<T>());
  {
    DenseOnDevice<T> x(n, 1), y(n, 1);
    const auto alg = CUSPARSE_SPSV_ALG_DEFAULT;
    cusparseSpSVDescr_t solver;
    OK(cusparseSpSV_createDescr(&solver));
    std::size_t size = 0;
    OK(cusparseSpSV_bufferSize(handle, trans, alpha.at(), a.descr, x.vector, y.vector, type_of<T>(),
                               alg, solver, &size));
    Buffer buffer(size);
    OK(cusparseSpSV_analysis(handle, trans, alpha.at(), a.descr, x.vector, y.vector, type_of<T>(),
                             alg, solver, buffer.at));
    OK(cusparseSpSV_solve(handle, trans, alpha.at(), a.descr, x.vector, y.vector, type_of<T>(), alg,
                          solver));
    y.host = y.device.down();
    check<T>("SpSV", op(triangle(whole, fill, diagonal), trans), y.dense(), big(alpha.value),
             x.dense());
    // Other numbers in the same places.
    if (format == CUSPARSE_FORMAT_CSR) {
      auto others = entries;
      for (Entry& e : others) e.value = big(small<T>(e.value * Big(e.i == e.j ? 2 : -0.5)));
      const Compressed<T, I, I> made(n, others, 0);
      Device<T> values(made.values);
      OK(cusparseSpSV_updateMatrix(handle, solver, values.at, CUSPARSE_SPSV_UPDATE_GENERAL));
      OK(cusparseSpSV_solve(handle, trans, alpha.at(), a.descr, x.vector, y.vector, type_of<T>(),
                            alg, solver));
      y.host = y.device.down();
      check<T>("SpSV, updated", op(triangle(dense_of(n, n, others), fill, diagonal), trans),
               y.dense(), big(alpha.value), x.dense());
      if (diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT) {
        std::vector<T> only;
        for (Entry& e : others) {
          if (e.i != e.j) continue;
          e.value = big(small<T>(e.value * Big(3)));
          only.push_back(small<T>(e.value));
        }
        Device<T> on_device(only);
        OK(cusparseSpSV_updateMatrix(handle, solver, on_device.at, CUSPARSE_SPSV_UPDATE_DIAGONAL));
        OK(cusparseSpSV_solve(handle, trans, alpha.at(), a.descr, x.vector, y.vector, type_of<T>(),
                              alg, solver));
        y.host = y.device.down();
        check<T>("SpSV, diagonal", op(triangle(dense_of(n, n, others), fill, diagonal), trans),
                 y.dense(), big(alpha.value), x.dense());
      }
    }
    OK(cusparseSpSV_destroyDescr(solver));
  }
  const int columns = pick({1, 4, 11});
  const auto trans_b = pick({CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE});
  const bool plain = trans_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto order = pick({CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL});
  DenseOnDevice<T> b(plain ? n : columns, plain ? columns : n, order, pick(0, 2)),
      c(n, columns, order, pick(0, 2));
  const auto alg = CUSPARSE_SPSM_ALG_DEFAULT;
  cusparseSpSMDescr_t solver;
  OK(cusparseSpSM_createDescr(&solver));
  std::size_t size = 0;
  OK(cusparseSpSM_bufferSize(handle, trans, trans_b, alpha.at(), a.descr, b.matrix, c.matrix,
                             type_of<T>(), alg, solver, &size));
  Buffer buffer(size);
  OK(cusparseSpSM_analysis(handle, trans, trans_b, alpha.at(), a.descr, b.matrix, c.matrix,
                           type_of<T>(), alg, solver, buffer.at));
  OK(cusparseSpSM_solve(handle, trans, trans_b, alpha.at(), a.descr, b.matrix, c.matrix,
                        type_of<T>(), alg, solver));
  const Dense x = op(b.dense(), trans_b);
  c.host = c.device.down();
  check<T>("SpSM", op(triangle(whole, fill, diagonal), trans), c.dense(), big(alpha.value), x);
  OK(cusparseSpSM_destroyDescr(solver));
}

template <class T>
void all(cusparseHandle_t handle) {
  for (auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER}) {
    for (auto diagonal : {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT}) {
      for (auto trans : operations<T>()) {
        one<T, int>(handle, CUSPARSE_FORMAT_CSR, trans, fill, diagonal);
        one<T, int64_t>(handle, CUSPARSE_FORMAT_CSR, trans, fill, diagonal);
        one<T, int>(handle, CUSPARSE_FORMAT_COO, trans, fill, diagonal);
#ifdef HEDDLE_ALL
        one<T, int>(handle, CUSPARSE_FORMAT_CSC, trans, fill, diagonal);
        one<T, int>(handle, CUSPARSE_FORMAT_SLICED_ELLPACK, trans, fill, diagonal);
#endif
      }
    }
  }
}

int main() {
  in_both_modes([](cusparseHandle_t handle) { FOR_TYPES(all, handle); });
  std::printf("passed\n");
}
