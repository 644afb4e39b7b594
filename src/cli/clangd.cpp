// SPDX-License-Identifier: Apache-2.0
// heddle clangd: clangd for an editor, which understands launches whose brackets are written apart.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/clangd/launch_mender.h"
#include "cli/command_table.h"
#include "cli/commands.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"

namespace heddle::cli {
namespace {

using frontend::Failure;

std::string find_clangd() {
  const std::string beside =
      frontend::toolchain().clang.substr(0, frontend::toolchain().clang.rfind('/')) + "/clangd";
  if (access(beside.c_str(), X_OK) == 0) return beside;
  for (const char* name : {"clangd-22", "clangd"}) {
    if (std::string found = frontend::find_program(name); !found.empty()) return found;
  }
  throw Failure("there is no clangd (Debian: apt-get install clangd-22)");
}

// Messages of the language server protocol: "Content-Length: N", an empty line, N bytes.
class Messages {
 public:
  explicit Messages(int from) : from_(from) {}

  std::optional<std::string> next() {
    std::size_t length = 0;
    for (;;) {
      const auto line = header();
      if (!line) return {};
      if (line->empty()) break;
      constexpr std::string_view kLength = "Content-Length:";
      if (line->starts_with(kLength)) length = std::strtoull(&(*line)[kLength.size()], nullptr, 10);
    }
    while (buffer_.size() < length) {
      if (!read_more()) return {};
    }
    std::string body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return body;
  }

 private:
  std::optional<std::string> header() {
    std::size_t end = 0;
    while ((end = buffer_.find('\n')) == std::string::npos) {
      if (!read_more()) return {};
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }

  bool read_more() {
    std::array<char, 1 << 16> part;
    ssize_t count = 0;
    do {
      count = read(from_, part.data(), part.size());
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return false;
    buffer_.append(part.data(), static_cast<std::size_t>(count));
    return true;
  }

  int from_;
  std::string buffer_;
};

bool send(int to, const std::string& body) {
  const std::string text = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(to, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

template <class Mend>
void carry(int from, int to, Mend mend) {
  Messages messages(from);
  while (auto message = messages.next()) {
    if (!send(to, mend(std::move(*message)))) break;
  }
}

struct Pipe {
  int out = -1, in = -1;
  Pipe() {
    std::array<int, 2> ends;
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw Failure(fmt::format("cannot start {}: {}", "clangd", std::strerror(errno)));
    }
    out = ends[0];
    in = ends[1];
  }
};

[[noreturn]] void become(std::vector<char*>& argv) {
  std::signal(SIGPIPE, SIG_DFL);
  execv(argv[0], argv.data());
  fmt::print(stderr, "heddle: cannot run {}: {}\n", argv[0], std::strerror(errno));
  _exit(2);
}

}  // namespace

int clangd(std::span<const std::string> words) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    fmt::print("{}\n{}\n", usage_of("clangd"), command_named("clangd")->text);
    return 0;
  }
  std::vector<std::string> command = {find_clangd()};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (auto& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  // Where no editor talks to it.
  if (std::ranges::any_of(words, [](const std::string& word) {
        return word.starts_with("--check") || word == "--version";
      })) {
    become(argv);
  }

  const Pipe to_clangd, to_us;
  const pid_t child = fork();
  if (child < 0) throw Failure(fmt::format("cannot start {}: {}", "clangd", std::strerror(errno)));
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (dup2(to_clangd.out, STDIN_FILENO) < 0 || dup2(to_us.in, STDOUT_FILENO) < 0) _exit(2);
    become(argv);
  }
  close(to_clangd.out);
  close(to_us.in);
  std::signal(SIGPIPE, SIG_IGN);
  static LaunchMender mender;
  // It may wait for the editor for ever, when clangd has ended.
  std::thread([in = to_clangd.in] {
    carry(STDIN_FILENO, in, [](std::string text) { return mender.to_clangd(std::move(text)); });
    close(in);
  }).detach();
  carry(to_us.out, STDOUT_FILENO,
        [](std::string text) { return mender.to_editor(std::move(text)); });
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::_Exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

}  // namespace heddle::cli
