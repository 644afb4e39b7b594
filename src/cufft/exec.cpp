// SPDX-License-Identifier: Apache-2.0
// cufftExec...: the transform of the plan, whatever the types in the function's name, as on a GPU.
#include "cufft/callbacks.h"
#include "cufft/execute.h"
#include "cufft/layouts.h"

namespace heddle::cufft {

cufftResult check_and_execute(const Plan& plan, const char* name, void* in, void* out,
                              int direction) {
  if (!plan.made) return CUFFT_INVALID_PLAN;
  if (!in || !out) return CUFFT_INVALID_VALUE;
  if (plan.is_spread()) return not_supported(name, "of a plan for several GPUs");
  if (!fits(plan.transform.kind, direction)) return CUFFT_INVALID_VALUE;
  // Real numbers, too, are read and written in pairs.
  const std::uintptr_t pair = element(true, plan.transform.number);
  for (const void* at : {in, out})
    if (reinterpret_cast<std::uintptr_t>(at) % pair != 0) return CUFFT_INVALID_VALUE;
  const Work work = work_of(plan, name, in, out, direction == CUFFT_FORWARD);
  return with_callbacks(plan, 0, work);
}
cufftResult check_and_execute(cufftHandle handle, const char* name, void* in, void* out,
                              int direction) {
  return with_plan(handle,
                   [&](Plan& plan) { return check_and_execute(plan, name, in, out, direction); });
}
HEDDLE_CUFFT cufftExecC2C(cufftHandle handle, cufftComplex* in, cufftComplex* out, int direction) {
  return check_and_execute(handle, "cufftExecC2C", in, out, direction);
}
HEDDLE_CUFFT cufftExecR2C(cufftHandle handle, cufftReal* in, cufftComplex* out) {
  return check_and_execute(handle, "cufftExecR2C", in, out, CUFFT_FORWARD);
}
HEDDLE_CUFFT cufftExecC2R(cufftHandle handle, cufftComplex* in, cufftReal* out) {
  return check_and_execute(handle, "cufftExecC2R", in, out, CUFFT_INVERSE);
}
HEDDLE_CUFFT cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex* in, cufftDoubleComplex* out,
                          int direction) {
  return check_and_execute(handle, "cufftExecZ2Z", in, out, direction);
}
HEDDLE_CUFFT cufftExecD2Z(cufftHandle handle, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return check_and_execute(handle, "cufftExecD2Z", in, out, CUFFT_FORWARD);
}
HEDDLE_CUFFT cufftExecZ2D(cufftHandle handle, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return check_and_execute(handle, "cufftExecZ2D", in, out, CUFFT_INVERSE);
}
HEDDLE_CUFFT cufftXtExec(cufftHandle handle, void* in, void* out, int direction) {
  return check_and_execute(handle, "cufftXtExec", in, out, direction);
}

}  // namespace heddle::cufft
