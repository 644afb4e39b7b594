// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/imports.h"

#include <unistd.h>

#include <algorithm>

namespace heddle::engine {

Error name_memory(Arena& arena, const void* address, MemoryName* out) {
  const auto row = arena.find(address);
  if (!row || row->kind != MemoryKind::kDevice) return Error::kInvalidValue;
  FilePart part;
  HEDDLE_RETURN_IF_ERROR(arena.share(address, &part));
  *out = {name_of(part.file, kMemoryMagic), part.offset, row->size, row->device, 0};
  return Error::kSuccess;
}

Error Imports::open(Arena& arena, const MemoryName& name, void** out) {
  if (name.file.magic != kMemoryMagic || name.bytes == 0 || name.offset + name.bytes < name.bytes) {
    return Error::kInvalidValue;
  }
  if (is_own(name.file)) return Error::kDeviceUninitialized;
  const std::lock_guard lock(mutex_);
  const Key key{name.file.file_number, name.offset};
  if (auto it = open_.find(key); it != open_.end()) {
    ++it->second.count;
    *out = it->second.address;
    return Error::kSuccess;
  }
  const int file = open_file(name.file, name.offset + name.bytes);
  if (file < 0) return Error::kMapBufferObjectFailed;
  const Error error = arena.import({file, name.offset}, name.bytes, nullptr, out);
  ::close(file);
  if (ok(error)) open_[key] = {*out, arena.device(), 1};
  return error;
}

Error Imports::close(Arena& arena, void* address) {
  const std::lock_guard lock(mutex_);
  const auto it = std::find_if(open_.begin(), open_.end(), [&](const auto& entry) {
    return entry.second.address == address && entry.second.device == arena.device();
  });
  if (it == open_.end()) return Error::kInvalidValue;
  if (--it->second.count > 0) return Error::kSuccess;
  open_.erase(it);
  return arena.release_import(address);
}

void Imports::forget(int device) {
  const std::lock_guard lock(mutex_);
  std::erase_if(open_, [&](const auto& entry) { return entry.second.device == device; });
}

}  // namespace heddle::engine
