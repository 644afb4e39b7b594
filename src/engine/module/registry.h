// SPDX-License-Identifier: Apache-2.0
// All that the program has registered.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/memory/pointer_table.h"
#include "engine/module/host_table.h"
#include "engine/module/module.h"
#include "engine/module/unit.h"

namespace heddle::engine {

class Registry : public ManagedVariables {
 public:
  Module* add_module(const void* blob, const void* owner);
  Module* add_module(std::vector<image::Image> images, const void* owner);
  Function* add_function(Module* module, const void* host, std::string name);
  // A __managed__ variable gets its initial value.
  Variable* add_variable(Module* module, void* host, std::string name, std::uint64_t size);
  // The library that holds the module is being closed: its functions and variables are gone. The
  // objects themselves stay, since a running launch may still look at them.
  void remove_module(Module* module);

  Function* find_function(const void* host) const { return functions_.find(host); }
  // The kernel that the unit has under this name: the program's, or one that only device code
  // launches, which the host program knows nothing of. Null: it has none.
  Function* kernel_of(const Unit& unit, const std::string& name);
  // What kernel_of() has answered before; null: it has not.
  Function* find_device_kernel(const void* kernel) const { return device_kernels_.find(kernel); }
  Variable* find_variable(const void* host) const { return variables_.find(host); }

  std::optional<Allocation> find_managed(const void* address) const override;

  // Whether a unit that was asked for was compiled with -G.
  bool any_debug() const { return any_debug_.load(std::memory_order_relaxed); }

  // What `module` is linked into on a device of compute capability `arch`. Null when it has no
  // image for it.
  const Unit* unit_of(Module* module, std::uint32_t arch);

  // Calls `visit` for every function that was ever registered.
  template <class Visit>
  void for_each_function(Visit visit) {
    // Without the lock: the visitor takes locks under which others come here.
    std::vector<Function*> all;
    {
      std::lock_guard lock(mutex_);
      for (auto& function : all_functions_) all.push_back(function.get());
    }
    for (Function* function : all) visit(*function);
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::vector<std::unique_ptr<Function>> all_functions_;
  std::vector<std::unique_ptr<Variable>> all_variables_;
  std::vector<std::unique_ptr<Unit>> units_;
  std::map<std::pair<Module*, std::uint32_t>, const Unit*> unit_of_;
  std::map<std::uintptr_t, const Variable*> managed_;
  std::atomic<bool> any_managed_{false};
  std::atomic<bool> any_debug_{false};
  HostTable<Function> functions_;
  HostTable<Function> device_kernels_;  // by their own addresses
  HostTable<Variable> variables_;
};

}  // namespace heddle::engine
