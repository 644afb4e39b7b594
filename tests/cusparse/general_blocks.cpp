// SPDX-License-Identifier: Apache-2.0
// General blocks and rows that are sorted for a while: all ways from CSR to blocks, to other
// blocks, to blocks in the order of columns and back give the same matrix, and the pattern that was
// to be.
#include <numeric>
#include <set>

#include "older.h"

BY_TYPE(csr2gebsr_bufferSize)
BY_TYPE(csr2gebsr_bufferSizeExt)
BY_TYPE(csr2gebsr)
BY_TYPE(gebsr2csr)
BY_TYPE(gebsr2gebsr_bufferSize)
BY_TYPE(gebsr2gebsr)
BY_TYPE(gebsr2gebsc_bufferSize)
BY_TYPE(gebsr2gebsc)
BY_TYPE(csru2csr_bufferSizeExt)
BY_TYPE(csru2csr)
BY_TYPE(csr2csru)

struct Shape2 {
  int rows, columns;
};
int up(int n, int by) {
  return (n + by - 1) / by;
}

// What blocks in memory say, and which of them are there.
template <class T>
Dense read_blocks(const std::vector<int>& offsets, const std::vector<int>& indices,
                  const std::vector<T>& values, int base, cusparseDirection_t direction, int m,
                  int n, Shape2 s, std::set<std::pair<int, int>>& there, bool by_columns = false) {
  Dense out(up(m, s.rows) * s.rows, up(n, s.columns) * s.columns);
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line)
    for (int b = offsets[line] - base; b < offsets[line + 1] - base; ++b) {
      const int other = indices[b] - base;
      const int row = by_columns ? other : static_cast<int>(line);
      const int column = by_columns ? static_cast<int>(line) : other;
      CHECK(there.insert({row, column}).second);
      CHECK(b == offsets[line] - base || indices[b - 1] < indices[b]);
      for (int i = 0; i < s.rows; ++i)
        for (int j = 0; j < s.columns; ++j)
          out(row * s.rows + i, column * s.columns + j) = big(
              values[std::size_t(b) * s.rows * s.columns +
                     (direction == CUSPARSE_DIRECTION_ROW ? i * s.columns + j : j * s.rows + i)]);
    }
  return out;
}
void same(const Dense& got, const Dense& wanted) {
  for (int j = 0; j < got.columns; ++j)
    for (int i = 0; i < got.rows; ++i)
      CHECK(got(i, j) == (i < wanted.rows && j < wanted.columns ? wanted(i, j) : Big(0)));
}

template <class T>
void blocks(cusparseHandle_t handle) {
  const int m = pick(1, 30), n = pick(1, 30), base_a = pick(0, 1), base_c = pick(0, 1);
  const auto direction = pick({CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN});
  const Shape2 s{pick(1, 5), pick(1, 5)}, other{pick(1, 5), pick(1, 5)};
  const auto entries = random_entries<T>(m, n);
  const Dense full = dense_of(m, n, entries);
  const Compressed<T, int, int> csr(m, entries, base_a);
  Device<int> offsets(csr.offsets), indices(csr.indices);
  Device<T> values(csr.values);
  Descr descr_a(base_a), descr_c(base_c);
  std::set<std::pair<int, int>> wanted;
  for (const Entry& e : entries) wanted.insert({e.i / s.rows, e.j / s.columns});
  const int mb = up(m, s.rows), nb = up(n, s.columns);

  int size = 0;
  std::size_t wide = 0;
  OK(csr2gebsr_bufferSize<T>(handle, direction, m, n, descr_a.at, values.at, offsets.at, indices.at,
                             s.rows, s.columns, &size));
  OK(csr2gebsr_bufferSizeExt<T>(handle, direction, m, n, descr_a.at, values.at, offsets.at,
                                indices.at, s.rows, s.columns, &wide));
  Buffer buffer(std::max<std::size_t>(1 << 16, std::max<std::size_t>(size, wide)));
  Device<int> to_offsets(std::vector<int>(mb + 1, -7));
  Scalar<int> total(handle, -1);
  OK(cusparseXcsr2gebsrNnz(handle, direction, m, n, descr_a.at, offsets.at, indices.at, descr_c.at,
                           to_offsets.at, s.rows, s.columns, total.at(), buffer.at));
  const int nnzb = total.get();
  CHECK(nnzb == static_cast<int>(wanted.size()));
  Device<int> to_indices(nnzb);
  Device<T> to_values(std::vector<T>(std::size_t(nnzb) * s.rows * s.columns, number<T>()));
  OK(csr2gebsr<T>(handle, direction, m, n, descr_a.at, values.at, offsets.at, indices.at,
                  descr_c.at, to_values.at, to_offsets.at, to_indices.at, s.rows, s.columns,
                  buffer.at));
  std::set<std::pair<int, int>> there;
  same(read_blocks(to_offsets.down(), to_indices.down(), to_values.down(), base_c, direction, m, n,
                   s, there),
       full);
  CHECK(there == wanted);

  // Back to CSR, where each number of a block is stored.
  const int stored = nnzb * s.rows * s.columns;
  Device<int> back_offsets(mb * s.rows + 1), back_indices(stored), pattern_offsets(mb * s.rows + 1),
      pattern_indices(stored);
  Device<T> back_values(stored);
  OK(gebsr2csr<T>(handle, direction, mb, nb, descr_c.at, to_values.at, to_offsets.at, to_indices.at,
                  s.rows, s.columns, descr_a.at, back_values.at, back_offsets.at, back_indices.at));
  OK(cusparseXgebsr2csr(handle, direction, mb, nb, descr_c.at, to_offsets.at, to_indices.at, s.rows,
                        s.columns, descr_a.at, pattern_offsets.at, pattern_indices.at));
  CHECK(pattern_offsets.down() == back_offsets.down() &&
        pattern_indices.down() == back_indices.down());
  there.clear();
  same(read_blocks(back_offsets.down(), back_indices.down(), back_values.down(), base_a, direction,
                   mb * s.rows, nb * s.columns, {1, 1}, there),
       full);
  CHECK(static_cast<int>(there.size()) == stored);

  // To other blocks, of the padded matrix.
  const int rows = mb * s.rows, columns = nb * s.columns;
  std::set<std::pair<int, int>> others;
  for (const auto& at : there) others.insert({at.first / other.rows, at.second / other.columns});
  OK(gebsr2gebsr_bufferSize<T>(handle, direction, mb, nb, nnzb, descr_c.at, to_values.at,
                               to_offsets.at, to_indices.at, s.rows, s.columns, other.rows,
                               other.columns, &size));
  Buffer more(std::max(1 << 16, size));
  Device<int> other_offsets(up(rows, other.rows) + 1);
  OK(cusparseXgebsr2gebsrNnz(handle, direction, mb, nb, nnzb, descr_c.at, to_offsets.at,
                             to_indices.at, s.rows, s.columns, descr_a.at, other_offsets.at,
                             other.rows, other.columns, total.at(), more.at));
  const int count = total.get();
  CHECK(count == static_cast<int>(others.size()));
  Device<int> other_indices(count);
  Device<T> other_values(
      std::vector<T>(std::size_t(count) * other.rows * other.columns, number<T>()));
  OK(gebsr2gebsr<T>(handle, direction, mb, nb, nnzb, descr_c.at, to_values.at, to_offsets.at,
                    to_indices.at, s.rows, s.columns, descr_a.at, other_values.at, other_offsets.at,
                    other_indices.at, other.rows, other.columns, more.at));
  there.clear();
  same(read_blocks(other_offsets.down(), other_indices.down(), other_values.down(), base_a,
                   direction, rows, columns, other, there),
       full);
  CHECK(there == others);

  // By columns of blocks, which stay as they are inside.
  OK(gebsr2gebsc_bufferSize<T>(handle, mb, nb, nnzb, to_values.at, to_offsets.at, to_indices.at,
                               s.rows, s.columns, &size));
  Buffer most(std::max(1 << 16, size));
  Device<int> column_offsets(nb + 1), block_rows(nnzb);
  Device<T> column_values(std::size_t(nnzb) * s.rows * s.columns);
  OK(gebsr2gebsc<T>(handle, mb, nb, nnzb, to_values.at, to_offsets.at, to_indices.at, s.rows,
                    s.columns, column_values.at, block_rows.at, column_offsets.at,
                    CUSPARSE_ACTION_NUMERIC, static_cast<cusparseIndexBase_t>(base_c), most.at));
  there.clear();
  same(read_blocks(column_offsets.down(), block_rows.down(), column_values.down(), base_c,
                   direction, m, n, s, there, true),
       full);
  CHECK(there == wanted);
}

// Sorted, and put back as it was.
template <class T>
void sorted_rows(cusparseHandle_t handle) {
  const int m = pick(1, 20), n = pick(1, 30), base = pick(0, 1);
  Shape shape;
  shape.duplicates = true;
  const auto entries = random_entries<T>(m, n, shape);
  const Compressed<T, int, int> csr(m, entries, base);
  const int nnz = static_cast<int>(csr.indices.size());
  Device<int> offsets(csr.offsets), indices(csr.indices);
  Device<T> values(csr.values);
  Descr descr(base);
  csru2csrInfo_t info;
  OK(cusparseCreateCsru2csrInfo(&info));
  std::size_t size = 0;
  OK(csru2csr_bufferSizeExt<T>(handle, m, n, nnz, values.at, offsets.at, indices.at, info, &size));
  Buffer buffer(size);
  OK(csru2csr<T>(handle, m, n, nnz, descr.at, values.at, offsets.at, indices.at, info, buffer.at));
  const std::vector<int> sorted = indices.down();
  const std::vector<T> numbers = values.down();
  for (int i = 0; i < m; ++i) {
    const int begin = csr.offsets[i] - base, end = csr.offsets[i + 1] - base;
    CHECK(std::is_sorted(sorted.begin() + begin, sorted.begin() + end));
    std::vector<int> order(end - begin);
    std::iota(order.begin(), order.end(), begin);
    std::sort(order.begin(), order.end(), [&](int k, int l) {
      return csr.indices[k] != csr.indices[l] ? csr.indices[k] < csr.indices[l] : k < l;
    });
    for (int k = begin; k < end; ++k) CHECK(big(numbers[k]) == big(csr.values[order[k - begin]]));
  }
  OK(csr2csru<T>(handle, m, n, nnz, descr.at, values.at, offsets.at, indices.at, info, buffer.at));
  CHECK(indices.down() == csr.indices);
  const std::vector<T> after = values.down();
  for (int k = 0; k < nnz; ++k) CHECK(big(after[k]) == big(csr.values[k]));
  OK(cusparseDestroyCsru2csrInfo(info));
}

void statuses(cusparseHandle_t handle) {
  Descr descr;
  int size = 0;
  const auto ask = [&](cusparseDirection_t direction, int m, int rows, int columns, int* to) {
    return cusparseScsr2gebsr_bufferSize(handle, direction, m, 4, descr.at, nullptr, nullptr,
                                         nullptr, rows, columns, to);
  };
  OK(ask(CUSPARSE_DIRECTION_ROW, 4, 2, 3, &size));
  EXPECT_STATUS(ask(CUSPARSE_DIRECTION_ROW, -1, 2, 3, &size), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_STATUS(ask(CUSPARSE_DIRECTION_ROW, 4, 0, 3, &size), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_STATUS(ask(CUSPARSE_DIRECTION_ROW, 4, 2, 0, &size), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_STATUS(ask(CUSPARSE_DIRECTION_ROW, 4, 2, 3, nullptr), CUSPARSE_STATUS_INVALID_VALUE);
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    for (int round = 0; round < 12; ++round) {
      FOR_TYPES(blocks, handle);
      FOR_TYPES(sorted_rows, handle);
    }
    statuses(handle);
  });
  std::printf("passed\n");
}
