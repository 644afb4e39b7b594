// SPDX-License-Identifier: Apache-2.0
// Handles, and what a plan can be told beside what it is of.
#include "cufft/make.h"
#include "cufft/plan.h"

namespace heddle::cufft {

HEDDLE_CUFFT cufftCreate(cufftHandle* handle) {
  if (!handle) return CUFFT_INVALID_VALUE;
  *handle = add_plan(std::make_shared<Plan>());
  return CUFFT_SUCCESS;
}

// Work of the plan that a stream has goes on: it holds what it needs.
HEDDLE_CUFFT cufftDestroy(cufftHandle handle) {
  return remove_plan(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

HEDDLE_CUFFT cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  return with_plan(handle, [&](Plan& plan) {
    plan.stream = stream;
    return CUFFT_SUCCESS;
  });
}

HEDDLE_CUFFT cufftGetSize(cufftHandle handle, std::size_t* size) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!size) return CUFFT_INVALID_VALUE;
    tell_work_sizes(plan, size);
    return CUFFT_SUCCESS;
  });
}
HEDDLE_CUFFT cufftSetWorkArea(cufftHandle handle, void*) {
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}
HEDDLE_CUFFT cufftSetAutoAllocation(cufftHandle handle, int automatic) {
  return with_plan(handle, [&](Plan& plan) {
    plan.auto_allocation = automatic != 0;
    return CUFFT_SUCCESS;
  });
}

HEDDLE_CUFFT cufftGetVersion(int* version) {
  if (!version) return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
HEDDLE_CUFFT cufftGetProperty(libraryPropertyType type, int* value) {
  if (!value) return CUFFT_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION:
      *value = CUFFT_VER_MAJOR;
      return CUFFT_SUCCESS;
    case MINOR_VERSION:
      *value = CUFFT_VER_MINOR;
      return CUFFT_SUCCESS;
    case PATCH_LEVEL:
      *value = CUFFT_VER_PATCH;
      return CUFFT_SUCCESS;
  }
  return CUFFT_INVALID_TYPE;
}

namespace {

long long Plan::* member_of(cufftProperty property) {
  switch (property) {
    case NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT:
      return &Plan::patient_jit;
    case NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS:
      return &Plan::max_host_threads;
  }
  return nullptr;
}

}  // namespace

// They are kept and change nothing.
HEDDLE_CUFFT cufftSetPlanPropertyInt64(cufftHandle handle, cufftProperty property,
                                       const long long value) {
  return with_plan(handle, [&](Plan& plan) {
    const auto member = member_of(property);
    if (!member) return CUFFT_INVALID_VALUE;
    if (plan.made) return CUFFT_NOT_SUPPORTED;
    plan.*member = value;
    return CUFFT_SUCCESS;
  });
}
HEDDLE_CUFFT cufftGetPlanPropertyInt64(cufftHandle handle, cufftProperty property,
                                       long long* value) {
  return with_plan(handle, [&](Plan& plan) {
    const auto member = member_of(property);
    if (!member) return CUFFT_INVALID_VALUE;
    if (!value) return CUFFT_INVALID_VALUE;
    *value = plan.*member;
    return CUFFT_SUCCESS;
  });
}
HEDDLE_CUFFT cufftResetPlanProperty(cufftHandle handle, cufftProperty property) {
  return with_plan(handle, [&](Plan& plan) {
    const auto member = member_of(property);
    if (!member) return CUFFT_INVALID_VALUE;
    if (plan.made) return CUFFT_NOT_SUPPORTED;
    plan.*member = Plan().*member;
    return CUFFT_SUCCESS;
  });
}

}  // namespace heddle::cufft
