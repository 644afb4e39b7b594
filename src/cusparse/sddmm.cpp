// SPDX-License-Identifier: Apache-2.0
// cusparseSDDMM: C = alpha * op(A) * op(B) where C has numbers, + beta * C.
#include "cusparse/dense_use.h"
#include "cusparse/walk.h"

namespace heddle::cusparse {
namespace {

constexpr size_t kBuffer = 8;
constexpr Status kOk = CUSPARSE_STATUS_SUCCESS;

struct Sampled {
  DenseOperand a, b;
  SparseMatrix c;
  int batches = 1;
};

Status check(Call& call, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
             const cusparseDnMatDescr* a, const cusparseDnMatDescr* b, const void* beta,
             const cusparseSpMatDescr* c, cudaDataType compute, int alg, Sampled& of) {
  if (!alpha || !a || !b || !beta || !c || !is_operation(op_a) || !is_operation(op_b) || alg != 0)
    return call.invalid();
  of = {operand_of(*a, op_a), operand_of(*b, op_b), *c, c->batches};
  if (of.a.columns != of.b.rows || of.a.rows != c->rows || of.b.columns != c->columns)
    return call.invalid();
  if (c->format != CUSPARSE_FORMAT_CSR && c->format != CUSPARSE_FORMAT_BSR)
    return call.not_supported("of other formats than CSR and BSR");
  if (op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ||
      op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
    return call.not_supported("with conjugated matrices");
  if (!types_fit(compute, a->values.type, b->values.type, c->values.type) ||
      a->values.type == CUDA_R_8I || a->values.type != b->values.type)
    return call.not_supported("with these types");
  const auto fits = [&](int batches) { return batches == 1 || batches == of.batches; };
  if (!fits(a->batches) || !fits(b->batches)) return call.invalid();
  if (a->batches == 1) of.a.operand.batch_stride = 0;
  if (b->batches == 1) of.b.operand.batch_stride = 0;
  return kOk;
}

template <class T, class From, class To>
void sample(const Sampled& of, const SparseMatrix& c, i64 batch, i64 begin, i64 end, T alpha,
            T beta) {
  const Operand &a = of.a.operand, &b = of.b.operand;
  const auto* const at_a = static_cast<const From*>(a.values.at) + batch * a.batch_stride;
  const auto* const at_b = static_cast<const From*>(b.values.at) + batch * b.batch_stride;
  auto* const to = static_cast<To*>(c.values.at);
  walk(c, begin, end, [&](i64 i, i64 j, i64 k) {
    const From* x = at_a + i * a.row_step;
    const From* y = at_b + j * b.column_step;
    T sum{};
    for (i64 l = 0; l < of.a.columns; ++l, x += a.column_step, y += b.row_step)
      sum += times(get<T>(*x), get<T>(*y));
    sum = alpha == T(0) ? T(0) : times(alpha, sum);
    if (beta != T(0)) sum += times(beta, get<T>(to[k]));
    set(sum, to[k]);
  });
}

template <class T, class From, class To>
Status run(Call& call, const Sampled& of, Scalar<T> alpha, Scalar<T> beta) {
  const Cost cost = cost_of(static_cast<double>(stored_values(of.c)) * of.a.columns * of.batches);
  const i64 threads = library::threads_for(cost, std::max<i64>(1, units(of.c)));
  return call.parts(threads * of.batches, cost, [=](i64 part) {
    const i64 batch = part / threads;
    const SparseMatrix c = of.c.batch(batch);
    sample<T, From, To>(of, c, batch, first_unit(c, part % threads, threads),
                        first_unit(c, part % threads + 1, threads), alpha(), beta());
  });
}

}  // namespace

HEDDLE_CUSPARSE cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, const void* alpha,
                                         cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         const void* beta, cusparseSpMatDescr_t c,
                                         cudaDataType compute, cusparseSDDMMAlg_t alg,
                                         size_t* size) {
  return in_call(handle, "cusparseSDDMM_bufferSize", [&](Call& call) {
    Sampled of;
    if (!size) return call.invalid();
    const Status status = check(call, op_a, op_b, alpha, a, b, beta, c, compute, alg, of);
    if (status == kOk) *size = kBuffer;
    return status;
  });
}

// Nothing is prepared.
HEDDLE_CUSPARSE cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, const void* alpha,
                                         cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         const void* beta, cusparseSpMatDescr_t c,
                                         cudaDataType compute, cusparseSDDMMAlg_t alg,
                                         void* buffer) {
  return in_call(handle, "cusparseSDDMM_preprocess", [&](Call& call) {
    Sampled of;
    return check(call, op_a, op_b, alpha, a, b, beta, c, compute, alg, of);
  });
}

HEDDLE_CUSPARSE cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t op_a,
                              cusparseOperation_t op_b, const void* alpha,
                              cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                              cusparseSDDMMAlg_t alg, void* buffer) {
  return in_call(handle, "cusparseSDDMM", [&](Call& call) {
    Sampled of;
    const Status status = check(call, op_a, op_b, alpha, a, b, beta, c, compute, alg, of);
    if (status != kOk) return status;
    for (i64 batch = 0; batch < of.batches; ++batch)
      call.writes_bytes(of.c.batch(batch).values.at,
                        stored_values(of.c) * size_of(of.c.values.type));
    return with_type(a->values.type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto from) {
      return with_type(c->values.type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto to) {
        return with_compute_type(compute, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
          using From = decltype(from);
          using To = decltype(to);
          using T = decltype(number);
          // What check() lets through.
          constexpr bool kNarrow = sizeof(From) == 2 && sizeof(T) == 4 && !std::is_integral_v<T>;
          constexpr bool kFits =
              (std::is_same_v<From, T> && std::is_same_v<To, T> && !std::is_integral_v<T>) ||
              (kNarrow && (std::is_same_v<To, From> || std::is_same_v<To, T>)) ||
              (std::is_same_v<T, Complex> && sizeof(From) == 4 && !std::is_same_v<From, float> &&
               !std::is_integral_v<From> && std::is_same_v<To, From>);
          if constexpr (kFits)
            return run<T, From, To>(call, of, call.scalar<T>(alpha), call.scalar<T>(beta));
          else
            return CUSPARSE_STATUS_NOT_SUPPORTED;
        });
      });
    });
  });
}

}  // namespace heddle::cusparse
