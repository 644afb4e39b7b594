// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/fault_handler.h"

#include <signal.h>
#include <ucontext.h>

#include <cstdint>
#include <mutex>

#include "engine/base/host_guard.h"
#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/block/kernel_pc.h"
#include "engine/block/slices.h"
#include "engine/device/host_access.h"
#include "engine/grid/members.h"
#include "engine/memory/moving_pages.h"

namespace heddle::engine {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction previous[NSIG];

#if defined(__x86_64__)
std::uintptr_t pc_of(const ucontext_t& c) {
  return static_cast<std::uintptr_t>(c.uc_mcontext.gregs[REG_RIP]);
}
std::uintptr_t sp_of(const ucontext_t& c) {
  return static_cast<std::uintptr_t>(c.uc_mcontext.gregs[REG_RSP]);
}
bool is_write(const ucontext_t& c) {
  return c.uc_mcontext.gregs[REG_ERR] & 2;
}
#elif defined(__aarch64__)
std::uintptr_t pc_of(const ucontext_t& c) {
  return c.uc_mcontext.pc;
}
std::uintptr_t sp_of(const ucontext_t& c) {
  return c.uc_mcontext.sp;
}
bool is_write(const ucontext_t&) {
  return false;
}
#endif

[[noreturn]] void end_kernel(BlockRunner& runner, int signal, const siginfo_t& info,
                             const ucontext_t& context) {
  Fault fault = runner.fault_here(Fault::Kind::kSignal);
  fault.signal = signal;
  fault.pc = pc_of(context);
  fault.address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  // The processor names no address when it is not canonical or an aligned access is not aligned.
  fault.address_known = info.si_code > 0 && info.si_code != SI_KERNEL;
  fault.write = is_write(context);
  std::uintptr_t sp = sp_of(context);
  if (signal == SIGSEGV && fault.address_known && runner.owns_stack_guard(fault.address)) {
    fault.kind = Fault::Kind::kStackOverflow;
    if (runner.owns_stack_guard(sp)) sp = fault.address | 0xfffff;  // do not read what is not there
  }
  fault.kernel_pc = fault.pc;
  if (fault.kind == Fault::Kind::kSignal) {
    if (signal == SIGSEGV && fault.address_known) runner.explain_address(&fault);
    fault.kernel_pc = kernel_pc(runner, runner.grid().variant->code, fault.pc, sp);
  }
  runner.abandon(fault);
}

void stop(int signal, siginfo_t* info, void* context) {
  Slices::note_signal();
  if (HostThread* thread = HostThread::current_if_any()) thread->leave_if_failed();
  auto& interrupted = *static_cast<ucontext_t*>(context);
  // The thread that goes on may be another one, with a signal stack of its own.
  if (HostThread::end_slice(pc_of(interrupted))) sigaltstack(nullptr, &interrupted.uc_stack);
  const struct sigaction& old = previous[signal];
  if (old.sa_flags & SA_SIGINFO) {
    old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
    old.sa_handler(signal);
  }
}

void forward(int signal, siginfo_t* info, void* context) {
  const struct sigaction& old = previous[signal];
  if (old.sa_flags & SA_SIGINFO) {
    old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
    old.sa_handler(signal);
  } else {
    // The faulting instruction runs again and meets the default action.
    struct sigaction action{};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    if (info->si_code <= 0) raise(signal);  // sent by kill(): nothing would run again
  }
}

void handle(int signal, siginfo_t* info, void* context) {
  HostThread* thread = HostThread::current_if_any();
  const bool sent = info->si_code <= 0;  // by a process, not by an instruction
  if (signal == SIGSEGV && !sent && MovingPages::wait(info->si_addr)) return;
  if (thread && thread->running() && !thread->listening() && !sent) {
    end_kernel(*thread->running(), signal, *info, *static_cast<const ucontext_t*>(context));
  }
  if (signal == SIGSEGV && !sent) {
    const auto& at = *static_cast<const ucontext_t*>(context);
    if (tell_host_access(info->si_addr, is_write(at), pc_of(at))) {
      return HostGuard::step(reinterpret_cast<std::uintptr_t>(info->si_addr), context);
    }
  }
  forward(signal, info, context);
}

}  // namespace

void install_fault_handlers() {
  // Not std::call_once (process/context.cpp).
  static const bool installed = [] {
    for (int signal : kSignals) {
      struct sigaction action{};
      action.sa_sigaction = &handle;
      sigemptyset(&action.sa_mask);
      // SA_NODEFER: the handler leaves by siglongjmp, which does not restore a signal mask.
      action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
      sigaction(signal, &action, &previous[signal]);
    }
    struct sigaction action{};
    action.sa_sigaction = &stop;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    sigaction(kStopSignal, &action, &previous[kStopSignal]);
    return true;
  }();
  (void)installed;
}

}  // namespace heddle::engine
