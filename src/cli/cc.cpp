// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "frontend/clangd.h"
#include "frontend/driver.h"
#include "frontend/macros.h"
#include "frontend/toolkit_stub.h"
#include "frontend/words.h"
#include "support/environment.h"

namespace heddle::cli {

namespace {

// nvcc's variables that add to every command line.
void append_variable(const char* name, std::vector<std::string>& words) {
  const char* value = support::variable(name);
  if (value == nullptr) return;
  for (std::string& word : frontend::split_response(value)) words.push_back(std::move(word));
}

}  // namespace

int cc(std::span<const std::string> given) {
  std::vector<std::string> words;
  append_variable("NVCC_PREPEND_FLAGS", words);
  words.insert(words.end(), given.begin(), given.end());
  append_variable("NVCC_APPEND_FLAGS", words);
  const frontend::Options options = frontend::parse_options(words);
  if (options.help) {
    fmt::print("{}\nOptions:\n{}", usage_of("cc"), frontend::options_help());
    return 0;
  }
  if (!options.list.empty()) {
    for (const std::uint32_t arch : frontend::known_archs()) {
      fmt::print("{}{}\n", options.list, arch);
    }
    return 0;
  }
  if (options.version) {
    // Build systems look for the words of nvcc's own answer.
    fmt::print(
        "heddle {0}: CUDA C++ for CPUs. To build systems that look for these lines it answers as\n"
        "nvcc: NVIDIA (R) Cuda compiler driver\n"
        "Cuda compilation tools, release {1}.{2}, V{1}.{2}.0\n"
        "Build heddle_{0}\n",
        HEDDLE_VERSION, frontend::kCudaMajor, frontend::kCudaMinor);
    return 0;
  }
  if (options.clangd) {
    frontend::write_clangd_config(options);
    return 0;
  }
  // Whoever builds with a tree that was moved calls this first, and the linker afterwards.
  if (!options.dry_run) frontend::refresh_toolkit_stub();
  frontend::drive(options);
  return 0;
}

}  // namespace heddle::cli
