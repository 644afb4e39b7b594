// SPDX-License-Identifier: Apache-2.0
// Descriptors of sparse matrices: how they are made.
#include "cusparse/fields.h"

namespace heddle::cusparse {
namespace {

bool fits(i64 rows, i64 columns, i64 nnz, cusparseIndexBase_t base, cudaDataType type) {
  // The product of both may be beyond 64 bits.
  return rows >= 0 && columns >= 0 && nnz >= 0 && is_base(base) && size_of(type) &&
         static_cast<double>(nnz) <= static_cast<double>(rows) * static_cast<double>(columns);
}

template <class Descriptor>
Status make_compressed(cusparseFormat_t format, Descriptor** out, i64 rows, i64 columns, i64 nnz,
                       const void* offsets, const void* indices, const void* values,
                       cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                       cusparseIndexBase_t base, cudaDataType type) {
  // Arrays may come later (SetPointers).
  const bool valid = fits(rows, columns, nnz, base, type) && is_index_type(offset_type) &&
                     is_index_type(index_type);
  if (valid && offset_type != index_type) return CUSPARSE_STATUS_NOT_SUPPORTED;
  SparseMatrix made;
  made.format = format;
  made.rows = rows, made.columns = columns, made.nnz = nnz;
  made.major = {mutable_of(offsets), offset_type};
  made.minor = {mutable_of(indices), index_type};
  made.base = base;
  made.values = {mutable_of(values), type};
  return make(out, valid, made);
}

template <class Descriptor>
Status make_blocks(Descriptor** out, i64 block_rows, i64 block_columns, i64 nnz, i64 height,
                   i64 width, const void* offsets, const void* indices, const void* values,
                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                   cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order) {
  const bool valid = fits(block_rows, block_columns, nnz, base, type) && height > 0 &&
                     height == width && is_index_type(offset_type) && is_index_type(index_type) &&
                     is_order(order);
  if (valid && offset_type != index_type) return CUSPARSE_STATUS_NOT_SUPPORTED;
  SparseMatrix made;
  made.format = CUSPARSE_FORMAT_BSR;
  made.rows = block_rows * height, made.columns = block_columns * width, made.nnz = nnz;
  made.major = {mutable_of(offsets), offset_type};
  made.minor = {mutable_of(indices), index_type};
  made.base = base;
  made.values = {mutable_of(values), type};
  made.block_rows = height, made.block_columns = width, made.block_order = order;
  return make(out, valid, made);
}

template <class Descriptor>
Status make_blocked_ell(Descriptor** out, i64 rows, i64 columns, i64 size, i64 ell_columns,
                        const void* indices, const void* values, cusparseIndexType_t index_type,
                        cusparseIndexBase_t base, cudaDataType type) {
  const bool valid = fits(rows, columns, 0, base, type) && size > 0 && ell_columns >= 0 &&
                     ell_columns <= columns && ell_columns % size == 0 && rows % size == 0 &&
                     columns % size == 0 && is_index_type(index_type);
  SparseMatrix made;
  made.format = CUSPARSE_FORMAT_BLOCKED_ELL;
  made.rows = rows, made.columns = columns;
  made.minor = {mutable_of(indices), index_type};
  made.base = base;
  made.values = {mutable_of(values), type};
  made.block_rows = made.block_columns = size;
  made.ell_columns = ell_columns;
  if (valid) made.nnz = (rows + size - 1) / size * size * ell_columns;
  return make(out, valid, made);
}

template <class Descriptor>
Status make_sliced_ell(Descriptor** out, i64 rows, i64 columns, i64 nnz, i64 stored, i64 slice,
                       const void* offsets, const void* indices, const void* values,
                       cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                       cusparseIndexBase_t base, cudaDataType type) {
  const bool valid = fits(rows, columns, nnz, base, type) && stored >= nnz && slice > 0 &&
                     is_index_type(offset_type) && is_index_type(index_type);
  if (valid && offset_type != index_type) return CUSPARSE_STATUS_NOT_SUPPORTED;
  SparseMatrix made;
  made.format = CUSPARSE_FORMAT_SLICED_ELLPACK;
  made.rows = rows, made.columns = columns, made.nnz = nnz, made.stored = stored;
  made.major = {mutable_of(offsets), offset_type};
  made.minor = {mutable_of(indices), index_type};
  made.base = base;
  made.values = {mutable_of(values), type};
  made.block_rows = slice;
  return make(out, valid, made);
}

}  // namespace

// The two forms of a function, of which one takes const data.
#define HEDDLE_MAKE(name, both, call)                                                            \
  HEDDLE_CUSPARSE cusparseCreate##name(cusparseSpMatDescr_t* out, both(void*)) {                 \
    return call;                                                                                 \
  }                                                                                              \
  HEDDLE_CUSPARSE cusparseCreateConst##name(cusparseConstSpMatDescr_t* out, both(const void*)) { \
    return call;                                                                                 \
  }

#define HEDDLE_COMPRESSED(P)                                                                     \
  int64_t rows, int64_t columns, int64_t nnz, P offsets, P indices, P values,                    \
      cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base, \
      cudaDataType type
HEDDLE_MAKE(Csr, HEDDLE_COMPRESSED,
            make_compressed(CUSPARSE_FORMAT_CSR, out, rows, columns, nnz, offsets, indices, values,
                            offset_type, index_type, base, type))
HEDDLE_MAKE(Csc, HEDDLE_COMPRESSED,
            make_compressed(CUSPARSE_FORMAT_CSC, out, rows, columns, nnz, offsets, indices, values,
                            offset_type, index_type, base, type))

#define HEDDLE_COORDINATES(P)                                                     \
  int64_t rows, int64_t columns, int64_t nnz, P row_indices, P indices, P values, \
      cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type
HEDDLE_MAKE(Coo, HEDDLE_COORDINATES,
            make_compressed(CUSPARSE_FORMAT_COO, out, rows, columns, nnz, row_indices, indices,
                            values, index_type, index_type, base, type))

#define HEDDLE_BLOCKS(P)                                                                           \
  int64_t rows, int64_t columns, int64_t nnz, int64_t height, int64_t width, P offsets, P indices, \
      P values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type,                   \
      cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order
HEDDLE_MAKE(Bsr, HEDDLE_BLOCKS,
            make_blocks(out, rows, columns, nnz, height, width, offsets, indices, values,
                        offset_type, index_type, base, type, order))

#define HEDDLE_BLOCKED_ELL(P)                                                            \
  int64_t rows, int64_t columns, int64_t size, int64_t ell_columns, P indices, P values, \
      cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type
HEDDLE_MAKE(BlockedEll, HEDDLE_BLOCKED_ELL,
            make_blocked_ell(out, rows, columns, size, ell_columns, indices, values, index_type,
                             base, type))

#define HEDDLE_SLICED_ELL(P)                                                                       \
  int64_t rows, int64_t columns, int64_t nnz, int64_t stored, int64_t slice, P offsets, P indices, \
      P values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type,                   \
      cusparseIndexBase_t base, cudaDataType type
HEDDLE_MAKE(SlicedEll, HEDDLE_SLICED_ELL,
            make_sliced_ell(out, rows, columns, nnz, stored, slice, offsets, indices, values,
                            offset_type, index_type, base, type))

HEDDLE_CUSPARSE cusparseDestroySpMat(cusparseConstSpMatDescr_t a) {
  return destroy(a);
}

}  // namespace heddle::cusparse
