// SPDX-License-Identifier: Apache-2.0
// cufftExec...: checks, then execute.h.
#include "cufft/execute.h"

namespace heddle::cufft {
namespace {

cufftResult exec(cufftHandle handle, const char* name, Kind kind, Number number, void* in,
                 void* out, int direction) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (plan.transform.kind != kind || plan.transform.number != number) return CUFFT_INVALID_TYPE;
    if (!in || !out) return CUFFT_INVALID_VALUE;
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
    return execute(plan, name, in, out, direction == CUFFT_FORWARD);
  });
}

}  // namespace

HEDDLE_CUFFT cufftExecC2C(cufftHandle handle, cufftComplex* in, cufftComplex* out, int direction) {
  return exec(handle, "cufftExecC2C", Kind::kComplex, Number::kFloat, in, out, direction);
}
HEDDLE_CUFFT cufftExecR2C(cufftHandle handle, cufftReal* in, cufftComplex* out) {
  return exec(handle, "cufftExecR2C", Kind::kToComplex, Number::kFloat, in, out, CUFFT_FORWARD);
}
HEDDLE_CUFFT cufftExecC2R(cufftHandle handle, cufftComplex* in, cufftReal* out) {
  return exec(handle, "cufftExecC2R", Kind::kToReal, Number::kFloat, in, out, CUFFT_INVERSE);
}
HEDDLE_CUFFT cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex* in, cufftDoubleComplex* out,
                          int direction) {
  return exec(handle, "cufftExecZ2Z", Kind::kComplex, Number::kDouble, in, out, direction);
}
HEDDLE_CUFFT cufftExecD2Z(cufftHandle handle, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return exec(handle, "cufftExecD2Z", Kind::kToComplex, Number::kDouble, in, out, CUFFT_FORWARD);
}
HEDDLE_CUFFT cufftExecZ2D(cufftHandle handle, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return exec(handle, "cufftExecZ2D", Kind::kToReal, Number::kDouble, in, out, CUFFT_INVERSE);
}

// By the plan's types.
HEDDLE_CUFFT cufftXtExec(cufftHandle handle, void* in, void* out, int direction) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!in || !out) return CUFFT_INVALID_VALUE;
    if (plan.transform.kind == Kind::kComplex && direction != CUFFT_FORWARD &&
        direction != CUFFT_INVERSE)
      return CUFFT_INVALID_VALUE;
    return execute(plan, "cufftXtExec", in, out, direction == CUFFT_FORWARD);
  });
}

}  // namespace heddle::cufft
