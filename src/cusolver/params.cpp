// SPDX-License-Identifier: Apache-2.0
// Tolerances and sweeps of Jacobi functions are kept and change nothing. How many sweeps there were
// and what was left is not known, as there were none.
#include "cusolver/params.h"

#include <new>

#include "cusolver/call.h"

namespace heddle::cusolver {
namespace {

template <class Info>
Status make(Info** out) {
  if (!out) return CUSOLVER_STATUS_INVALID_VALUE;
  *out = new (std::nothrow) Info;
  return *out ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
template <class Info>
Status drop(Info* info) {
  if (!info) return CUSOLVER_STATUS_INVALID_VALUE;
  delete info;
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Info, class T>
Status set(Info* info, T Info::* member, T value, bool valid = true) {
  if (!info || !valid) return CUSOLVER_STATUS_INVALID_VALUE;
  info->*member = value;
  return CUSOLVER_STATUS_SUCCESS;
}
Status unknown(const char* call, const char* what) {
  library::say_once(std::string(call) + " is not supported: " + what);
  return CUSOLVER_STATUS_NOT_SUPPORTED;
}

}  // namespace

HEDDLE_CUSOLVER cusolverDnCreateGesvdjInfo(gesvdjInfo_t* info) {
  return make(info);
}
HEDDLE_CUSOLVER cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info) {
  return drop(info);
}
HEDDLE_CUSOLVER cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance) {
  return set(info, &gesvdjInfo::tolerance, tolerance);
}
HEDDLE_CUSOLVER cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps) {
  return set(info, &gesvdjInfo::sweeps, sweeps, sweeps >= 0);
}
HEDDLE_CUSOLVER cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort) {
  return set(info, &gesvdjInfo::sort, sort);
}
HEDDLE_CUSOLVER cusolverDnXgesvdjGetResidual(cusolverDnHandle_t, gesvdjInfo_t, double*) {
  return unknown("cusolverDnXgesvdjGetResidual", "there is no Jacobi iteration");
}
HEDDLE_CUSOLVER cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t, gesvdjInfo_t, int*) {
  return unknown("cusolverDnXgesvdjGetSweeps", "there is no Jacobi iteration");
}

HEDDLE_CUSOLVER cusolverDnCreateSyevjInfo(syevjInfo_t* info) {
  return make(info);
}
HEDDLE_CUSOLVER cusolverDnDestroySyevjInfo(syevjInfo_t info) {
  return drop(info);
}
HEDDLE_CUSOLVER cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance) {
  return set(info, &syevjInfo::tolerance, tolerance);
}
HEDDLE_CUSOLVER cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps) {
  return set(info, &syevjInfo::sweeps, sweeps, sweeps >= 0);
}
HEDDLE_CUSOLVER cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort) {
  return set(info, &syevjInfo::sort, sort);
}
HEDDLE_CUSOLVER cusolverDnXsyevjGetResidual(cusolverDnHandle_t, syevjInfo_t, double*) {
  return unknown("cusolverDnXsyevjGetResidual", "there is no Jacobi iteration");
}
HEDDLE_CUSOLVER cusolverDnXsyevjGetSweeps(cusolverDnHandle_t, syevjInfo_t, int*) {
  return unknown("cusolverDnXsyevjGetSweeps", "there is no Jacobi iteration");
}

HEDDLE_CUSOLVER cusolverDnCreateParams(cusolverDnParams_t* params) {
  return make(params);
}
HEDDLE_CUSOLVER cusolverDnDestroyParams(cusolverDnParams_t params) {
  return drop(params);
}
HEDDLE_CUSOLVER cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                        cusolverAlgMode_t algorithm) {
  const bool valid = function == CUSOLVERDN_GETRF || function == CUSOLVERDN_POTRF ||
                     function == CUSOLVERDN_SYEVBATCHED;
  return set(params, &cusolverDnParams::getrf, algorithm, valid);
}

}  // namespace heddle::cusolver
