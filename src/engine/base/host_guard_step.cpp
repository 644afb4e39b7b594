// SPDX-License-Identifier: Apache-2.0
// One instruction of the host program past the guard: its page is opened, the processor is told to
// trap behind the instruction (the trap flag of x86), and the trap's handler closes the page again.
#include <ucontext.h>

#include <algorithm>
#include <array>

#include "engine/base/host_guard.h"

namespace heddle::engine {
namespace {

#if defined(__x86_64__)

constexpr std::uint64_t kPage = 4096;
constexpr greg_t kTrapFlag = 0x100;

// An instruction touches a few pages: two of each operand, where they cross a boundary.
struct Stepping {
  std::array<std::uint64_t, 8> pages{};
  unsigned count = 0;
};
thread_local Stepping stepping;
struct sigaction previous;

void trapped(int signal, siginfo_t* info, void* context) {
  if (stepping.count == 0) {
    if (previous.sa_flags & SA_SIGINFO) {
      previous.sa_sigaction(signal, info, context);
    } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
      previous.sa_handler(signal);
    } else if (previous.sa_handler == SIG_DFL) {
      struct sigaction action{};
      action.sa_handler = SIG_DFL;
      sigaction(SIGTRAP, &action, nullptr);
      raise(SIGTRAP);
    }
    return;
  }
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  for (unsigned i = 0; i < stepping.count; ++i) HostGuard::shut_page(stepping.pages[i]);
  stepping.count = 0;
}

void hear_traps() {
  static std::atomic<bool> done{false};
  if (done.exchange(true)) return;
  struct sigaction action{};
  action.sa_sigaction = trapped;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGTRAP, &action, &previous);
}

#endif

}  // namespace

void HostGuard::step(std::uint64_t address, void* context) {
#if defined(__x86_64__)
  const auto page = address / kPage * kPage;
  open_page(page);
  if (stepping.count == stepping.pages.size()) return;
  hear_traps();
  stepping.pages[stepping.count++] = page;
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
#else
  open_page(address / 4096 * 4096);
#endif
}

}  // namespace heddle::engine
