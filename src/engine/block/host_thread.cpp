// SPDX-License-Identifier: Apache-2.0
#include "engine/block/host_thread.h"

#include <signal.h>
#include <sys/mman.h>

#include <memory>
#include <optional>

#include "engine/base/host_guard.h"
#include "engine/block/block_runner.h"
#include "engine/block/slices.h"
#include "support/cpu.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kSignalStackBytes = std::size_t{64} << 10;

// Two variables, since a signal handler may read a plain pointer, but not run the constructor of a
// thread-local object.
thread_local std::unique_ptr<HostThread> owned;
__attribute__((tls_model("initial-exec"))) thread_local HostThread* here = nullptr;

}  // namespace

HostThread::HostThread() {
  // A stack overflow leaves no room for a handler's frame on the stack that overflowed.
  stack_t old{};
  if (sigaltstack(nullptr, &old) != 0 || !(old.ss_flags & SS_DISABLE)) return;
  void* memory = mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  signal_stack_ = memory;
  stack_t mine{};
  mine.ss_sp = memory;
  mine.ss_size = kSignalStackBytes;
  sigaltstack(&mine, nullptr);
}

HostThread::~HostThread() {
  if (here == this) here = nullptr;
  if (!signal_stack_) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  munmap(signal_stack_, kSignalStackBytes);
}

HostThread& HostThread::current() {
  if (here) [[likely]]
    return *here;
  owned = std::make_unique<HostThread>();
  here = owned.get();
  return *here;
}

HostThread* HostThread::current_if_any() {
  return here;
}

bool HostThread::run(BlockRunner& runner) {
  in_call_ = false;
  listening_ = false;
  // A debugger shows the block that it has stopped in, until that ends.
  std::optional<Slices::Turn> turn;
  if (!runner.grid().variant->debug) turn.emplace(runner.block.block_idx);
  // The signal mask is not saved (a system call): the handlers run with their signal unblocked.
  if (sigsetjmp(escape_, 0) == 0) {
    runner.begin_slice(*this);
    running_ = &runner;
    runner.fiber().resume();
    running_ = nullptr;
    return true;
  }
  running_ = nullptr;
  runner.grid().fail(fault_);
  return false;
}

void HostThread::leave(const Fault& fault) {
  BlockRunner& runner = *running_;
  fault_ = fault;
  running_ = nullptr;
  HostGuard::enter_again();
  runner.fiber().leave();
  support::keep_denormals();
  siglongjmp(escape_, 1);
}

void HostThread::leave_if_failed() {
  const BlockRunner* runner = running_;
  if (!runner || in_call_ || !runner->grid().failed.load(std::memory_order_acquire)) return;
  leave({});
}

bool HostThread::end_slice(std::uintptr_t pc) {
  HostThread* thread = here;
  BlockRunner* runner = thread ? thread->running_ : nullptr;
  if (!runner || thread->in_call_) return false;
  if (runner->grid().failed.load(std::memory_order_acquire)) return false;
  return runner->end_slice(pc);
}

}  // namespace heddle::engine
