// SPDX-License-Identifier: Apache-2.0
// cusparseSpSV, cusparseSpSM: op(A) * y = alpha * x for a triangular A. A column of y is computed
// by one thread.
#include <cstring>

#include "cusparse/dense_use.h"
#include "cusparse/fields.h"
#include "cusparse/triangle.h"

namespace heddle::cusparse {
namespace {

constexpr size_t kBuffer = 8;
constexpr Status kOk = CUSPARSE_STATUS_SUCCESS;

struct System {
  SparseMatrix a;
  cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  i64 n = 0, columns = 1;
  Operand x, y;
  cudaDataType type = CUDA_R_32F;
  int batches = 1;
};

Status check_matrix(Call& call, const cusparseSpMatDescr* a, cudaDataType x, cudaDataType y,
                    cudaDataType compute, System& of) {
  if (a->rows != a->columns || of.n != a->rows || !may_conjugate(of.op, a->values.type))
    return call.invalid();
  if (a->format == CUSPARSE_FORMAT_BSR || a->format == CUSPARSE_FORMAT_BLOCKED_ELL)
    return call.not_supported("of blocks");
  if (a->values.type != compute || x != compute || y != compute || compute == CUDA_R_32I ||
      !with_compute_type(compute, false, [](auto) { return true; }))
    return call.not_supported("with these types");
  of.a = *a;
  of.type = compute;
  return kOk;
}

Status check(Call& call, cusparseOperation_t op, const void* alpha, const cusparseSpMatDescr* a,
             const cusparseDnVecDescr* x, const cusparseDnVecDescr* y, cudaDataType compute,
             int alg, const Solver* solver, System& of) {
  if (!alpha || !a || !x || !y || !solver || !is_operation(op) || alg != 0 || x->size != y->size)
    return call.invalid();
  of.op = op;
  of.n = x->size;
  of.x = {x->values};
  of.y = {y->values};
  return check_matrix(call, a, x->values.type, y->values.type, compute, of);
}

Status check(Call& call, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
             const cusparseSpMatDescr* a, const cusparseDnMatDescr* b, const cusparseDnMatDescr* c,
             cudaDataType compute, int alg, const Solver* solver, System& of) {
  if (!alpha || !a || !b || !c || !solver || !is_operation(op_a) || !is_operation(op_b) || alg != 0)
    return call.invalid();
  const DenseOperand x = operand_of(*b, op_b);
  if (x.rows != c->rows || x.columns != c->columns || b->batches != c->batches)
    return call.invalid();
  of.op = op_a;
  of.n = c->rows;
  of.columns = c->columns;
  of.x = x.operand;
  of.y = operand_of(*c, CUSPARSE_OPERATION_NON_TRANSPOSE).operand;
  of.batches = c->batches;
  return check_matrix(call, a, b->values.type, c->values.type, compute, of);
}

template <class T>
void solve_column(const Triangle<T>& triangle, const System& of, i64 batch, i64 column, T alpha) {
  const T* from =
      static_cast<const T*>(of.x.values.at) + batch * of.x.batch_stride + column * of.x.column_step;
  T* to = static_cast<T*>(of.y.values.at) + batch * of.y.batch_stride + column * of.y.column_step;
  std::vector<T> y(of.n);
  for (i64 i = 0; i < of.n; ++i) {
    const T value = from[i * of.x.row_step];
    y[i] = times(alpha, of.x.conjugated ? conjugate(value) : value);
  }
  triangle.solve(y.data());
  for (i64 i = 0; i < of.n; ++i) to[i * of.y.row_step] = y[i];
}

// All columns that may share memory with others, before one of them is written: x is y for a
// system in place.
Status solve(Call& call, const System& of, const Solver& solver, const void* alpha) {
  if (!solver.analysed) return call.invalid();
  if (of.n == 0 || of.columns == 0) return kOk;
  return with_compute_type(of.type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
    using T = decltype(number);
    const Cost cost =
        cost_of(2.0 * static_cast<double>(stored_values(of.a)) * of.columns * of.batches);
    const i64 all = of.columns * of.batches, parts = library::threads_for(cost, all);
    // In place with another layout (B transposed), columns of one are in the way of the other.
    const bool crossed = of.x.values.at == of.y.values.at && of.x.row_step != of.y.row_step;
    if (crossed) return call.not_supported("in place with a transposed matrix");
    return call.parts(parts, cost,
                      [=, scalar = call.scalar<T>(alpha), update = solver.update](i64 part) {
                        const Triangle<T> triangle(of.a, of.op, update.get());
                        const i64 end = library::boundary(part + 1, parts, all, 1);
                        for (i64 i = library::boundary(part, parts, all, 1); i < end; ++i)
                          solve_column<T>(triangle, of, i / of.columns, i % of.columns, scalar());
                      });
  });
}

void analyse(Solver& solver, const System& of) {
  solver.a = of.a;
  solver.analysed = true;
  solver.update = std::make_shared<Update>();
}

// The numbers are copied when their turn in the stream comes.
Status set_values(Call& call, Solver* solver, const void* values, bool diagonal) {
  if (!solver || !values || !solver->analysed) return call.invalid();
  const i64 count = diagonal ? solver->a.rows : stored_values(solver->a);
  const i64 bytes = count * size_of(solver->a.values.type);
  return call.once(cost_of(static_cast<double>(count)), [=, update = solver->update] {
    auto& to = diagonal ? update->diagonal : update->values;
    const auto* const from = static_cast<const std::byte*>(values);
    if (!diagonal) update->diagonal.clear();
    to.assign(from, from + bytes);
  });
}

template <class... Arguments>
Status buffer_size(Call& call, size_t* size, Arguments... arguments) {
  System of;
  if (!size) return call.invalid();
  const Status status = check(call, arguments..., of);
  if (status == kOk) *size = kBuffer;
  return status;
}
template <class Descriptor, class... Arguments>
Status analysis(Call& call, Descriptor* solver, Arguments... arguments) {
  System of;
  const Status status = check(call, arguments..., solver, of);
  if (status == kOk) analyse(*solver, of);
  return status;
}

}  // namespace

HEDDLE_CUSPARSE cusparseSpSV_createDescr(cusparseSpSVDescr_t* out) {
  return make(out, true, Solver{});
}
HEDDLE_CUSPARSE cusparseSpSV_destroyDescr(cusparseSpSVDescr_t solver) {
  return destroy(solver);
}
HEDDLE_CUSPARSE cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                        const void* alpha, cusparseConstSpMatDescr_t a,
                                        cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                        cudaDataType compute, cusparseSpSVAlg_t alg,
                                        cusparseSpSVDescr_t solver, size_t* size) {
  return in_call(handle, "cusparseSpSV_bufferSize", [&](Call& call) {
    return buffer_size(call, size, op, alpha, a, x, y, compute, int{alg}, solver);
  });
}
HEDDLE_CUSPARSE cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t op,
                                      const void* alpha, cusparseConstSpMatDescr_t a,
                                      cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                      cudaDataType compute, cusparseSpSVAlg_t alg,
                                      cusparseSpSVDescr_t solver, void* buffer) {
  return in_call(handle, "cusparseSpSV_analysis", [&](Call& call) {
    return analysis(call, solver, op, alpha, a, x, y, compute, int{alg});
  });
}
HEDDLE_CUSPARSE cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op,
                                   const void* alpha, cusparseConstSpMatDescr_t a,
                                   cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                   cudaDataType compute, cusparseSpSVAlg_t alg,
                                   cusparseSpSVDescr_t solver) {
  return in_call(handle, "cusparseSpSV_solve", [&](Call& call) {
    System of;
    const Status status = check(call, op, alpha, a, x, y, compute, alg, solver, of);
    if (status != kOk) return status;
    call.writes_bytes(y->values.at, y->size * size_of(y->values.type));
    return solve(call, of, *solver, alpha);
  });
}
HEDDLE_CUSPARSE cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t solver,
                                          void* values, cusparseSpSVUpdate_t part) {
  return in_call(handle, "cusparseSpSV_updateMatrix", [&](Call& call) {
    return set_values(call, solver, values, part == CUSPARSE_SPSV_UPDATE_DIAGONAL);
  });
}

HEDDLE_CUSPARSE cusparseSpSM_createDescr(cusparseSpSMDescr_t* out) {
  return make(out, true, Solver{});
}
HEDDLE_CUSPARSE cusparseSpSM_destroyDescr(cusparseSpSMDescr_t solver) {
  return destroy(solver);
}
HEDDLE_CUSPARSE cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, const void* alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                        cusparseDnMatDescr_t c, cudaDataType compute,
                                        cusparseSpSMAlg_t alg, cusparseSpSMDescr_t solver,
                                        size_t* size) {
  return in_call(handle, "cusparseSpSM_bufferSize", [&](Call& call) {
    return buffer_size(call, size, op_a, op_b, alpha, a, b, c, compute, int{alg}, solver);
  });
}
HEDDLE_CUSPARSE cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t op_a,
                                      cusparseOperation_t op_b, const void* alpha,
                                      cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                      cusparseDnMatDescr_t c, cudaDataType compute,
                                      cusparseSpSMAlg_t alg, cusparseSpSMDescr_t solver,
                                      void* buffer) {
  return in_call(handle, "cusparseSpSM_analysis", [&](Call& call) {
    return analysis(call, solver, op_a, op_b, alpha, a, b, c, compute, int{alg});
  });
}
HEDDLE_CUSPARSE cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t op_a,
                                   cusparseOperation_t op_b, const void* alpha,
                                   cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                   cusparseDnMatDescr_t c, cudaDataType compute,
                                   cusparseSpSMAlg_t alg, cusparseSpSMDescr_t solver) {
  return in_call(handle, "cusparseSpSM_solve", [&](Call& call) {
    System of;
    const Status status = check(call, op_a, op_b, alpha, a, b, c, compute, alg, solver, of);
    if (status != kOk) return status;
    writes_dense(call, *c);
    return solve(call, of, *solver, alpha);
  });
}
HEDDLE_CUSPARSE cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t solver,
                                          void* values, cusparseSpSMUpdate_t part) {
  return in_call(handle, "cusparseSpSM_updateMatrix", [&](Call& call) {
    return set_values(call, solver, values, part == CUSPARSE_SPSM_UPDATE_DIAGONAL);
  });
}

}  // namespace heddle::cusparse
