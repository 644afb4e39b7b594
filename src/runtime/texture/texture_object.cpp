// SPDX-License-Identifier: Apache-2.0
// Texture Object Management.
#include "runtime/texture/descriptor.h"
#include "runtime/texture/objects.h"

namespace heddle::runtime {
namespace {

// call(object) with what the program said of a handle.
template <class Call>
cudaError_t on_object(const void* out, cudaTextureObject_t handle, Call call) {
  return on_device([&](Device&) {
    TextureObject object;
    if (!out || !texture_objects().find(handle, false, &object)) return Error::kInvalidValue;
    call(object);
    return Error::kSuccess;
  });
}

}  // namespace

HEDDLE_API cudaError_t cudaCreateTextureObject(cudaTextureObject_t* out,
                                               const cudaResourceDesc* resource,
                                               const cudaTextureDesc* texture,
                                               const cudaResourceViewDesc* view) {
  return on_device([&](Device& device) {
    if (!out || !resource) return Error::kInvalidValue;
    image::TextureDescriptor descriptor{};
    HEDDLE_RETURN_IF_ERROR(describe_resource(device, *resource, &descriptor));
    if (!texture) return Error::kInvalidValue;
    if (view) HEDDLE_RETURN_IF_ERROR(describe_view(*resource, *view, &descriptor));
    HEDDLE_RETURN_IF_ERROR(describe_lookups(*texture, &descriptor));
    const TextureObject object{&device, false, *resource, *texture,
                               view ? *view : cudaResourceViewDesc{}};
    return texture_objects().add(object, descriptor, out);
  });
}

HEDDLE_API cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) {
  return on_device([&](Device&) {
    TextureObject object;
    if (texture_objects().find(handle, false, &object)) {
      // Kernels that use it may still be about to run.
      engine::wait_for_all(*object.device);
      texture_objects().remove(handle, false);
    }
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* out,
                                                        cudaTextureObject_t handle) {
  return on_object(out, handle, [&](const TextureObject& object) { *out = object.resource; });
}

HEDDLE_API cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* out,
                                                       cudaTextureObject_t handle) {
  return on_object(out, handle, [&](const TextureObject& object) { *out = object.texture; });
}

HEDDLE_API cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* out,
                                                            cudaTextureObject_t handle) {
  return on_object(out, handle, [&](const TextureObject& object) { *out = object.view; });
}

}  // namespace heddle::runtime
