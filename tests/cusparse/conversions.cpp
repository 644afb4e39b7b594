// SPDX-License-Identifier: Apache-2.0
// Dense to sparse and back; CSR, CSC and COO into each other; sorting.
#include "cusparse_test.h"

template <class T>
void dense(cusparseHandle_t handle, cusparseFormat_t format) {
  const bool blocks = format == CUSPARSE_FORMAT_BSR || format == CUSPARSE_FORMAT_BLOCKED_ELL;
  const int rows = blocks ? 12 : pick({1, 9, 40}), columns = blocks ? 18 : pick({1, 8, 50});
  const int base = pick(0, 1);
  const auto order = [] { return pick({CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL}); };
  const auto entries = random_entries<T>(rows, columns);
  const Dense full = dense_of(rows, columns, entries);
  Sparse<T> a(format, rows, columns, entries, base, 3);
  DenseOnDevice<T> to(rows, columns, order(), pick(0, 3));
  const auto from_alg = CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
  std::size_t size = 0;
  OK(cusparseSparseToDense_bufferSize(handle, a.descr, to.matrix, from_alg, &size));
  Buffer buffer(size);
  OK(cusparseSparseToDense(handle, a.descr, to.matrix, from_alg, buffer.at));
  char what[64];
  std::snprintf(what, sizeof(what), "SparseToDense, format %d, order %d", format, to.order);
  to.compare(what, full);

  // Back, into arrays that are as large as they must be.
  Sparse<T> b(format, rows, columns, entries, base, 3);
  OK(cusparseDenseToSparse_bufferSize(handle, to.matrix, b.descr,
                                      CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
  Buffer second(size);
  b.values.up(std::vector<T>(b.values.count, number<T>()));
  OK(cusparseDenseToSparse_analysis(handle, to.matrix, b.descr, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                    second.at));
  int64_t r, c, nnz;
  OK(cusparseSpMatGetSize(b.descr, &r, &c, &nnz));
  if (!blocks) CHECK(nnz == static_cast<int64_t>(entries.size()));
  OK(cusparseDenseToSparse_convert(handle, to.matrix, b.descr, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                   second.at));
  const auto same = [](const auto& x, const auto& y) {
    return std::memcmp(x.down().data(), y.down().data(), x.count * sizeof(x.down()[0])) == 0;
  };
  std::snprintf(what, sizeof(what),
                "DenseToSparse, format %d, order %d, base %d, type %d: ", format, to.order, base,
                type_of<T>());
  if (!same(a.offsets, b.offsets)) std::printf("%soffsets\n", what), std::exit(1);
  if (!same(a.first, b.first)) std::printf("%srows\n", what), std::exit(1);
  if (!same(a.second, b.second)) std::printf("%scolumns\n", what), std::exit(1);
  if (!same(a.values, b.values)) {
    const auto x = a.values.down(), y = b.values.down();
    for (std::size_t k = 0; k < x.size(); ++k)
      std::printf("%sof %d: %g, not %g\n", what, static_cast<int>(k), big(y[k]).real(),
                  big(x[k]).real());
    std::exit(1);
  }
}

template <class T>
void transposed(cusparseHandle_t handle) {
  const int m = pick({1, 30}), n = pick({1, 25}), base = pick(0, 1);
  const auto entries = random_entries<T>(m, n);
  const int nnz = static_cast<int>(entries.size());
  const Compressed<T, int, int> csr(m, entries, base), csc(n, entries, base, false);
  Device<int> offsets(csr.offsets), indices(csr.indices), to_offsets(n + 1), to_indices(nnz);
  Device<T> values(csr.values), to_values(nnz);
  const auto b = static_cast<cusparseIndexBase_t>(base);
  std::size_t size = 0;
  OK(cusparseCsr2cscEx2_bufferSize(handle, m, n, nnz, values.at, offsets.at, indices.at,
                                   to_values.at, to_offsets.at, to_indices.at, type_of<T>(),
                                   CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG1, &size));
  Buffer buffer(size);
  OK(cusparseCsr2cscEx2(handle, m, n, nnz, values.at, offsets.at, indices.at, to_values.at,
                        to_offsets.at, to_indices.at, type_of<T>(), CUSPARSE_ACTION_NUMERIC, b,
                        CUSPARSE_CSR2CSC_ALG1, buffer.at));
  CHECK(to_offsets.down() == csc.offsets);
  CHECK(to_indices.down() == csc.indices);
  const auto got = to_values.down();
  for (int k = 0; k < nnz; ++k) CHECK(big(got[k]) == big(csc.values[k]));

  Device<int> coo(nnz), again(m + 1);
  OK(cusparseXcsr2coo(handle, offsets.at, nnz, m, coo.at, b));
  const auto rows = coo.down();
  for (int k = 0; k < nnz; ++k) CHECK(rows[k] == entries[k].i + base);
  OK(cusparseXcoo2csr(handle, coo.at, nnz, m, again.at, b));
  CHECK(again.down() == csr.offsets);
}

// Shuffled and sorted again: what was where is in the permutation.
void sorted(cusparseHandle_t handle) {
  const int m = 20, n = 30;
  const auto entries = random_entries<float>(m, n);
  auto mixed = entries;
  std::shuffle(mixed.begin(), mixed.end(), random_engine());
  const int nnz = static_cast<int>(entries.size());
  std::vector<int> is, js;
  for (const Entry& e : mixed) is.push_back(e.i), js.push_back(e.j);
  for (bool by_row : {true, false}) {
    Device<int> rows(is), columns(js), p(nnz);
    std::size_t size = 0;
    OK(cusparseXcoosort_bufferSizeExt(handle, m, n, nnz, rows.at, columns.at, &size));
    Buffer buffer(size);
    OK(cusparseCreateIdentityPermutation(handle, nnz, p.at));
    OK((by_row ? cusparseXcoosortByRow : cusparseXcoosortByColumn)(handle, m, n, nnz, rows.at,
                                                                   columns.at, p.at, buffer.at));
    auto wanted = entries;
    if (!by_row)
      std::sort(wanted.begin(), wanted.end(),
                [](const Entry& a, const Entry& b) { return a.j != b.j ? a.j < b.j : a.i < b.i; });
    const auto r = rows.down(), c = columns.down(), order = p.down();
    for (int k = 0; k < nnz; ++k) {
      CHECK(r[k] == wanted[k].i && c[k] == wanted[k].j);
      CHECK(mixed[order[k]].value == wanted[k].value);
    }
  }
  // Rows of CSR, each mixed for itself; as columns of CSC, too.
  const Compressed<float, int, int> csr(m, entries, 1);
  for (bool by_row : {true, false}) {
    std::vector<int> places, indices;
    for (int i = 0; i < m; ++i) {
      const int from = csr.offsets[i] - 1, to = csr.offsets[i + 1] - 1;
      for (int k = to - 1; k >= from; --k) {
        places.push_back(k);
        indices.push_back(csr.indices[k]);
      }
    }
    Device<int> offsets(csr.offsets), mixed_indices(indices), p(nnz);
    cusparseMatDescr_t descr;
    OK(cusparseCreateMatDescr(&descr));
    OK(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
    std::size_t size = 0;
    OK(cusparseCreateIdentityPermutation(handle, nnz, p.at));
    if (by_row) {
      OK(cusparseXcsrsort_bufferSizeExt(handle, m, n, nnz, offsets.at, mixed_indices.at, &size));
      Buffer buffer(size);
      OK(cusparseXcsrsort(handle, m, n, nnz, descr, offsets.at, mixed_indices.at, p.at, buffer.at));
    } else {
      OK(cusparseXcscsort_bufferSizeExt(handle, n, m, nnz, offsets.at, mixed_indices.at, &size));
      Buffer buffer(size);
      OK(cusparseXcscsort(handle, n, m, nnz, descr, offsets.at, mixed_indices.at, p.at, buffer.at));
    }
    CHECK(mixed_indices.down() == csr.indices);
    const auto order = p.down();
    for (int k = 0; k < nnz; ++k) CHECK(places[order[k]] == k);
    OK(cusparseDestroyMatDescr(descr));
  }
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    for (auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO,
                        CUSPARSE_FORMAT_BLOCKED_ELL}) {
      FOR_TYPES(dense, handle, format);
      dense<__half>(handle, format);
      dense<int8_t>(handle, format);
    }
#ifdef HEDDLE_ALL
    FOR_TYPES(dense, handle, CUSPARSE_FORMAT_BSR);
#endif
    FOR_TYPES(transposed, handle);
    sorted(handle);
  });
  std::printf("passed\n");
}
