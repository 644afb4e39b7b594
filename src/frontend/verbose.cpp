// SPDX-License-Identifier: Apache-2.0
#include "frontend/verbose.h"

#include <fmt/format.h>

#include <cstdio>

#include "frontend/toolchain.h"

namespace heddle::frontend {

void print_settings(const std::vector<Target>& targets) {
  const Toolchain& tools = toolchain();
  const std::string& top = tools.toolkit_dir;
  fmt::print(stderr, "#$ TOP={}\n", top);
  // CMake wants a path that ends in these words; nothing is read from it.
  fmt::print(stderr, "#$ NVVMIR_LIBRARY_DIR={}/nvvm/libdevice\n", top);
  fmt::print(stderr, "#$ INCLUDES=\"-I{}/targets/x86_64-linux/include\"\n", top);
  // As the word stands in the link line: by it CMake knows that line.
  fmt::print(stderr, "#$ LIBRARIES={}\n", shell_quote({"-L" + toolkit_library_dir()}));
  for (const Target& target : targets) {
    fmt::print(stderr, "#$ TARGET=-arch compute_{}\n", target.compile_arch.substr(3));
  }
}

void print_command(const Command& command) {
  fmt::print(stderr, "#$ {}\n", shell_quote(command));
}

}  // namespace heddle::frontend
