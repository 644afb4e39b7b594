// SPDX-License-Identifier: Apache-2.0
// Descriptors of sparse matrices: what they tell and what is set later.
#include "cusparse/fields.h"

namespace heddle::cusparse {
namespace {

constexpr Status kOk = CUSPARSE_STATUS_SUCCESS, kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

template <class P>
Status tell_compressed(cusparseFormat_t format, const cusparseSpMatDescr* a, i64* rows,
                       i64* columns, i64* nnz, P* offsets, P* indices, P* values,
                       cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,
                       cusparseIndexBase_t* base, cudaDataType* type) {
  const SparseMatrix of = fields_of<SparseMatrix>(a);
  if (a && of.format != format) return kInvalid;
  return tell(a, Told{rows, of.rows}, Told{columns, of.columns}, Told{nnz, of.nnz},
              Told{offsets, of.major.at}, Told{indices, of.minor.at}, Told{values, of.values.at},
              Told{offset_type, of.major.type}, Told{index_type, of.minor.type},
              Told{base, of.base}, Told{type, of.values.type});
}
template <class P>
Status tell_coordinates(const cusparseSpMatDescr* a, i64* rows, i64* columns, i64* nnz,
                        P* row_indices, P* indices, P* values, cusparseIndexType_t* index_type,
                        cusparseIndexBase_t* base, cudaDataType* type) {
  cusparseIndexType_t same;
  return tell_compressed(CUSPARSE_FORMAT_COO, a, rows, columns, nnz, row_indices, indices, values,
                         &same, index_type, base, type);
}
template <class P>
Status tell_blocked_ell(const cusparseSpMatDescr* a, i64* rows, i64* columns, i64* size,
                        i64* ell_columns, P* indices, P* values, cusparseIndexType_t* index_type,
                        cusparseIndexBase_t* base, cudaDataType* type) {
  const SparseMatrix of = fields_of<SparseMatrix>(a);
  if (a && of.format != CUSPARSE_FORMAT_BLOCKED_ELL) return kInvalid;
  return tell(a, Told{rows, of.rows}, Told{columns, of.columns}, Told{size, of.block_rows},
              Told{ell_columns, of.ell_columns}, Told{indices, of.minor.at},
              Told{values, of.values.at}, Told{index_type, of.minor.type}, Told{base, of.base},
              Told{type, of.values.type});
}

Status set_pointers(cusparseFormat_t format, cusparseSpMatDescr* a, void* major, void* minor,
                    void* values) {
  if (!a || a->format != format) return kInvalid;
  a->major.at = major;
  a->minor.at = minor;
  a->values.at = values;
  return kOk;
}

}  // namespace

#define HEDDLE_TELL(name, descriptor, place, format)                                             \
  HEDDLE_CUSPARSE cusparse##name##Get(                                                           \
      descriptor a, int64_t* rows, int64_t* columns, int64_t* nnz, place offsets, place indices, \
      place values, cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,           \
      cusparseIndexBase_t* base, cudaDataType* type) {                                           \
    return tell_compressed(format, a, rows, columns, nnz, offsets, indices, values, offset_type, \
                           index_type, base, type);                                              \
  }
HEDDLE_TELL(Csr, cusparseSpMatDescr_t, void**, CUSPARSE_FORMAT_CSR)
HEDDLE_TELL(ConstCsr, cusparseConstSpMatDescr_t, const void**, CUSPARSE_FORMAT_CSR)
HEDDLE_TELL(Csc, cusparseSpMatDescr_t, void**, CUSPARSE_FORMAT_CSC)
HEDDLE_TELL(ConstCsc, cusparseConstSpMatDescr_t, const void**, CUSPARSE_FORMAT_CSC)

HEDDLE_CUSPARSE cusparseCooGet(cusparseSpMatDescr_t a, int64_t* rows, int64_t* columns,
                               int64_t* nnz, void** row_indices, void** indices, void** values,
                               cusparseIndexType_t* index_type, cusparseIndexBase_t* base,
                               cudaDataType* type) {
  return tell_coordinates(a, rows, columns, nnz, row_indices, indices, values, index_type, base,
                          type);
}
HEDDLE_CUSPARSE cusparseConstCooGet(cusparseConstSpMatDescr_t a, int64_t* rows, int64_t* columns,
                                    int64_t* nnz, const void** row_indices, const void** indices,
                                    const void** values, cusparseIndexType_t* index_type,
                                    cusparseIndexBase_t* base, cudaDataType* type) {
  return tell_coordinates(a, rows, columns, nnz, row_indices, indices, values, index_type, base,
                          type);
}
HEDDLE_CUSPARSE cusparseBlockedEllGet(cusparseSpMatDescr_t a, int64_t* rows, int64_t* columns,
                                      int64_t* size, int64_t* ell_columns, void** indices,
                                      void** values, cusparseIndexType_t* index_type,
                                      cusparseIndexBase_t* base, cudaDataType* type) {
  return tell_blocked_ell(a, rows, columns, size, ell_columns, indices, values, index_type, base,
                          type);
}
HEDDLE_CUSPARSE cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t a, int64_t* rows,
                                           int64_t* columns, int64_t* size, int64_t* ell_columns,
                                           const void** indices, const void** values,
                                           cusparseIndexType_t* index_type,
                                           cusparseIndexBase_t* base, cudaDataType* type) {
  return tell_blocked_ell(a, rows, columns, size, ell_columns, indices, values, index_type, base,
                          type);
}

HEDDLE_CUSPARSE cusparseCsrSetPointers(cusparseSpMatDescr_t a, void* offsets, void* indices,
                                       void* values) {
  return set_pointers(CUSPARSE_FORMAT_CSR, a, offsets, indices, values);
}
HEDDLE_CUSPARSE cusparseCscSetPointers(cusparseSpMatDescr_t a, void* offsets, void* indices,
                                       void* values) {
  return set_pointers(CUSPARSE_FORMAT_CSC, a, offsets, indices, values);
}
HEDDLE_CUSPARSE cusparseCooSetPointers(cusparseSpMatDescr_t a, void* row_indices, void* indices,
                                       void* values) {
  return set_pointers(CUSPARSE_FORMAT_COO, a, row_indices, indices, values);
}

HEDDLE_CUSPARSE cusparseSpMatGetFormat(cusparseConstSpMatDescr_t a, cusparseFormat_t* format) {
  return tell(a, Told{format, a ? a->format : CUSPARSE_FORMAT_CSR});
}
HEDDLE_CUSPARSE cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t a, cusparseIndexBase_t* base) {
  return tell(a, Told{base, a ? a->base : 0});
}
HEDDLE_CUSPARSE cusparseSpMatGetSize(cusparseConstSpMatDescr_t a, int64_t* rows, int64_t* columns,
                                     int64_t* nnz) {
  const SparseMatrix of = fields_of<SparseMatrix>(a);
  return tell(a, Told{rows, of.rows}, Told{columns, of.columns}, Told{nnz, of.nnz});
}
HEDDLE_CUSPARSE cusparseSpMatGetValues(cusparseSpMatDescr_t a, void** values) {
  return tell(a, Told{values, a ? a->values.at : nullptr});
}
HEDDLE_CUSPARSE cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t a, const void** values) {
  return tell(a, Told{values, a ? a->values.at : nullptr});
}
HEDDLE_CUSPARSE cusparseSpMatSetValues(cusparseSpMatDescr_t a, void* values) {
  if (!a) return kInvalid;
  a->values.at = values;
  return kOk;
}

HEDDLE_CUSPARSE cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t a,
                                          cusparseSpMatAttribute_t attribute, void* data,
                                          size_t size) {
  if (!a || !data) return kInvalid;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE && size == sizeof(a->fill))
    *static_cast<cusparseFillMode_t*>(data) = a->fill;
  else if (attribute == CUSPARSE_SPMAT_DIAG_TYPE && size == sizeof(a->diagonal))
    *static_cast<cusparseDiagType_t*>(data) = a->diagonal;
  else
    return kInvalid;
  return kOk;
}
HEDDLE_CUSPARSE cusparseSpMatSetAttribute(cusparseSpMatDescr_t a,
                                          cusparseSpMatAttribute_t attribute, void* data,
                                          size_t size) {
  if (!a || !data || size != sizeof(int)) return kInvalid;
  const int value = *static_cast<int*>(data);
  if (value != 0 && value != 1) return kInvalid;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE)
    a->fill = static_cast<cusparseFillMode_t>(value);
  else if (attribute == CUSPARSE_SPMAT_DIAG_TYPE)
    a->diagonal = static_cast<cusparseDiagType_t>(value);
  else
    return kInvalid;
  return kOk;
}

HEDDLE_CUSPARSE cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t a, int* count) {
  return tell(a, Told{count, a ? a->batches : 0});
}
HEDDLE_CUSPARSE cusparseCsrSetStridedBatch(cusparseSpMatDescr_t a, int count, int64_t offsets,
                                           int64_t columns_values) {
  if (!a || a->format != CUSPARSE_FORMAT_CSR || count < 1 || offsets < 0 || columns_values < 0)
    return kInvalid;
  a->batches = count;
  a->offset_stride = offsets;
  a->index_stride = a->value_stride = columns_values;
  return kOk;
}
HEDDLE_CUSPARSE cusparseCooSetStridedBatch(cusparseSpMatDescr_t a, int count, int64_t stride) {
  if (!a || a->format != CUSPARSE_FORMAT_COO || count < 1 || stride < 0) return kInvalid;
  a->batches = count;
  a->offset_stride = a->index_stride = a->value_stride = stride;
  return kOk;
}
HEDDLE_CUSPARSE cusparseBsrSetStridedBatch(cusparseSpMatDescr_t a, int count, int64_t offsets,
                                           int64_t columns, int64_t values) {
  if (!a || a->format != CUSPARSE_FORMAT_BSR || count < 1 || offsets < 0 || columns < 0 ||
      values < 0)
    return kInvalid;
  a->batches = count;
  a->offset_stride = offsets;
  a->index_stride = columns;
  a->value_stride = values;
  return kOk;
}

}  // namespace heddle::cusparse
