// SPDX-License-Identifier: Apache-2.0
// What a program sets for the expert interface of iterative refinement, and is told behind a call.
#include <algorithm>
#include <new>

#include "cusolver/call.h"
#include "cusolver/irs.h"

namespace heddle::cusolver {
namespace {

constexpr Status kNoParams = CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
constexpr Status kNoInfos = CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;

template <class Value>
Status set(cusolverDnIRSParams_t params, Value cusolverDnIRSParams::* member, Value value) {
  if (!params) return kNoParams;
  params->*member = value;
  return CUSOLVER_STATUS_SUCCESS;
}
Status tell(const cusolverDnIRSInfos* infos, int cusolverDnIRSInfos::* member, int* out) {
  if (!infos) return kNoInfos;
  if (!out) return CUSOLVER_STATUS_INVALID_VALUE;
  *out = infos->*member;
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CUSOLVER cusolverDnIRSParamsCreate(cusolverDnIRSParams_t* params) {
  if (!params) return CUSOLVER_STATUS_INVALID_VALUE;
  *params = new (std::nothrow) cusolverDnIRSParams;
  return *params ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
HEDDLE_CUSOLVER cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params) {
  if (!params) return kNoParams;
  delete params;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                       cusolverIRSRefinement_t solver) {
  return set(params, &cusolverDnIRSParams::refinement, solver);
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                          cusolverPrecType_t precision) {
  return set(params, &cusolverDnIRSParams::main, precision);
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                            cusolverPrecType_t precision) {
  return set(params, &cusolverDnIRSParams::lowest, precision);
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
                                                       cusolverPrecType_t main,
                                                       cusolverPrecType_t lowest) {
  if (const Status status = set(params, &cusolverDnIRSParams::main, main)) return status;
  return set(params, &cusolverDnIRSParams::lowest, lowest);
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double tolerance) {
  return set(params, &cusolverDnIRSParams::tolerance, tolerance);
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double tolerance) {
  return set(params, &cusolverDnIRSParams::inner_tolerance, tolerance);
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t most) {
  if (!params) return kNoParams;
  params->most = most;
  params->most_inner = std::min(params->most_inner, most);
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params,
                                                    cusolver_int_t most) {
  if (!params) return kNoParams;
  if (most > params->most) return CUSOLVER_STATUS_IRS_PARAMS_INVALID;
  params->most_inner = most;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t* most) {
  if (!params) return kNoParams;
  if (!most) return CUSOLVER_STATUS_INVALID_VALUE;
  *most = params->most;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params) {
  return set(params, &cusolverDnIRSParams::fallback, true);
}
HEDDLE_CUSOLVER cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params) {
  return set(params, &cusolverDnIRSParams::fallback, false);
}

HEDDLE_CUSOLVER cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t* infos) {
  if (!infos) return CUSOLVER_STATUS_INVALID_VALUE;
  *infos = new (std::nothrow) cusolverDnIRSInfos;
  return *infos ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
HEDDLE_CUSOLVER cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos) {
  if (!infos) return kNoInfos;
  delete infos;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t* count) {
  return tell(infos, &cusolverDnIRSInfos::iterations, count);
}
HEDDLE_CUSOLVER cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
                                                 cusolver_int_t* count) {
  return tell(infos, &cusolverDnIRSInfos::outer, count);
}
HEDDLE_CUSOLVER cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, cusolver_int_t* most) {
  return tell(infos, &cusolverDnIRSInfos::most, most);
}
HEDDLE_CUSOLVER cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos) {
  if (!infos) return kNoInfos;
  infos->with_residuals = true;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void** history) {
  if (!infos) return kNoInfos;
  if (!infos->with_residuals || !history) return CUSOLVER_STATUS_INVALID_VALUE;
  *history = infos->doubles.empty() ? static_cast<void*>(infos->floats.data())
                                    : static_cast<void*>(infos->doubles.data());
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace heddle::cusolver
