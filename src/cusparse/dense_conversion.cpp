// SPDX-License-Identifier: Apache-2.0
// cusparseSparseToDense, cusparseDenseToSparse.
#include "cusparse/dense_use.h"
#include "cusparse/walk.h"

namespace heddle::cusparse {
namespace {

constexpr size_t kBuffer = 8;
constexpr Status kOk = CUSPARSE_STATUS_SUCCESS;

Status check(Call& call, const cusparseSpMatDescr* sparse, const cusparseDnMatDescr* dense,
             int alg) {
  if (!sparse || !dense || alg != 0 || sparse->rows != dense->rows ||
      sparse->columns != dense->columns)
    return call.invalid();
  if (sparse->format == CUSPARSE_FORMAT_SLICED_ELLPACK)
    return call.not_supported("with Sliced ELL");
  if (sparse->values.type != dense->values.type) return call.not_supported("with these types");
  return kOk;
}

// A number of a type of memory, whether it is one that counts.
template <class T>
bool is_zero(T value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
    return (value.bits & 0x7fff) == 0;
  else if constexpr (std::is_same_v<T, Pair<Half>> || std::is_same_v<T, Pair<BFloat16>>)
    return is_zero(value.real) && is_zero(value.imag);
  else
    return value == T(0);
}

// Element (i, j) of a dense matrix.
template <class T>
T& element(const DenseMatrix& of, i64 i, i64 j) {
  return static_cast<T*>(of.values.at)[i * of.row_step() + j * of.column_step()];
}

// f(i, j, value) for what is not zero, line by line: rows, or columns for CSC.
template <class T, class F>
void walk_dense(const DenseMatrix& of, bool by_row, i64 begin, i64 end, F f) {
  const i64 others = by_row ? of.columns : of.rows;
  for (i64 line = begin; line < end; ++line) {
    for (i64 other = 0; other < others; ++other) {
      const i64 i = by_row ? line : other, j = by_row ? other : line;
      const T value = element<T>(of, i, j);
      if (!is_zero(value)) f(i, j, value);
    }
  }
}

struct Conversion {
  DenseMatrix from;
  SparseMatrix to;
  bool by_row() const { return to.format != CUSPARSE_FORMAT_CSC; }
  i64 lines() const { return by_row() ? to.rows : to.columns; }
  i64 numbers() const { return to.rows * to.columns; }
};

// Of CSR, CSC and COO: numbers in each block of a BSR matrix are stored where one of them is.
template <class T>
i64 count(const Conversion& of) {
  i64 all = 0;
  walk_dense<T>(of.from, of.by_row(), 0, of.lines(), [&](i64, i64, T) { ++all; });
  return all;
}
template <class T>
bool is_empty(const Conversion& of, i64 row, i64 column) {
  for (i64 i = 0; i < of.to.block_rows; ++i)
    for (i64 j = 0; j < of.to.block_columns; ++j)
      if (!is_zero(
              element<T>(of.from, row * of.to.block_rows + i, column * of.to.block_columns + j)))
        return false;
  return true;
}
template <class T>
i64 count_blocks(const Conversion& of) {
  i64 all = 0;
  for (i64 row = 0; row < of.to.rows / of.to.block_rows; ++row)
    for (i64 column = 0; column < of.to.columns / of.to.block_columns; ++column)
      all += !is_empty<T>(of, row, column);
  return all;
}

template <class T>
void convert_lines(const Conversion& of) {
  const SparseMatrix& to = of.to;
  const bool coordinates = to.format == CUSPARSE_FORMAT_COO;
  i64 k = 0;
  for (i64 line = 0; line < of.lines(); ++line) {
    if (!coordinates) to.major.set(line, k + to.base);
    walk_dense<T>(of.from, of.by_row(), line, line + 1, [&](i64 i, i64 j, T value) {
      if (coordinates) to.major.set(k, i + to.base);
      to.minor.set(k, (of.by_row() ? j : i) + to.base);
      static_cast<T*>(to.values.at)[k++] = value;
    });
  }
  if (!coordinates) to.major.set(of.lines(), k + to.base);
}
template <class T>
void convert_blocks(const Conversion& of) {
  const SparseMatrix& to = of.to;
  const i64 height = to.block_rows, width = to.block_columns;
  const bool by_row = to.block_order == CUSPARSE_ORDER_ROW;
  i64 b = 0;
  for (i64 row = 0; row < to.rows / height; ++row) {
    to.major.set(row, b + to.base);
    for (i64 column = 0; column < to.columns / width; ++column) {
      if (is_empty<T>(of, row, column)) continue;
      to.minor.set(b, column + to.base);
      T* const at = static_cast<T*>(to.values.at) + b++ * height * width;
      for (i64 i = 0; i < height; ++i)
        for (i64 j = 0; j < width; ++j)
          at[by_row ? i * width + j : j * height + i] =
              element<T>(of.from, row * height + i, column * width + j);
    }
  }
  to.major.set(to.rows / height, b + to.base);
}
// Which blocks there are, the program has said.
template <class T>
void convert_ell(const Conversion& of) {
  const SparseMatrix& to = of.to;
  T* const values = static_cast<T*>(to.values.at);
  std::fill_n(values,
              (to.rows + to.block_rows - 1) / to.block_rows * to.block_rows * to.ell_columns, T{});
  walk(to, 0, units(to), [&](i64 i, i64 j, i64 k) { values[k] = element<T>(of.from, i, j); });
}

void writes_sparse(Call& call, const SparseMatrix& to) {
  const i64 lines = to.format == CUSPARSE_FORMAT_CSC   ? to.columns
                    : to.format == CUSPARSE_FORMAT_COO ? to.nnz - 1
                                                       : to.rows / to.block_rows;
  if (to.format != CUSPARSE_FORMAT_BLOCKED_ELL) {
    call.writes_bytes(to.major.at, (lines + 1) * to.major.size())
        .writes_bytes(to.minor.at, to.nnz * to.minor.size());
  }
  call.writes_bytes(to.values.at, stored_values(to) * size_of(to.values.type));
}

}  // namespace

HEDDLE_CUSPARSE cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                 cusparseConstSpMatDescr_t a,
                                                 cusparseDnMatDescr_t b,
                                                 cusparseSparseToDenseAlg_t alg, size_t* size) {
  return in_call(handle, "cusparseSparseToDense_bufferSize", [&](Call& call) {
    if (!size) return call.invalid();
    const Status status = check(call, a, b, alg);
    if (status == kOk) *size = kBuffer;
    return status;
  });
}

HEDDLE_CUSPARSE cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                      cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t alg,
                                      void* buffer) {
  return in_call(handle, "cusparseSparseToDense", [&](Call& call) {
    if (const Status status = check(call, a, b, alg)) return status;
    writes_dense(call, *b);
    return with_type(a->values.type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      using T = decltype(number);
      return call.once(cost_of(static_cast<double>(a->rows) * a->columns + a->nnz),
                       [from = SparseMatrix(*a), to = DenseMatrix(*b)] {
                         const bool by_row = to.order == CUSPARSE_ORDER_ROW;
                         for (i64 line = 0; line < (by_row ? to.rows : to.columns); ++line)
                           std::fill_n(static_cast<T*>(to.values.at) + line * to.ld,
                                       by_row ? to.columns : to.rows, T{});
                         walk(from, 0, units(from), [&](i64 i, i64 j, i64 k) {
                           element<T>(to, i, j) = static_cast<const T*>(from.values.at)[k];
                         });
                       });
    });
  });
}

HEDDLE_CUSPARSE cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                 cusparseConstDnMatDescr_t a,
                                                 cusparseSpMatDescr_t b,
                                                 cusparseDenseToSparseAlg_t alg, size_t* size) {
  return in_call(handle, "cusparseDenseToSparse_bufferSize", [&](Call& call) {
    if (!size) return call.invalid();
    const Status status = check(call, b, a, alg);
    if (status == kOk) *size = kBuffer;
    return status;
  });
}

// Counts, so that the program can ask the descriptor: the host waits.
HEDDLE_CUSPARSE cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b,
                                               cusparseDenseToSparseAlg_t alg, void* buffer) {
  return in_call(handle, "cusparseDenseToSparse_analysis", [&](Call& call) {
    Status status = check(call, b, a, alg);
    if (status != kOk || (status = call.may_wait()) != kOk) return status;
    if (b->format == CUSPARSE_FORMAT_BLOCKED_ELL) return kOk;
    if ((status = call.wait()) != kOk) return status;
    i64 found = 0;
    const Conversion of{*a, *b};
    status = with_type(a->values.type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      using T = decltype(number);
      return call.once(cost_of(static_cast<double>(of.numbers())), [of, &found] {
        found = of.to.format == CUSPARSE_FORMAT_BSR ? count_blocks<T>(of) : count<T>(of);
      });
    });
    if (status == kOk) status = call.wait();
    if (status == kOk) b->nnz = found;
    return status;
  });
}

HEDDLE_CUSPARSE cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                              cusparseSpMatDescr_t b,
                                              cusparseDenseToSparseAlg_t alg, void* buffer) {
  return in_call(handle, "cusparseDenseToSparse_convert", [&](Call& call) {
    if (const Status status = check(call, b, a, alg)) return status;
    writes_sparse(call, *b);
    return with_type(a->values.type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      using T = decltype(number);
      const Conversion of{*a, *b};
      return call.once(cost_of(static_cast<double>(of.numbers())), [of] {
        switch (of.to.format) {
          case CUSPARSE_FORMAT_BSR:
            return convert_blocks<T>(of);
          case CUSPARSE_FORMAT_BLOCKED_ELL:
            return convert_ell<T>(of);
          default:
            return convert_lines<T>(of);
        }
      });
    });
  });
}

}  // namespace heddle::cusparse
