// SPDX-License-Identifier: Apache-2.0
// cusparseSpMM in all formats, operations, orders, types and in batches.
#include "cusparse_test.h"

template <class A, class X, class Y, class C, class O = int, class I = int>
void one(cusparseHandle_t handle, cusparseFormat_t format, cusparseOperation_t op_a,
         cusparseOperation_t op_b, int rows, int columns, int n) {
  const int base = pick(0, 1);
  const bool by_row = pick(0, 1), blocks = format == CUSPARSE_FORMAT_BLOCKED_ELL;
  const auto order = [&] { return by_row ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL; };
  const auto entries =
      random_entries<A>(rows, columns, {format == CUSPARSE_FORMAT_CSR && pick(0, 1) == 1});
  Sparse<A, O, I> a(format, rows, columns, entries, base, blocks ? 4 : 3);
  const Dense full = op(dense_of(rows, columns, entries), op_a);
  const bool plain = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  DenseOnDevice<X> b(plain ? full.columns : n, plain ? n : full.columns, order(),
                     blocks ? 0 : pick(0, 3));
  DenseOnDevice<Y> c(full.rows, n, order(), blocks ? 0 : pick(0, 3));
  const bool fresh = pick(0, 2) == 0;
  Scalar<C> alpha(handle, pick(0, 3) ? number<C>() : small<C>(Big(1)));
  Scalar<C> beta(handle, fresh ? small<C>(Big(0)) : number<C>());
  Dense wanted = full * op(b.dense(), op_b);
  const Dense before = c.dense();
  for (std::size_t i = 0; i < wanted.at.size(); ++i) {
    wanted.at[i] *= big(alpha.value);
    if (!fresh) wanted.at[i] += big(beta.value) * before.at[i];
  }
  if (fresh && !std::is_integral_v<Y>) {
    for (int i = 0; i < c.rows; ++i)
      for (int j = 0; j < n; ++j) c.at(i, j) = small<Y>(std::numeric_limits<double>::quiet_NaN());
    c.device.up(c.host);
  }
  const auto alg = CUSPARSE_SPMM_ALG_DEFAULT;
  std::size_t size = 0;
  OK(cusparseSpMM_bufferSize(handle, op_a, op_b, alpha.at(), a.descr, b.matrix, beta.at(), c.matrix,
                             type_of<C>(), alg, &size));
  Buffer buffer(size);
  if (pick(0, 1))
    OK(cusparseSpMM_preprocess(handle, op_a, op_b, alpha.at(), a.descr, b.matrix, beta.at(),
                               c.matrix, type_of<C>(), alg, buffer.at));
  OK(cusparseSpMM(handle, op_a, op_b, alpha.at(), a.descr, b.matrix, beta.at(), c.matrix,
                  type_of<C>(), alg, buffer.at));
  char what[80];
  std::snprintf(what, sizeof(what), "SpMM, format %d, ops %d %d, base %d, n %d, types %d %d",
                format, op_a, op_b, base, n, type_of<A>(), type_of<Y>());
  c.compare(what, wanted, 200);
}

template <class A, class X, class Y, class C>
void formats(cusparseHandle_t handle) {
  const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool integers = std::is_integral_v<A>;
  for (int round = 0; round < 6; ++round) {
    const int rows = pick({1, 7, 40, 64}), columns = pick({1, 5, 33, 70});
    const int n = pick({1, 2, 3, 7, 8, 17, 40});
    // Of small integers a GPU has no transposed products.
    const auto op_a = integers ? N : any_op<A>(), op_b = integers ? N : any_op<X>();
    one<A, X, Y, C>(handle, CUSPARSE_FORMAT_CSR, op_a, op_b, rows, columns, n);
    one<A, X, Y, C, int64_t, int64_t>(handle, CUSPARSE_FORMAT_CSR, op_a, op_b, rows, columns, n);
    one<A, X, Y, C>(handle, CUSPARSE_FORMAT_CSC, op_a, op_b, rows, columns, n);
    one<A, X, Y, C>(handle, CUSPARSE_FORMAT_COO, op_a, op_b, rows, columns, n);
#ifdef HEDDLE_ALL
    one<A, X, Y, C>(handle, CUSPARSE_FORMAT_BSR, op_a, op_b, rows * 3, columns * 3, n);
    one<A, X, Y, C>(handle, CUSPARSE_FORMAT_BLOCKED_ELL, any_op<A>(), op_b, rows * 4, columns * 4,
                    n);
#endif
  }
}

// A batch, of which A or B may be one for all.
template <class T>
void batches(cusparseHandle_t handle) {
  const int rows = 20, columns = 15, n = 6, count = 3;
  const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE;
  for (bool coo : {false, true}) {
    for (bool one_a : {false, true}) {
      const auto entries = random_entries<T>(rows, columns);
      const int nnz = static_cast<int>(entries.size());
      Compressed<T, int, int> made(rows, entries, 0);
      std::vector<int> first, second;
      std::vector<T> values;
      std::vector<Dense> as;
      for (int k = 0; k < count; ++k) {
        auto varied = entries;
        for (Entry& e : varied) e.value = one_a ? e.value : e.value * Big(k + 1);
        as.push_back(dense_of(rows, columns, varied));
        for (const Entry& e : varied) values.push_back(small<T>(e.value));
        second.insert(second.end(), made.indices.begin(), made.indices.end());
        if (coo)
          for (const Entry& e : varied) first.push_back(e.i);
        else
          first.insert(first.end(), made.offsets.begin(), made.offsets.end());
      }
      Device<int> d_first(first), d_second(second);
      Device<T> d_values(values);
      cusparseSpMatDescr_t a;
      const auto i32 = CUSPARSE_INDEX_32I;
      const auto zero = CUSPARSE_INDEX_BASE_ZERO;
      if (coo)
        OK(cusparseCreateCoo(&a, rows, columns, nnz, d_first.at, d_second.at, d_values.at, i32,
                             zero, type_of<T>()));
      else
        OK(cusparseCreateCsr(&a, rows, columns, nnz, d_first.at, d_second.at, d_values.at, i32, i32,
                             zero, type_of<T>()));
      if (coo)
        OK(cusparseCooSetStridedBatch(a, count, one_a ? 0 : nnz));
      else
        OK(cusparseCsrSetStridedBatch(a, count, one_a ? 0 : rows + 1, one_a ? 0 : nnz));
      // The matrices of a batch lie below each other, in one with rows in order.
      DenseOnDevice<T> b(columns * count, n, CUSPARSE_ORDER_ROW),
          c(rows * count, n, CUSPARSE_ORDER_ROW);
      cusparseDnMatDescr_t of_b, of_c;
      OK(cusparseCreateDnMat(&of_b, columns, n, n, b.device.at, type_of<T>(), CUSPARSE_ORDER_ROW));
      OK(cusparseDnMatSetStridedBatch(of_b, count, columns * n));
      OK(cusparseCreateDnMat(&of_c, rows, n, n, c.device.at, type_of<T>(), CUSPARSE_ORDER_ROW));
      OK(cusparseDnMatSetStridedBatch(of_c, count, rows * n));
      Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
      Dense wanted = c.dense(), full_b = b.dense();
      for (Big& x : wanted.at) x *= big(beta.value);
      for (int k = 0; k < count; ++k)
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < n; ++j)
            for (int l = 0; l < columns; ++l)
              wanted(k * rows + i, j) +=
                  big(alpha.value) * as[k](i, l) * full_b(k * columns + l, j);
      std::size_t size = 0;
      OK(cusparseSpMM_bufferSize(handle, N, N, alpha.at(), a, of_b, beta.at(), of_c, type_of<T>(),
                                 CUSPARSE_SPMM_ALG_DEFAULT, &size));
      Buffer buffer(size);
      OK(cusparseSpMM(handle, N, N, alpha.at(), a, of_b, beta.at(), of_c, type_of<T>(),
                      CUSPARSE_SPMM_ALG_DEFAULT, buffer.at));
      c.compare(coo ? "batch of COO" : "batch of CSR", wanted, 200);
      int told = 0;
      OK(cusparseSpMatGetStridedBatch(a, &told));
      CHECK(told == count);
      cusparseDestroyDnMat(of_b), cusparseDestroyDnMat(of_c), cusparseDestroySpMat(a);
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
    formats<__nv_bfloat16, __nv_bfloat16, float, float>(handle);
    formats<int8_t, int8_t, int, int>(handle);
    FOR_TYPES(batches, handle);
  });
  // Enough for several threads, both ways.
  cusparseHandle_t handle;
  OK(cusparseCreate(&handle));
  for (auto trans : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE})
    one<float, float, float, float>(handle, CUSPARSE_FORMAT_CSR, trans,
                                    CUSPARSE_OPERATION_NON_TRANSPOSE, 300, 250, 100);
  OK(cusparseDestroy(handle));
  std::printf("passed\n");
}
