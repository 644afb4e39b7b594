// SPDX-License-Identifier: Apache-2.0
// cusparseSpMV.
#include "cusparse/product.h"
#include "cusparse/reads.h"

namespace heddle::cusparse {
namespace {

// What bufferSize answers: nothing here needs memory of the program, but programs test for it.
constexpr size_t kBuffer = 8;

// An algorithm has a format, but changes nothing.
bool is_algorithm_for(cusparseFormat_t format, cusparseSpMVAlg_t alg) {
  switch (alg) {
    case CUSPARSE_SPMV_COO_ALG1:
    case CUSPARSE_SPMV_COO_ALG2:
      return format == CUSPARSE_FORMAT_COO;
    case CUSPARSE_SPMV_CSR_ALG1:
    case CUSPARSE_SPMV_CSR_ALG2:
      return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
    case CUSPARSE_SPMV_SELL_ALG1:
      return format == CUSPARSE_FORMAT_SLICED_ELLPACK;
    case CUSPARSE_SPMV_BSR_ALG1:
      return format == CUSPARSE_FORMAT_BSR;
    default:
      return true;
  }
}

Status check(Call& call, cusparseOperation_t op, const void* alpha, const cusparseSpMatDescr* a,
             const cusparseDnVecDescr* x, const void* beta, const cusparseDnVecDescr* y,
             cudaDataType compute, cusparseSpMVAlg_t alg, Product& p) {
  if (!alpha || !a || !x || !beta || !y || !is_operation(op) || alg < CUSPARSE_SPMV_ALG_DEFAULT ||
      alg > CUSPARSE_SPMV_BSR_ALG1)
    return call.invalid();
  p.transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  p.conjugated = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  p.a = *a;
  p.m = p.transposed ? a->columns : a->rows;
  p.k = p.transposed ? a->rows : a->columns;
  if (x->size != p.k || y->size != p.m || !may_conjugate(op, a->values.type)) return call.invalid();
  if (a->format == CUSPARSE_FORMAT_BLOCKED_ELL) return call.not_supported("of Blocked-ELL");
  if (!is_algorithm_for(a->format, alg)) return call.invalid();
  // A in float beside double is not among the types that other products have.
  const bool wider = compute == CUDA_R_64F && a->values.type == CUDA_R_32F &&
                     x->values.type == CUDA_R_64F && y->values.type == CUDA_R_64F;
  if (!wider && !types_fit(compute, a->values.type, x->values.type, y->values.type))
    return call.not_supported("with these types");
  p.x = {x->values};
  p.y = {y->values};
  p.a.batches = 1;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CUSPARSE cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                        const void* alpha, cusparseConstSpMatDescr_t a,
                                        cusparseConstDnVecDescr_t x, const void* beta,
                                        cusparseDnVecDescr_t y, cudaDataType compute,
                                        cusparseSpMVAlg_t alg, size_t* size) {
  return in_call(handle, "cusparseSpMV_bufferSize", [&](Call& call) {
    Product p;
    if (!size) return call.invalid();
    const Status status = check(call, op, alpha, a, x, beta, y, compute, alg, p);
    if (status == CUSPARSE_STATUS_SUCCESS) *size = kBuffer;
    return status;
  });
}

// Nothing is prepared.
HEDDLE_CUSPARSE cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t op,
                                        const void* alpha, cusparseConstSpMatDescr_t a,
                                        cusparseConstDnVecDescr_t x, const void* beta,
                                        cusparseDnVecDescr_t y, cudaDataType compute,
                                        cusparseSpMVAlg_t alg, void* buffer) {
  return in_call(handle, "cusparseSpMV_preprocess", [&](Call& call) {
    Product p;
    return check(call, op, alpha, a, x, beta, y, compute, alg, p);
  });
}

HEDDLE_CUSPARSE cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                             cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                             const void* beta, cusparseDnVecDescr_t y, cudaDataType compute,
                             cusparseSpMVAlg_t alg, void* buffer) {
  return in_call(handle, "cusparseSpMV", [&](Call& call) {
    Product p;
    const Status status = check(call, op, alpha, a, x, beta, y, compute, alg, p);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    call.writes_bytes(y->values.at, y->size * size_of(y->values.type));
    return with_compute_type(compute, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      using T = decltype(number);
      const auto factor = call.scalar<T>(alpha), old = call.scalar<T>(beta);
      if (is_read(call, factor)) {
        reads_sparse(call, p.a);
        reads_vector(call, *x);
      }
      if (keeps_old(call, old)) reads_vector(call, *y);
      return multiply(call, p, factor, old);
    });
  });
}

}  // namespace heddle::cusparse
