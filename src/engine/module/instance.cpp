// SPDX-License-Identifier: Apache-2.0
#include "engine/module/instance.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "engine/base/host_guard.h"
#include "engine/module/covered_module.h"
#include "engine/module/module.h"
#include "engine/module/registry.h"
#include "engine/probes/function_counters.h"
#include "image/coverage.h"
#include "image/function_symbols.h"
#include "image/kernel_abi.h"
#include "support/message.h"

namespace heddle::engine {
namespace {

Error unknown(const std::string& symbol) {
  support::message(fmt::format("device symbol {} is not defined in any loaded image", symbol));
  return Error::kInvalidKernelImage;
}

// Of --coverage: they lie in the host program, or in an object that the image brings.
void* counters(const Unit& unit, std::size_t image, const std::string& name) {
  const std::size_t end = name.rfind('_');
  const std::string registered = name.substr(0, end);
  auto* table = static_cast<const std::uint64_t* const*>(unit.module(image)->shadow(registered));
  const std::string key = registered.substr(image::kCountersPrefix.size());
  const std::string object = std::string(image::kCoverageObject) + key;
  for (std::size_t i = 0; !table && i < unit.images().size(); ++i) {
    for (const image::VariableRecord& record : unit.images()[i]->variables) {
      if (record.name == object) table = module_counters(key, record.initial);
    }
  }
  return table ? const_cast<std::uint64_t*>(table[std::stoul(name.substr(end + 1))]) : nullptr;
}

// What functions find their symbols by (image/function_symbols.h). Null: they use none.
std::atomic<void*>* own_tables(void* object) {
  static_assert(sizeof(std::atomic<void*>) == sizeof(void*));
  return object ? static_cast<std::atomic<void*>*>(dlsym(object, abi::kFunctionSymbols)) : nullptr;
}

}  // namespace

Instance::~Instance() {
  if (auto* const told = own_tables(functions_.handle); told && !tables_.empty()) {
    void* mine = tables_.front().get() + function_symbols_.size();
    told[abi::function_device(arena_.device())].compare_exchange_strong(mine, nullptr);
  }
  // Two names may stand for one variable: the second release finds nothing.
  for (Table& table : local_) {
    for (auto& [name, symbol] : table) arena_.release_own(symbol.address);
  }
  for (auto& [name, symbol] : merged_) arena_.release_own(symbol.address);
}

void Instance::tell_of(const std::string& name, const Symbol& symbol) const {
  using image::VariableKind;
  if (!arena_.events()) return;
  const auto origin = symbol.kind == VariableKind::kConstant  ? probes::MemoryOrigin::kConstant
                      : symbol.kind == VariableKind::kManaged ? probes::MemoryOrigin::kManaged
                                                              : probes::MemoryOrigin::kVariable;
  Allocation row{reinterpret_cast<std::uintptr_t>(symbol.address), symbol.size,
                 MemoryKind::kModule};
  row.device = arena_.device();
  arena_.events()->variable(probes::MemoryChange::kAllocated, row, origin, name);
}

Error Instance::load() {
  local_.resize(unit_.images().size());
  const std::uintptr_t device = abi::function_device(arena_.device());
  function_symbols_ = {reinterpret_cast<void*>(device), nullptr};
  HEDDLE_RETURN_IF_ERROR(allocate_variables());
  if (unit_.has_functions()) {
    HEDDLE_RETURN_IF_ERROR(load_functions());
  }
  for (std::size_t i = 0; i < local_.size(); ++i) {
    HEDDLE_RETURN_IF_ERROR(initialise(i));
  }
  return Error::kSuccess;
}

Error Instance::allocate_variables() {
  for (std::size_t i = 0; i < local_.size(); ++i) {
    for (const image::VariableRecord& record : unit_.images()[i]->variables) {
      if (record.is_external || record.name.starts_with(image::kCoverageObject)) continue;
      Table& table = record.is_local ? local_[i] : merged_;
      if (table.count(record.name)) continue;  // weak definitions of several images are one
      Symbol symbol{nullptr, record.size, record.kind};
      if (record.kind == image::VariableKind::kManaged) {
        // Placed by the host compiler, initialised when it was registered.
        symbol.address = unit_.module(i)->shadow(record.name);
        if (symbol.address) {
          tell_of(record.name, symbol);
          table.emplace(record.name, symbol);
          continue;
        }
      }
      // A variable of no bytes still has an address of its own.
      const std::uint64_t bytes = std::max<std::uint64_t>(record.size, 1);
      const MemoryKind kind = record.kind == image::VariableKind::kManaged
                                  ? MemoryKind::kManagedVariable
                                  : MemoryKind::kModule;
      HEDDLE_RETURN_IF_ERROR(arena_.allocate(bytes, kind, &symbol.address));
      const HostGuard::Access device_memory;
      std::memset(symbol.address, 0, bytes);
      if (const std::uint64_t given = std::min<std::uint64_t>(record.initial.size(), record.size)) {
        std::memcpy(symbol.address, record.initial.data(), given);
      }
      tell_of(record.name, symbol);
      table.emplace(record.name, symbol);
    }
  }
  for (std::size_t i = 0; i < local_.size(); ++i) find_static_variables(i);
  return Error::kSuccess;
}

// With -rdc clang gives a static variable that host code names a suffix of the translation unit;
// what it compiled before it saw that use still refers to the plain name.
void Instance::find_static_variables(std::size_t image) {
  const auto& records = unit_.images()[image]->variables;
  for (const image::VariableRecord& plain : records) {
    if (!plain.is_external || merged_.count(plain.name)) continue;
    const std::string prefix = plain.name + "__static__";
    for (const image::VariableRecord& record : records) {
      if (record.is_external || record.name.compare(0, prefix.size(), prefix) != 0) continue;
      local_[image].emplace(plain.name, variable(image, record.name));
    }
  }
}

Error Instance::initialise(std::size_t image) {
  for (const image::VariableRecord& record : unit_.images()[image]->variables) {
    if (record.relocations.empty() || record.is_external) continue;
    auto* bytes = static_cast<std::byte*>(variable(image, record.name).address);
    for (const image::Relocation& relocation : record.relocations) {
      auto* target = static_cast<std::byte*>(address(image, relocation.symbol));
      if (!target) {
        support::message(fmt::format("variable {} refers to {}, which no loaded image defines",
                                     record.name, relocation.symbol));
        return Error::kInvalidKernelImage;
      }
      target += relocation.addend;
      const HostGuard::Access device_memory;
      std::memcpy(bytes + relocation.offset, &target, sizeof target);
    }
  }
  return Error::kSuccess;
}

Instance::Symbol Instance::variable(std::size_t image, const std::string& name) const {
  if (auto it = local_[image].find(name); it != local_[image].end()) return it->second;
  if (auto it = merged_.find(name); it != merged_.end()) return it->second;
  for (const Table& table : local_) {
    if (auto it = table.find(name); it != table.end()) return it->second;
  }
  return {};
}

void* Instance::address(std::size_t image, const std::string& name) {
  if (void* address = variable(image, name).address) return address;
  if (std::string_view(name).starts_with(image::kCountersPrefix)) {
    return counters(unit_, image, name);
  }
  const std::string_view prefix = abi::kKernelSymbolPrefix;
  const bool is_kernel = std::string_view(name).starts_with(prefix);
  // What a variable's initial value refers to has its plain name.
  const std::string kernel = is_kernel ? name.substr(prefix.size()) : name;
  if (Function* function = unit_.registry().kernel_of(unit_, kernel)) return function;
  return functions_.handle && unit_.is_function(name) ? dlsym(functions_.handle, name.c_str())
                                                      : nullptr;
}

// Function pointers must mean the same in every kernel of every block shape, so the functions that
// are pointed to live in one object of their own.
Error Instance::load_functions() {
  CodeRequest request;
  request.unit = &unit_;
  request.flags = code_flags_;
  request.probe_mask = probe_mask_;
  request.block = {0, 0, 0};
  request.budget = compile_budget_;
  std::string reason;
  if (Error error = source_.load(request, &functions_, &reason); !ok(error)) {
    support::message(fmt::format("functions of {}: {}", unit_.images()[0]->source, reason));
    functions_.handle = nullptr;
    return error;
  }
  auto* const told = own_tables(functions_.handle);
  function_symbols_[1] = told;
  const abi::KernelCode* code = functions_.code;
  if (code) FunctionCounters::add(*code);
  for (std::uint32_t i = abi::kOwnSymbols; code && i < code->symbol_count; ++i) {
    void* found = address(0, code->symbols[i]);
    if (!found) return unknown(code->symbols[i]);
    function_symbols_.push_back(found);
  }
  if (told)
    told[abi::function_device(arena_.device())] = const_cast<void**>(symbol_table(0, nullptr, 0));
  return Error::kSuccess;
}

void* const* Instance::symbol_table(std::size_t image, const char* const* names,
                                    std::uint32_t count) {
  const std::size_t before = function_symbols_.size();
  auto table = std::make_unique<void*[]>(before + count + 1);
  std::reverse_copy(function_symbols_.begin(), function_symbols_.end(), table.get());
  for (std::uint32_t i = 0; i < count; ++i) {
    table[before + i] = address(image, names[i]);
    if (!table[before + i]) {
      (void)unknown(names[i]);
      return nullptr;
    }
  }
  std::lock_guard lock(mutex_);
  tables_.push_back(std::move(table));
  return tables_.back().get() + before;
}

}  // namespace heddle::engine
