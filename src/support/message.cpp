// SPDX-License-Identifier: Apache-2.0
#include "support/message.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace heddle::support {

void message(std::string_view text) {
  std::string line = "heddle: ";
  line += text;
  line += '\n';
  std::fflush(stdout);  // keeps the order of the program's own lines and ours when both go to a log
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void usage_error(std::string_view text) {
  message(text);
  std::fflush(nullptr);
  // Registration runs before main and launches run on any thread: no destructor of the host program
  // may see the half-made state.
  _exit(2);
}

}  // namespace heddle::support
