// SPDX-License-Identifier: Apache-2.0
#include "engine/module/registry.h"

#include <algorithm>

#include "engine/memory/allocation.h"

namespace heddle::engine {

Module* Registry::add_module(const void* blob, const void* owner) {
  std::lock_guard lock(mutex_);
  modules_.push_back(std::make_unique<Module>(blob, owner));
  return modules_.back().get();
}

Module* Registry::add_module(std::vector<image::Image> images, const void* owner) {
  Module* module = add_module(nullptr, owner);
  module->set_images(std::move(images));
  return module;
}

Function* Registry::add_function(Module* module, const void* host, std::string name) {
  auto function = std::make_unique<Function>();
  function->module = module;
  function->host = host;
  function->name = std::move(name);
  std::lock_guard lock(mutex_);
  all_functions_.push_back(std::move(function));
  functions_.insert(host, all_functions_.back().get());
  return all_functions_.back().get();
}

Variable* Registry::add_variable(Module* module, void* host, std::string name, std::uint64_t size) {
  auto variable = std::make_unique<Variable>();
  variable->module = module;
  variable->host = host;
  variable->name = std::move(name);
  variable->size = size;
  module->add_shadow(variable->name, host);
  const bool managed = module->initialise_managed(variable->name, host);
  std::lock_guard lock(mutex_);
  all_variables_.push_back(std::move(variable));
  variables_.insert(host, all_variables_.back().get());
  if (managed) {
    managed_[reinterpret_cast<std::uintptr_t>(host)] = all_variables_.back().get();
    any_managed_ = true;
    ++table_changes;
  }
  return all_variables_.back().get();
}

void Registry::remove_module(Module* module) {
  std::lock_guard lock(mutex_);
  for (auto& function : all_functions_) {
    if (function->module != module) continue;
    if (function->host) functions_.remove(function->host);
    device_kernels_.remove(function.get());
  }
  for (auto& variable : all_variables_) {
    if (variable->module != module) continue;
    variables_.remove(variable->host);
    managed_.erase(reinterpret_cast<std::uintptr_t>(variable->host));
    ++table_changes;
  }
  module->close();
}

std::optional<Allocation> Registry::find_managed(const void* address) const {
  if (!any_managed_.load(std::memory_order_relaxed)) return std::nullopt;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  std::lock_guard lock(mutex_);
  auto it = managed_.upper_bound(number);
  if (it == managed_.begin()) return std::nullopt;
  const auto [base, variable] = *std::prev(it);
  if (number - base >= variable->size) return std::nullopt;
  return Allocation{base, variable->size, MemoryKind::kManaged, 0};
}

Function* Registry::kernel_of(const Unit& unit, const std::string& name) {
  const Unit::Kernel kernel = unit.find_kernel(name);
  if (!kernel.record) return nullptr;
  Module* module = unit.module(kernel.image);
  std::lock_guard lock(mutex_);
  const auto found = std::find_if(
      all_functions_.begin(), all_functions_.end(),
      [&](const auto& function) { return function->module == module && function->name == name; });
  Function* function = found == all_functions_.end() ? nullptr : found->get();
  if (!function) {
    all_functions_.push_back(std::make_unique<Function>());
    function = all_functions_.back().get();
    function->module = module;
    function->name = name;
  }
  device_kernels_.insert(function, function);
  return function;
}

const Unit* Registry::unit_of(Module* module, std::uint32_t arch) {
  std::lock_guard lock(mutex_);
  if (auto it = unit_of_.find({module, arch}); it != unit_of_.end()) return it->second;
  const image::Image* image = module->image_for(arch);
  if (!image) return nullptr;
  std::vector<Module*> members{module};
  std::vector<const image::Image*> images{image};
  if (image->relocatable) {
    for (auto& other : modules_) {
      if (other.get() == module || other->owner() != module->owner()) continue;
      const image::Image* more = other->image_for(arch);
      if (!more || !more->relocatable) continue;
      members.push_back(other.get());
      images.push_back(more);
    }
  }
  units_.push_back(std::make_unique<Unit>(*this, images, members));
  if (units_.back()->debug()) any_debug_ = true;
  for (Module* member : members) unit_of_[{member, arch}] = units_.back().get();
  return units_.back().get();
}

}  // namespace heddle::engine
