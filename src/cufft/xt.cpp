// SPDX-License-Identifier: Apache-2.0
// cufftXt: types of numbers, arrays of a plan (on one GPU), and what is refused.
#include <memory>
#include <new>

#include "cufft/execute.h"
#include "cufft/layouts.h"
#include "cufft/make.h"
#include "cufftXt.h"

namespace heddle::cufft {
namespace {

struct Type {
  bool complex;
  Number number;
};
bool read(cudaDataType type, Type& into) {
  switch (type) {
    case CUDA_R_16F:
      into = {false, Number::kHalf};
      return true;
    case CUDA_C_16F:
      into = {true, Number::kHalf};
      return true;
    case CUDA_R_16BF:
      into = {false, Number::kBFloat16};
      return true;
    case CUDA_C_16BF:
      into = {true, Number::kBFloat16};
      return true;
    case CUDA_R_32F:
      into = {false, Number::kFloat};
      return true;
    case CUDA_C_32F:
      into = {true, Number::kFloat};
      return true;
    case CUDA_R_64F:
      into = {false, Number::kDouble};
      return true;
    case CUDA_C_64F:
      into = {true, Number::kDouble};
      return true;
    default:
      return false;
  }
}

// The documentation has no mixture of widths, and one of real and complex types each way.
cufftResult read_types(cudaDataType in, cudaDataType out, cudaDataType exec, Transform& into) {
  Type from{}, to{}, with{};
  if (!read(in, from) || !read(out, to) || !read(exec, with)) return CUFFT_INVALID_TYPE;
  if (from.number != to.number || from.number != with.number) return CUFFT_INVALID_TYPE;
  if (!from.complex && !to.complex) return CUFFT_INVALID_TYPE;
  if (from.complex && to.complex && !with.complex) return CUFFT_INVALID_TYPE;
  into.number = from.number;
  into.kind = !from.complex ? Kind::kToComplex : !to.complex ? Kind::kToReal : Kind::kComplex;
  return CUFFT_SUCCESS;
}

cufftResult read_xt(const Many<long long>& many, cudaDataType in, cudaDataType out,
                    cudaDataType exec, Transform& into) {
  if (const cufftResult status = read_types(in, out, exec, into)) return status;
  if (const cufftResult status = read_many(many, into)) return status;
  const bool narrow = into.number == Number::kHalf || into.number == Number::kBFloat16;
  for (int i = 0; narrow && i < into.rank; ++i)
    if ((into.n[i] & (into.n[i] - 1)) != 0) return CUFFT_NOT_SUPPORTED;  // as documented
  return CUFFT_SUCCESS;
}

}  // namespace

HEDDLE_CUFFT cufftXtMakePlanMany(cufftHandle handle, int rank, long long* n, long long* inembed,
                                 long long istride, long long idist, cudaDataType inputtype,
                                 long long* onembed, long long ostride, long long odist,
                                 cudaDataType outputtype, long long batch, std::size_t* size,
                                 cudaDataType executiontype) {
  return with_plan(handle, [&](Plan& plan) {
    if (!size) return CUFFT_INVALID_VALUE;
    Transform transform;
    const cufftResult status =
        read_xt({rank, n, inembed, onembed, istride, idist, ostride, odist, batch}, inputtype,
                outputtype, executiontype, transform);
    return status ? status : make_plan(plan, transform, size);
  });
}

HEDDLE_CUFFT cufftXtGetSizeMany(cufftHandle handle, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType inputtype,
                                long long* onembed, long long ostride, long long odist,
                                cudaDataType outputtype, long long batch, std::size_t* size,
                                cudaDataType executiontype) {
  return with_plan(handle, [&](Plan&) {
    if (!size) return CUFFT_INVALID_VALUE;
    Transform transform;
    const cufftResult status =
        read_xt({rank, n, inembed, onembed, istride, idist, ostride, odist, batch}, inputtype,
                outputtype, executiontype, transform);
    if (!status) *size = kWorkSize;
    return status;
  });
}

HEDDLE_CUFFT cufftXtSetGPUs(cufftHandle handle, int count, int* which) {
  return with_plan(handle, [&](Plan& plan) {
    if (plan.made) return CUFFT_INVALID_PLAN;
    if (!which || count < 1) return CUFFT_INVALID_VALUE;
    int devices = 0;
    cudaGetDeviceCount(&devices);
    for (int i = 0; i < count; ++i)
      if (which[i] < 0 || which[i] >= devices) return CUFFT_INVALID_DEVICE;
    if (count > 1) return not_supported("cufftXtSetGPUs", "with more than one GPU");
    plan.gpus = count;
    plan.gpu = which[0];
    return CUFFT_SUCCESS;
  });
}

// The array of a plan, which is whole on its GPU.
HEDDLE_CUFFT cufftXtMalloc(cufftHandle handle, cudaLibXtDesc** descriptor,
                           cufftXtSubFormat format) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!descriptor) return CUFFT_INVALID_VALUE;
    std::uint64_t bytes = 0;
    switch (format) {
      case CUFFT_XT_FORMAT_INPUT:
      case CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED:
        bytes = bytes_of(plan.transform, false, true);
        break;
      case CUFFT_XT_FORMAT_OUTPUT:
        bytes = bytes_of(plan.transform, false, false);
        break;
      case CUFFT_XT_FORMAT_INPLACE:
      case CUFFT_XT_FORMAT_INPLACE_SHUFFLED:
        bytes =
            std::max(bytes_of(plan.transform, true, true), bytes_of(plan.transform, true, false));
        break;
      default:
        return CUFFT_INVALID_VALUE;
    }
    auto memory = std::make_unique<cudaXtDesc>();
    *memory = {};
    memory->version = CUDA_XT_DESCRIPTOR_VERSION;
    memory->nGPUs = 1;
    memory->GPUs[0] = plan.gpu;
    memory->size[0] = bytes;
    if (cudaMalloc(&memory->data[0], bytes) != cudaSuccess) return CUFFT_ALLOC_FAILED;
    auto made = std::make_unique<cudaLibXtDesc>();
    *made = {CUDA_XT_DESCRIPTOR_VERSION, memory.release(), LIB_FORMAT_CUFFT, format, nullptr};
    *descriptor = made.release();
    return CUFFT_SUCCESS;
  });
}

HEDDLE_CUFFT cufftXtFree(cudaLibXtDesc* descriptor) {
  if (!descriptor) return CUFFT_SUCCESS;
  cudaFree(descriptor->descriptor->data[0]);
  delete descriptor->descriptor;
  delete descriptor;
  return CUFFT_SUCCESS;
}

HEDDLE_CUFFT cufftXtMemcpy(cufftHandle handle, void* to, void* from, cufftXtCopyType type) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!to || !from) return CUFFT_INVALID_VALUE;
    const auto* const source = static_cast<const cudaLibXtDesc*>(from);
    const auto* const target = static_cast<const cudaLibXtDesc*>(to);
    std::size_t bytes = 0;
    switch (type) {
      case CUFFT_COPY_HOST_TO_DEVICE:
        bytes = target->descriptor->size[0];
        if (target->subFormat == CUFFT_XT_FORMAT_INPLACE)
          bytes = bytes_of(plan.transform, true, true);
        to = target->descriptor->data[0];
        break;
      case CUFFT_COPY_DEVICE_TO_HOST:
        bytes = source->descriptor->size[0];
        from = source->descriptor->data[0];
        break;
      case CUFFT_COPY_DEVICE_TO_DEVICE:
        bytes = std::min(source->descriptor->size[0], target->descriptor->size[0]);
        to = target->descriptor->data[0];
        from = source->descriptor->data[0];
        break;
      default:
        return CUFFT_INVALID_VALUE;
    }
    const cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, plan.stream);
    if (error == cudaSuccess && cudaStreamSynchronize(plan.stream) == cudaSuccess)
      return CUFFT_SUCCESS;
    return CUFFT_EXEC_FAILED;
  });
}

namespace {

cufftResult exec(cufftHandle handle, const char* name, cudaLibXtDesc* in, cudaLibXtDesc* out,
                 int direction) {
  if (!in || !out) return plan_of(handle) ? CUFFT_INVALID_VALUE : CUFFT_INVALID_PLAN;
  return check_and_execute(handle, name, in->descriptor->data[0], out->descriptor->data[0],
                           direction);
}

}  // namespace

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

HEDDLE_CUFFT cufftXtSetWorkArea(cufftHandle handle, void**) {
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}
HEDDLE_CUFFT cufftXtSetWorkAreaPolicy(cufftHandle handle, cufftXtWorkAreaPolicy, std::size_t*) {
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}
HEDDLE_CUFFT cufftXtQueryPlan(cufftHandle handle, void*, cufftXtQueryType) {
  return with_plan(handle, [](Plan&) {
    return not_supported("cufftXtQueryPlan", "(the order of numbers on several GPUs)");
  });
}

namespace {

// They are code of a GPU that runs within the transform. The status is that of an H200 whose
// library has none, either.
cufftResult no_callbacks(const char* call) {
  not_supported(call, "(callbacks)");
  return CUFFT_NOT_IMPLEMENTED;
}

}  // namespace

HEDDLE_CUFFT cufftXtSetCallback(cufftHandle handle, void**, cufftXtCallbackType, void**) {
  return with_plan(handle, [](Plan&) { return no_callbacks("cufftXtSetCallback"); });
}
HEDDLE_CUFFT cufftXtSetJITCallback(cufftHandle handle, const char*, const void*, std::size_t,
                                   cufftXtCallbackType, void**) {
  return with_plan(handle, [](Plan&) { return no_callbacks("cufftXtSetJITCallback"); });
}
HEDDLE_CUFFT cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType) {
  return with_plan(handle, [](Plan&) { return no_callbacks("cufftXtClearCallback"); });
}
HEDDLE_CUFFT cufftXtSetCallbackSharedSize(cufftHandle handle, cufftXtCallbackType, std::size_t) {
  return with_plan(handle, [](Plan&) { return no_callbacks("cufftXtSetCallbackSharedSize"); });
}

}  // namespace heddle::cufft
