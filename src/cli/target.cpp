// SPDX-License-Identifier: Apache-2.0
#include "cli/target.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/progress.h"
#include "cli/slow_run.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"

namespace heddle::cli {

using frontend::Failure;

namespace {

volatile pid_t running_child = 0;

// Who ends this process, as CI systems do when a job takes too long, wants its report all the same:
// the program is ended. A terminal's signals reach the program anyway.
void pass_on(int signal, siginfo_t* info, void*) {
  if (running_child > 0 && info->si_code <= 0) kill(running_child, signal);
}

class PassingOnSignals {
 public:
  PassingOnSignals() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction action;
      sigaction(signal, nullptr, &action);
      if (action.sa_handler == SIG_IGN) continue;  // as nohup wants it, also of the program
      sigaddset(&signals_, signal);
      action = {};
      action.sa_sigaction = pass_on;
      action.sa_flags = SA_SIGINFO;
      sigaction(signal, &action, nullptr);
    }
    sigprocmask(SIG_BLOCK, &signals_, nullptr);  // until the child is known
  }
  void go_on(pid_t child) const {
    running_child = child;
    sigprocmask(SIG_UNBLOCK, &signals_, nullptr);
  }

 private:
  sigset_t signals_;
};

}  // namespace

int run_target(Target& target, const std::string& tool, std::function<std::string()> so_far) {
  std::vector<char*> argv;
  for (auto& word : target.command) argv.push_back(word.data());
  argv.push_back(nullptr);
  const PassingOnSignals signals;
  const pid_t child = fork();
  signals.go_on(child);
  if (child < 0) throw Failure(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) {
    std::signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // where this process is killed and can pass nothing on
    if (target.program) {
      target.program->execute(argv.data());
    } else {
      execvp(argv[0], argv.data());
    }
    fmt::print(stderr, "heddle: cannot run {}: {}\n", argv[0], std::strerror(errno));
    _exit(127);
  }
  const SlowRun slow(tool, std::move(so_far));  // has a thread, which no child must come from
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

namespace {

// Before a tool begins, which would report on nothing. gdb takes a program of this folder by its
// plain name, too.
void must_exist(const std::string& program, bool for_gdb) {
  std::error_code error;
  const bool is_here = std::filesystem::exists(program, error);
  const bool has_path = program.find('/') != std::string::npos || for_gdb;
  if ((has_path && is_here) || !frontend::find_program(program).empty()) return;
  const std::string hint = is_here ? fmt::format(" (of this folder: ./{})", program) : "";
  throw Failure(fmt::format("cannot run {}: {}{}", program, std::strerror(ENOENT), hint));
}

}  // namespace

Target target_of(std::span<const std::string> words, const std::string& tool,
                 std::span<const std::string> options) {
  if (words.empty()) throw Failure(fmt::format("{0} needs a program (see {0} --help)", tool));
  Target target;
  if (words[0] == "--") {
    target.command.assign(words.begin() + 1, words.end());
    if (target.command.empty())
      throw Failure(fmt::format("{}: there is no command after --", tool));
    return target;
  }
  if (!words[0].ends_with(".cu")) {
    target.command.assign(words.begin(), words.end());
    must_exist(words[0], tool == "heddle debug");
    return target;
  }
  const auto separator = std::ranges::find(words, "--");
  std::vector<std::string> all(words.begin(), separator);
  all.insert(all.end(), options.begin(), options.end());
  const Progress progress("compiling ...");
  target.program.emplace(frontend::cached_program(all));
  target.command = {target.program->path};
  if (separator != words.end()) {
    target.command.insert(target.command.end(), separator + 1, words.end());
  }
  return target;
}

}  // namespace heddle::cli
