// SPDX-License-Identifier: Apache-2.0
// Matrices of blocks beside dense ones: incomplete factorisations, systems with their factors,
// products of some rows; and colours of rows.
#include <utility>

#include "older.h"

BY_TYPE(bsrilu02_numericBoost)
BY_TYPE(bsrilu02_bufferSize)
BY_TYPE(bsrilu02_analysis)
BY_TYPE(bsrilu02)
BY_TYPE(bsric02_bufferSize)
BY_TYPE(bsric02_analysis)
BY_TYPE(bsric02)
BY_TYPE(bsrsv2_bufferSize)
BY_TYPE(bsrsv2_analysis)
BY_TYPE(bsrsv2_solve)
BY_TYPE(bsrsm2_bufferSize)
BY_TYPE(bsrsm2_analysis)
BY_TYPE(bsrsm2_solve)
BY_TYPE(bsrxmv)
BY_TYPE(csrcolor)

const auto kPolicy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;

template <class T>
struct Blocks {
  int rows, size, base;
  cusparseDirection_t direction;
  std::vector<int> offsets, indices;
  std::vector<T> values;
  int nnz() const { return static_cast<int>(indices.size()); }
  std::size_t place(int k, int i, int j) const {
    return std::size_t(k) * size * size +
           (direction == CUSPARSE_DIRECTION_ROW ? i * size + j : j * size + i);
  }
  // f(i, j, place) of all numbers.
  template <class F>
  void each(F f) const {
    for (int row = 0; row < rows; ++row)
      for (int k = offsets[row] - base; k < offsets[row + 1] - base; ++k)
        for (int i = 0; i < size; ++i)
          for (int j = 0; j < size; ++j)
            f(row * size + i, (indices[k] - base) * size + j, place(k, i, j));
  }
  Dense dense(const std::vector<T>& of) const {
    Dense out(rows * size, rows * size);
    each([&](int i, int j, std::size_t at) { out(i, j) = big(of[at]); });
    return out;
  }
};

// Hermitian, dominated by its diagonal; a block where the pattern has one.
template <class T>
Blocks<T> dominant() {
  Blocks<T> a{
      pick(1, 7), pick(1, 5), pick(0, 1), pick({CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}),
      {},         {},         {}};
  const int n = a.rows * a.size;
  Dense full(n, n);
  std::vector<std::vector<bool>> there(a.rows, std::vector<bool>(a.rows));
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j <= i; ++j) there[i][j] = there[j][i] = i == j || pick(0, 2) == 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const Big value = i == j ? Big(8 * n) : big(number<T>());
      full(i, j) = value, full(j, i) = std::conj(value);
    }
  a.offsets.push_back(a.base);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.rows; ++j)
      if (there[i][j]) a.indices.push_back(j + a.base);
    a.offsets.push_back(a.nnz() + a.base);
  }
  a.values.resize(std::size_t(a.nnz()) * a.size * a.size);
  a.each([&](int i, int j, std::size_t at) { a.values[at] = small<T>(full(i, j)); });
  return a;
}

// op(triangle) * X = alpha B, for one column and for several.
template <class T>
void solve(cusparseHandle_t handle, const Blocks<T>& a, const std::vector<T>& factors,
           cusparseFillMode_t fill, cusparseDiagType_t diagonal) {
  const int n = a.rows * a.size, many = pick(1, 5);
  const auto op_a = pick({CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
                          CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE});
  const bool turned = pick(0, 1);
  const auto op_x = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
  Dense triangle = a.dense(factors);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == j ? diagonal == CUSPARSE_DIAG_TYPE_UNIT : false) triangle(i, j) = 1;
      if (fill == CUSPARSE_FILL_MODE_LOWER ? j > i : j < i) triangle(i, j) = 0;
    }
  if (op_a == CUSPARSE_OPERATION_TRANSPOSE) triangle = plain_transpose(triangle);
  if (op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) triangle = adjoint(triangle);
  Descr descr(a.base);
  OK(cusparseSetMatFillMode(descr.at, fill));
  OK(cusparseSetMatDiagType(descr.at, diagonal));
  Device<int> offsets(a.offsets), indices(a.indices);
  Device<T> values(factors);
  Scalar<T> alpha(handle, small<T>(Big(0.5)));
  const int ld = (turned ? many : n) + 2, columns = turned ? n : many;
  std::vector<T> right(std::size_t(ld) * columns);
  for (T& x : right) x = number<T>();
  Device<T> b(right), x(right);
  int size = 0, pivot = 99;
  const auto check = [&](const std::vector<T>& got, int count, bool turn) {
    for (int c = 0; c < count; ++c)
      for (int i = 0; i < n; ++i) {
        Big sum = 0;
        for (int j = 0; j < n; ++j)
          sum += triangle(i, j) * big(got[turn ? j * ld + c : c * ld + j]);
        near("a solution", sum, 0.5 * big(right[turn ? i * ld + c : c * ld + i]), bound<T>() * 50);
      }
  };
  bsrsm2Info_t info;
  OK(cusparseCreateBsrsm2Info(&info));
  OK(bsrsm2_bufferSize<T>(handle, a.direction, op_a, op_x, a.rows, many, a.nnz(), descr.at,
                          values.at, offsets.at, indices.at, a.size, info, &size));
  Buffer buffer(size);
  OK(bsrsm2_analysis<T>(handle, a.direction, op_a, op_x, a.rows, many, a.nnz(), descr.at, values.at,
                        offsets.at, indices.at, a.size, info, kPolicy, buffer.at));
  OK(bsrsm2_solve<T>(handle, a.direction, op_a, op_x, a.rows, many, a.nnz(), alpha.at(), descr.at,
                     values.at, offsets.at, indices.at, a.size, info, b.at, ld, x.at, ld, kPolicy,
                     buffer.at));
  OK(cusparseXbsrsm2_zeroPivot(handle, info, &pivot));
  CHECK(pivot == -1);
  OK(cusparseDestroyBsrsm2Info(info));
  check(x.down(), many, turned);
  if (turned) return;
  bsrsv2Info_t one;
  OK(cusparseCreateBsrsv2Info(&one));
  OK(bsrsv2_bufferSize<T>(handle, a.direction, op_a, a.rows, a.nnz(), descr.at, values.at,
                          offsets.at, indices.at, a.size, one, &size));
  OK(bsrsv2_analysis<T>(handle, a.direction, op_a, a.rows, a.nnz(), descr.at, values.at, offsets.at,
                        indices.at, a.size, one, kPolicy, buffer.at));
  OK(bsrsv2_solve<T>(handle, a.direction, op_a, a.rows, a.nnz(), alpha.at(), descr.at, values.at,
                     offsets.at, indices.at, a.size, one, b.at, x.at, kPolicy, buffer.at));
  OK(cusparseXbsrsv2_zeroPivot(handle, one, &pivot));
  CHECK(pivot == -1);
  OK(cusparseDestroyBsrsv2Info(one));
  check(x.down(), 1, false);
}

template <class T>
void factorise(cusparseHandle_t handle) {
  for (int round = 0; round < 6; ++round) {
    const Blocks<T> a = dominant<T>();
    const int n = a.rows * a.size;
    const Descr descr(a.base);
    Device<int> offsets(a.offsets), indices(a.indices);
    Device<T> lu(a.values), ic(a.values);
    int size = 0, pivot = 99;
    bsrilu02Info_t info;
    bsric02Info_t info_ic;
    OK(cusparseCreateBsrilu02Info(&info));
    OK(cusparseCreateBsric02Info(&info_ic));
    OK(bsrilu02_bufferSize<T>(handle, a.direction, a.rows, a.nnz(), descr.at, lu.at, offsets.at,
                              indices.at, a.size, info, &size));
    Buffer buffer(size);
    OK(bsrilu02_analysis<T>(handle, a.direction, a.rows, a.nnz(), descr.at, lu.at, offsets.at,
                            indices.at, a.size, info, kPolicy, buffer.at));
    OK(bsrilu02<T>(handle, a.direction, a.rows, a.nnz(), descr.at, lu.at, offsets.at, indices.at,
                   a.size, info, kPolicy, buffer.at));
    OK(cusparseXbsrilu02_zeroPivot(handle, info, &pivot));
    CHECK(pivot == -1);
    OK(bsric02_bufferSize<T>(handle, a.direction, a.rows, a.nnz(), descr.at, ic.at, offsets.at,
                             indices.at, a.size, info_ic, &size));
    OK(bsric02_analysis<T>(handle, a.direction, a.rows, a.nnz(), descr.at, ic.at, offsets.at,
                           indices.at, a.size, info_ic, kPolicy, buffer.at));
    OK(bsric02<T>(handle, a.direction, a.rows, a.nnz(), descr.at, ic.at, offsets.at, indices.at,
                  a.size, info_ic, kPolicy, buffer.at));
    OK(cusparseXbsric02_zeroPivot(handle, info_ic, &pivot));
    CHECK(pivot == -1);
    OK(cusparseDestroyBsrilu02Info(info));
    OK(cusparseDestroyBsric02Info(info_ic));
    const auto factors = lu.down(), half = ic.down();
    const Dense both = a.dense(factors), left = a.dense(half);
    Dense lower(n, n), upper(n, n), triangle(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        (i > j ? lower : upper)(i, j) = both(i, j);
        if (i == j) lower(i, j) = 1;
        if (i >= j) triangle(i, j) = left(i, j);
      }
    const Dense product = lower * upper, square = triangle * adjoint(triangle);
    a.each([&](int i, int j, std::size_t at) {
      near("LU", product(i, j), big(a.values[at]), bound<T>() * 50);
      if (i >= j)
        near("Cholesky", square(i, j), big(a.values[at]), bound<T>() * 50);
      else
        CHECK(big(half[at]) == big(a.values[at]));
    });
    solve(handle, a, factors, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_UNIT);
    solve(handle, a, factors, CUSPARSE_FILL_MODE_UPPER, CUSPARSE_DIAG_TYPE_NON_UNIT);
    solve(handle, a, half, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT);
  }
}

template <class T>
void masked_product(cusparseHandle_t handle) {
  const Blocks<T> a = dominant<T>();
  const Dense full = a.dense(a.values);
  const int n = a.rows * a.size;
  std::vector<int> mask, begins(a.offsets.begin(), a.offsets.end() - 1),
      ends(a.offsets.begin() + 1, a.offsets.end());
  for (int row = 0; row < a.rows; ++row)
    if (pick(0, 1)) mask.push_back(row + a.base);
  mask.push_back(a.base);  // (twice is once where beta is 0)
  std::sort(mask.begin(), mask.end());
  mask.erase(std::unique(mask.begin(), mask.end()), mask.end());
  // The first row has no number behind its first block.
  ends[0] = begins[0] + 1;
  std::vector<T> x(n), y(n);
  for (T& each : x) each = number<T>();
  for (T& each : y) each = number<T>();
  Device<int> d_mask(mask), d_begins(begins), d_ends(ends), indices(a.indices);
  Device<T> values(a.values), d_x(x), d_y(y);
  Scalar<T> alpha(handle, small<T>(Big(0.75))), beta(handle, small<T>(Big(-0.5)));
  const Descr descr(a.base);
  EXPECT_STATUS(bsrxmv<T>(handle, a.direction, CUSPARSE_OPERATION_NON_TRANSPOSE, int(mask.size()),
                          a.rows, a.rows, a.nnz(), alpha.at(), descr.at, values.at, d_mask.at,
                          d_begins.at, d_ends.at, indices.at, a.size, d_x.at, beta.at(), d_y.at),
                a.size == 1 ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_SUCCESS);
  if (a.size == 1) return;
  const auto got = d_y.down();
  for (int row = 0; row < a.rows; ++row)
    for (int i = row * a.size; i < (row + 1) * a.size; ++i) {
      if (!std::count(mask.begin(), mask.end(), row + a.base)) {
        CHECK(big(got[i]) == big(y[i]));
        continue;
      }
      const int first = (a.indices[begins[0] - a.base] - a.base) * a.size;
      Big sum = 0;
      for (int j = 0; j < n; ++j)
        if (row > 0 || (j >= first && j < first + a.size)) sum += full(i, j) * big(x[j]);
      near("a product", big(got[i]), 0.75 * sum - 0.5 * big(y[i]), bound<T>() * 20);
    }
}

// A block that is missing on the diagonal, and one that is not invertible, by its row.
void pivots(cusparseHandle_t handle) {
  for (const bool missing : {false, true}) {
    // Two rows of blocks of 2 x 2; the second one's diagonal block is of rank 1 or not there.
    Device<int> offsets(std::vector<int>{1, 2, 3}), indices(std::vector<int>{1, missing ? 1 : 2});
    Device<double> values(std::vector<double>{2, 0, 0, 2, 1, 2, 2, 4});
    Descr descr(1);
    OK(cusparseSetMatFillMode(descr.at, CUSPARSE_FILL_MODE_UPPER));
    Buffer buffer(8);
    int pivot = 0;
    bsrilu02Info_t info;
    OK(cusparseCreateBsrilu02Info(&info));
    OK(bsrilu02_analysis<double>(handle, CUSPARSE_DIRECTION_ROW, 2, 2, descr.at, values.at,
                                 offsets.at, indices.at, 2, info, kPolicy, buffer.at));
    EXPECT_STATUS(cusparseXbsrilu02_zeroPivot(handle, info, &pivot),
                  missing ? CUSPARSE_STATUS_ZERO_PIVOT : CUSPARSE_STATUS_SUCCESS);
    CHECK(pivot == (missing ? 2 : -1));
    OK(bsrilu02<double>(handle, CUSPARSE_DIRECTION_ROW, 2, 2, descr.at, values.at, offsets.at,
                        indices.at, 2, info, kPolicy, buffer.at));
    EXPECT_STATUS(cusparseXbsrilu02_zeroPivot(handle, info, &pivot), CUSPARSE_STATUS_ZERO_PIVOT);
    CHECK(pivot == 2);
    OK(cusparseDestroyBsrilu02Info(info));
    bsrsv2Info_t solver;
    OK(cusparseCreateBsrsv2Info(&solver));
    Scalar<double> one(handle, 1.0);
    Device<double> x(std::vector<double>{1, 2, 3, 4});
    OK(bsrsv2_solve<double>(handle, CUSPARSE_DIRECTION_ROW, CUSPARSE_OPERATION_NON_TRANSPOSE, 2, 2,
                            one.at(), descr.at, values.at, offsets.at, indices.at, 2, solver, x.at,
                            x.at, kPolicy, buffer.at));
    EXPECT_STATUS(cusparseXbsrsv2_zeroPivot(handle, solver, &pivot), CUSPARSE_STATUS_ZERO_PIVOT);
    CHECK(pivot == 2);
    OK(cusparseDestroyBsrsv2Info(solver));
    EXPECT_STATUS(bsrilu02<double>(handle, CUSPARSE_DIRECTION_ROW, 2, 2, descr.at, values.at,
                                   offsets.at, indices.at, 0, nullptr, kPolicy, buffer.at),
                  CUSPARSE_STATUS_INVALID_VALUE);
  }
}

template <class T>
void colours(cusparseHandle_t handle) {
  const int n = pick(1, 60), base = pick(0, 1);
  const auto entries = random_entries<T>(n, n);
  const Compressed<T, int, int> a(n, entries, base);
  Device<int> offsets(a.offsets), indices(a.indices), colouring(std::vector<int>(n, -1)),
      order(std::vector<int>(n, -1));
  Device<T> values(a.values);
  const Descr descr(base);
  cusparseColorInfo_t info;
  OK(cusparseCreateColorInfo(&info));
  const RealOf<T> fraction = 1, wrong = 2;
  int count = 0;
  OK(csrcolor<T>(handle, n, int(entries.size()), descr.at, values.at, offsets.at, indices.at,
                 &fraction, &count, colouring.at, order.at, info));
  auto colour = colouring.down(), rows = order.down();
  std::vector<int> listed(n);
  for (int i = 0; i < n; ++i) {
    colour[i] -= base, rows[i] -= base;
    CHECK(colour[i] >= 0 && colour[i] < count && rows[i] >= 0 && rows[i] < n);
    CHECK(!std::exchange(listed[rows[i]], 1));
  }
  for (int i = 1; i < n; ++i) CHECK(colour[rows[i - 1]] <= colour[rows[i]]);
  for (const Entry& e : entries) CHECK(e.i == e.j || colour[e.i] != colour[e.j]);
  EXPECT_STATUS(csrcolor<T>(handle, n, int(entries.size()), descr.at, values.at, offsets.at,
                            indices.at, &wrong, &count, colouring.at, nullptr, info),
                CUSPARSE_STATUS_INVALID_VALUE);
  OK(cusparseDestroyColorInfo(info));
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    FOR_TYPES(factorise, handle);
    for (int round = 0; round < 5; ++round) {
      FOR_TYPES(masked_product, handle);
      FOR_TYPES(colours, handle);
    }
    pivots(handle);
  });
  std::printf("passed\n");
}
