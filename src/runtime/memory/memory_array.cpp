// SPDX-License-Identifier: Apache-2.0
// CUDA arrays, plain and mipmapped: allocation, release, and what they are.
#include <algorithm>

#include "process/device_state.h"
#include "runtime/memory/array.h"

namespace heddle::runtime {
namespace {

using engine::MipmappedArray;

engine::ArrayShape shape_of(const cudaChannelFormatDesc& desc, const cudaExtent& extent,
                            unsigned flags) {
  return {
      {desc.x, desc.y, desc.z, desc.w}, desc.f, extent.width, extent.height, extent.depth, flags};
}

cudaChannelFormatDesc desc_of(const engine::ArrayShape& shape) {
  return {shape.bits[0], shape.bits[1], shape.bits[2], shape.bits[3],
          static_cast<cudaChannelFormatKind>(shape.format)};
}

bool is_layered(unsigned flags) {
  return flags & (cudaArrayLayered | cudaArrayCubemap);
}

Error make_array(Device& device, const engine::ArrayShape& shape, std::unique_ptr<Array>* out) {
  *out = std::make_unique<Array>(device.arena, device.ordinal, shape);
  return shape.flags & cudaArrayDeferredMapping ? Error::kSuccess : (*out)->allocate();
}

cudaError_t allocate(cudaArray_t* out, const cudaChannelFormatDesc* desc, const cudaExtent& extent,
                     unsigned flags) {
  return on_device_if_safe([&](Device& device) {
    if (!out || !desc) return Error::kInvalidValue;
    const engine::ArrayShape shape = shape_of(*desc, extent, flags);
    HEDDLE_RETURN_IF_ERROR(check_shape(shape, device.ordinal, false));
    std::unique_ptr<Array> array;
    HEDDLE_RETURN_IF_ERROR(make_array(device, shape, &array));
    *out = reinterpret_cast<cudaArray_t>(the_engine().arrays().add(std::move(array)));
    return Error::kSuccess;
  });
}

Error tell_needs(const Array& array, size_t bytes, int device, cudaArrayMemoryRequirements* out) {
  // Only arrays that get their memory later have needs.
  if (!(array.shape.flags & cudaArrayDeferredMapping)) return Error::kInvalidValue;
  if (!is_device(device)) return Error::kInvalidDevice;
  constexpr size_t kUnit = 64 << 10;
  *out = {(bytes + kUnit - 1) / kUnit * kUnit, kUnit, {}};
  return Error::kSuccess;
}

// Operations that use an array may still be about to run.
template <class Remove>
cudaError_t release(const void* handle, Remove remove) {
  return on_device_if_safe([&](Device& device) {
    if (!handle) return Error::kSuccess;
    engine::wait_for_all(device);
    return remove(handle);
  });
}

}  // namespace

Error make_mipmapped(Device& device, const cudaChannelFormatDesc& desc, cudaExtent extent,
                     unsigned levels, unsigned flags, bool with_memory,
                     std::unique_ptr<MipmappedArray>* out) {
  const engine::ArrayShape shape = shape_of(desc, extent, flags);
  HEDDLE_RETURN_IF_ERROR(check_shape(shape, device.ordinal, true));
  const bool layered = is_layered(flags);
  auto made = std::make_unique<MipmappedArray>();
  made->levels.resize(std::clamp(levels, 1U, MipmappedArray::most_levels(shape, layered)));
  for (unsigned i = 0; i < made->levels.size(); ++i) {
    const auto level = MipmappedArray::shape_of_level(shape, i, layered);
    if (with_memory) {
      HEDDLE_RETURN_IF_ERROR(make_array(device, level, &made->levels[i]));
    } else {
      made->levels[i] = std::make_unique<Array>(device.arena, device.ordinal, level);
    }
  }
  *out = std::move(made);
  return Error::kSuccess;
}

HEDDLE_API cudaError_t cudaMallocArray(cudaArray_t* out, const cudaChannelFormatDesc* desc,
                                       size_t width, size_t height, unsigned flags) {
  return allocate(out, desc, {width, height, 0}, flags);
}

HEDDLE_API cudaError_t cudaMalloc3DArray(cudaArray_t* out, const cudaChannelFormatDesc* desc,
                                         cudaExtent extent, unsigned flags) {
  return allocate(out, desc, extent, flags);
}

HEDDLE_API cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* out,
                                                const cudaChannelFormatDesc* desc,
                                                cudaExtent extent, unsigned levels,
                                                unsigned flags) {
  return on_device_if_safe([&](Device& device) {
    if (!out || !desc) return Error::kInvalidValue;
    std::unique_ptr<MipmappedArray> made;
    HEDDLE_RETURN_IF_ERROR(make_mipmapped(device, *desc, extent, levels, flags, true, &made));
    *out = reinterpret_cast<cudaMipmappedArray_t>(the_engine().arrays().add(std::move(made)));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* out,
                                                  cudaMipmappedArray_const_t handle,
                                                  unsigned level) {
  return on_device([&](Device&) {
    const auto* array = the_engine().arrays().find_mipmapped(handle);
    if (!out) return Error::kInvalidValue;
    if (!array) return Error::kInvalidResourceHandle;
    if (level >= array->levels.size()) return Error::kInvalidValue;
    *out = reinterpret_cast<cudaArray_t>(array->levels[level].get());
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaFreeArray(cudaArray_t array) {
  return release(array, [](const void* handle) { return the_engine().arrays().remove(handle); });
}

HEDDLE_API cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  return release(array,
                 [](const void* handle) { return the_engine().arrays().remove_mipmapped(handle); });
}

HEDDLE_API cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent,
                                        unsigned* flags, cudaArray_t handle) {
  return on_device([&](Device&) {
    const Array* array = array_of(handle);
    if (!array) return Error::kInvalidResourceHandle;
    const engine::ArrayShape& shape = array->shape;
    if (desc) *desc = desc_of(shape);
    if (extent) *extent = {shape.width, shape.height, shape.depth};
    if (flags) *flags = shape.flags;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t handle) {
  return on_device([&](Device&) {
    const Array* array = array_of(handle);
    if (!desc) return Error::kInvalidValue;
    if (!array) return Error::kInvalidResourceHandle;
    *desc = desc_of(array->shape);
    return Error::kSuccess;
  });
}

// Of arrays with several planes, and of sparse ones, which cannot be made.
HEDDLE_API cudaError_t cudaArrayGetPlane(cudaArray_t* out, cudaArray_t handle, unsigned) {
  return on_device([&](Device&) {
    if (out && !array_of(handle)) return Error::kInvalidResourceHandle;
    return Error::kInvalidValue;
  });
}
HEDDLE_API cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties* out,
                                                    cudaArray_t handle) {
  return on_device([&](Device&) {
    if (out && !array_of(handle)) return Error::kInvalidResourceHandle;
    return Error::kInvalidValue;
  });
}
HEDDLE_API cudaError_t cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties* out,
                                                             cudaMipmappedArray_t handle) {
  return on_device([&](Device&) {
    if (out && !the_engine().arrays().find_mipmapped(handle)) return Error::kInvalidResourceHandle;
    return Error::kInvalidValue;
  });
}

HEDDLE_API cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements* out,
                                                      cudaArray_t handle, int device) {
  return on_device([&](Device&) {
    const Array* array = array_of(handle);
    if (!out || !array) return Error::kInvalidValue;
    return tell_needs(*array, array->bytes(), device, out);
  });
}

HEDDLE_API cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements* out,
                                                               cudaMipmappedArray_t handle,
                                                               int device) {
  return on_device([&](Device&) {
    const auto* array = the_engine().arrays().find_mipmapped(handle);
    if (!out || !array) return Error::kInvalidValue;
    size_t bytes = 0;
    for (const auto& level : array->levels) bytes += level->bytes();
    return tell_needs(*array->levels[0], bytes, device, out);
  });
}

}  // namespace heddle::runtime
