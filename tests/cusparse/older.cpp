// SPDX-License-Identifier: Apache-2.0
// What is left of the older interface: incomplete factorisations, sums, blocks, counts, systems
// with few diagonals.
#include "cusparse_test.h"

#define BY_TYPE(name)                                \
  template <class T, class... A>                     \
  cusparseStatus_t name(A... a) {                    \
    if constexpr (std::is_same_v<T, float>)          \
      return cusparseS##name(a...);                  \
    else if constexpr (std::is_same_v<T, double>)    \
      return cusparseD##name(a...);                  \
    else if constexpr (std::is_same_v<T, cuComplex>) \
      return cusparseC##name(a...);                  \
    else                                             \
      return cusparseZ##name(a...);                  \
  }
BY_TYPE(csrilu02_bufferSize)
BY_TYPE(csrilu02_analysis)
BY_TYPE(csrilu02)
BY_TYPE(csrilu02_numericBoost)
BY_TYPE(csric02_bufferSize)
BY_TYPE(csric02_analysis)
BY_TYPE(csric02)
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
BY_TYPE(gtsv2_bufferSizeExt)
BY_TYPE(gtsv2)
BY_TYPE(gtsv2_nopivot_bufferSizeExt)
BY_TYPE(gtsv2_nopivot)
BY_TYPE(gtsv2StridedBatch_bufferSizeExt)
BY_TYPE(gtsv2StridedBatch)
BY_TYPE(gtsvInterleavedBatch_bufferSizeExt)
BY_TYPE(gtsvInterleavedBatch)
BY_TYPE(gpsvInterleavedBatch_bufferSizeExt)
BY_TYPE(gpsvInterleavedBatch)

const auto kPolicy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;

struct Descr {
  cusparseMatDescr_t at = nullptr;
  explicit Descr(int base = 0) {
    OK(cusparseCreateMatDescr(&at));
    OK(cusparseSetMatIndexBase(at, static_cast<cusparseIndexBase_t>(base)));
    CHECK(cusparseGetMatIndexBase(at) == base);
  }
  ~Descr() { cusparseDestroyMatDescr(at); }
};

void near(const char* what, Big got, Big wanted, double room) {
  if (std::abs(got - wanted) <= room * (1 + std::abs(wanted))) return;
  std::printf("%s is (%g, %g), not (%g, %g)\n", what, got.real(), got.imag(), wanted.real(),
              wanted.imag());
  std::exit(1);
}

// Hermitian and dominated by its diagonal, so that both factorisations exist.
template <class T>
std::vector<Entry> dominant(int n) {
  Dense half(n, n);
  for (const Entry& e : random_entries<T>(n, n))
    if (e.i != e.j) half(e.i, e.j) = e.value / 8.0;
  std::vector<Entry> out;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const Big value = i == j ? Big(n) : half(i, j) + std::conj(half(j, i));
      if (value != Big(0)) out.push_back({i, j, big(small<T>(value))});
    }
  return out;
}

// Products of the factors are the matrix, where it has numbers.
template <class T>
void factorise(cusparseHandle_t handle) {
  const int n = 40, base = pick(0, 1);
  const auto entries = dominant<T>(n);
  const Compressed<T, int, int> a(n, entries, base);
  const int nnz = static_cast<int>(entries.size());
  Device<int> offsets(a.offsets), indices(a.indices);
  const Descr descr(base);
  for (bool lu : {true, false}) {
    Device<T> values(a.values);
    int size = 0, pivot = 99;
    csrilu02Info_t info = nullptr;
    csric02Info_t info_ic = nullptr;
    if (lu) {
      OK(cusparseCreateCsrilu02Info(&info));
      OK(csrilu02_bufferSize<T>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info,
                                &size));
      Buffer buffer(size);
      OK(csrilu02_analysis<T>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info,
                              kPolicy, buffer.at));
      OK(cusparseXcsrilu02_zeroPivot(handle, info, &pivot));
      CHECK(pivot == -1);
      OK(csrilu02<T>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info, kPolicy,
                     buffer.at));
      OK(cusparseXcsrilu02_zeroPivot(handle, info, &pivot));
    } else {
      OK(cusparseCreateCsric02Info(&info_ic));
      OK(csric02_bufferSize<T>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info_ic,
                               &size));
      Buffer buffer(size);
      OK(csric02_analysis<T>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info_ic,
                             kPolicy, buffer.at));
      OK(csric02<T>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info_ic, kPolicy,
                    buffer.at));
      OK(cusparseXcsric02_zeroPivot(handle, info_ic, &pivot));
    }
    CHECK(pivot == -1);
    const auto got = values.down();
    Dense lower(n, n), upper(n, n);
    for (int k = 0; k < nnz; ++k) {
      const int i = entries[k].i, j = entries[k].j;
      if (lu) {
        (i > j ? lower : upper)(i, j) = big(got[k]);
        lower(i, i) = 1;
      } else if (i >= j) {
        lower(i, j) = big(got[k]);
        upper(j, i) = std::conj(big(got[k]));
      }
    }
    const Dense product = lower * upper;
    for (const Entry& e : entries)
      near(lu ? "LU" : "Cholesky", product(e.i, e.j), e.value, bound<T>() * 50);
    if (lu)
      OK(cusparseDestroyCsrilu02Info(info));
    else
      OK(cusparseDestroyCsric02Info(info_ic));
  }
}

// A place that is missing on the diagonal, a zero that comes out, and one that is boosted.
void pivots(cusparseHandle_t handle) {
  const auto run = [&](std::vector<Entry> entries, bool missing, bool boost) {
    const int base = 1, n = 3, nnz = static_cast<int>(entries.size());
    const Compressed<double, int, int> a(n, entries, base);
    Device<int> offsets(a.offsets), indices(a.indices);
    Device<double> values(a.values);
    const Descr descr(base);
    csrilu02Info_t info;
    OK(cusparseCreateCsrilu02Info(&info));
    Scalar<double> tolerance(handle, 1e-3), value(handle, 4.0);
    if (boost) OK(csrilu02_numericBoost<double>(handle, info, 1, tolerance.at(), value.at()));
    int size = 0, pivot = 99;
    OK(csrilu02_bufferSize<double>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at,
                                   info, &size));
    Buffer buffer(size);
    OK(csrilu02_analysis<double>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info,
                                 kPolicy, buffer.at));
    EXPECT_STATUS(cusparseXcsrilu02_zeroPivot(handle, info, &pivot),
                  missing ? CUSPARSE_STATUS_ZERO_PIVOT : CUSPARSE_STATUS_SUCCESS);
    CHECK(pivot == (missing ? 1 + base : -1));
    if (!missing) {
      OK(csrilu02<double>(handle, n, nnz, descr.at, values.at, offsets.at, indices.at, info,
                          kPolicy, buffer.at));
      EXPECT_STATUS(cusparseXcsrilu02_zeroPivot(handle, info, &pivot),
                    boost ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT);
      CHECK(pivot == (boost ? -1 : 1 + base));
      if (boost) CHECK(values.down()[3] == 4.0);
    }
    OK(cusparseDestroyCsrilu02Info(info));
  };
  const std::vector<Entry> zero = {{0, 0, 1}, {0, 1, 2}, {1, 0, 2}, {1, 1, 4}, {2, 2, 5}};
  run(zero, false, false);
  run(zero, false, true);
  run({{0, 0, 1}, {0, 1, 2}, {1, 0, 2}, {2, 2, 5}}, true, false);
}

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

// Systems with K diagonals on each side; what is solved is multiplied again.
template <class T>
void diagonals(cusparseHandle_t handle, int m) {
  const int count = 5, stride = m + 3, sides = 3;
  const auto diagonal = [&](double more) {
    std::vector<T> out;
    for (int i = 0; i < stride * count; ++i) out.push_back(small<T>(big(number<T>()) + more));
    return out;
  };
  // Not dominated by the diagonal where rows may be exchanged.
  const std::vector<T> ds = diagonal(0), dl = diagonal(0), d = diagonal(20), du = diagonal(0),
                       dw = diagonal(0), x = diagonal(0);
  std::vector<T> weak = diagonal(0);
  for (int i = 0; i < m; i += 5) weak[i] = small<T>(Big(0));
  // Element i of system k is number from(k) + i * step.
  const auto check = [&](const char* what, bool five, const std::vector<T>& middle,
                         const std::vector<T>& right, const std::vector<T>& solved, int systems,
                         auto coefficient, auto side) {
    for (int k = 0; k < systems; ++k) {
      for (int i = 0; i < m; ++i) {
        const auto term = [&](const std::vector<T>& of, int j) {
          return j < 0 || j >= m ? Big(0) : big(of[coefficient(k, i)]) * big(solved[side(k, j)]);
        };
        Big sum = term(dl, i - 1) + term(middle, i) + term(du, i + 1);
        if (five) sum += term(ds, i - 2) + term(dw, i + 2);
        near(what, sum, big(right[side(k, i)]), bound<T>() * 2e4);
      }
    }
  };
  Device<T> gs(ds), gl(dl), gd(d), gweak(weak), gu(du), gw(dw);
  std::size_t size = 0;
  const auto shared = [](int, int i) { return i; };
  const auto columns = [=](int k, int i) { return k * stride + i; };
  {
    Device<T> b(x);
    OK(gtsv2_bufferSizeExt<T>(handle, m, sides, gl.at, gweak.at, gu.at, b.at, stride, &size));
    Buffer buffer(size);
    OK(gtsv2<T>(handle, m, sides, gl.at, gweak.at, gu.at, b.at, stride, buffer.at));
    // A system may be near to a singular one: only for double is there enough room.
    if (bound<T>() < 1e-10) check("gtsv2", false, weak, x, b.down(), sides, shared, columns);
  }
  {
    Device<T> b(x);
    OK(gtsv2_nopivot_bufferSizeExt<T>(handle, m, sides, gl.at, gd.at, gu.at, b.at, stride, &size));
    Buffer buffer(size);
    OK(gtsv2_nopivot<T>(handle, m, sides, gl.at, gd.at, gu.at, b.at, stride, buffer.at));
    check("gtsv2_nopivot", false, d, x, b.down(), sides, shared, columns);
  }
  {
    Device<T> b(x);
    OK(gtsv2StridedBatch_bufferSizeExt<T>(handle, m, gl.at, gd.at, gu.at, b.at, count, stride,
                                          &size));
    Buffer buffer(size);
    OK(gtsv2StridedBatch<T>(handle, m, gl.at, gd.at, gu.at, b.at, count, stride, buffer.at));
    check("gtsv2StridedBatch", false, d, x, b.down(), count, columns, columns);
  }
  const auto interleaved = [=](int k, int i) { return i * count + k; };
  for (int algorithm = 0; algorithm < 3; ++algorithm) {
    Device<T> b(x), l(dl), middle(d), u(du);
    OK(gtsvInterleavedBatch_bufferSizeExt<T>(handle, algorithm, m, l.at, middle.at, u.at, b.at,
                                             count, &size));
    Buffer buffer(size);
    OK(gtsvInterleavedBatch<T>(handle, algorithm, m, l.at, middle.at, u.at, b.at, count,
                               buffer.at));
    check("gtsvInterleavedBatch", false, d, x, b.down(), count, interleaved, interleaved);
  }
  Device<T> b(x), s(ds), l(dl), middle(d), u(du), w(dw);
  OK(gpsvInterleavedBatch_bufferSizeExt<T>(handle, 0, m, s.at, l.at, middle.at, u.at, w.at, b.at,
                                           count, &size));
  Buffer buffer(size);
  OK(gpsvInterleavedBatch<T>(handle, 0, m, s.at, l.at, middle.at, u.at, w.at, b.at, count,
                             buffer.at));
  check("gpsvInterleavedBatch", true, d, x, b.down(), count, interleaved, interleaved);
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    FOR_TYPES(factorise, handle);
    pivots(handle);
    FOR_TYPES(sums, handle);
    FOR_TYPES(blocks, handle, CUSPARSE_DIRECTION_ROW);
    FOR_TYPES(blocks, handle, CUSPARSE_DIRECTION_COLUMN);
    FOR_TYPES(counts, handle);
    FOR_TYPES(diagonals, handle, 3);
    FOR_TYPES(diagonals, handle, 70);
  });
  std::printf("passed\n");
}
