// SPDX-License-Identifier: Apache-2.0
// What is left of the older interface: sums, blocks, counts.
#include "older.h"

BY_TYPE(csrgeam2_bufferSizeExt)
BY_TYPE(csrgeam2)
BY_TYPE(csr2bsr)
BY_TYPE(bsr2csr)
BY_TYPE(bsrmv)
BY_TYPE(bsrmm)
BY_TYPE(gemvi_bufferSize)
BY_TYPE(gemvi)
BY_TYPE(nnz)
BY_TYPE(nnz_compress)
BY_TYPE(csr2csr_compress)

template <class T>
void sums(cusparseHandle_t handle) {
  const int m = 30, n = 25;
  const auto entries_a = random_entries<T>(m, n), entries_b = random_entries<T>(m, n);
#ifdef HEDDLE_ALL
  const int base_a = 0, base_b = 1, base_c = 1;
#else
  const int base_a = pick(0, 1), base_b = base_a, base_c = base_a;
#endif
  const Compressed<T, int, int> a(m, entries_a, base_a), b(m, entries_b, base_b);
  Device<int> ao(a.offsets), ai(a.indices), bo(b.offsets), bi(b.indices), co(m + 1);
  Device<T> av(a.values), bv(b.values);
  const int na = static_cast<int>(entries_a.size()), nb = static_cast<int>(entries_b.size());
  const Descr da(base_a), db(base_b), dc(base_c);
  Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
  Scalar<int> total(handle, 0);
  std::size_t size = 0;
  OK(csrgeam2_bufferSizeExt<T>(handle, m, n, alpha.at(), da.at, na, av.at, ao.at, ai.at, beta.at(),
                               db.at, nb, bv.at, bo.at, bi.at, dc.at, av.at, co.at, ai.at, &size));
  Buffer buffer(size);
  OK(cusparseXcsrgeam2Nnz(handle, m, n, da.at, na, ao.at, ai.at, db.at, nb, bo.at, bi.at, dc.at,
                          co.at, total.at(), buffer.at));
  Device<int> ci(total.get());
  Device<T> cv(total.get());
  OK(csrgeam2<T>(handle, m, n, alpha.at(), da.at, na, av.at, ao.at, ai.at, beta.at(), db.at, nb,
                 bv.at, bo.at, bi.at, dc.at, cv.at, co.at, ci.at, buffer.at));
  const auto offsets = co.down(), indices = ci.down();
  const auto values = cv.down();
  Dense got(m, n), wanted_a = dense_of(m, n, entries_a), wanted_b = dense_of(m, n, entries_b);
  CHECK(offsets[0] == base_c && offsets[m] == total.get() + base_c);
  for (int i = 0; i < m; ++i)
    for (int k = offsets[i] - base_c; k < offsets[i + 1] - base_c; ++k) {
      CHECK(k == offsets[i] - base_c || indices[k - 1] < indices[k]);
      got(i, indices[k] - base_c) = big(values[k]);
    }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      near("sum", got(i, j), big(alpha.value) * wanted_a(i, j) + big(beta.value) * wanted_b(i, j),
           bound<T>() * 50);
}

template <class T>
void blocks(cusparseHandle_t handle, cusparseDirection_t direction) {
  const int m = 14, n = 11, size = 4, rows = 4, columns = 3;
  const auto entries = random_entries<T>(m, n);
  const Compressed<T, int, int> a(m, entries, 0);
  Device<int> ao(a.offsets), ai(a.indices), bo(rows + 1);
  Device<T> av(a.values);
  const Descr da(0), db(1);
  Scalar<int> total(handle, 0);
  OK(cusparseXcsr2bsrNnz(handle, direction, m, n, da.at, ao.at, ai.at, size, db.at, bo.at,
                         total.at()));
  const int nnz = total.get();
  Device<int> bi(nnz);
  Device<T> bv(std::size_t(nnz) * size * size);
  OK(csr2bsr<T>(handle, direction, m, n, da.at, av.at, ao.at, ai.at, size, db.at, bv.at, bo.at,
                bi.at));
  // Back: the same matrix, with zeros.
  const int all = nnz * size * size;
  Device<int> co(rows * size + 1), ci(all);
  Device<T> cv(all);
  OK(bsr2csr<T>(handle, direction, rows, columns, db.at, bv.at, bo.at, bi.at, size, da.at, cv.at,
                co.at, ci.at));
  Dense full(rows * size, columns * size), got(rows * size, columns * size);
  for (const Entry& e : entries) full(e.i, e.j) = e.value;
  const auto offsets = co.down(), indices = ci.down();
  const auto values = cv.down();
  CHECK(offsets[rows * size] == all);
  for (int i = 0; i < rows * size; ++i)
    for (int k = offsets[i]; k < offsets[i + 1]; ++k) got(i, indices[k]) = big(values[k]);
  CHECK(got.at == full.at);

  const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE, op_b = pick({N, CUSPARSE_OPERATION_TRANSPOSE});
  Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
  const auto wanted = [&](const Dense& x, Dense y) {
    const Dense product = full * x;
    for (std::size_t i = 0; i < y.at.size(); ++i)
      y.at[i] = big(alpha.value) * product.at[i] + big(beta.value) * y.at[i];
    return y;
  };
  {
    DenseOnDevice<T> x(columns * size, 1), y(rows * size, 1);
    const Dense sum = wanted(x.dense(), y.dense());
    OK(bsrmv<T>(handle, direction, N, rows, columns, nnz, alpha.at(), db.at, bv.at, bo.at, bi.at,
                size, x.device.at, beta.at(), y.device.at));
    y.compare("bsrmv", sum, 50);
  }
  const int k = 5;
  DenseOnDevice<T> b(op_b == N ? columns * size : k, op_b == N ? k : columns * size,
                     CUSPARSE_ORDER_COL, 1),
      c(rows * size, k, CUSPARSE_ORDER_COL, 2);
  const Dense sum = wanted(op(b.dense(), op_b), c.dense());
  OK(bsrmm<T>(handle, direction, N, op_b, rows, k, columns, nnz, alpha.at(), db.at, bv.at, bo.at,
              bi.at, size, b.device.at, b.ld, beta.at(), c.device.at, c.ld));
  c.compare("bsrmm", sum, 50);
}

template <class T>
void counts(cusparseHandle_t handle) {
  const int m = 13, n = 9, lda = 15;
  const auto entries = random_entries<T>(m, n);
  std::vector<T> a(lda * n, small<T>(Big(0)));
  for (const Entry& e : entries) a[e.j * lda + e.i] = small<T>(e.value);
  Device<T> da(a);
  const Descr descr;
  for (auto direction : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
    const bool by_row = direction == CUSPARSE_DIRECTION_ROW;
    Device<int> counted(by_row ? m : n);
    Scalar<int> total(handle, 0);
    OK(nnz<T>(handle, direction, m, n, descr.at, da.at, lda, counted.at, total.at()));
    std::vector<int> wanted(by_row ? m : n);
    for (const Entry& e : entries) ++wanted[by_row ? e.i : e.j];
    CHECK(counted.down() == wanted && total.get() == static_cast<int>(entries.size()));
  }
  // Without what is not above 1.
  const Compressed<T, int, int> csr(m, entries, 0);
  Device<int> offsets(csr.offsets), indices(csr.indices), counted(m), to_offsets(m + 1);
  Device<T> values(csr.values);
  Scalar<int> total(handle, 0);
  const T tolerance = small<T>(Big(1));
  OK(nnz_compress<T>(handle, m, descr.at, values.at, offsets.at, counted.at, total.at(),
                     tolerance));
  std::vector<Entry> left;
  for (const Entry& e : entries)
    if (std::abs(e.value) > 1) left.push_back(e);
  const Compressed<T, int, int> wanted(m, left, 0);
  CHECK(total.get() == static_cast<int>(left.size()));
  Device<int> to_indices(left.size());
  Device<T> to_values(left.size());
  OK(csr2csr_compress<T>(handle, m, n, descr.at, values.at, indices.at, offsets.at,
                         static_cast<int>(entries.size()), counted.at, to_values.at, to_indices.at,
                         to_offsets.at, tolerance));
  CHECK(to_offsets.down() == wanted.offsets && to_indices.down() == wanted.indices);

  DenseOnDevice<T> dense(m, n, CUSPARSE_ORDER_COL, 2), y(m, 1);
  std::vector<int> at = {1, 4, 6};
  Device<int> places(at);
  DenseOnDevice<T> x(3, 1);
  Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
  int size = 0;
  const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE;
  OK(gemvi_bufferSize<T>(handle, N, m, n, 3, &size));
  Buffer buffer(size);
  Dense sum = y.dense();
  const Dense full = dense.dense();
  for (int i = 0; i < m; ++i) {
    sum(i, 0) *= big(beta.value);
    for (int k = 0; k < 3; ++k) sum(i, 0) += big(alpha.value) * full(i, at[k]) * big(x.host[k]);
  }
  OK(gemvi<T>(handle, N, m, n, alpha.at(), dense.device.at, dense.ld, 3, x.device.at, places.at,
              beta.at(), y.device.at, CUSPARSE_INDEX_BASE_ZERO, buffer.at));
  y.compare("gemvi", sum, 50);
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    FOR_TYPES(sums, handle);
    FOR_TYPES(blocks, handle, CUSPARSE_DIRECTION_ROW);
    FOR_TYPES(blocks, handle, CUSPARSE_DIRECTION_COLUMN);
    FOR_TYPES(counts, handle);
  });
  std::printf("passed\n");
}
