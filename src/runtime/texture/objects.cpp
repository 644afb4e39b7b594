// SPDX-License-Identifier: Apache-2.0
#include "runtime/texture/objects.h"

#include <cstring>

#include "engine/base/host_guard.h"
#include "engine/memory/memory_events.h"

namespace heddle::runtime {
namespace {

void write(unsigned long long handle, const image::TextureDescriptor& descriptor) {
  const engine::HostGuard::Access device_memory;
  std::memcpy(reinterpret_cast<void*>(handle), &descriptor, sizeof descriptor);
}

}  // namespace

Error TextureObjects::add(const TextureObject& object, const image::TextureDescriptor& descriptor,
                          unsigned long long* handle) {
  engine::Arena& arena = object.device->arena;
  void* place = nullptr;
  HEDDLE_RETURN_IF_ERROR(arena.allocate(sizeof descriptor, engine::MemoryKind::kModule, &place));
  *handle = reinterpret_cast<unsigned long long>(place);
  write(*handle, descriptor);
  if (arena.events()) {
    // To a tool it is a constant that the program was given.
    engine::Allocation row{reinterpret_cast<std::uintptr_t>(place), sizeof descriptor,
                           engine::MemoryKind::kModule};
    row.device = arena.device();
    arena.events()->variable(probes::MemoryChange::kAllocated, row, probes::MemoryOrigin::kConstant,
                             object.is_surface ? "surface object" : "texture object");
  }
  const std::lock_guard lock(mutex_);
  objects_[*handle] = object;
  return Error::kSuccess;
}

bool TextureObjects::find(unsigned long long handle, bool is_surface, TextureObject* out) {
  const std::lock_guard lock(mutex_);
  const auto it = objects_.find(handle);
  if (it == objects_.end() || it->second.is_surface != is_surface) return false;
  *out = it->second;
  return true;
}

void TextureObjects::remove(unsigned long long handle, bool is_surface) {
  TextureObject object;
  if (!find(handle, is_surface, &object)) return;
  {
    const std::lock_guard lock(mutex_);
    objects_.erase(handle);
  }
  // Whoever looks at it still finds an object of nothing.
  write(handle, {});
  object.device->arena.release_own(reinterpret_cast<void*>(handle));
}

void TextureObjects::replace(unsigned long long handle, const TextureObject& object,
                             const image::TextureDescriptor& descriptor) {
  write(handle, descriptor);
  const std::lock_guard lock(mutex_);
  objects_[handle] = object;
}

void TextureObjects::remove_all(const Device& device) {
  const std::lock_guard lock(mutex_);
  std::erase_if(objects_, [&](const auto& entry) { return entry.second.device == &device; });
}

TextureObjects& texture_objects() {
  // Never destroyed: destructors of the program's static objects may still call the runtime.
  static auto* const objects = new TextureObjects;
  return *objects;
}

}  // namespace heddle::runtime
