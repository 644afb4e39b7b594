// SPDX-License-Identifier: Apache-2.0
// libheddle_trace.so: loaded before the program's libraries (LD_PRELOAD), it stands in front of the
// runtime's calls and times them; and it is the tool that NVTX loads. What streams do is heard by
// libheddle_profile.so.
#include <dlfcn.h>
#include <fmt/format.h>

#include "profiler/options.h"
#include "support/environment.h"
#include "support/message.h"
#include "tools/trace/call_time.h"
#include "tools/trace/nvtx_functions.h"

namespace heddle::tools {
namespace {

// Null: nobody wants a time line of this process.
EventLines* make_lines() {
  const char* text = support::variable("HEDDLE_PROFILE");
  if (!text) return nullptr;
  profiler::Options options;
  try {
    profiler::read_options(support::split_words(text), options);
  } catch (const support::OptionError&) {
    return nullptr;  // libheddle_profile.so says what is wrong
  }
  if (options.trace.empty() || options.records.empty()) return nullptr;
  return new EventLines(options.records);
}

// Never destroyed: calls may come from the program's last destructors.
EventLines* lines() {
  static auto* const made = make_lines();
  return made;
}

// Calls of the runtime that calls of it make are not the program's.
thread_local int depth = 0;

__attribute__((destructor)) void end_of_process() {
  if (!lines()) return;
  end_nvtx();
  lines()->end();
}

}  // namespace

CallTime::CallTime(const char* name) : name_(name) {
  if (++depth == 1) begin_ = now();
}

CallTime::~CallTime() {
  if (--depth > 0 || !lines()) return;
  const auto end = now();
  lines()->add(
      fmt::format(R"({{"call":["{}",{},{},{},{}]}})", name_, thread_number(), begin_, end, error_));
}

void* function_behind(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (!found) support::usage_error(fmt::format("{} is not in this process", name));
  return found;
}

}  // namespace heddle::tools

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtxExtension(
    heddle::tools::nvtx::Extension* extension) {
  auto* lines = heddle::tools::lines();
  return lines && extension && heddle::tools::attach_nvtx_extension(*extension, *lines) ? 1 : 0;
}

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(
    heddle::tools::nvtx::GetTable get_table) {
  auto* lines = heddle::tools::lines();
  return lines && heddle::tools::attach_nvtx(get_table, *lines) ? 1 : 0;
}
