// SPDX-License-Identifier: Apache-2.0
// Matrices of blocks of any height and width (general BSR), from CSR and from other blocks, to CSR,
// and with their blocks in the order of columns.
#pragma once

#include <cstring>
#include <vector>

#include "cusparse/csr.h"

namespace heddle::cusparse {

inline bool is_direction(cusparseDirection_t direction) {
  return direction == CUSPARSE_DIRECTION_ROW || direction == CUSPARSE_DIRECTION_COLUMN;
}

struct BlockShape {
  i64 rows, columns;
  bool by_row;

  BlockShape(cusparseDirection_t direction, i64 r, i64 c)
      : rows(r), columns(c), by_row(direction == CUSPARSE_DIRECTION_ROW) {}
  i64 size() const { return rows * columns; }
  i64 place(i64 i, i64 j) const { return by_row ? i * columns + j : j * rows + i; }
};

// The rows of a matrix: each(i, f) calls f(column, value) for what is stored of row i. Where only
// the pattern is asked for there are no values.
template <class T>
struct CsrRows {
  Csr<T> a;
  i64 rows;
  template <class F>
  void each(i64 i, F f) const {
    for (i64 k = a.begin(i); k < a.end(i); ++k) f(a.column(k), a.values ? a.values[k] : T{});
  }
};
template <class T>
struct BlockRows {
  Csr<T> a;
  i64 rows;
  BlockShape shape;
  template <class F>
  void each(i64 i, F f) const {
    for (i64 b = a.begin(i / shape.rows); b < a.end(i / shape.rows); ++b)
      for (i64 j = 0; j < shape.columns; ++j)
        f(a.column(b) * shape.columns + j,
          a.values ? a.values[b * shape.size() + shape.place(i % shape.rows, j)] : T{});
  }
};

// The columns of blocks that a row of blocks has numbers in, in order.
template <class Rows>
std::vector<int> block_columns(const Rows& a, i64 row, const BlockShape& shape) {
  std::vector<int> found;
  for (i64 i = row * shape.rows; i < std::min(a.rows, (row + 1) * shape.rows); ++i)
    a.each(i, [&](i64 j, auto) { found.push_back(static_cast<int>(j / shape.columns)); });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Where the rows of blocks begin; how many blocks there are.
template <class Rows>
int count_blocks(const Rows& a, const BlockShape& shape, int base, int* offsets) {
  const i64 rows = (a.rows + shape.rows - 1) / shape.rows;
  int all = 0;
  offsets[0] = base;
  for (i64 row = 0; row < rows; ++row) {
    all += static_cast<int>(block_columns(a, row, shape).size());
    offsets[row + 1] = all + base;
  }
  return all;
}

template <class Rows, class T>
void write_blocks(const Rows& a, const BlockShape& shape, int base, T* values, int* offsets,
                  int* indices) {
  const i64 rows = (a.rows + shape.rows - 1) / shape.rows;
  i64 next = 0;
  offsets[0] = base;
  for (i64 row = 0; row < rows; ++row) {
    const auto columns = block_columns(a, row, shape);
    const i64 count = static_cast<i64>(columns.size());
    std::fill_n(values + next * shape.size(), count * shape.size(), T(0));
    for (i64 b = 0; b < count; ++b) indices[next + b] = columns[b] + base;
    for (i64 i = 0; i < std::min(shape.rows, a.rows - row * shape.rows); ++i)
      a.each(row * shape.rows + i, [&](i64 column, T value) {
        const auto at = std::lower_bound(columns.begin(), columns.end(), column / shape.columns);
        values[(next + (at - columns.begin())) * shape.size() +
               shape.place(i, column % shape.columns)] = value;
      });
    next += count;
    offsets[row + 1] = static_cast<int>(next) + base;
  }
}

// All numbers of the blocks, zeros too. Null values: the pattern.
template <class T>
void write_rows(const BlockRows<T>& a, int base, T* values, int* offsets, int* indices) {
  i64 next = 0;
  offsets[0] = base;
  for (i64 i = 0; i < a.rows; ++i) {
    a.each(i, [&](i64 column, T value) {
      if (values) values[next] = value;
      indices[next++] = static_cast<int>(column) + base;
    });
    offsets[i + 1] = static_cast<int>(next) + base;
  }
}

inline Status check_blocks(Call& call, cusparseDirection_t direction, i64 m, i64 n,
                           cusparseMatDescr_t a, cusparseMatDescr_t c,
                           std::initializer_list<i64> sizes) {
  if (m < 0 || n < 0 || !a || !c || !is_direction(direction)) return call.invalid();
  for (const i64 size : sizes)
    if (size < 1) return call.invalid();
  return is_general(a) && is_general(c) ? kOk : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

// To blocks: of a matrix in CSR, and of one in other blocks.
template <class T, class Rows>
Status to_blocks(Call& call, const Rows& a, const BlockShape& shape, int base, T* values,
                 int* offsets, int* indices) {
  call.writes(offsets, (a.rows + shape.rows - 1) / shape.rows + 1, 1);
  return call.once(cost_of(static_cast<double>(a.rows) * 20),
                   [=] { write_blocks(a, shape, base, values, offsets, indices); });
}
template <class Rows>
Status to_block_count(Call& call, const Rows& a, const BlockShape& shape, int base, int* offsets,
                      int* total) {
  if (!total) return call.invalid();
  if (const Status status = may_tell_count(call)) return status;
  call.writes(offsets, (a.rows + shape.rows - 1) / shape.rows + 1, 1).writes(total, 1, 1);
  return tell_count(call, call.once(cost_of(static_cast<double>(a.rows) * 20),
                                    [=] { *total = count_blocks(a, shape, base, offsets); }));
}

template <class T, class Size>
Status csr2gebsr_size(Call& call, cusparseDirection_t direction, i64 m, i64 n,
                      cusparseMatDescr_t descr, i64 rows, i64 columns, Size* size) {
  const Status status = check_blocks(call, direction, m, n, descr, descr, {rows, columns});
  return status ? status : tell_buffer(call, size);
}
template <class T>
Status csr2gebsr_bufferSize(Call& call, cusparseDirection_t direction, i64 m, i64 n,
                            cusparseMatDescr_t descr, const T*, const int*, const int*, i64 rows,
                            i64 columns, int* size) {
  return csr2gebsr_size<T>(call, direction, m, n, descr, rows, columns, size);
}
template <class T>
Status csr2gebsr_bufferSizeExt(Call& call, cusparseDirection_t direction, i64 m, i64 n,
                               cusparseMatDescr_t descr, const T*, const int*, const int*, i64 rows,
                               i64 columns, std::size_t* size) {
  return csr2gebsr_size<T>(call, direction, m, n, descr, rows, columns, size);
}
template <class T>
Status csr2gebsr(Call& call, cusparseDirection_t direction, i64 m, i64 n,
                 cusparseMatDescr_t descr_a, const T* values, const int* offsets,
                 const int* indices, cusparseMatDescr_t descr_c, T* to_values, int* to_offsets,
                 int* to_indices, i64 rows, i64 columns, void*) {
  if (const Status status = check_blocks(call, direction, m, n, descr_a, descr_c, {rows, columns}))
    return status;
  return to_blocks(call, CsrRows<T>{{values, offsets, indices, descr_a->base}, m},
                   BlockShape(direction, rows, columns), descr_c->base, to_values, to_offsets,
                   to_indices);
}

template <class T>
Status gebsr2csr(Call& call, cusparseDirection_t direction, i64 mb, i64 nb,
                 cusparseMatDescr_t descr_a, const T* values, const int* offsets,
                 const int* indices, i64 rows, i64 columns, cusparseMatDescr_t descr_c,
                 T* to_values, int* to_offsets, int* to_indices) {
  if (const Status status =
          check_blocks(call, direction, mb, nb, descr_a, descr_c, {rows, columns}))
    return status;
  call.writes(to_offsets, mb * rows + 1, 1);
  const BlockRows<T> a{
      {values, offsets, indices, descr_a->base}, mb * rows, BlockShape(direction, rows, columns)};
  const int base = descr_c->base;
  return call.once(cost_of(static_cast<double>(mb) * rows * 20),
                   [=] { write_rows(a, base, to_values, to_offsets, to_indices); });
}

template <class T, class Size>
Status gebsr2gebsr_size(Call& call, cusparseDirection_t direction, i64 mb, i64 nb, i64 nnzb,
                        cusparseMatDescr_t descr, std::initializer_list<i64> sizes, Size* size) {
  if (nnzb < 0) return call.invalid();
  const Status status = check_blocks(call, direction, mb, nb, descr, descr, sizes);
  return status ? status : tell_buffer(call, size);
}
template <class T>
Status gebsr2gebsr_bufferSize(Call& call, cusparseDirection_t direction, i64 mb, i64 nb, i64 nnzb,
                              cusparseMatDescr_t descr, const T*, const int*, const int*,
                              i64 rows_a, i64 columns_a, i64 rows_c, i64 columns_c, int* size) {
  return gebsr2gebsr_size<T>(call, direction, mb, nb, nnzb, descr,
                             {rows_a, columns_a, rows_c, columns_c}, size);
}
template <class T>
Status gebsr2gebsr_bufferSizeExt(Call& call, cusparseDirection_t direction, i64 mb, i64 nb,
                                 i64 nnzb, cusparseMatDescr_t descr, const T*, const int*,
                                 const int*, i64 rows_a, i64 columns_a, i64 rows_c, i64 columns_c,
                                 std::size_t* size) {
  return gebsr2gebsr_size<T>(call, direction, mb, nb, nnzb, descr,
                             {rows_a, columns_a, rows_c, columns_c}, size);
}
template <class T>
Status gebsr2gebsr(Call& call, cusparseDirection_t direction, i64 mb, i64 nb, i64 nnzb,
                   cusparseMatDescr_t descr_a, const T* values, const int* offsets,
                   const int* indices, i64 rows_a, i64 columns_a, cusparseMatDescr_t descr_c,
                   T* to_values, int* to_offsets, int* to_indices, i64 rows_c, i64 columns_c,
                   void*) {
  if (nnzb < 0) return call.invalid();
  if (const Status status = check_blocks(call, direction, mb, nb, descr_a, descr_c,
                                         {rows_a, columns_a, rows_c, columns_c}))
    return status;
  const BlockRows<T> a{{values, offsets, indices, descr_a->base},
                       mb * rows_a,
                       BlockShape(direction, rows_a, columns_a)};
  return to_blocks(call, a, BlockShape(direction, rows_c, columns_c), descr_c->base, to_values,
                   to_offsets, to_indices);
}

// A block is moved as it is: Csr2csc of matrices whose numbers are blocks.
template <class T, class Size>
Status gebsr2gebsc_size(Call& call, i64 mb, i64 nb, i64 nnzb, i64 rows, i64 columns, Size* size) {
  if (mb < 0 || nb < 0 || nnzb < 0 || rows < 1 || columns < 1) return call.invalid();
  return tell_buffer(call, size);
}
template <class T>
Status gebsr2gebsc_bufferSize(Call& call, i64 mb, i64 nb, i64 nnzb, const T*, const int*,
                              const int*, i64 rows, i64 columns, int* size) {
  return gebsr2gebsc_size<T>(call, mb, nb, nnzb, rows, columns, size);
}
template <class T>
Status gebsr2gebsc_bufferSizeExt(Call& call, i64 mb, i64 nb, i64 nnzb, const T*, const int*,
                                 const int*, i64 rows, i64 columns, std::size_t* size) {
  return gebsr2gebsc_size<T>(call, mb, nb, nnzb, rows, columns, size);
}
template <class T>
Status gebsr2gebsc(Call& call, i64 mb, i64 nb, i64 nnzb, const T* values, const int* offsets,
                   const int* indices, i64 rows, i64 columns, T* to_values, int* to_rows,
                   int* to_offsets, cusparseAction_t action, cusparseIndexBase_t base, void*) {
  const bool numeric = action == CUSPARSE_ACTION_NUMERIC;
  if (mb < 0 || nb < 0 || nnzb < 0 || rows < 1 || columns < 1 || !is_base(base) ||
      (!numeric && action != CUSPARSE_ACTION_SYMBOLIC))
    return call.invalid();
  const i64 size = rows * columns;
  call.writes(to_offsets, nb + 1, 1).writes(to_rows, nnzb, 1);
  call.writes(to_values, numeric ? nnzb * size : 0, 1);
  const Csr<T> a{values, offsets, indices, base};
  return call.once(cost_of(static_cast<double>(nb) + 5.0 * nnzb * size), [=] {
    std::vector<i64> next(static_cast<std::size_t>(nb) + 1);
    for (i64 k = 0; k < nnzb; ++k) ++next[static_cast<std::size_t>(a.column(k)) + 1];
    to_offsets[0] = base;
    for (i64 j = 0; j < nb; ++j) {
      next[j + 1] += next[j];
      to_offsets[j + 1] = static_cast<int>(next[j + 1]) + base;
    }
    for (i64 i = 0; i < (nnzb > 0 ? mb : 0); ++i)
      for (i64 k = a.begin(i); k < a.end(i); ++k) {
        const i64 at = next[a.column(k)]++;
        to_rows[at] = static_cast<int>(i) + base;
        if (numeric) std::copy_n(a.values + k * size, size, to_values + at * size);
      }
  });
}

}  // namespace heddle::cusparse
