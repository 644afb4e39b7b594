// SPDX-License-Identifier: Apache-2.0
#include "frontend/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "frontend/failure.h"

namespace heddle::frontend {
namespace {

int shell_status(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

pid_t spawn(const Command& command, const std::string& stderr_path) {
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!stderr_path.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, stderr_path.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
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
