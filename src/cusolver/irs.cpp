// SPDX-License-Identifier: Apache-2.0
// The expert interface of iterative refinement: precisions are arguments, and what happened is
// told. Refinement goes by plain iterations, also where GMRES was asked for, which converges for
// some matrices for which they do not; the main precision's factorisation follows there.
#include "cusolver/irs.h"

#include "cusolver/refined.h"

namespace heddle::cusolver {
namespace {

constexpr Status kNoParams = CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
constexpr Status kNoInfos = CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;

// body(T(), lower) of the two precisions, with lower.value of type Lower.
template <class T, class Body>
Status with_lower(cusolverPrecType_t main, cusolverPrecType_t lowest, Body body) {
  const int below = lowest - main;  // real and complex precisions are numbered alike
  const auto call = [&]<Lower L>() { return body(T(), std::integral_constant<Lower, L>()); };
  if (below == 0) return call.template operator()<Lower::kMain>();
  const int single = is_complex<T> ? CUSOLVER_C_32F : CUSOLVER_R_32F;
  if (lowest == single) return call.template operator()<Lower::kSingle>();
  switch (lowest - single) {
    case CUSOLVER_R_16F - CUSOLVER_R_32F:
      return call.template operator()<Lower::kHalf>();
    case CUSOLVER_R_16BF - CUSOLVER_R_32F:
      return call.template operator()<Lower::kBFloat16>();
    case CUSOLVER_R_TF32 - CUSOLVER_R_32F:
      return call.template operator()<Lower::kTf32>();
    default:
      return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
  }
}
template <class Body>
Status with_types(const cusolverDnIRSParams& params, Body body) {
  switch (params.main) {
    case CUSOLVER_R_64F:
      return with_lower<double>(params.main, params.lowest, body);
    case CUSOLVER_C_64F:
      return with_lower<DoubleComplex>(params.main, params.lowest, body);
    case CUSOLVER_R_32F:
      return with_lower<float>(params.main, params.lowest, body);
    case CUSOLVER_C_32F:
      return with_lower<Complex>(params.main, params.lowest, body);
    default:
      return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
  }
}

// CUSOLVER_STATUS_SUCCESS: a system of so many right sides can be solved by them.
Status check(const cusolverDnIRSParams* params, int nrhs) {
  if (!params) return kNoParams;
  if (const Status status = with_types(*params, [](auto, auto) { return CUSOLVER_STATUS_SUCCESS; }))
    return status;
  switch (params->refinement) {
    case CUSOLVER_IRS_REFINE_NONE:
      return CUSOLVER_STATUS_SUCCESS;
    case CUSOLVER_IRS_REFINE_CLASSICAL:
      break;
    case CUSOLVER_IRS_REFINE_CLASSICAL_GMRES:
    case CUSOLVER_IRS_REFINE_GMRES:
    case CUSOLVER_IRS_REFINE_GMRES_GMRES:
      if (nrhs > 1) return CUSOLVER_STATUS_IRS_NOT_SUPPORTED;
      break;
    default:
      return CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE;
  }
  return params->most > 0 ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER;
}

// What the infos tell of a call, with the residuals behind each iteration.
void tell_history(cusolverDnIRSInfos& infos, const cusolverDnIRSParams& params, int iterations,
                  const std::vector<double>& residuals) {
  infos.most = params.most;
  infos.iterations = iterations;
  // The outer loop's count, also where it came to its end.
  infos.outer = iterations == -params.most ? params.most : iterations;
  if (!infos.with_residuals) return;
  const auto rows = static_cast<std::size_t>(std::max(0, params.most)) + 1;
  const auto fill = [&](auto& numbers) {
    numbers.assign(2 * rows, 0);
    for (std::size_t i = 0; i < std::min(rows, residuals.size()); ++i) {
      using R = std::decay_t<decltype(numbers[0])>;
      numbers[i] = static_cast<R>(i);
      numbers[rows + i] = static_cast<R>(residuals[i]);
    }
  };
  if (params.main == CUSOLVER_R_64F || params.main == CUSOLVER_C_64F)
    fill(infos.doubles);
  else
    fill(infos.floats);
}

struct Operand {
  void* at;
  i64 rows, columns, ld;
};

// run(T(), lower, how, count) -> LAPACK's info, in its turn of the stream.
template <class Run>
Status solve(Call& call, const cusolverDnIRSParams& params, cusolverDnIRSInfos& infos,
             library::Cost cost, const Operand& a, const Operand& b, const Operand& x,
             int* iterations, int* info, Run run) {
  return with_types(params, [&](auto zero, auto lower) {
    using T = decltype(zero);
    for (const Operand& of : {a, b})
      call.reads_matrix(static_cast<const T*>(of.at), of.rows, of.columns, of.ld);
    call.writes_matrix(static_cast<T*>(x.at), x.rows, x.columns, x.ld);
    std::vector<double> residuals;
    const Refinement how{.wanted = params.refinement != CUSOLVER_IRS_REFINE_NONE,
                         .most = params.most,
                         .precision = params.tolerance,
                         .fallback = params.fallback,
                         .residuals = infos.with_residuals ? &residuals : nullptr};
    const Status status = count_for_host(call, cost, iterations, info,
                                         [=](int& count) { return run(zero, lower, how, count); });
    if (status == CUSOLVER_STATUS_SUCCESS) tell_history(infos, params, *iterations, residuals);
    return status;
  });
}

}  // namespace

HEDDLE_CUSOLVER cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle,
                                              cusolverDnIRSParams_t params, cusolver_int_t n,
                                              cusolver_int_t nrhs, size_t* bytes) {
  return in_call(handle, "cusolverDnIRSXgesv_bufferSize", [&](Call& call) {
    if (const Status status = check(params, nrhs)) return status;
    if (n < 0 || nrhs < 0 || !bytes) return call.invalid();
    *bytes = sizeof(DoubleComplex) * kWorkSize;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                   cusolverDnIRSInfos_t infos, cusolver_int_t n,
                                   cusolver_int_t nrhs, void* a, cusolver_int_t lda, void* b,
                                   cusolver_int_t ldb, void* x, cusolver_int_t ldx, void*, size_t,
                                   cusolver_int_t* iterations, cusolver_int_t* info) {
  return in_call(handle, "cusolverDnIRSXgesv", [&](Call& call) {
    if (!params) return kNoParams;
    if (!infos) return kNoInfos;
    if (const Status status = check(params, nrhs)) return status;
    if (!is_matrix(n, n, lda) || !is_matrix(n, nrhs, ldb) || !is_matrix(n, nrhs, ldx) ||
        !iterations)
      return call.invalid();
    return solve(call, *params, *infos, cubic(n, n, n, 0.7), {a, n, n, lda}, {b, n, nrhs, ldb},
                 {x, n, nrhs, ldx}, iterations, info,
                 [=]<class T>(T, auto lower, const Refinement& how, int& count) {
                   return solve_refined<T, lower()>({static_cast<T*>(a), n, n, lda}, nullptr,
                                                    {static_cast<T*>(b), n, nrhs, ldb},
                                                    {static_cast<T*>(x), n, nrhs, ldx}, count, how);
                 });
  });
}

HEDDLE_CUSOLVER cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle,
                                              cusolverDnIRSParams_t params, cusolver_int_t m,
                                              cusolver_int_t n, cusolver_int_t nrhs,
                                              size_t* bytes) {
  return in_call(handle, "cusolverDnIRSXgels_bufferSize", [&](Call& call) {
    if (const Status status = check(params, nrhs)) return status;
    if (m < 0 || n < 0 || nrhs < 0 || !bytes) return call.invalid();
    if (m < n) return call.not_supported("of more columns than rows");
    *bytes = sizeof(DoubleComplex) * kWorkSize;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                   cusolverDnIRSInfos_t infos, cusolver_int_t m, cusolver_int_t n,
                                   cusolver_int_t nrhs, void* a, cusolver_int_t lda, void* b,
                                   cusolver_int_t ldb, void* x, cusolver_int_t ldx, void*, size_t,
                                   cusolver_int_t* iterations, cusolver_int_t* info) {
  return in_call(handle, "cusolverDnIRSXgels", [&](Call& call) {
    if (!params) return kNoParams;
    if (!infos) return kNoInfos;
    if (const Status status = check(params, nrhs)) return status;
    if (!is_matrix(m, n, lda) || !is_matrix(m, nrhs, ldb) || !is_matrix(n, nrhs, ldx) ||
        !iterations)
      return call.invalid();
    if (m < n) return call.not_supported("of more columns than rows");
    return solve(call, *params, *infos, cubic(m, n, n, 2), {a, m, n, lda}, {b, m, nrhs, ldb},
                 {x, n, nrhs, ldx}, iterations, info,
                 [=]<class T>(T, auto lower, const Refinement& how, int& count) {
                   return least_squares_refined<T, lower()>(
                       {static_cast<T*>(a), m, n, lda}, {static_cast<T*>(b), m, nrhs, ldb},
                       {static_cast<T*>(x), n, nrhs, ldx}, count, how);
                 });
  });
}

}  // namespace heddle::cusolver
