// SPDX-License-Identifier: Apache-2.0
// heddle check: runs a command whose processes write down what they find, and reports it.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <vector>

#include "checker/checks.h"
#include "checker/explain.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/slow_run.h"
#include "frontend/failure.h"
#include "frontend/process.h"
#include "frontend/run_cache.h"
#include "frontend/toolchain.h"
#include "support/work_folder.h"
#include "tools/check/deliver.h"
#include "tools/check/records.h"

namespace heddle::cli {
namespace {

using frontend::Failure;
using Words = std::vector<std::string>;

constexpr std::string_view kUsage =
    "Usage: heddle check [options] file.cu [options of heddle cc] [-- arguments]\n"
    "       heddle check [options] program [arguments]\n"
    "       heddle check [options] -- command with children, as make test\n\n";

struct Target {
  Words command;
  std::optional<frontend::Program> program;  // compiled from a .cu
};

Target target_of(std::span<const std::string> words) {
  if (words.empty()) throw Failure("heddle check needs a program (see heddle check --help)");
  Target target;
  if (words[0] == "--") {
    target.command.assign(words.begin() + 1, words.end());
    if (target.command.empty()) throw Failure("heddle check: there is no command after --");
    return target;
  }
  if (!words[0].ends_with(".cu")) {
    target.command.assign(words.begin(), words.end());
    return target;
  }
  const auto separator = std::ranges::find(words, "--");
  // With the host's line numbers, for where memory was allocated.
  Words options(words.begin(), separator);
  options.emplace_back("-g");
  options.emplace_back("--mark-locals");
  const Progress progress("compiling ...");
  target.program.emplace(frontend::cached_program(options));
  target.command = {target.program->path};
  if (separator != words.end()) {
    target.command.insert(target.command.end(), separator + 1, words.end());
  }
  return target;
}

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

// Runs it in a process of its own. Exit status as shells report it. `records`: where it writes.
int run_target(Target& target, const std::string& records) {
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
  const SlowRun slow(records);  // has a thread, which no child must come from
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int checked(const checker::Options& options, std::span<const std::string> option_words,
            std::span<const std::string> words) {
  // What is wrong with the options is said before anything runs.
  const checker::Checks try_out(options);
  Target target = target_of(words);
  const support::WorkFolder folder(support::temporary_parents());
  if (!folder) throw Failure(fmt::format("no folder for temporary files: {}", strerror(errno)));
  Words for_children(option_words.begin(), option_words.end());
  for_children.push_back("--records=" + folder.path());
  setenv("HEDDLE_CHECK", checker::join_words(for_children).c_str(), 1);

  const int status = run_target(target, folder.path());
  report::Report report;
  report.version = HEDDLE_VERSION;
  report.command = target.command;
  if (tools::read_records(folder.path(), report) == 0) {
    report.remarks.emplace_back(
        "Nothing was checked: no process called the runtime of Heddle (was it built with heddle "
        "cc?)");
  }
  if (status > 128) {
    report.remarks.push_back(fmt::format("The program was ended by signal {}", status - 128));
  }
  return tools::deliver(report, options, frontend::toolchain().library_dir, status);
}

}  // namespace

int check(std::span<const std::string> words) {
  try {
    checker::Options options;
    const auto used = checker::read_options(words, options);
    if (options.help) {
      fmt::print("{}{}", kUsage, checker::options_help());
      return 0;
    }
    if (!options.explain.empty()) {
      const auto id = checker::class_named(options.explain);
      if (!id) {
        throw Failure(fmt::format("there is no class '{}'; there are {}", options.explain,
                                  checker::names_of_classes()));
      }
      fmt::print("{}", checker::explain(*id));
      return 0;
    }
    return checked(options, words.first(used), words.subspan(used));
  } catch (const checker::OptionError& error) {
    throw Failure(error.what());
  }
}

}  // namespace heddle::cli
