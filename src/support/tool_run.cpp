// SPDX-License-Identifier: Apache-2.0
#include "support/tool_run.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>

#include "support/environment.h"

// Until its exec the child runs in the memory of this process, whose thread waits: no sanitiser may
// look, and nothing but system calls is called.
#define HEDDLE_BARE __attribute__((no_sanitize("address", "thread", "undefined")))

// The C library's clone() by its other name: a sanitiser would wrap the first one.
extern "C" int heddle_clone(int (*run)(void*), void* stack, int flags, void* argument,
                            ...) __asm__("__clone");

namespace heddle::support {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kStack = 64 * 1024;

std::string file_identity(const fs::path& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return {};
  return path.string() + ":" + std::to_string(info.st_size) + ":" +
         std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec);
}

Installation find_installation() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(&find_installation), &info) || !info.dli_fname) return {};
  std::error_code error;
  const fs::path library = fs::canonical(info.dli_fname, error);
  if (error) return {};
  const fs::path tool = library.parent_path().parent_path() / "bin/heddle";
  if (access(tool.c_str(), X_OK) != 0) return {};
  Installation found{tool.string(), file_identity(tool)};
  // Plugins of clang.
  std::vector<std::string> parts;
  for (const auto& entry : fs::directory_iterator(library.parent_path() / "heddle", error)) {
    if (entry.is_regular_file(error)) parts.push_back(file_identity(entry.path()));
  }
  std::ranges::sort(parts);
  for (const std::string& part : parts) found.identity += ";" + part;
  return found;
}

struct Child {
  const char* tool;
  char* const* argv;
  char* const* envp;
  const char* folder;
  const char* log;
  pid_t parent;
};

HEDDLE_BARE int become(void* given) {
  const auto& child = *static_cast<const Child*>(given);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != child.parent) _exit(127);
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int log = open(child.log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (null < 0 || log < 0 || chdir(child.folder) != 0) _exit(127);
  dup2(null, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  // The program's handlers must not run here, and its mask is not the tool's business.
  struct sigaction plain{};
  plain.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &plain, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(child.tool, child.argv, child.envp);
  _exit(127);
}

// Without the words that nvcc's variables add to every command line of its: libraries know none.
std::vector<char*> environment() {
  std::vector<char*> kept;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("NVCC_PREPEND_FLAGS=") && !text.starts_with("NVCC_APPEND_FLAGS=")) {
      kept.push_back(*variable);
    }
  }
  kept.push_back(nullptr);
  return kept;
}

// No signal tells of its end, so wait() of the program overlooks it.
pid_t start(Child& child) {
  void* stack =
      mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  child.parent = getpid();
  const pid_t pid =
      heddle_clone(&become, static_cast<char*>(stack) + kStack, CLONE_VM | CLONE_VFORK, &child);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  munmap(stack, kStack);
  return pid;
}

}  // namespace

const Installation& Installation::find() {
  static const Installation found = find_installation();
  return found;
}

int run_tool(const ToolRun& run) {
  const std::string& tool = Installation::find().tool;
  std::vector<char*> argv = {const_cast<char*>(tool.c_str())};
  for (const std::string& word : run.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> envp = environment();
  Child child{tool.c_str(), argv.data(), envp.data(), run.folder.c_str(), run.log.c_str(), 0};
  const pid_t pid = start(child);
  if (pid < 0) return -1;
  int status = 0;
  bool stopped = false;
  while (true) {
    const int flags = __WALL | (run.cancelled && !stopped ? WNOHANG : 0);
    const pid_t ended = waitpid(pid, &status, flags);
    if (ended == pid) break;
    if (ended < 0 && errno != EINTR) return -1;
    if (ended == 0) {
      stopped = run.cancelled();
      if (stopped) kill(pid, SIGKILL);
      const timespec pause{0, 5'000'000};
      if (!stopped) nanosleep(&pause, nullptr);
    }
  }
  if (stopped) return kCancelled;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace heddle::support
