// SPDX-License-Identifier: Apache-2.0
#include "cufft/make.h"

#include "cuda_runtime_api.h"
#include "cufft/execute.h"
#include "cufft/kernel.h"
#include "cufft/spread.h"

namespace heddle::cufft {

cufftResult make_plan(Plan& plan, const Transform& transform, std::size_t* work_size) {
  if (plan.made) return CUFFT_INVALID_PLAN;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return CUFFT_SETUP_FAILED;
  if (plan.is_spread()) {
    if (const cufftResult status = check_spread(transform, plan.gpu_count())) return status;
  }
  const Functions* const functions = kernel();
  if (!functions) return CUFFT_SETUP_FAILED;
  plan.factors = make_factors(*functions);
  if (!plan.factors) return CUFFT_ALLOC_FAILED;
  plan.transform = transform;
  if (!prepare(plan)) {
    plan.factors.reset();
    return CUFFT_ALLOC_FAILED;
  }
  plan.made = true;
  if (work_size) tell_work_sizes(plan, work_size);
  return CUFFT_SUCCESS;
}

namespace {

// The transform of the arguments, or an error.
template <class I, class Then>
cufftResult with_transform(cufftType type, const Many<I>& many, Then then) {
  Transform transform;
  if (!read_type(type, transform)) return CUFFT_INVALID_TYPE;
  const cufftResult status = read_many(many, transform);
  return status ? status : then(transform);
}
template <class I>
cufftResult make(cufftHandle handle, cufftType type, const Many<I>& many, std::size_t* size) {
  return with_plan(handle, [&](Plan& plan) {
    if (!size) return CUFFT_INVALID_VALUE;
    return with_transform(
        type, many, [&](const Transform& transform) { return make_plan(plan, transform, size); });
  });
}
template <class I>
cufftResult plan(cufftHandle* handle, cufftType type, const Many<I>& many) {
  if (!handle) return CUFFT_INVALID_VALUE;
  return with_transform(type, many, [&](const Transform& transform) {
    const auto made = std::make_shared<Plan>();
    const cufftResult status = make_plan(*made, transform, nullptr);
    if (!status) *handle = add_plan(made);
    return status;
  });
}
template <class I>
cufftResult estimate(cufftType type, const Many<I>& many, std::size_t* size) {
  return with_transform(type, many, [&](const Transform&) {
    if (!size) return CUFFT_INVALID_VALUE;
    *size = kWorkSize;
    return CUFFT_SUCCESS;
  });
}
template <class I>
cufftResult size_of(cufftHandle handle, cufftType type, const Many<I>& many, std::size_t* size) {
  return with_plan(handle, [&](Plan& plan) {
    const cufftResult status = estimate(type, many, size);
    if (!status) tell_work_sizes(plan, size);
    return status;
  });
}

Many<int> simple(int rank, const int* n, int batch = 1) {
  return {rank, n, nullptr, nullptr, 1, 0, 1, 0, batch};
}

}  // namespace

HEDDLE_CUFFT cufftPlan1d(cufftHandle* handle, int nx, cufftType type, int batch) {
  return plan(handle, type, simple(1, &nx, batch));
}
HEDDLE_CUFFT cufftPlan2d(cufftHandle* handle, int nx, int ny, cufftType type) {
  const int n[] = {nx, ny};
  return plan(handle, type, simple(2, n));
}
HEDDLE_CUFFT cufftPlan3d(cufftHandle* handle, int nx, int ny, int nz, cufftType type) {
  const int n[] = {nx, ny, nz};
  return plan(handle, type, simple(3, n));
}
HEDDLE_CUFFT cufftPlanMany(cufftHandle* handle, int rank, int* n, int* inembed, int istride,
                           int idist, int* onembed, int ostride, int odist, cufftType type,
                           int batch) {
  return plan(handle, type,
              Many<int>{rank, n, inembed, onembed, istride, idist, ostride, odist, batch});
}

HEDDLE_CUFFT cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch,
                             std::size_t* size) {
  return make(handle, type, simple(1, &nx, batch), size);
}
HEDDLE_CUFFT cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type,
                             std::size_t* size) {
  const int n[] = {nx, ny};
  return make(handle, type, simple(2, n), size);
}
HEDDLE_CUFFT cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type,
                             std::size_t* size) {
  const int n[] = {nx, ny, nz};
  return make(handle, type, simple(3, n), size);
}
HEDDLE_CUFFT cufftMakePlanMany(cufftHandle handle, int rank, int* n, int* inembed, int istride,
                               int idist, int* onembed, int ostride, int odist, cufftType type,
                               int batch, std::size_t* size) {
  return make(handle, type,
              Many<int>{rank, n, inembed, onembed, istride, idist, ostride, odist, batch}, size);
}
HEDDLE_CUFFT cufftMakePlanMany64(cufftHandle handle, int rank, long long* n, long long* inembed,
                                 long long istride, long long idist, long long* onembed,
                                 long long ostride, long long odist, cufftType type,
                                 long long batch, std::size_t* size) {
  return make(handle, type,
              Many<long long>{rank, n, inembed, onembed, istride, idist, ostride, odist, batch},
              size);
}

HEDDLE_CUFFT cufftEstimate1d(int nx, cufftType type, int batch, std::size_t* size) {
  return estimate(type, simple(1, &nx, batch), size);
}
HEDDLE_CUFFT cufftEstimate2d(int nx, int ny, cufftType type, std::size_t* size) {
  const int n[] = {nx, ny};
  return estimate(type, simple(2, n), size);
}
HEDDLE_CUFFT cufftEstimate3d(int nx, int ny, int nz, cufftType type, std::size_t* size) {
  const int n[] = {nx, ny, nz};
  return estimate(type, simple(3, n), size);
}
HEDDLE_CUFFT cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                               int ostride, int odist, cufftType type, int batch,
                               std::size_t* size) {
  return estimate(type, Many<int>{rank, n, inembed, onembed, istride, idist, ostride, odist, batch},
                  size);
}

HEDDLE_CUFFT cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch,
                            std::size_t* size) {
  return size_of(handle, type, simple(1, &nx, batch), size);
}
HEDDLE_CUFFT cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, std::size_t* size) {
  const int n[] = {nx, ny};
  return size_of(handle, type, simple(2, n), size);
}
HEDDLE_CUFFT cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type,
                            std::size_t* size) {
  const int n[] = {nx, ny, nz};
  return size_of(handle, type, simple(3, n), size);
}
HEDDLE_CUFFT cufftGetSizeMany(cufftHandle handle, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, cufftType type,
                              int batch, std::size_t* size) {
  return size_of(handle, type,
                 Many<int>{rank, n, inembed, onembed, istride, idist, ostride, odist, batch}, size);
}
HEDDLE_CUFFT cufftGetSizeMany64(cufftHandle handle, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                std::size_t* size) {
  return size_of(handle, type,
                 Many<long long>{rank, n, inembed, onembed, istride, idist, ostride, odist, batch},
                 size);
}

}  // namespace heddle::cufft
