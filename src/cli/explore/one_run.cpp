// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/one_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "frontend/failure.h"

namespace heddle::cli {
namespace {

using frontend::Failure;

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int new_file(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) throw Failure(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  return file;
}

// In the child.
[[noreturn]] void become(Target& target, std::vector<char*>& argv, int output, int errors) {
  setpgid(0, 0);  // so that its children can be killed with it
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_DFL);
  if (dup2(output, STDOUT_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0) _exit(126);
  if (target.program) {
    target.program->execute(argv.data());
  } else {
    execvp(argv[0], argv.data());
  }
  dprintf(STDERR_FILENO, "heddle: cannot run %s: %s\n", argv[0], std::strerror(errno));
  _exit(127);
}

// False when it has not ended in that time.
bool ends_within(pid_t child, std::chrono::seconds limit) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (handle < 0) throw Failure(fmt::format("cannot watch a process: {}", std::strerror(errno)));
  pollfd ended = {handle, POLLIN, 0};
  const auto end = std::chrono::steady_clock::now() + limit;
  int ready = 0;
  do {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    ready = poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
  } while (ready < 0 && errno == EINTR);
  close(handle);
  return ready > 0;
}

}  // namespace

std::string Schedule::text() const {
  if (!seed) return "ordered";
  return fmt::format("{}:{}", at_accesses ? "accesses" : "shuffle", *seed);
}

RunEnd run_once(Target& target, const Schedule& schedule, const std::string& folder,
                std::chrono::seconds limit) {
  const std::string files =
      folder + "/" + (schedule.seed ? fmt::format("{}", *schedule.seed) : "ordered");
  setenv("HEDDLE_SCHEDULE", schedule.text().c_str(), 1);
  setenv("HEDDLE_THREADS", "1", 0);  // a seed says nothing of the order among host threads
  std::vector<char*> argv;
  for (auto& word : target.command) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int output = new_file(files + ".out"), errors = new_file(files + ".err");
  const pid_t child = fork();
  if (child == 0) become(target, argv, output, errors);
  close(output);
  close(errors);
  if (child < 0) throw Failure(fmt::format("cannot start a process: {}", std::strerror(errno)));
  RunEnd end;
  end.timed_out = !ends_within(child, limit);
  if (end.timed_out) kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  end.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  end.output = whole_file(files + ".out");
  end.errors = whole_file(files + ".err");
  unlink((files + ".out").c_str());
  unlink((files + ".err").c_str());
  return end;
}

}  // namespace heddle::cli
