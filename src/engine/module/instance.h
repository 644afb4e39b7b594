// SPDX-License-Identifier: Apache-2.0
// A unit loaded on one device: its variables in device memory, its address-taken functions.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/error.h"
#include "engine/memory/arena.h"
#include "engine/module/code_source.h"
#include "engine/module/unit.h"

namespace heddle::engine {

class Instance {
 public:
  Instance(const Unit& unit, Arena& arena, CodeSource& source, std::uint32_t code_flags,
           std::uint32_t probe_mask, double compile_budget)
      : unit_(unit),
        arena_(arena),
        source_(source),
        code_flags_(code_flags),
        probe_mask_(probe_mask),
        compile_budget_(compile_budget) {}
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  // Allocates and initialises the variables. Call once, before anything else.
  Error load();

  struct Symbol {
    void* address = nullptr;  // null: unknown
    std::uint64_t size = 0;
    image::VariableKind kind = image::VariableKind::kDevice;
  };
  // The variable `name` as image `image` of the unit sees it: its own one first.
  Symbol variable(std::size_t image, const std::string& name) const;

  // HeddleCompileFlags of the functions behind pointers.
  std::uint32_t code_flags() const { return code_flags_; }

  // Address of a variable or of an address-taken function; null when there is none.
  void* address(std::size_t image, const std::string& name);

  // The addresses of `names`, in order, for a kernel's BlockContext::symbols. The table lives as
  // long as the instance. Null after a message when a name is unknown. In front of it, backwards
  // from index -1, are the symbols of the unit's address-taken functions (their
  // KernelCode::symbols), which are compiled apart from the kernel that calls them.
  void* const* symbol_table(std::size_t image, const char* const* names, std::uint32_t count);

 private:
  using Table = std::unordered_map<std::string, Symbol>;

  Error allocate_variables();
  void tell_of(const std::string& name, const Symbol& symbol) const;
  Error initialise(std::size_t image);
  void find_static_variables(std::size_t image);
  Error load_functions();

  const Unit& unit_;
  Arena& arena_;
  CodeSource& source_;
  const std::uint32_t code_flags_;
  const std::uint32_t probe_mask_;
  const double compile_budget_;
  std::vector<Table> local_;  // per image
  Table merged_;              // visible to all images of the unit
  std::mutex mutex_;
  LoadedCode functions_;
  std::vector<void*> function_symbols_;
  std::vector<std::unique_ptr<void*[]>> tables_;
};

}  // namespace heddle::engine
