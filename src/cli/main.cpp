// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "frontend/failure.h"

namespace heddle::cli {
namespace {

// cc, run, check, profile, debug, occupancy, new and doctor have option grammars of their own: their
// words never reach the parser below.
int parse_and_run(int argc, char** argv) {
  CLI::App app("Compiles CUDA C++ and runs it on the CPU.", "heddle");
  app.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  app.require_subcommand(1);
  app.add_subcommand("run", "compile (or reuse) and run: run file.cu [cc options] [-- arguments]");
  app.add_subcommand("check",
                     "run a program and find its errors: check file.cu | program | -- command");
  app.add_subcommand("profile",
                     "say why a kernel is slow on a GPU: profile file.cu | program | -- command");
  app.add_subcommand("debug", "gdb for kernels: debug file.cu | program [arguments]");
  app.add_subcommand("occupancy", "how many blocks fit on a multiprocessor: occupancy --block 256");
  app.add_subcommand("new", "make a small project with a kernel, a test and CI: new NAME");
  app.add_subcommand("doctor", "what Heddle needs of this machine, and whether it is there");
  app.add_subcommand("cc", "compile and link, with nvcc's options: cc [options] files");
  CLI::App* command = app.add_subcommand("devices", "show the GPU that programs see (HEDDLE_GPU)");
  DevicesOptions options;
  command->add_option("models", options.models, "other models than that, separated by commas");
  command->add_flag("--list", options.list, "one line for each model");
  command->add_flag("--json", options.json, "every number with its unit and source");
  app.footer("'heddle cc --help' lists the compiler's options.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    throw frontend::Failure(fmt::format("{} (see heddle --help)", error.what()));
  }
  return devices(options);
}

int dispatch(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::span<const std::string> all(words);
  // Under such a name (a link that a build system finds) the tool is `heddle cc`.
  const std::string name = std::filesystem::path(argv[0]).filename().string();
  if (name == "nvcc" || name == "heddle-nvcc") return cc(all);
  if (!words.empty() && words[0] == "cc") return cc(all.subspan(1));
  if (!words.empty() && words[0] == "run") return run(all.subspan(1));
  if (!words.empty() && words[0] == "check") return check(all.subspan(1));
  if (!words.empty() && words[0] == "profile") return profile(all.subspan(1));
  if (!words.empty() && words[0] == "doctor") return doctor(all.subspan(1));
  if (!words.empty() && words[0] == "new") return new_project(all.subspan(1));
  if (!words.empty() && words[0] == "debug") return debug(all.subspan(1));
  if (!words.empty() && words[0] == "occupancy") return occupancy(all.subspan(1));
  if (!words.empty() && !words[0].starts_with('-') && words[0] != "devices") {
    throw frontend::Failure(fmt::format("unknown command '{}' (see heddle --help)", words[0]));
  }
  return parse_and_run(argc, argv);
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  // A compiler that ends early must not end the driver that feeds it.
  std::signal(SIGPIPE, SIG_IGN);
  // Ctrl-C reaches the compilers, too; this process outlives them to remove its temporary files.
  // (Not SIG_IGN, which they would inherit.)
  std::signal(SIGINT, [](int) {});
  try {
    return heddle::cli::dispatch(argc, argv);
  } catch (const heddle::frontend::Failure& failure) {
    fmt::print(stderr, "heddle: {}\n", failure.what());
    return 2;
  } catch (const heddle::frontend::StepFailed& failed) {
    return failed.status;
  }
}
