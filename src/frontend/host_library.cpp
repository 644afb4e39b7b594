// SPDX-License-Identifier: Apache-2.0
#include "frontend/host_library.h"

#include <fmt/format.h>

#include <fstream>

#include "frontend/failure.h"
#include "frontend/process.h"
#include "frontend/toolchain.h"
#include "frontend/workspace.h"

namespace heddle::frontend {
namespace {

constexpr std::string_view kSelected = "Selected GCC installation: ";

std::string selected_gcc(const std::string& messages) {
  const std::size_t at = messages.find(kSelected);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + kSelected.size();
  return messages.substr(begin, messages.find('\n', begin) - begin);
}

// A machine may have a part of a newer GCC, which clang prefers, without its C++ library.
std::string sentence(const std::string& gcc) {
  if (gcc.empty()) {
    return "this machine has no C++ library: install g++ (Debian, Ubuntu: apt-get install g++; "
           "Fedora: dnf install gcc-c++)";
  }
  const std::string version = gcc.substr(gcc.rfind('/') + 1);
  return fmt::format(
      "the newest GCC here, {}, has no C++ library: install g++-{} (Debian, Ubuntu: "
      "apt-get install g++-{}; Fedora: dnf install gcc-c++)",
      gcc, version, version);
}

}  // namespace

HostLibrary find_host_library(bool link) {
  const support::WorkFolder work = temporary_folder();
  const std::string source = work.file("probe.cpp");
  std::ofstream(source)
      << "#include <cstdlib>\n#include <string>\n#include <time.h>\n"
         "int main(int n, char** words) { return std::string(words[0]).empty(); }\n";
  Command command = {toolchain().clang, "-v", "-w", source};
  if (link) {
    command.insert(command.end(), {"-o", work.file("probe")});
    if (toolchain().has_lld) command.emplace_back("-fuse-ld=lld");
  } else {
    command.emplace_back("-fsyntax-only");
  }
  Child child(command, work.file("messages"));
  HostLibrary found;
  const int status = child.wait();
  found.gcc = selected_gcc(child.diagnostics());
  if (status != 0) found.lacking = sentence(found.gcc);
  return found;
}

void check_host_library() {
  const HostLibrary found = find_host_library(false);
  if (!found.lacking.empty()) throw Failure(found.lacking);
}

}  // namespace heddle::frontend
