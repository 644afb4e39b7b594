// SPDX-License-Identifier: Apache-2.0
// Surface Reference Management (CUDA 11 and before). As with texture references, the device's
// variable holds the handle of an object, which binding makes or changes.
#include <map>
#include <mutex>
#include <set>

#include "runtime/memory/array.h"
#include "runtime/texture/descriptor.h"
#include "runtime/texture/objects.h"
#include "runtime/texture/reference.h"

namespace heddle::runtime {
namespace {

struct References {
  std::mutex mutex;
  std::set<const surfaceReference*> known;
  std::map<std::pair<const surfaceReference*, const Device*>, unsigned long long> objects;
};
References& references() {
  static auto* const all = new References;  // programs unload after static objects are gone
  return *all;
}

bool is_known(const surfaceReference* reference) {
  References& all = references();
  const std::lock_guard lock(all.mutex);
  return all.known.contains(reference);
}

}  // namespace

void add_surface_reference(engine::Module* module, const surfaceReference* host, const char* name) {
  context().registry.add_variable(module, const_cast<surfaceReference*>(host), name,
                                  sizeof(unsigned long long));
  References& all = references();
  const std::lock_guard lock(all.mutex);
  all.known.insert(host);
}

void forget_surface_bindings(const Device& device) {
  References& all = references();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.objects, [&](const auto& entry) { return entry.first.second == &device; });
}

HEDDLE_API cudaError_t cudaBindSurfaceToArray(const surfaceReference* reference,
                                              cudaArray_const_t array,
                                              const cudaChannelFormatDesc* desc) {
  return on_device([&](Device& device) {
    if (!reference || !desc) return Error::kInvalidValue;
    if (!is_known(reference)) return static_cast<Error>(cudaErrorInvalidSurface);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    if (!array_of(resource.res.array.array)) return Error::kInvalidResourceHandle;
    image::TextureDescriptor descriptor{};
    HEDDLE_RETURN_IF_ERROR(describe_resource(device, resource, &descriptor));
    const TextureObject object{&device, true, resource, {}, {}};
    engine::wait_for_all(device);
    References& all = references();
    const std::lock_guard lock(all.mutex);
    unsigned long long& handle = all.objects[{reference, &device}];
    if (handle) {
      texture_objects().replace(handle, object, descriptor);
    } else {
      HEDDLE_RETURN_IF_ERROR(texture_objects().add(object, descriptor, &handle));
    }
    return set_reference(device, reference, handle);
  });
}

HEDDLE_API cudaError_t cudaGetSurfaceReference(const surfaceReference** out, const void* symbol) {
  return on_device([&](Device&) {
    if (!out) return Error::kInvalidValue;
    const auto* reference = static_cast<const surfaceReference*>(symbol);
    if (!is_known(reference)) return static_cast<Error>(cudaErrorInvalidSurface);
    *out = reference;
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
