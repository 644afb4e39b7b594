// SPDX-License-Identifier: Apache-2.0
#include "support/debugger.h"

#include <fstream>
#include <string>

namespace heddle::support {

bool is_debugged() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("TracerPid:", 0) == 0) return line.find_first_of("123456789") != line.npos;
  }
  return false;
}

}  // namespace heddle::support
