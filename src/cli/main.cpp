// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "frontend/failure.h"

namespace heddle::cli {
namespace {

constexpr std::string_view kHelp =
    "heddle: compiles CUDA C++ and runs it on the CPU\n"
    "\n"
    "  heddle run file.cu [cc options] [-- arguments]   compile (or reuse) and run\n"
    "  heddle cc [options] files                        compile and link, with nvcc's options\n"
    "  heddle --version, heddle --help\n"
    "\n"
    "Run 'heddle <command> --help' for a command's own options.\n";

int main(std::span<const std::string> words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    fmt::print("{}", kHelp);
    return words.empty() ? 2 : 0;
  }
  if (words[0] == "--version") {
    fmt::print("heddle {}\n", HEDDLE_VERSION);
    return 0;
  }
  if (words[0] == "cc") return cc(words.subspan(1));
  if (words[0] == "run") return run(words.subspan(1));
  fmt::print(stderr, "heddle: unknown command '{}' (see heddle --help)\n", words[0]);
  return 2;
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  // A compiler that ends early must not end the driver that feeds it.
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    // Under such a name (a link that a build system finds) the tool is `heddle cc`.
    const std::string name = std::filesystem::path(argv[0]).filename().string();
    if (name == "nvcc" || name == "heddle-nvcc") return heddle::cli::cc(words);
    return heddle::cli::main(words);
  } catch (const heddle::frontend::Failure& failure) {
    fmt::print(stderr, "heddle: {}\n", failure.what());
    return 2;
  } catch (const heddle::frontend::StepFailed& failed) {
    return failed.status;
  }
}
