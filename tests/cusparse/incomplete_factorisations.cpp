// SPDX-License-Identifier: Apache-2.0
// Incomplete factorisations: products of the factors are the matrix where it has numbers; pivots.
#include "older.h"

BY_TYPE(csrilu02_bufferSize)
BY_TYPE(csrilu02_analysis)
BY_TYPE(csrilu02)
BY_TYPE(csrilu02_numericBoost)
BY_TYPE(csric02_bufferSize)
BY_TYPE(csric02_analysis)
BY_TYPE(csric02)

const auto kPolicy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;

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

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    FOR_TYPES(factorise, handle);
    pivots(handle);
  });
  std::printf("passed\n");
}
