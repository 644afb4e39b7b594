// SPDX-License-Identifier: Apache-2.0
// cusparseSpMV in all formats, operations, types, indices and bases.
#include "cusparse_test.h"

template <class A, class X, class Y, class C, class O, class I>
void one(cusparseHandle_t handle, cusparseFormat_t format, cusparseOperation_t trans, int rows,
         int columns) {
  const int base = pick(0, 1);
  const bool plain = format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_SLICED_ELLPACK;
  const auto entries = random_entries<A>(rows, columns, {plain && pick(0, 1) == 1});
  const cusparseOrder_t order = pick({CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL});
  Sparse<A, O, I> a(format, rows, columns, entries, base, 3, order);
  const Dense full = op(dense_of(rows, columns, entries), trans);
  DenseOnDevice<X> x(full.columns, 1);
  DenseOnDevice<Y> y(full.rows, 1);
  const bool fresh = pick(0, 2) == 0;
  // What is multiplied with 0 is not read.
  if (fresh && !std::is_integral_v<Y>) {
    for (Y& value : y.host) value = small<Y>(std::numeric_limits<double>::quiet_NaN());
    y.device.up(y.host);
  }
  Scalar<C> alpha(handle, pick(0, 3) ? number<C>() : small<C>(Big(1)));
  Scalar<C> beta(handle, fresh ? small<C>(Big(0)) : number<C>());
  Dense wanted = full * x.dense();
  const Dense before = y.dense();
  for (int i = 0; i < full.rows; ++i) {
    wanted(i, 0) *= big(alpha.value);
    if (!fresh) wanted(i, 0) += big(beta.value) * before(i, 0);
  }
  std::size_t size = 0;
  OK(cusparseSpMV_bufferSize(handle, trans, alpha.at(), a.descr, x.vector, beta.at(), y.vector,
                             type_of<C>(), CUSPARSE_SPMV_ALG_DEFAULT, &size));
  Buffer buffer(size);
  if (pick(0, 1))
    OK(cusparseSpMV_preprocess(handle, trans, alpha.at(), a.descr, x.vector, beta.at(), y.vector,
                               type_of<C>(), CUSPARSE_SPMV_ALG_DEFAULT, buffer.at));
  OK(cusparseSpMV(handle, trans, alpha.at(), a.descr, x.vector, beta.at(), y.vector, type_of<C>(),
                  CUSPARSE_SPMV_ALG_DEFAULT, buffer.at));
  char what[64];
  std::snprintf(what, sizeof(what), "SpMV, format %d, op %d, base %d, types %d %d", format, trans,
                base, type_of<A>(), type_of<Y>());
  y.compare(what, wanted, 200);
}

template <class A, class X, class Y, class C>
void formats(cusparseHandle_t handle) {
  for (cusparseOperation_t trans : operations<A>()) {
    for (int round = 0; round < 2; ++round) {
      const int rows = pick({1, 7, 40, 90}), columns = pick({1, 5, 33, 80});
      one<A, X, Y, C, int, int>(handle, CUSPARSE_FORMAT_CSR, trans, rows, columns);
      one<A, X, Y, C, int64_t, int64_t>(handle, CUSPARSE_FORMAT_CSR, trans, rows, columns);
      one<A, X, Y, C, int, int>(handle, CUSPARSE_FORMAT_CSC, trans, rows, columns);
      one<A, X, Y, C, int64_t, int64_t>(handle, CUSPARSE_FORMAT_CSC, trans, rows, columns);
      one<A, X, Y, C, int, int>(handle, CUSPARSE_FORMAT_COO, trans, rows, columns);
      one<A, X, Y, C, int64_t, int64_t>(handle, CUSPARSE_FORMAT_COO, trans, rows, columns);
#ifdef HEDDLE_ALL
      one<A, X, Y, C, int, int>(handle, CUSPARSE_FORMAT_SLICED_ELLPACK, trans, rows, columns);
      one<A, X, Y, C, int, int>(handle, CUSPARSE_FORMAT_BSR, trans, rows * 3, columns * 3);
#endif
    }
  }
  one<A, X, Y, C, int, int>(handle, CUSPARSE_FORMAT_SLICED_ELLPACK,
                            CUSPARSE_OPERATION_NON_TRANSPOSE, 40, 33);
  one<A, X, Y, C, int64_t, int64_t>(handle, CUSPARSE_FORMAT_SLICED_ELLPACK,
                                    CUSPARSE_OPERATION_NON_TRANSPOSE, 133, 33);
}

// Enough for several threads.
template <class T>
void large(cusparseHandle_t handle) {
  const int rows = 2100, columns = 2500;
  std::vector<Entry> entries;
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < 40 - 40 * (i % 7 == 0); ++k)
      entries.push_back({i, (k * 61 + i) % columns, big(number<T>())});
  for (auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
    for (auto trans : operations<T>()) {
      Sparse<T> a(format, rows, columns, entries, 0);
      const bool plain = trans == CUSPARSE_OPERATION_NON_TRANSPOSE;
      DenseOnDevice<T> x(plain ? columns : rows, 1), y(plain ? rows : columns, 1);
      Dense wanted = y.dense();
      Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
      for (int i = 0; i < y.rows; ++i) wanted(i, 0) *= big(beta.value);
      for (const Entry& e : entries)
        wanted(plain ? e.i : e.j, 0) +=
            big(alpha.value) *
            (trans == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(e.value) : e.value) *
            big(x.at(plain ? e.j : e.i, 0));
      std::size_t size = 0;
      OK(cusparseSpMV_bufferSize(handle, trans, alpha.at(), a.descr, x.vector, beta.at(), y.vector,
                                 type_of<T>(), CUSPARSE_SPMV_ALG_DEFAULT, &size));
      Buffer buffer(size);
      OK(cusparseSpMV(handle, trans, alpha.at(), a.descr, x.vector, beta.at(), y.vector,
                      type_of<T>(), CUSPARSE_SPMV_ALG_DEFAULT, buffer.at));
      y.compare("large SpMV", wanted, 1000);
    }
  }
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    formats<float, float, float, float>(handle);
    formats<double, double, double, double>(handle);
    formats<cuComplex, cuComplex, cuComplex, cuComplex>(handle);
    formats<cuDoubleComplex, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex>(handle);
    formats<__half, __half, __half, float>(handle);
    formats<__half, __half, float, float>(handle);
    formats<__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float>(handle);
    formats<__nv_bfloat16, __nv_bfloat16, float, float>(handle);
    formats<int8_t, int8_t, int, int>(handle);
    formats<int8_t, int8_t, float, float>(handle);
    formats<float, double, double, double>(handle);
    formats<float, cuComplex, cuComplex, cuComplex>(handle);
    formats<double, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex>(handle);
    large<float>(handle);
    large<cuDoubleComplex>(handle);
    // Nothing to do, and nothing but beta.
    one<float, float, float, float, int, int>(handle, CUSPARSE_FORMAT_CSR,
                                              CUSPARSE_OPERATION_NON_TRANSPOSE, 5, 0);
    one<float, float, float, float, int, int>(handle, CUSPARSE_FORMAT_COO,
                                              CUSPARSE_OPERATION_TRANSPOSE, 0, 5);
  });
  std::printf("passed\n");
}
