// SPDX-License-Identifier: Apache-2.0
#include "engine/module/unit.h"

#include <algorithm>

namespace heddle::engine {

Unit::Unit(Registry& registry, std::vector<const image::Image*> images,
           std::vector<Module*> modules)
    : registry_(registry), images_(std::move(images)), modules_(std::move(modules)) {
  for (std::size_t i = 0; i < images_.size(); ++i) {
    const image::Image& image = *images_[i];
    hashes_.push_back(support::hash128(image.bitcode.data(), image.bitcode.size()));
    for (const image::KernelRecord& kernel : image.kernels) {
      kernels_.emplace(kernel.name, Kernel{&kernel, i});
    }
    for (const std::string& name : image.address_taken) functions_.emplace(name, true);
  }
}

Unit::Kernel Unit::find_kernel(const std::string& name) const {
  auto it = kernels_.find(name);
  return it == kernels_.end() ? Kernel{} : it->second;
}

bool Unit::debug() const {
  return std::any_of(images_.begin(), images_.end(),
                     [](const image::Image* image) { return image->debug; });
}

std::size_t Unit::index_of(const Module* module) const {
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    if (modules_[i] == module) return i;
  }
  return 0;
}

}  // namespace heddle::engine
