// SPDX-License-Identifier: Apache-2.0
#include "process/tools.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "support/environment.h"
#include "support/message.h"

namespace heddle::process {
namespace {

std::string beside_this_library(const char* name) {
  Dl_info info{};
  dladdr(reinterpret_cast<void*>(&load_tools), &info);
  const std::string path = info.dli_fname ? info.dli_fname : "";
  return path.substr(0, path.rfind('/') + 1) + name;
}

struct Tool {
  const char *variable, *library, *start;
};
constexpr Tool kTools[] = {
    {"HEDDLE_CHECK", "libheddle_check.so", "heddle_check_start"},
    {"HEDDLE_PROFILE", "libheddle_profile.so", "heddle_profile_start"},
};

void load(const Tool& tool, const char* options, engine::Engine& engine) {
  if (engine.settings().reference) {
    support::usage_error(
        fmt::format("{}: HEDDLE_REFERENCE=1 runs kernels in the slow reference, where no tool "
                    "hears of them; unset one of the two",
                    tool.variable));
  }
  const auto path = beside_this_library(tool.library);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library) support::usage_error(fmt::format("{}: {}", tool.variable, dlerror()));
  using Add = void (*)(void* to, probes::Listener* listener);
  using Start = void (*)(const char* options, Add add, void* to);
  const auto start = reinterpret_cast<Start>(dlsym(library, tool.start));
  if (!start) support::usage_error(fmt::format("{}: {}", tool.variable, dlerror()));
  start(
      options,
      [](void* to, probes::Listener* listener) {
        static_cast<engine::Engine*>(to)->listeners().add(listener);
      },
      &engine);
  engine.guard_memory();
}

}  // namespace

bool tools_are_asked_for() {
  return std::ranges::any_of(kTools,
                             [](const Tool& tool) { return support::variable(tool.variable); });
}

void load_tools(engine::Engine& engine) {
  const Tool* loaded = nullptr;
  for (const auto& tool : kTools) {
    const char* options = support::variable(tool.variable);
    if (!options) continue;
    // One looks at the accesses that the program wrote, the other at those that a GPU makes of
    // them.
    if (loaded) {
      support::usage_error(
          fmt::format("{} and {} do not go together", loaded->variable, tool.variable));
    }
    loaded = &tool;
    load(tool, options, engine);
  }
}

}  // namespace heddle::process
