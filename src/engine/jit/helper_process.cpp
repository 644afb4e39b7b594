// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/helper_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

// The supervisor and the helper before its exec run in the memory of this process with the thread
// variables of the thread in run(), which waits: no sanitiser may look, and nothing but system
// calls is called, unwrapped.
#define HEDDLE_BARE __attribute__((no_sanitize("address", "thread", "undefined")))

// The C library's clone() by its other name: a sanitiser would wrap the first one.
extern "C" int heddle_clone(int (*run)(void*), void* stack, int flags, void* argument,
                            ...) __asm__("__clone");

namespace heddle::engine {
namespace {

constexpr std::size_t kStack = 32 * 1024;  // of the supervisor, and of the helper until its exec
constexpr std::size_t kSignalSet = 8;      // bytes, as the kernel has it

}  // namespace

HelperProcess::HelperProcess(std::string path, std::vector<std::string> environment, AtStop at_stop)
    : path_(std::move(path)), environment_(std::move(environment)), at_stop_(at_stop) {
  argv_ = {const_cast<char*>(path_.c_str()), nullptr};
  for (const std::string& variable : environment_) {
    envp_.push_back(const_cast<char*>(variable.c_str()));
  }
  envp_.push_back(nullptr);
}

bool HelperProcess::run(int input) {
  input_ = input;
  program_ = getpid();
  void* memory = mmap(nullptr, 2 * kStack, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  stack_ = static_cast<char*>(memory);
  const int supervisor =
      heddle_clone(&HelperProcess::supervise, stack_ + 2 * kStack, CLONE_VM, this);
  int status = -1;
  if (supervisor > 0) {
    if (at_stop_ == AtStop::kLeave) {
      child_ = supervisor;
      if (stopping_) kill_child();
      siginfo_t ended{};
      while (waitid(P_PID, static_cast<id_t>(supervisor), &ended, WEXITED | WNOWAIT | __WALL) < 0 &&
             errno == EINTR) {
      }
      keep_child();
    }
    while (waitpid(supervisor, &status, __WALL) < 0 && errno == EINTR) continue;
  }
  munmap(memory, 2 * kStack);
  return status == 0;
}

void HelperProcess::stop() {
  stopping_ = true;
  kill_child();
}

HEDDLE_BARE void HelperProcess::kill_child() {
  const pid_t child = child_.exchange(0);
  if (child <= 0) return;
  syscall(SYS_kill, child, SIGKILL);
  killed_ = true;
}

// From here on nobody kills it: it has ended, and its number may soon be another's.
HEDDLE_BARE void HelperProcess::keep_child() {
  if (child_.exchange(0) != 0) return;
  while (!killed_) syscall(SYS_sched_yield);
}

HEDDLE_BARE int HelperProcess::supervise(void* helper) {
  return static_cast<HelperProcess*>(helper)->supervise();
}

HEDDLE_BARE int HelperProcess::supervise() {
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (syscall(SYS_getppid) != program_ || stopping_) return 1;
  // A copy of the program's descriptors: it must not keep anybody's pipe open.
  const int null = static_cast<int>(syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR, 0));
  const int input = static_cast<int>(syscall(SYS_fcntl, input_, F_DUPFD, 10));
  if (null < 0 || input < 0) return 1;
  for (int stream = 0; stream < kInput; ++stream) syscall(SYS_dup3, null, stream, 0);
  if (input_ != kInput || null == kInput) syscall(SYS_close, kInput);
  if (syscall(SYS_dup3, input, kInput, 0) < 0) return 1;
  if (syscall(SYS_close_range, kInput + 1, ~0u, 0) != 0) return 1;
  syscall(SYS_chdir, "/");
  // The program may have said that its children leave no status.
  const unsigned long plain[4] = {};
  syscall(SYS_rt_sigaction, SIGCHLD, plain, nullptr, kSignalSet);

  supervisor_ = static_cast<pid_t>(syscall(SYS_getpid));
  const pid_t helper =
      heddle_clone(&HelperProcess::become, stack_ + kStack, CLONE_VM | CLONE_VFORK | SIGCHLD, this);
  if (helper < 0) return 1;
  if (at_stop_ == AtStop::kKill) {
    child_ = helper;
    if (stopping_) kill_child();
    syscall(SYS_waitid, P_PID, helper, nullptr, WEXITED | WNOWAIT, nullptr);
    keep_child();
  }
  int status = 0;
  syscall(SYS_wait4, helper, &status, 0, nullptr);
  return status == 0 ? 0 : 1;
}

HEDDLE_BARE int HelperProcess::become(void* helper) {
  static_cast<const HelperProcess*>(helper)->become_helper();
}

HEDDLE_BARE void HelperProcess::become_helper() const {
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  const unsigned long none = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, nullptr, kSignalSet);
  // What is typed at the terminal is for the program.
  syscall(SYS_setpgid, 0, 0);
  if (syscall(SYS_getppid) == supervisor_) {
    syscall(SYS_execve, path_.c_str(), argv_.data(), envp_.data());
  }
  syscall(SYS_exit_group, 127);
  __builtin_unreachable();
}

}  // namespace heddle::engine
