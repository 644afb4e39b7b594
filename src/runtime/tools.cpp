// SPDX-License-Identifier: Apache-2.0
#include "runtime/tools.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "support/environment.h"
#include "support/message.h"

namespace heddle::runtime {
namespace {

std::string beside_this_library(const char* name) {
  Dl_info info{};
  dladdr(reinterpret_cast<void*>(&load_tools), &info);
  const std::string path = info.dli_fname ? info.dli_fname : "";
  return path.substr(0, path.rfind('/') + 1) + name;
}

}  // namespace

bool tools_are_asked_for() {
  return support::variable("HEDDLE_CHECK") != nullptr;
}

void load_tools(engine::Engine& engine) {
  const char* options = support::variable("HEDDLE_CHECK");
  if (!options) return;
  if (engine.settings().reference) {
    support::usage_error(
        "HEDDLE_CHECK: HEDDLE_REFERENCE=1 runs kernels in the slow reference, where no check hears "
        "of them; unset one of the two");
  }
  const auto path = beside_this_library("libheddle_check.so");
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library) support::usage_error(fmt::format("HEDDLE_CHECK: {}", dlerror()));
  using Add = void (*)(void* to, probes::Listener* listener);
  using Start = void (*)(const char* options, Add add, void* to);
  const auto start = reinterpret_cast<Start>(dlsym(library, "heddle_check_start"));
  if (!start) support::usage_error(fmt::format("HEDDLE_CHECK: {}", dlerror()));
  start(
      options,
      [](void* to, probes::Listener* listener) {
        static_cast<engine::Engine*>(to)->listeners().add(listener);
      },
      &engine);
  engine.guard_memory();
}

}  // namespace heddle::runtime
