// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/array.h"

#include <algorithm>

#include "engine/memory/arena.h"

namespace heddle::engine {

Array::~Array() {
  if (base_ && owns_) arena_.release_own(base_);
}

Error Array::allocate() {
  void* memory = nullptr;
  const Error error = arena_.allocate(bytes(), MemoryKind::kArray, &memory);
  base_ = static_cast<std::byte*>(memory);
  return error;
}

Error Array::part(std::size_t x, std::size_t y, std::size_t z, const Extent& extent,
                  Box* out) const {
  const auto fits = [](std::size_t begin, std::size_t count, std::size_t size) {
    return count <= size && begin <= size - count;
  };
  const bool good = base_ && fits(x, extent.width, row_bytes()) &&
                    fits(y, extent.height, shape.rows()) && fits(z, extent.depth, shape.slices());
  if (!good) return Error::kInvalidValue;
  const std::size_t slice = pitch() * shape.rows();
  *out = {base_ + z * slice + y * pitch() + x, pitch(), slice};
  return Error::kSuccess;
}

ArrayShape MipmappedArray::shape_of_level(const ArrayShape& first, unsigned level, bool layered) {
  const auto halved = [&](std::size_t size) {
    return size ? std::max<std::size_t>(size >> level, 1) : 0;
  };
  ArrayShape shape = first;
  shape.width = halved(first.width);
  shape.height = halved(first.height);
  if (!layered) shape.depth = halved(first.depth);
  return shape;
}

unsigned MipmappedArray::most_levels(const ArrayShape& first, bool layered) {
  std::size_t size = std::max({first.width, first.height, layered ? 0 : first.depth});
  unsigned levels = 0;
  for (; size; size /= 2) ++levels;
  return levels;
}

Array* Arrays::add(std::unique_ptr<Array> array) {
  const std::lock_guard lock(mutex_);
  Array* handle = array.get();
  arrays_[handle] = std::move(array);
  return handle;
}

MipmappedArray* Arrays::add(std::unique_ptr<MipmappedArray> array) {
  const std::lock_guard lock(mutex_);
  MipmappedArray* handle = array.get();
  mipmapped_[handle] = std::move(array);
  return handle;
}

Array* Arrays::find(const void* handle) {
  const std::lock_guard lock(mutex_);
  if (auto it = arrays_.find(handle); it != arrays_.end()) return it->second.get();
  for (const auto& [key, array] : mipmapped_) {
    for (const auto& level : array->levels) {
      if (level.get() == handle) return level.get();
    }
  }
  return nullptr;
}

MipmappedArray* Arrays::find_mipmapped(const void* handle) {
  const std::lock_guard lock(mutex_);
  auto it = mipmapped_.find(handle);
  return it == mipmapped_.end() ? nullptr : it->second.get();
}

Error Arrays::remove(const void* handle) {
  if (!find(handle)) return Error::kInvalidResourceHandle;
  const std::lock_guard lock(mutex_);
  return arrays_.erase(handle) ? Error::kSuccess : Error::kInvalidValue;
}

Error Arrays::remove_mipmapped(const void* handle) {
  const std::lock_guard lock(mutex_);
  return mipmapped_.erase(handle) ? Error::kSuccess : Error::kInvalidResourceHandle;
}

void Arrays::remove_all(int device) {
  const std::lock_guard lock(mutex_);
  std::erase_if(arrays_, [&](const auto& entry) { return entry.second->device == device; });
  std::erase_if(mipmapped_,
                [&](const auto& entry) { return entry.second->levels[0]->device == device; });
}

}  // namespace heddle::engine
