// SPDX-License-Identifier: Apache-2.0
// Two passes over one file say most things twice; the user reads them once.
#pragma once

#include <set>
#include <string>

namespace heddle::frontend {

class Diagnostics {
 public:
  // Prints to stderr the messages of `text` that have not been printed. A message is a line of the
  // form "file:line:column: error|warning: ..." with the lines that belong to it.
  void show(const std::string& text);

 private:
  std::set<std::string> shown_;
};

}  // namespace heddle::frontend
