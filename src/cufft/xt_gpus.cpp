// SPDX-License-Identifier: Apache-2.0
// cufftXtSetGPUs, and transforms of arrays that lie on several GPUs: each does its share of a
// batch; one transform alone is gathered, computed with all threads and spread again.
#include <new>

#include "cuda_runtime_api.h"
#include "cufft/callbacks.h"
#include "cufft/execute.h"
#include "cufft/together.h"
#include "cufft/xt_memory.h"

namespace heddle::cufft {
namespace {

constexpr int kMostGpus = 16;  // as documented

cufftResult transform_batch(const Plan& plan, const char* name, const cudaLibXtDesc& in,
                            cudaLibXtDesc& out, bool forward) {
  const Together together(plan);
  if (together.begin_on_all() != cudaSuccess) return CUFFT_EXEC_FAILED;
  const Spread spread(plan.transform, plan.gpu_count(), in.subFormat);
  for (int gpu = 0; gpu < plan.gpu_count(); ++gpu) {
    const OnDevice on(plan.gpus[gpu]);
    void *from = in.descriptor->data[gpu], *to = out.descriptor->data[gpu];
    Work work = work_of(plan, name, from, to, forward);
    work.stream = cudaStreamLegacy;
    work.transform.batch = spread.transforms_on(gpu);
    if (work.transform.batch == 0) continue;
    if (!from || !to) return CUFFT_INVALID_VALUE;
    work.layouts = layouts_of(work.transform, from == to);
    if (const cufftResult status = with_callbacks(plan, gpu, work)) return status;
  }
  return together.end_on_all() == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult transform_one(const Plan& plan, const char* name, const cudaLibXtDesc& in,
                          cudaLibXtDesc& out, bool forward) {
  const bool shuffled = in.subFormat != CUFFT_XT_FORMAT_INPLACE;
  // Of one dimension, input may be shuffled, too.
  const bool back = in.subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  if (shuffled && !back && in.subFormat != CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED)
    return CUFFT_INVALID_VALUE;
  const int format = back ? CUFFT_XT_FORMAT_INPLACE : CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  const Spread spread(plan.transform, plan.gpu_count(), in.subFormat);
  const std::shared_ptr<std::byte[]> whole(new (std::nothrow) std::byte[spread.bytes()]);
  if (!whole) return CUFFT_ALLOC_FAILED;
  const OnDevice first(plan.gpus[0]);
  const Together together(plan);
  if (together.begin_on_first() != cudaSuccess) return CUFFT_EXEC_FAILED;
  Work work = work_of(plan, name, whole.get(), whole.get(), forward);
  work.stream = cudaStreamLegacy;
  work.told = false;
  cufftResult status = gather(plan, name, in, whole.get(), whole);
  if (!status) status = execute(work);
  if (!status) status = scatter(plan, name, whole.get(), out, format, whole);
  if (status) {
    cudaStreamSynchronize(cudaStreamLegacy);  // as it may still use the array
    return status;
  }
  out.subFormat = format;
  return together.end_on_first() == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult exec(cufftHandle handle, const char* name, cudaLibXtDesc* in, cudaLibXtDesc* out,
                 int direction) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!in || !out || !in->descriptor || !out->descriptor) return CUFFT_INVALID_VALUE;
    void *from = in->descriptor->data[0], *to = out->descriptor->data[0];
    if (!plan.is_spread()) return check_and_execute(plan, name, from, to, direction);
    if (!is_of(plan, *in) || !is_of(plan, *out)) return CUFFT_INVALID_DEVICE;
    if (!fits(plan.transform.kind, direction)) return CUFFT_INVALID_VALUE;
    const auto transform = plan.transform.batch > 1 ? transform_batch : transform_one;
    return transform(plan, name, *in, *out, direction == CUFFT_FORWARD);
  });
}

}  // namespace

HEDDLE_CUFFT cufftXtSetGPUs(cufftHandle handle, int count, int* which) {
  return with_plan(handle, [&](Plan& plan) {
    if (plan.made) return CUFFT_INVALID_PLAN;
    if (!which || count < 1 || count > kMostGpus) return CUFFT_INVALID_VALUE;
    int devices = 0;
    cudaGetDeviceCount(&devices);
    for (int i = 0; i < count; ++i)
      if (which[i] < 0 || which[i] >= devices) return CUFFT_INVALID_DEVICE;
    plan.gpus.assign(which, which + count);
    return CUFFT_SUCCESS;
  });
}

// The order of the numbers of one dimension.
HEDDLE_CUFFT cufftXtQueryPlan(cufftHandle handle, void* answer, cufftXtQueryType type) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!answer || type != CUFFT_QUERY_1D_FACTORS) return CUFFT_INVALID_VALUE;
    if (!plan.is_spread() || plan.transform.rank != 1 || plan.transform.batch != 1)
      return not_supported("cufftXtQueryPlan", "of other than one 1-D transform on several GPUs");
    *static_cast<cufftXt1dFactors*>(answer) = factors_of(plan.transform.n[0], plan.gpu_count());
    return CUFFT_SUCCESS;
  });
}

HEDDLE_CUFFT cufftXtExecDescriptorC2C(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out,
                                      int direction) {
  return exec(handle, "cufftXtExecDescriptorC2C", in, out, direction);
}
HEDDLE_CUFFT cufftXtExecDescriptorR2C(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return exec(handle, "cufftXtExecDescriptorR2C", in, out, CUFFT_FORWARD);
}
HEDDLE_CUFFT cufftXtExecDescriptorC2R(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return exec(handle, "cufftXtExecDescriptorC2R", in, out, CUFFT_INVERSE);
}
HEDDLE_CUFFT cufftXtExecDescriptorZ2Z(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out,
                                      int direction) {
  return exec(handle, "cufftXtExecDescriptorZ2Z", in, out, direction);
}
HEDDLE_CUFFT cufftXtExecDescriptorD2Z(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return exec(handle, "cufftXtExecDescriptorD2Z", in, out, CUFFT_FORWARD);
}
HEDDLE_CUFFT cufftXtExecDescriptorZ2D(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return exec(handle, "cufftXtExecDescriptorZ2D", in, out, CUFFT_INVERSE);
}
HEDDLE_CUFFT cufftXtExecDescriptor(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out,
                                   int direction) {
  return exec(handle, "cufftXtExecDescriptor", in, out, direction);
}

}  // namespace heddle::cufft
