// SPDX-License-Identifier: Apache-2.0
// cufftXtMalloc, cufftXtMemcpy, cufftXtFree: arrays of a plan, on one GPU or several.
#include "cufft/xt_memory.h"

#include <cstring>
#include <new>

#include "cufft/layouts.h"
#include "cufft/together.h"
#include "cufft/work.h"

namespace heddle::cufft {
namespace {

// Of a plan on one GPU, whose numbers may lie anyhow. 0: no format.
std::uint64_t bytes_whole(const Transform& transform, int format) {
  switch (format) {
    case CUFFT_XT_FORMAT_INPUT:
    case CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED:
      return bytes_of(transform, false, true);
    case CUFFT_XT_FORMAT_OUTPUT:
      return bytes_of(transform, false, false);
    case CUFFT_XT_FORMAT_INPLACE:
    case CUFFT_XT_FORMAT_INPLACE_SHUFFLED:
      return std::max(bytes_of(transform, true, true), bytes_of(transform, true, false));
    default:
      return 0;
  }
}

// What is asked of the formats of arrays that lie on several GPUs.
cufftResult check_format(const Transform& transform, int format) {
  const bool alone = transform.batch == 1;
  switch (format) {
    case CUFFT_XT_FORMAT_INPUT:
    case CUFFT_XT_FORMAT_OUTPUT:
      return alone ? not_supported("cufftXtMalloc", "for one transform that is not in place")
                   : CUFFT_SUCCESS;
    case CUFFT_XT_FORMAT_INPLACE:
      return CUFFT_SUCCESS;
    case CUFFT_XT_FORMAT_INPLACE_SHUFFLED:
      return alone ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
    case CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED:
      return alone && transform.rank == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
    default:
      return CUFFT_INVALID_VALUE;
  }
}

struct Free {
  void operator()(cudaXtDesc* memory) const {
    for (int i = 0; i < memory->nGPUs; ++i) cudaFree(memory->data[i]);
    delete memory;
  }
};

// Runs of bytes between the host's array and those of GPUs.
template <bool to_host>
cufftResult copy_runs(const Plan& plan, const char* name, void* host, const cudaXtDesc& memory,
                      int format, std::shared_ptr<const void> keep) {
  const Spread spread(plan.transform, plan.gpu_count(), format);
  Call call(cudaStreamLegacy, name, false);
  const std::vector<void*> data(memory.data, memory.data + plan.gpu_count());
  const auto each = [=](auto visit) {
    for (int gpu = 0; gpu < static_cast<int>(data.size()); ++gpu)
      spread.each_run(gpu, [&](i64 whole, i64 at, i64 bytes) {
        visit(static_cast<std::byte*>(host) + whole, static_cast<std::byte*>(data[gpu]) + at,
              bytes);
      });
  };
  call.late_uses([=](library::Uses::List& uses) {
    each([&](std::byte*, std::byte* there, i64 bytes) {
      library::Uses::add(uses, there, bytes, 1, bytes, !to_host);
    });
  });
  return call.once({.bytes = 2.0 * static_cast<double>(spread.bytes())}, [=] {
    static_cast<void>(keep);
    each([](std::byte* here, std::byte* there, i64 bytes) {
      if (bytes > 0) std::memcpy(to_host ? here : there, to_host ? there : here, bytes);
    });
  });
}

// What a copy to the GPUs leaves: input, which only the one format has shuffled.
int format_of_input(const cudaLibXtDesc& array) {
  return array.subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED ? CUFFT_XT_FORMAT_INPLACE
                                                             : array.subFormat;
}

cufftResult copy_spread(const Plan& plan, void* to, void* from, cufftXtCopyType type) {
  const char* const name = "cufftXtMemcpy";
  auto* const source = static_cast<cudaLibXtDesc*>(from);
  auto* const target = static_cast<cudaLibXtDesc*>(to);
  const bool to_device = type != CUFFT_COPY_DEVICE_TO_HOST;
  const bool from_device = type != CUFFT_COPY_HOST_TO_DEVICE;
  if ((to_device && !is_of(plan, *target)) || (from_device && !is_of(plan, *source)))
    return CUFFT_INVALID_DEVICE;
  const OnDevice first(plan.gpus[0]);
  const Together together(plan);
  if (together.begin_on_first() != cudaSuccess) return CUFFT_EXEC_FAILED;
  cufftResult status = CUFFT_SUCCESS;
  std::shared_ptr<std::byte[]> between;
  if (from_device && to_device) {
    const Spread spread(plan.transform, plan.gpu_count(), source->subFormat);
    const Spread there(plan.transform, plan.gpu_count(), target->subFormat);
    if (spread.bytes() != there.bytes()) return CUFFT_INVALID_VALUE;
    between.reset(new (std::nothrow) std::byte[spread.bytes()]);
    if (!between) return CUFFT_ALLOC_FAILED;
  }
  if (from_device) status = gather(plan, name, *source, between ? between.get() : to, between);
  if (to_device && !status) {
    target->subFormat = format_of_input(*target);
    status =
        scatter(plan, name, between ? between.get() : from, *target, target->subFormat, between);
  }
  if (together.end_on_first() != cudaSuccess) status = CUFFT_EXEC_FAILED;
  if (cudaStreamSynchronize(cudaStreamLegacy) != cudaSuccess) status = CUFFT_EXEC_FAILED;
  return status;
}

cufftResult copy_whole(const Plan& plan, void* to, void* from, cufftXtCopyType type) {
  const auto* const source = static_cast<const cudaLibXtDesc*>(from);
  const auto* const target = static_cast<const cudaLibXtDesc*>(to);
  std::size_t bytes = 0;
  if (type == CUFFT_COPY_HOST_TO_DEVICE) {
    bytes = target->descriptor->size[0];
    if (target->subFormat == CUFFT_XT_FORMAT_INPLACE) bytes = bytes_of(plan.transform, true, true);
  } else {
    bytes = source->descriptor->size[0];
    from = source->descriptor->data[0];
  }
  if (type != CUFFT_COPY_DEVICE_TO_HOST) {
    bytes = std::min(bytes, target->descriptor->size[0]);
    to = target->descriptor->data[0];
  }
  const cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, plan.stream);
  if (error == cudaSuccess && cudaStreamSynchronize(plan.stream) == cudaSuccess)
    return CUFFT_SUCCESS;
  return CUFFT_EXEC_FAILED;
}

}  // namespace

bool is_of(const Plan& plan, const cudaLibXtDesc& array) {
  const cudaXtDesc* const memory = array.descriptor;
  return array.library == LIB_FORMAT_CUFFT && memory && memory->nGPUs == plan.gpu_count() &&
         std::equal(plan.gpus.begin(), plan.gpus.end(), memory->GPUs);
}

cufftResult gather(const Plan& plan, const char* name, const cudaLibXtDesc& from, void* to,
                   std::shared_ptr<const void> keep) {
  return copy_runs<true>(plan, name, to, *from.descriptor, from.subFormat, std::move(keep));
}
cufftResult scatter(const Plan& plan, const char* name, const void* from, const cudaLibXtDesc& to,
                    int format, std::shared_ptr<const void> keep) {
  return copy_runs<false>(plan, name, const_cast<void*>(from), *to.descriptor, format,
                          std::move(keep));
}

HEDDLE_CUFFT cufftXtMalloc(cufftHandle handle, cudaLibXtDesc** descriptor,
                           cufftXtSubFormat format) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!descriptor) return CUFFT_INVALID_VALUE;
    const std::uint64_t whole = bytes_whole(plan.transform, format);
    if (whole == 0) return CUFFT_INVALID_VALUE;
    if (plan.is_spread()) {
      if (const cufftResult status = check_format(plan.transform, format)) return status;
    }
    const Spread spread(plan.transform, plan.gpu_count(), format);
    std::unique_ptr<cudaXtDesc, Free> memory(new cudaXtDesc{});
    memory->version = CUDA_XT_DESCRIPTOR_VERSION;
    for (int gpu = 0; gpu < plan.gpu_count(); ++gpu) {
      int device = 0;
      cudaGetDevice(&device);
      if (!plan.gpus.empty()) device = plan.gpus[gpu];
      const OnDevice on(device);
      const std::uint64_t bytes = plan.is_spread() ? spread.bytes_on(gpu) : whole;
      if (bytes > 0 && cudaMalloc(&memory->data[gpu], bytes) != cudaSuccess)
        return CUFFT_ALLOC_FAILED;
      memory->GPUs[gpu] = device;
      memory->size[gpu] = bytes;
      memory->nGPUs = gpu + 1;
    }
    *descriptor = new cudaLibXtDesc{CUDA_XT_DESCRIPTOR_VERSION, memory.release(), LIB_FORMAT_CUFFT,
                                    format, nullptr};
    return CUFFT_SUCCESS;
  });
}

HEDDLE_CUFFT cufftXtFree(cudaLibXtDesc* descriptor) {
  if (!descriptor) return CUFFT_SUCCESS;
  Free()(descriptor->descriptor);
  delete descriptor;
  return CUFFT_SUCCESS;
}

// The host's array has the natural order. The host waits.
HEDDLE_CUFFT cufftXtMemcpy(cufftHandle handle, void* to, void* from, cufftXtCopyType type) {
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.made) return CUFFT_INVALID_PLAN;
    if (!to || !from) return CUFFT_INVALID_VALUE;
    if (type != CUFFT_COPY_HOST_TO_DEVICE && type != CUFFT_COPY_DEVICE_TO_HOST &&
        type != CUFFT_COPY_DEVICE_TO_DEVICE)
      return CUFFT_INVALID_VALUE;
    return plan.is_spread() ? copy_spread(plan, to, from, type) : copy_whole(plan, to, from, type);
  });
}

}  // namespace heddle::cufft
