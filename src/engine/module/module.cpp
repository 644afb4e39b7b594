// SPDX-License-Identifier: Apache-2.0
#include "engine/module/module.h"

#include <algorithm>
#include <cstring>

#include "engine/module/variant.h"

namespace heddle::engine {

Function::~Function() {
  for (Variant* variant = variants; variant;) {
    Variant* next = variant->next;
    delete variant;
    variant = next;
  }
}

void Module::parse() {
  if (images_) return;
  if (blob_) images_ = image::read_registered_blob(static_cast<const std::uint8_t*>(blob_));
  if (!images_) images_.emplace();
}

const image::Image* Module::image_for(std::uint32_t arch) {
  std::lock_guard lock(mutex_);
  parse();
  return image::select_image(*images_, arch);
}

bool Module::initialise_managed(const std::string& name, void* host) {
  std::lock_guard lock(mutex_);
  parse();
  if (images_->empty()) return false;
  // All images of a blob are the same source, for several architectures.
  for (const image::VariableRecord& record : images_->front().variables) {
    if (record.name != name || record.kind != image::VariableKind::kManaged) continue;
    if (!record.initial.empty()) {
      std::memcpy(host, record.initial.data(),
                  std::min<std::uint64_t>(record.initial.size(), record.size));
    }
    return true;
  }
  return false;
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
