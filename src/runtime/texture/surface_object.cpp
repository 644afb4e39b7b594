// SPDX-License-Identifier: Apache-2.0
// Surface Object Management. An array need not have been allocated with cudaArraySurfaceLoadStore,
// as on an H100.
#include "runtime/memory/array.h"
#include "runtime/texture/descriptor.h"
#include "runtime/texture/objects.h"

namespace heddle::runtime {

HEDDLE_API cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* out,
                                               const cudaResourceDesc* resource) {
  return on_device([&](Device& device) {
    if (!out || !resource || resource->resType != cudaResourceTypeArray) {
      return Error::kInvalidValue;
    }
    if (!array_of(resource->res.array.array)) return Error::kInvalidResourceHandle;
    image::TextureDescriptor descriptor{};
    HEDDLE_RETURN_IF_ERROR(describe_resource(device, *resource, &descriptor));
    return texture_objects().add({&device, true, *resource, {}, {}}, descriptor, out);
  });
}

HEDDLE_API cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) {
  return on_device([&](Device&) {
    TextureObject object;
    if (texture_objects().find(handle, true, &object)) {
      // Kernels that use it may still be about to run.
      engine::wait_for_all(*object.device);
      texture_objects().remove(handle, true);
    }
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* out,
                                                        cudaSurfaceObject_t handle) {
  return on_device([&](Device&) {
    TextureObject object;
    if (!out || !texture_objects().find(handle, true, &object)) return Error::kInvalidValue;
    *out = object.resource;
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
