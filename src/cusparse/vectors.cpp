// SPDX-License-Identifier: Apache-2.0
// Descriptors of vectors, and of dense matrices.
#include "cusparse/fields.h"

namespace heddle::cusparse {
namespace {

template <class Descriptor>
Status make_sparse(Descriptor** out, i64 size, i64 nnz, const void* indices, const void* values,
                   cusparseIndexType_t type, cusparseIndexBase_t base, cudaDataType value_type) {
  const bool valid = size >= 0 && nnz >= 0 && nnz <= size && is_index_type(type) && is_base(base) &&
                     size_of(value_type);
  return make(out, valid,
              SparseVector{.size = size,
                           .nnz = nnz,
                           .indices = {mutable_of(indices), type},
                           .base = base,
                           .values = {mutable_of(values), value_type}});
}
template <class P>
Status tell_sparse(const cusparseSpVecDescr* x, i64* size, i64* nnz, P* indices, P* values,
                   cusparseIndexType_t* type, cusparseIndexBase_t* base, cudaDataType* value_type) {
  const SparseVector of = fields_of<SparseVector>(x);
  return tell(x, Told{size, of.size}, Told{nnz, of.nnz}, Told{indices, of.indices.at},
              Told{values, of.values.at}, Told{type, of.indices.type}, Told{base, of.base},
              Told{value_type, of.values.type});
}

template <class Descriptor>
Status make_dense(Descriptor** out, i64 size, const void* values, cudaDataType type) {
  const bool valid = size >= 0 && size_of(type);
  return make(out, valid, DenseVector{size, {mutable_of(values), type}});
}
template <class P>
Status tell_dense(const cusparseDnVecDescr* x, i64* size, P* values, cudaDataType* type) {
  const DenseVector of = fields_of<DenseVector>(x);
  return tell(x, Told{size, of.size}, Told{values, of.values.at}, Told{type, of.values.type});
}

template <class Descriptor>
Status make_matrix(Descriptor** out, i64 rows, i64 columns, i64 ld, const void* values,
                   cudaDataType type, cusparseOrder_t order) {
  const bool valid = rows >= 0 && columns >= 0 && is_order(order) && size_of(type) &&
                     ld >= (order == CUSPARSE_ORDER_ROW ? columns : rows);
  return make(out, valid, DenseMatrix{rows, columns, ld, {mutable_of(values), type}, order});
}
template <class P>
Status tell_matrix(const cusparseDnMatDescr* a, i64* rows, i64* columns, i64* ld, P* values,
                   cudaDataType* type, cusparseOrder_t* order) {
  const DenseMatrix of = fields_of<DenseMatrix>(a);
  return tell(a, Told{rows, of.rows}, Told{columns, of.columns}, Told{ld, of.ld},
              Told{values, of.values.at}, Told{type, of.values.type}, Told{order, of.order});
}

template <class Descriptor, class P>
Status tell_values(const Descriptor* x, P* values) {
  return tell(x, Told{values, x ? x->values.at : nullptr});
}
template <class Descriptor>
Status set_values(Descriptor* x, void* values) {
  if (!x) return CUSPARSE_STATUS_INVALID_VALUE;
  x->values.at = values;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CUSPARSE cusparseCreateSpVec(cusparseSpVecDescr_t* out, int64_t size, int64_t nnz,
                                    void* indices, void* values, cusparseIndexType_t type,
                                    cusparseIndexBase_t base, cudaDataType value_type) {
  return make_sparse(out, size, nnz, indices, values, type, base, value_type);
}
HEDDLE_CUSPARSE cusparseCreateConstSpVec(cusparseConstSpVecDescr_t* out, int64_t size, int64_t nnz,
                                         const void* indices, const void* values,
                                         cusparseIndexType_t type, cusparseIndexBase_t base,
                                         cudaDataType value_type) {
  return make_sparse(out, size, nnz, indices, values, type, base, value_type);
}
HEDDLE_CUSPARSE cusparseDestroySpVec(cusparseConstSpVecDescr_t x) {
  return destroy(x);
}
HEDDLE_CUSPARSE cusparseSpVecGet(cusparseSpVecDescr_t x, int64_t* size, int64_t* nnz,
                                 void** indices, void** values, cusparseIndexType_t* type,
                                 cusparseIndexBase_t* base, cudaDataType* value_type) {
  return tell_sparse(x, size, nnz, indices, values, type, base, value_type);
}
HEDDLE_CUSPARSE cusparseConstSpVecGet(cusparseConstSpVecDescr_t x, int64_t* size, int64_t* nnz,
                                      const void** indices, const void** values,
                                      cusparseIndexType_t* type, cusparseIndexBase_t* base,
                                      cudaDataType* value_type) {
  return tell_sparse(x, size, nnz, indices, values, type, base, value_type);
}
HEDDLE_CUSPARSE cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t x, cusparseIndexBase_t* base) {
  return tell(x, Told{base, x ? x->base : 0});
}
HEDDLE_CUSPARSE cusparseSpVecGetValues(cusparseSpVecDescr_t x, void** values) {
  return tell_values(x, values);
}
HEDDLE_CUSPARSE cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t x, const void** values) {
  return tell_values(x, values);
}
HEDDLE_CUSPARSE cusparseSpVecSetValues(cusparseSpVecDescr_t x, void* values) {
  return set_values(x, values);
}

HEDDLE_CUSPARSE cusparseCreateDnVec(cusparseDnVecDescr_t* out, int64_t size, void* values,
                                    cudaDataType type) {
  return make_dense(out, size, values, type);
}
HEDDLE_CUSPARSE cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* out, int64_t size,
                                         const void* values, cudaDataType type) {
  return make_dense(out, size, values, type);
}
HEDDLE_CUSPARSE cusparseDestroyDnVec(cusparseConstDnVecDescr_t x) {
  return destroy(x);
}
HEDDLE_CUSPARSE cusparseDnVecGet(cusparseDnVecDescr_t x, int64_t* size, void** values,
                                 cudaDataType* type) {
  return tell_dense(x, size, values, type);
}
HEDDLE_CUSPARSE cusparseConstDnVecGet(cusparseConstDnVecDescr_t x, int64_t* size,
                                      const void** values, cudaDataType* type) {
  return tell_dense(x, size, values, type);
}
HEDDLE_CUSPARSE cusparseDnVecGetValues(cusparseDnVecDescr_t x, void** values) {
  return tell_values(x, values);
}
HEDDLE_CUSPARSE cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t x, const void** values) {
  return tell_values(x, values);
}
HEDDLE_CUSPARSE cusparseDnVecSetValues(cusparseDnVecDescr_t x, void* values) {
  return set_values(x, values);
}

HEDDLE_CUSPARSE cusparseCreateDnMat(cusparseDnMatDescr_t* out, int64_t rows, int64_t columns,
                                    int64_t ld, void* values, cudaDataType type,
                                    cusparseOrder_t order) {
  return make_matrix(out, rows, columns, ld, values, type, order);
}
HEDDLE_CUSPARSE cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* out, int64_t rows,
                                         int64_t columns, int64_t ld, const void* values,
                                         cudaDataType type, cusparseOrder_t order) {
  return make_matrix(out, rows, columns, ld, values, type, order);
}
HEDDLE_CUSPARSE cusparseDestroyDnMat(cusparseConstDnMatDescr_t a) {
  return destroy(a);
}
HEDDLE_CUSPARSE cusparseDnMatGet(cusparseDnMatDescr_t a, int64_t* rows, int64_t* columns,
                                 int64_t* ld, void** values, cudaDataType* type,
                                 cusparseOrder_t* order) {
  return tell_matrix(a, rows, columns, ld, values, type, order);
}
HEDDLE_CUSPARSE cusparseConstDnMatGet(cusparseConstDnMatDescr_t a, int64_t* rows, int64_t* columns,
                                      int64_t* ld, const void** values, cudaDataType* type,
                                      cusparseOrder_t* order) {
  return tell_matrix(a, rows, columns, ld, values, type, order);
}
HEDDLE_CUSPARSE cusparseDnMatGetValues(cusparseDnMatDescr_t a, void** values) {
  return tell_values(a, values);
}
HEDDLE_CUSPARSE cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t a, const void** values) {
  return tell_values(a, values);
}
HEDDLE_CUSPARSE cusparseDnMatSetValues(cusparseDnMatDescr_t a, void* values) {
  return set_values(a, values);
}
HEDDLE_CUSPARSE cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t a, int count, int64_t stride) {
  if (!a || count < 1) return CUSPARSE_STATUS_INVALID_VALUE;
  const i64 lines = a->order == CUSPARSE_ORDER_ROW ? a->rows : a->columns;
  if (stride != 0 && stride < a->ld * lines) return CUSPARSE_STATUS_INVALID_VALUE;
  a->batches = count;
  a->batch_stride = stride;
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_CUSPARSE cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t a, int* count,
                                             int64_t* stride) {
  return tell(a, Told{count, a ? a->batches : 0}, Told{stride, a ? a->batch_stride : 0});
}

}  // namespace heddle::cusparse
