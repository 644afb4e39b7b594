// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.h"
#include "frontend/driver.h"
#include "frontend/macros.h"

namespace heddle::cli {

int cc(std::span<const std::string> words) {
  const frontend::Options options = frontend::parse_options(words);
  if (options.help) {
    fmt::print("Usage: heddle cc [options] file...\n\nOptions:\n{}", frontend::options_help());
    return 0;
  }
  if (options.version) {
    // Build systems look for the words of nvcc's own answer.
    fmt::print(
        "heddle {}: CUDA C++ for CPUs, compatible with nvcc\n"
        "Cuda compilation tools, release {}.{}, V{}.{}.0\n",
        HEDDLE_VERSION, frontend::kCudaMajor, frontend::kCudaMinor, frontend::kCudaMajor,
        frontend::kCudaMinor);
    return 0;
  }
  frontend::drive(options);
  return 0;
}

}  // namespace heddle::cli
