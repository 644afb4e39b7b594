// SPDX-License-Identifier: Apache-2.0
#include "frontend/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "frontend/failure.h"
#include "frontend/toolchain.h"

namespace heddle::frontend {
namespace {

volatile std::sig_atomic_t interrupted = 0;

int shell_status(int status) {
  if (interrupted != 0) return StepFailed::kInterrupted;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// The child's side: calls that are allowed after fork() in a process with threads, and no others.
// The program ends when the thread that started it does, however that is: killed, a compiler that
// waits for its input would wait for ever.
[[noreturn]] void become(const char* program, char* const* argv, const char* stderr_path,
                         pid_t parent, int report) {
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  if (interrupted != 0) _exit(StepFailed::kInterrupted);  // it came meanwhile
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);
  int file = 0;
  if (*stderr_path != 0) {
    file = open(stderr_path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0) dup2(file, STDERR_FILENO);
  }
  if (file >= 0) execv(program, argv);
  const int error = errno;
  const ssize_t told = write(report, &error, sizeof error);
  (void)told;
  _exit(127);
}

pid_t spawn(const Command& command, const std::string& stderr_path) {
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);

  const std::string program = find_program(command[0]);
  int report[2];
  int error = program.empty() ? ENOENT : 0;
  pid_t pid = -1;
  if (error == 0 && pipe2(report, O_CLOEXEC) != 0) error = errno;
  if (error == 0) {
    const pid_t parent = getpid();
    pid = fork();
    if (pid == 0) become(program.c_str(), argv.data(), stderr_path.c_str(), parent, report[1]);
    if (pid < 0) error = errno;
    close(report[1]);
    // Nothing comes, and the pipe is closed, when the program has begun.
    if (pid > 0 && read(report[0], &error, sizeof error) > 0) waitpid(pid, nullptr, 0);
    close(report[0]);
  }
  if (error != 0) {
    throw Failure(fmt::format("cannot start {}: {}", command[0], std::strerror(error)));
  }
  return pid;
}

}  // namespace

Child::Child(const Command& command, std::string stderr_path)
    : pid_(spawn(command, stderr_path)), stderr_path_(std::move(stderr_path)) {}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      status_(other.status_),
      stderr_path_(std::move(other.stderr_path_)) {}

Child::~Child() {
  if (pid_ > 0) {
    kill();
    wait();
  }
}

int Child::wait() {
  if (pid_ > 0) {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
    pid_ = -1;
    status_ = shell_status(status);
  }
  return status_;
}

bool Child::ended() {
  if (pid_ < 0) return true;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
  pid_ = -1;
  status_ = shell_status(status);
  return true;
}

void Child::kill() {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

std::string Child::diagnostics() const {
  std::ifstream in(stderr_path_, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Not SIG_IGN, which the children would inherit.
void note_interruptions() {
  std::signal(SIGINT, [](int) { interrupted = 1; });
}

bool was_interrupted() {
  return interrupted != 0;
}

int run(const Command& command) {
  return Child(command, "").wait();
}

std::string shell_quote(const Command& command) {
  std::string line;
  for (const std::string& word : command) {
    if (!line.empty()) line += ' ';
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
                                            "YZ0123456789_-+=./,:@%") == std::string::npos;
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

}  // namespace heddle::frontend
