// SPDX-License-Identifier: Apache-2.0
#include "engine/module/module.h"

#include "engine/launch/grid.h"

namespace heddle::engine {

Function::~Function() {
  for (Variant* variant = variants; variant;) {
    Variant* next = variant->next;
    delete variant;
    variant = next;
  }
}

const image::Image* Module::image_for(std::uint32_t arch) {
  std::lock_guard lock(mutex_);
  if (!images_) {
    if (!blob_) return nullptr;
    images_ = image::read_blob(static_cast<const std::uint8_t*>(blob_));
    if (!images_) images_.emplace();
  }
  return image::select_image(*images_, arch);
}

void Module::add_shadow(const std::string& name, const void* host) {
  std::lock_guard lock(mutex_);
  shadows_[name] = host;
}

void* Module::shadow(const std::string& name) {
  std::lock_guard lock(mutex_);
  auto it = shadows_.find(name);
  return it == shadows_.end() ? nullptr : const_cast<void*>(it->second);
}

void Module::close() {
  std::lock_guard lock(mutex_);
  blob_ = nullptr;
  shadows_.clear();
}

}  // namespace heddle::engine
