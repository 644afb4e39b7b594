// SPDX-License-Identifier: Apache-2.0
// cusparseSpMM.
#include "cusparse/dense_use.h"
#include "cusparse/reads.h"

namespace heddle::cusparse {
namespace {

constexpr size_t kBuffer = 8;

bool is_algorithm(cusparseSpMMAlg_t alg) {
  return (alg >= CUSPARSE_SPMM_ALG_DEFAULT && alg <= CUSPARSE_SPMM_CSR_ALG2) ||
         (alg >= CUSPARSE_SPMM_CSR_ALG3 && alg <= CUSPARSE_SPMM_BSR_ALG1);
}

Status check(Call& call, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
             const cusparseSpMatDescr* a, const cusparseDnMatDescr* b, const void* beta,
             const cusparseDnMatDescr* c, cudaDataType compute, cusparseSpMMAlg_t alg, Product& p) {
  if (!alpha || !a || !b || !beta || !c || !is_operation(op_a) || !is_operation(op_b) ||
      !is_algorithm(alg))
    return call.invalid();
  p.transposed = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
  p.conjugated = op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  p.a = *a;
  p.m = p.transposed ? a->columns : a->rows;
  p.k = p.transposed ? a->rows : a->columns;
  const DenseOperand x = operand_of(*b, op_b);
  p.n = c->columns;
  if (c->rows != p.m || x.rows != p.k || x.columns != p.n || !may_conjugate(op_a, a->values.type) ||
      !may_conjugate(op_b, b->values.type))
    return call.invalid();
  if (a->format == CUSPARSE_FORMAT_SLICED_ELLPACK) return call.not_supported("of Sliced ELL");
  if (!types_fit(compute, a->values.type, b->values.type, c->values.type))
    return call.not_supported("with these types");
  p.x = x.operand;
  p.y = operand_of(*c, CUSPARSE_OPERATION_NON_TRANSPOSE).operand;
  // One matrix may stand for all of a batch.
  p.batches = c->batches;
  const auto fits = [&](int batches) { return batches == 1 || batches == p.batches; };
  if (!fits(a->batches) || !fits(b->batches)) return call.invalid();
  if (a->batches == 1) p.a.offset_stride = p.a.index_stride = p.a.value_stride = 0;
  if (b->batches == 1) p.x.batch_stride = 0;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CUSPARSE cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, const void* alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                        const void* beta, cusparseDnMatDescr_t c,
                                        cudaDataType compute, cusparseSpMMAlg_t alg, size_t* size) {
  return in_call(handle, "cusparseSpMM_bufferSize", [&](Call& call) {
    Product p;
    if (!size) return call.invalid();
    const Status status = check(call, op_a, op_b, alpha, a, b, beta, c, compute, alg, p);
    if (status == CUSPARSE_STATUS_SUCCESS) *size = kBuffer;
    return status;
  });
}

// Nothing is prepared.
HEDDLE_CUSPARSE cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, const void* alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                        const void* beta, cusparseDnMatDescr_t c,
                                        cudaDataType compute, cusparseSpMMAlg_t alg, void* buffer) {
  return in_call(handle, "cusparseSpMM_preprocess", [&](Call& call) {
    Product p;
    return check(call, op_a, op_b, alpha, a, b, beta, c, compute, alg, p);
  });
}

HEDDLE_CUSPARSE cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t op_a,
                             cusparseOperation_t op_b, const void* alpha,
                             cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                             const void* beta, cusparseDnMatDescr_t c, cudaDataType compute,
                             cusparseSpMMAlg_t alg, void* buffer) {
  return in_call(handle, "cusparseSpMM", [&](Call& call) {
    Product p;
    const Status status = check(call, op_a, op_b, alpha, a, b, beta, c, compute, alg, p);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    writes_dense(call, *c);
    return with_compute_type(compute, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      using T = decltype(number);
      const auto factor = call.scalar<T>(alpha), old = call.scalar<T>(beta);
      if (is_read(call, factor)) {
        reads_sparse(call, p.a);
        reads_dense(call, *b);
      }
      if (keeps_old(call, old)) reads_dense(call, *c);
      return multiply(call, p, factor, old);
    });
  });
}

}  // namespace heddle::cusparse
