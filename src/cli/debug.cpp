// SPDX-License-Identifier: Apache-2.0
// heddle debug: gdb, set up for kernels.
#include <fmt/format.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "cli/target.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"

namespace heddle::cli {
namespace {

using frontend::Failure;

// Options of gdb whose value is the next word.
bool takes_value(std::string option) {
  if (option.starts_with("--")) option.erase(0, 1);
  for (const char* name : {"-ex",
                           "-x",
                           "-iex",
                           "-ix",
                           "-eval-command",
                           "-command",
                           "-d",
                           "-directory",
                           "-init-command",
                           "-init-eval-command",
                           "-i",
                           "-interpreter",
                           "-cd",
                           "-tty",
                           "-b",
                           "-l",
                           "-D",
                           "-data-directory",
                           "-p",
                           "-pid",
                           "-c",
                           "-core",
                           "-s",
                           "-symbols",
                           "-e",
                           "-exec"}) {
    if (option == name) return true;
  }
  return false;
}

std::size_t options_end(std::span<const std::string> words) {
  std::size_t end = 0;
  while (end < words.size() && words[end].starts_with('-') && words[end] != "--") {
    end += takes_value(words[end]) ? 2 : 1;
  }
  return std::min(end, words.size());
}

// `-p PID` and the like: gdb attaches to a process, and there is no program to start.
bool attaches(std::span<const std::string> options) {
  for (std::string option : options) {
    if (option.starts_with("--")) option.erase(0, 1);
    if (option == "-p" || option == "-pid" || option.starts_with("-pid=")) return true;
  }
  return false;
}

// A container's list of system calls may leave it out; gdb would say so in several warnings.
void must_be_allowed() {
  const pid_t child = fork();
  if (child == 0) _exit(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : errno);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return;
  const int why = WEXITSTATUS(status);
  if (why == 0) return;
  throw Failure(
      fmt::format("no debugger may run here (ptrace: {}): a container needs --cap-add=SYS_PTRACE, "
                  "or another seccomp profile",
                  std::strerror(why)));
}

}  // namespace

int debug(std::span<const std::string> words) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    fmt::print("{}\n{}\n", usage_of("debug"), command_named("debug")->text);
    return 0;
  }
  must_be_allowed();
  const auto options = words.first(options_end(words));
  const std::vector<std::string> debug_words = {"-g", "-G"};
  const auto rest = words.subspan(options.size());
  Target target =
      rest.empty() && attaches(options) ? Target{} : target_of(rest, "heddle debug", debug_words);
  const std::string script = frontend::toolchain().library_dir + "/libheddle.so-gdb.py";
  std::vector<std::string> command = {"gdb", "-q", "-x", script};
  // gdb would load it once more with the library, and asks whether it may.
  command.insert(command.end(), {"-iex", "set auto-load python-scripts off"});
  command.insert(command.end(), options.begin(), options.end());
  if (!target.command.empty()) command.emplace_back("--args");
  command.insert(command.end(), target.command.begin(), target.command.end());
  // A second kernel thread would be stopped, and go on, wherever it happens to be.
  setenv("HEDDLE_THREADS", "1", 0);
  if (target.program) {
    if (auto* temporary = std::get_if<support::WorkFolder>(&target.program->folder)) {
      temporary->keep_through_exec();
    }
  }
  std::vector<char*> argv;
  for (auto& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  execvp(argv[0], argv.data());
  if (errno == ENOENT) {
    throw Failure(fmt::format("there is no {} in the PATH (install gdb)", command[0]));
  }
  throw Failure(fmt::format("cannot run {}: {}", command[0], std::strerror(errno)));
}

}  // namespace heddle::cli
