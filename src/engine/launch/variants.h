// SPDX-License-Identifier: Apache-2.0
// Kernels compiled for the shapes that they are launched with.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/base/error.h"
#include "engine/launch/debug_code.h"
#include "engine/launch/launch.h"
#include "engine/module/code_source.h"
#include "engine/module/instance.h"
#include "engine/module/registry.h"
#include "engine/module/variant.h"
#include "support/settings.h"

namespace heddle::engine {

class Device;

class Variants {
 public:
  Variants(const support::Settings& settings, Registry& registry,
           std::unique_ptr<CodeSource> source)
      : settings_(settings),
        debug_code_(settings),
        registry_(registry),
        source_(std::move(source)) {}

  // The variant that a launch needs, null if it was not compiled yet.
  Variant* find(const Launch& launch, const ListenerSet* listeners) const;
  // Compiles it, unless somebody else has meanwhile.
  Error make(const Launch& launch, const ListenerSet* listeners, Variant** out);
  // The same as it is without a debugger.
  Error make_plain(const Launch& launch, const ListenerSet* listeners, Variant** out);
  // The one to run in `variant`'s place: the same, unless it was made in a hurry and is compiled by
  // now as it should be. Where that cannot be loaded it stays as it is.
  const Variant* newest(const Launch& launch, const Variant& variant) {
    return variant.code.successor ? successor(launch, variant) : &variant;
  }
  // Where a variable lives on `device`.
  Error variable_address(const Variable& variable, Device& device, const ListenerSet* listeners,
                         Instance::Symbol* out);
  // The variables of the device are gone; what was compiled is used again.
  void forget_symbols(const Device& device);

  CodeSource& source() { return *source_; }

 private:
  // How a launch's kernel is compiled, beside its block shape.
  struct Code {
    std::uint32_t flags = 0;  // HeddleCompileFlags; kHeddleDebug: if its unit is for a debugger
    std::uint32_t probe_mask = 0;
  };
  Code code_of(const Launch& launch, const ListenerSet* listeners) const;
  // `device`: as a variant has it.
  static Variant* find(const Launch& launch, const Code& code, int device);
  struct Place {
    const Unit* unit = nullptr;
    Unit::Kernel kernel;
    Instance* instance = nullptr;
    std::uint32_t flags = 0;  // HeddleCompileFlags of this kernel
  };
  // Under the function's lock.
  Error find_or_make(const Launch& launch, const Code& how, Variant** out);
  Error place_of(const Launch& launch, const Code& how, Place* out);
  Error compile(const Launch& launch, const Code& how, const Place& place,
                std::unique_ptr<Variant>* out);
  static Variant* add(Function& function, std::unique_ptr<Variant> variant);
  const Variant* successor(const Launch& launch, const Variant& variant);

  const support::Settings& settings_;
  DebugCode debug_code_;
  Registry& registry_;
  std::unique_ptr<CodeSource> source_;
};

}  // namespace heddle::engine
