// SPDX-License-Identifier: Apache-2.0
// Products whose result is sparse: cusparseSpGEMM, SpGEMMreuse, SDDMM.
#include "cusparse_test.h"

const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE;

// What is in C's arrays, written out; its columns are sorted.
template <class T>
Dense result(int rows, int columns, const std::vector<int>& offsets,
             const std::vector<int>& indices, const std::vector<T>& values) {
  Dense out(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int k = offsets[i]; k < offsets[i + 1]; ++k) {
      CHECK(k == offsets[i] || indices[k - 1] < indices[k]);
      out(i, indices[k]) += big(values[k]);
    }
  return out;
}
template <class T>
void compare(const char* what, const Dense& got, const Dense& wanted) {
  for (std::size_t i = 0; i < got.at.size(); ++i) {
    if (!(std::abs(got.at[i] - wanted.at[i]) <= bound<T>() * 2000)) {
      std::printf("%s: number %zu is (%g, %g), not (%g, %g)\n", what, i, got.at[i].real(),
                  got.at[i].imag(), wanted.at[i].real(), wanted.at[i].imag());
      std::exit(1);
    }
  }
}
Dense times(Big factor, Dense a) {
  for (Big& x : a.at) x *= factor;
  return a;
}

template <class T>
void product(cusparseHandle_t handle, cusparseSpGEMMAlg_t alg, int m, int k, int n) {
  const auto entries_a = random_entries<T>(m, k), entries_b = random_entries<T>(k, n);
  const Dense wanted = dense_of(m, k, entries_a) * dense_of(k, n, entries_b);
  Sparse<T> a(CUSPARSE_FORMAT_CSR, m, k, entries_a, 0), b(CUSPARSE_FORMAT_CSR, k, n, entries_b, 0);
  Scalar<T> alpha(handle, number<T>()), beta(handle, small<T>(Big(0)));
  const auto type = type_of<T>();
  Device<int> offsets(m + 1);
  cusparseSpMatDescr_t c;
  OK(cusparseCreateCsr(&c, m, n, 0, offsets.at, nullptr, nullptr, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
  cusparseSpGEMMDescr_t descr;
  OK(cusparseSpGEMM_createDescr(&descr));
  std::size_t size1 = 0, size2 = 0, size3 = 0;
  OK(cusparseSpGEMM_workEstimation(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type,
                                   alg, descr, &size1, nullptr));
  Buffer buffer1(size1);
  OK(cusparseSpGEMM_workEstimation(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type,
                                   alg, descr, &size1, buffer1.at));
  int64_t products = 0, wanted_products = 0;
  OK(cusparseSpGEMM_getNumProducts(descr, &products));
  for (const Entry& x : entries_a)
    for (const Entry& y : entries_b) wanted_products += x.j == y.i;
  CHECK(products == wanted_products);
  if (alg == CUSPARSE_SPGEMM_ALG2 || alg == CUSPARSE_SPGEMM_ALG3) {
    OK(cusparseSpGEMM_estimateMemory(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type,
                                     alg, descr, 0.5f, &size3, nullptr, nullptr));
    Buffer buffer3(size3);
    OK(cusparseSpGEMM_estimateMemory(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type,
                                     alg, descr, 0.5f, &size3, buffer3.at, &size2));
  } else {
    OK(cusparseSpGEMM_compute(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type, alg,
                              descr, &size2, nullptr));
  }
  Buffer buffer2(size2);
  OK(cusparseSpGEMM_compute(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type, alg,
                            descr, &size2, buffer2.at));
  int64_t rows, columns, nnz;
  OK(cusparseSpMatGetSize(c, &rows, &columns, &nnz));
  CHECK(rows == m && columns == n);
  Device<int> indices(nnz);
  Device<T> values(nnz);
  OK(cusparseCsrSetPointers(c, offsets.at, indices.at, values.at));
  OK(cusparseSpGEMM_copy(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type, alg,
                         descr));
  compare<T>("SpGEMM", result(m, n, offsets.down(), indices.down(), values.down()),
             times(big(alpha.value), wanted));
  OK(cusparseSpGEMM_destroyDescr(descr));
  OK(cusparseDestroySpMat(c));
}

template <class T>
void reused(cusparseHandle_t handle, int m, int k, int n) {
  const auto entries_a = random_entries<T>(m, k), entries_b = random_entries<T>(k, n);
  const Dense wanted = dense_of(m, k, entries_a) * dense_of(k, n, entries_b);
  Sparse<T> a(CUSPARSE_FORMAT_CSR, m, k, entries_a, 0), b(CUSPARSE_FORMAT_CSR, k, n, entries_b, 0);
  const auto type = type_of<T>();
  const auto alg = CUSPARSE_SPGEMM_DEFAULT;
  Device<int> offsets(m + 1);
  cusparseSpMatDescr_t c;
  OK(cusparseCreateCsr(&c, m, n, 0, offsets.at, nullptr, nullptr, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
  cusparseSpGEMMDescr_t descr;
  OK(cusparseSpGEMM_createDescr(&descr));
  std::size_t size1 = 0, size2 = 0, size3 = 0, size4 = 0, size5 = 0;
  OK(cusparseSpGEMMreuse_workEstimation(handle, N, N, a.descr, b.descr, c, alg, descr, &size1,
                                        nullptr));
  Buffer buffer1(size1);
  OK(cusparseSpGEMMreuse_workEstimation(handle, N, N, a.descr, b.descr, c, alg, descr, &size1,
                                        buffer1.at));
  OK(cusparseSpGEMMreuse_nnz(handle, N, N, a.descr, b.descr, c, alg, descr, &size2, nullptr, &size3,
                             nullptr, &size4, nullptr));
  Buffer buffer2(size2), buffer3(size3), buffer4(size4);
  OK(cusparseSpGEMMreuse_nnz(handle, N, N, a.descr, b.descr, c, alg, descr, &size2, buffer2.at,
                             &size3, buffer3.at, &size4, buffer4.at));
  int64_t rows, columns, nnz;
  OK(cusparseSpMatGetSize(c, &rows, &columns, &nnz));
  Device<int> indices(nnz);
  std::vector<T> before(nnz);
  for (T& x : before) x = number<T>();
  Device<T> values(before);
  OK(cusparseCsrSetPointers(c, offsets.at, indices.at, values.at));
  OK(cusparseSpGEMMreuse_copy(handle, N, N, a.descr, b.descr, c, alg, descr, &size5, nullptr));
  Buffer buffer5(size5);
  OK(cusparseSpGEMMreuse_copy(handle, N, N, a.descr, b.descr, c, alg, descr, &size5, buffer5.at));
  // Twice, the second time with what the first has left.
  Dense now = result(m, n, offsets.down(), indices.down(), before);
  for (int round = 0; round < 2; ++round) {
    Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
    OK(cusparseSpGEMMreuse_compute(handle, N, N, alpha.at(), a.descr, b.descr, beta.at(), c, type,
                                   alg, descr));
    for (std::size_t i = 0; i < now.at.size(); ++i)
      now.at[i] = big(alpha.value) * wanted.at[i] + big(beta.value) * now.at[i];
    compare<T>("SpGEMMreuse", result(m, n, offsets.down(), indices.down(), values.down()), now);
  }
  OK(cusparseSpGEMM_destroyDescr(descr));
  OK(cusparseDestroySpMat(c));
}

template <class T>
void products(cusparseHandle_t handle) {
  for (auto alg :
       {CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3})
    product<T>(handle, alg, 30, 25, 40);
  product<T>(handle, CUSPARSE_SPGEMM_DEFAULT, 100, 140, 90);
  reused<T>(handle, 30, 25, 40);
  reused<T>(handle, 100, 140, 90);
}

template <class From, class To, class C>
void sampled(cusparseHandle_t handle, cusparseFormat_t format) {
  const int m = 30, n = 24, k = pick({1, 8, 50}), base = pick(0, 1);
  const auto op_a = pick({N, CUSPARSE_OPERATION_TRANSPOSE}),
             op_b = pick({N, CUSPARSE_OPERATION_TRANSPOSE});
  const auto order = [] { return pick({CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL}); };
  DenseOnDevice<From> a(op_a == N ? m : k, op_a == N ? k : m, order(), pick(0, 2)),
      b(op_b == N ? k : n, op_b == N ? n : k, order(), pick(0, 2));
  const auto entries = random_entries<To>(m, n);
  Sparse<To> c(format, m, n, entries, base, 3);
  const Dense sums = op(a.dense(), op_a) * op(b.dense(), op_b);
  Scalar<C> alpha(handle, number<C>()), beta(handle, number<C>());
  const auto alg = CUSPARSE_SDDMM_ALG_DEFAULT;
  std::size_t size = 0;
  OK(cusparseSDDMM_bufferSize(handle, op_a, op_b, alpha.at(), a.matrix, b.matrix, beta.at(),
                              c.descr, type_of<C>(), alg, &size));
  Buffer buffer(size);
  OK(cusparseSDDMM_preprocess(handle, op_a, op_b, alpha.at(), a.matrix, b.matrix, beta.at(),
                              c.descr, type_of<C>(), alg, buffer.at));
  OK(cusparseSDDMM(handle, op_a, op_b, alpha.at(), a.matrix, b.matrix, beta.at(), c.descr,
                   type_of<C>(), alg, buffer.at));
  // Of the same places, as the format has them.
  auto wanted_entries = entries;
  if (format == CUSPARSE_FORMAT_BSR) {
    const Dense before = dense_of(m, n, entries);
    std::vector<char> there(m / 3 * (n / 3));
    for (const Entry& e : entries) there[e.i / 3 * (n / 3) + e.j / 3] = 1;
    wanted_entries.clear();
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        if (there[i / 3 * (n / 3) + j / 3]) wanted_entries.push_back({i, j, before(i, j)});
  }
  for (Entry& e : wanted_entries)
    e.value = big(alpha.value) * sums(e.i, e.j) + big(beta.value) * e.value;
  DenseOnDevice<To> out(m, n);
  std::size_t bytes = 0;
  OK(cusparseSparseToDense_bufferSize(handle, c.descr, out.matrix,
                                      CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
  Buffer second(bytes);
  OK(cusparseSparseToDense(handle, c.descr, out.matrix, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                           second.at));
  out.compare("SDDMM", dense_of(m, n, wanted_entries), 200);
}

template <class T>
void all_sampled(cusparseHandle_t handle) {
  for (int round = 0; round < 4; ++round) {
    sampled<T, T, T>(handle, CUSPARSE_FORMAT_CSR);
#ifdef HEDDLE_ALL
    sampled<T, T, T>(handle, CUSPARSE_FORMAT_BSR);
#endif
  }
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    FOR_TYPES(products, handle);
    FOR_TYPES(all_sampled, handle);
#ifdef HEDDLE_ALL
    sampled<__half, __half, float>(handle, CUSPARSE_FORMAT_CSR);
    sampled<__half, float, float>(handle, CUSPARSE_FORMAT_CSR);
    sampled<__nv_bfloat16, __nv_bfloat16, float>(handle, CUSPARSE_FORMAT_CSR);
#endif
  });
  std::printf("passed\n");
}
