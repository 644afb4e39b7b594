// SPDX-License-Identifier: Apache-2.0
// Texture Reference Management (CUDA 11 and before). In device code a reference is a variable that
// holds the handle of a texture object; binding makes or changes the object. The host's fields are
// looked at when it is bound.
#include "runtime/texture/reference.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "engine/base/host_guard.h"
#include "process/device_state.h"
#include "runtime/memory/transfer.h"
#include "runtime/texture/descriptor.h"
#include "runtime/texture/objects.h"

namespace heddle::runtime {
namespace {

struct Binding {
  unsigned long long object = 0;
  std::size_t offset = 0;
};
struct References {
  std::mutex mutex;
  std::map<const textureReference*, int> read_modes;
  std::map<std::pair<const textureReference*, const Device*>, Binding> bindings;
};
References& references() {
  static auto* const all = new References;  // programs unload after static objects are gone
  return *all;
}

Error find_read_mode(const textureReference* reference, int* out) {
  References& all = references();
  const std::lock_guard lock(all.mutex);
  const auto it = all.read_modes.find(reference);
  if (it == all.read_modes.end()) return static_cast<Error>(cudaErrorInvalidTexture);
  *out = it->second;
  return Error::kSuccess;
}

cudaTextureDesc description(const textureReference& reference, int read_mode) {
  cudaTextureDesc desc{};
  std::copy(std::begin(reference.addressMode), std::end(reference.addressMode), desc.addressMode);
  desc.filterMode = reference.filterMode;
  desc.readMode = static_cast<cudaTextureReadMode>(read_mode);
  desc.sRGB = reference.sRGB;
  desc.normalizedCoords = reference.normalized;
  desc.maxAnisotropy = reference.maxAnisotropy;
  desc.mipmapFilterMode = reference.mipmapFilterMode;
  desc.mipmapLevelBias = reference.mipmapLevelBias;
  desc.minMipmapLevelClamp = reference.minMipmapLevelClamp;
  desc.maxMipmapLevelClamp = reference.maxMipmapLevelClamp;
  return desc;
}

Error bind(Device& device, const textureReference* reference, const cudaResourceDesc& resource,
           std::size_t offset) {
  int read_mode = 0;
  HEDDLE_RETURN_IF_ERROR(find_read_mode(reference, &read_mode));
  const TextureObject object{&device, false, resource, description(*reference, read_mode), {}};
  image::TextureDescriptor descriptor{};
  HEDDLE_RETURN_IF_ERROR(describe_resource(device, resource, &descriptor));
  HEDDLE_RETURN_IF_ERROR(describe_lookups(object.texture, &descriptor));
  engine::wait_for_all(device);
  References& all = references();
  const std::lock_guard lock(all.mutex);
  Binding& binding = all.bindings[{reference, &device}];
  binding.offset = offset;
  if (binding.object) {
    texture_objects().replace(binding.object, object, descriptor);
  } else {
    HEDDLE_RETURN_IF_ERROR(texture_objects().add(object, descriptor, &binding.object));
  }
  return set_reference(device, reference, binding.object);
}

// Where a texture may begin in front of `address`, and how far that is.
std::size_t skew_of(Device& device, const void* address) {
  const auto unit =
      static_cast<std::uintptr_t>(device_state(device.ordinal).model.texture.alignment_bytes);
  return reinterpret_cast<std::uintptr_t>(address) % unit;
}
void* moved_back(const void* address, std::size_t bytes) {
  return const_cast<std::byte*>(static_cast<const std::byte*>(address) - bytes);
}

}  // namespace

Error set_reference(Device& device, const void* reference, unsigned long long handle) {
  void* variable = nullptr;
  HEDDLE_RETURN_IF_ERROR(symbol_part(device, reference, sizeof handle, 0, &variable));
  const engine::HostGuard::Access device_memory;
  std::memcpy(variable, &handle, sizeof handle);
  return Error::kSuccess;
}

void add_texture_reference(engine::Module* module, const textureReference* host, const char* name,
                           int read_mode) {
  context().registry.add_variable(module, const_cast<textureReference*>(host), name,
                                  sizeof(unsigned long long));
  References& all = references();
  const std::lock_guard lock(all.mutex);
  all.read_modes[host] = read_mode;
}

void forget_bindings(const Device& device) {
  References& all = references();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.bindings, [&](const auto& entry) { return entry.first.second == &device; });
}

HEDDLE_API cudaError_t cudaBindTexture(size_t* offset, const textureReference* reference,
                                       const void* address, const cudaChannelFormatDesc* desc,
                                       size_t size) {
  return on_device([&](Device& device) {
    if (!reference || !desc) return Error::kInvalidValue;
    const std::size_t skew = skew_of(device, address);
    if (!offset && skew) return Error::kInvalidValue;
    const auto row = the_engine().find(address);
    if (!row) return Error::kInvalidValue;
    const std::size_t rest = row->base + row->size - reinterpret_cast<std::uintptr_t>(address);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {moved_back(address, skew), *desc, std::min(size, rest) + skew};
    HEDDLE_RETURN_IF_ERROR(bind(device, reference, resource, skew));
    if (offset) *offset = skew;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* reference,
                                         const void* address, const cudaChannelFormatDesc* desc,
                                         size_t width, size_t height, size_t pitch) {
  return on_device([&](Device& device) {
    if (!reference || !desc) return Error::kInvalidValue;
    const std::size_t skew = skew_of(device, address);
    if (!offset && skew) return Error::kInvalidValue;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    const std::size_t texel = static_cast<std::size_t>(desc->x + desc->y + desc->z + desc->w) / 8;
    const std::size_t more = texel ? skew / texel : 0;
    resource.res.pitch2D = {moved_back(address, skew), *desc, width + more, height, pitch};
    HEDDLE_RETURN_IF_ERROR(bind(device, reference, resource, skew));
    if (offset) *offset = skew;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaBindTextureToArray(const textureReference* reference,
                                              cudaArray_const_t array,
                                              const cudaChannelFormatDesc* desc) {
  return on_device([&](Device& device) {
    if (!reference || !desc) return Error::kInvalidValue;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return bind(device, reference, resource, 0);
  });
}

HEDDLE_API cudaError_t cudaBindTextureToMipmappedArray(const textureReference* reference,
                                                       cudaMipmappedArray_const_t array,
                                                       const cudaChannelFormatDesc* desc) {
  return on_device([&](Device& device) {
    if (!reference || !desc) return Error::kInvalidValue;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(array);
    return bind(device, reference, resource, 0);
  });
}

HEDDLE_API cudaError_t cudaUnbindTexture(const textureReference* reference) {
  return on_device([&](Device& device) {
    if (!reference) return Error::kInvalidValue;
    engine::wait_for_all(device);
    References& all = references();
    const std::lock_guard lock(all.mutex);
    const auto it = all.bindings.find({reference, &device});
    // What looks at it then finds an object of nothing: zeros.
    if (it != all.bindings.end()) texture_objects().replace(it->second.object, {&device}, {});
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGetTextureAlignmentOffset(size_t* offset,
                                                     const textureReference* reference) {
  return on_device([&](Device& device) {
    if (!offset) return Error::kInvalidValue;
    References& all = references();
    const std::lock_guard lock(all.mutex);
    const auto it = all.bindings.find({reference, &device});
    if (it == all.bindings.end()) return static_cast<Error>(cudaErrorInvalidTextureBinding);
    *offset = it->second.offset;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGetTextureReference(const textureReference** out, const void* symbol) {
  return on_device([&](Device&) {
    if (!out) return Error::kInvalidValue;
    int read_mode = 0;
    const auto* reference = static_cast<const textureReference*>(symbol);
    HEDDLE_RETURN_IF_ERROR(find_read_mode(reference, &read_mode));
    *out = reference;
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
