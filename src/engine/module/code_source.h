// SPDX-License-Identifier: Apache-2.0
// Where compiled kernels come from.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/types.h"
#include "engine/module/unit.h"
#include "image/kernel_abi.h"

namespace heddle::engine {

struct CodeRequest {
  const Unit* unit = nullptr;
  std::size_t image = 0;    // of the unit: the one that defines the kernel
  std::string kernel;       // mangled; empty: the unit's address-taken functions
  Dim3 block;               // shape to specialise to; zeros for address-taken functions
  std::uint32_t flags = 0;  // HeddleCompileFlags
  std::uint32_t probe_mask = 0;
  double budget = 0;   // CPU seconds for its compilation, 0: any
  bool whole = false;  // what the budget made it go without: the second of two compilations

  // The images of the unit as they are compiled: the one that defines the kernel goes first.
  std::vector<std::size_t> image_order() const {
    std::vector<std::size_t> order{image};
    for (std::size_t i = 0; i < unit->images().size(); ++i) {
      if (i != image) order.push_back(i);
    }
    return order;
  }
};

// A loaded object. It stays loaded until the process ends.
struct LoadedCode {
  const abi::KernelCode* code = nullptr;  // null for address-taken functions
  void* handle = nullptr;                 // of dlopen
  std::string path;                       // what symbolize() is to be given
  std::uintptr_t base = 0;                // load address
  std::uintptr_t text_begin = 0;          // executable bytes
  std::uintptr_t text_end = 0;
  bool cache_hit = false;
  bool ahead = false;  // was compiled for this process before its launch
  // Code that was made in a hurry may be compiled once more: true when load() will give that. Null:
  // there is nothing better to come.
  std::shared_ptr<const std::atomic<bool>> successor;
};

class CodeSource {
 public:
  virtual ~CodeSource() = default;
  // On failure `reason` holds what the user should read.
  virtual Error load(const CodeRequest& request, LoadedCode* out, std::string* reason) = 0;
  // The process ends: what still works for it stops. Also called in signal handlers.
  virtual void stop() {}
  // "file:line" of a code address, empty when unknown.
  virtual std::string symbolize(const std::string& path, std::uintptr_t offset) { return {}; }
};

}  // namespace heddle::engine
