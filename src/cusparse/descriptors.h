// SPDX-License-Identifier: Apache-2.0
// What descriptors keep. Pointers to const data are kept without it: what a program may do with
// them is decided by the type of the handle that it has.
#pragma once

#include "cusparse.h"
#include "cusparse/types.h"

namespace heddle::cusparse {

// Indices of 32 or 64 bits, each with the base added.
struct Indices {
  void* at = nullptr;
  cusparseIndexType_t type = CUSPARSE_INDEX_32I;

  bool wide() const { return type == CUSPARSE_INDEX_64I; }
  i64 size() const { return wide() ? 8 : 4; }
  i64 operator[](i64 k) const {
    return wide() ? static_cast<const i64*>(at)[k] : static_cast<const std::int32_t*>(at)[k];
  }
  void set(i64 k, i64 value) const {
    if (wide())
      static_cast<i64*>(at)[k] = value;
    else
      static_cast<std::int32_t*>(at)[k] = static_cast<std::int32_t>(value);
  }
  Indices from(i64 k) const { return {static_cast<std::byte*>(at) + k * size(), type}; }
};

struct Values {
  void* at = nullptr;
  cudaDataType type = CUDA_R_32F;

  Values from(i64 k) const { return {static_cast<std::byte*>(at) + k * size_of(type), type}; }
};

struct SparseVector {
  i64 size = 0, nnz = 0;
  Indices indices;
  i64 base = 0;
  Values values;
};

struct DenseVector {
  i64 size = 0;
  Values values;
};

struct DenseMatrix {
  i64 rows = 0, columns = 0, ld = 0;
  Values values;
  cusparseOrder_t order = CUSPARSE_ORDER_COL;
  int batches = 1;
  i64 batch_stride = 0;

  i64 row_step() const { return order == CUSPARSE_ORDER_ROW ? ld : 1; }
  i64 column_step() const { return order == CUSPARSE_ORDER_ROW ? 1 : ld; }
};

// A matrix of any format. `major` and `minor` are, by format:
//
//   CSR, CSC         offsets of rows (columns), indices of columns (rows)
//   COO              indices of rows, indices of columns
//   BSR              offsets of rows of blocks, indices of columns of blocks
//   Blocked-ELL      nothing, indices of columns of blocks: -1 where there is none
//   Sliced ELL       offsets of slices, indices of columns: -1 where there is none
struct SparseMatrix {
  cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
  i64 rows = 0, columns = 0, nnz = 0;
  Indices major, minor;
  i64 base = 0;
  Values values;
  // BSR: of a block; Blocked-ELL: both are the block's size; Sliced ELL: rows of a slice.
  i64 block_rows = 1, block_columns = 1;
  cusparseOrder_t block_order = CUSPARSE_ORDER_ROW;
  i64 ell_columns = 0;  // Blocked-ELL: of a row, in numbers
  i64 stored = 0;       // Sliced ELL: numbers with padding
  int batches = 1;
  i64 offset_stride = 0, index_stride = 0, value_stride = 0;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;

  SparseMatrix batch(i64 number) const {
    SparseMatrix out = *this;
    out.major = major.from(number * (format == CUSPARSE_FORMAT_COO ? index_stride : offset_stride));
    out.minor = minor.from(number * index_stride);
    out.values = values.from(number * value_stride);
    return out;
  }
};

inline bool is_index_type(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}
inline bool is_base(cusparseIndexBase_t base) {
  return base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE;
}
inline bool is_order(cusparseOrder_t order) {
  return order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW;
}
inline bool is_operation(cusparseOperation_t op) {
  return op >= CUSPARSE_OPERATION_NON_TRANSPOSE && op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

}  // namespace heddle::cusparse

struct cusparseSpVecDescr : heddle::cusparse::SparseVector {};
struct cusparseDnVecDescr : heddle::cusparse::DenseVector {};
struct cusparseDnMatDescr : heddle::cusparse::DenseMatrix {};
struct cusparseSpMatDescr : heddle::cusparse::SparseMatrix {};
struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};
