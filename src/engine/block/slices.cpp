// SPDX-License-Identifier: Apache-2.0
#include "engine/block/slices.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/base/asymmetric_fence.h"
#include "engine/base/host_threads.h"
#include "engine/block/fiber.h"
#include "engine/grid/members.h"

namespace heddle::engine {
namespace {

// A slice is one to two of these.
constexpr unsigned kTick = 10000;  // microseconds
constexpr unsigned kIdleTicks = 100;
// Longer than a signal takes to arrive. A program may have blocked it: then nothing comes.
constexpr std::chrono::milliseconds kSignalTime{20};

// Sanitisers know of no switch of stacks in the middle of a function.
#if defined(HEDDLE_ASAN_FIBERS) || defined(HEDDLE_TSAN_FIBERS)
constexpr bool kEnabled = false;
#else
constexpr bool kEnabled = true;
#endif

struct Watch {
  std::mutex mutex;
  std::vector<Slices::Slot*> slots;
  std::atomic<std::uint32_t> asleep{1};
};

// Never destroyed: the thread that watches ends with the process.
Watch& watch() {
  static auto* const one = new Watch;
  return *one;
}

bool is_still_there(Slices::Slot& slot) {
  const std::uint64_t turn = slot.turn.load();
  const std::uint32_t* block_idx = slot.block_idx.load();
  if (!(turn & Slices::Slot::kRuns)) return false;
  bool same = turn == slot.seen_turn;
  slot.seen_turn = turn;
  for (unsigned i = 0; i < 3; ++i) {
    const std::uint32_t now = __atomic_load_n(block_idx + i, __ATOMIC_RELAXED);
    same = same && now == slot.seen_block[i];
    slot.seen_block[i] = now;
  }
  return same;
}

void interrupt(Slices::Slot& slot) {
  slot.pending.store(true);
  AsymmetricFence::heavy();
  if (slot.turn.load() == slot.seen_turn) {
    tgkill(getpid(), slot.thread,
           kStopSignal);  // its turn does not end without a look at `pending`
  } else {
    slot.pending.store(false);
  }
}

void look() {
  Watch& all = watch();
  for (unsigned idle = 0;;) {
    usleep(kTick);
    bool any = false;
    {
      const std::lock_guard lock(all.mutex);
      for (Slices::Slot* slot : all.slots) {
        any = any || slot->turn.load() & Slices::Slot::kRuns;
        if (is_still_there(*slot)) interrupt(*slot);
      }
      idle = any ? 0 : idle + 1;
    }
    if (idle < kIdleTicks) continue;
    idle = 0;
    all.asleep.store(1);
    AsymmetricFence::heavy();
    {
      const std::lock_guard lock(all.mutex);
      const auto runs = [](const auto* s) { return (s->turn.load() & Slices::Slot::kRuns) != 0; };
      if (std::ranges::any_of(all.slots, runs)) all.asleep.store(0);
    }
    all.asleep.wait(1);
  }
}

// The calling thread's slot, from its first turn on.
struct OwnSlot : Slices::Slot {
  OwnSlot() {
    thread = gettid();
    Watch& all = watch();
    const std::lock_guard lock(all.mutex);
    all.slots.push_back(this);
    static bool started = false;
    if (started || !kEnabled) return;
    started = true;
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    std::thread([] {
      note_pool_thread();
      AsymmetricFence::enable();
      look();
    }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  ~OwnSlot() {
    Watch& all = watch();
    const std::lock_guard lock(all.mutex);
    std::erase(all.slots, this);
    forget(this);
  }
  static void forget(const Slot* slot);
  OwnSlot(const OwnSlot&) = delete;
  OwnSlot& operator=(const OwnSlot&) = delete;
};

// As host_thread.cpp: a handler reads a plain pointer.
thread_local std::unique_ptr<OwnSlot> owned;
__attribute__((tls_model("initial-exec"))) thread_local Slices::Slot* mine = nullptr;

void OwnSlot::forget(const Slot* slot) {
  if (mine == slot) mine = nullptr;
}

}  // namespace

Slices::Turn::Turn(const std::uint32_t* block_idx) {
  if (!mine) [[unlikely]] {
    owned = std::make_unique<OwnSlot>();
    mine = owned.get();
  }
  mine->block_idx.store(block_idx, std::memory_order_relaxed);
  const std::uint64_t last = mine->turn.load(std::memory_order_relaxed);
  mine->turn.store((last + Slot::kOne) | Slot::kRuns, std::memory_order_release);
  AsymmetricFence::light();
  Watch& all = watch();
  if (all.asleep.load()) [[unlikely]] {
    all.asleep.store(0);
    all.asleep.notify_one();
  }
}

Slices::Turn::~Turn() {
  const std::uint64_t turn = mine->turn.load(std::memory_order_relaxed);
  mine->turn.store(turn & ~Slot::kRuns, std::memory_order_release);
  AsymmetricFence::light();
  if (!mine->pending.load(std::memory_order_acquire)) [[likely]]
    return;
  // The signal shall not hit the program that goes on behind this.
  const auto until = std::chrono::steady_clock::now() + kSignalTime;
  while (mine->pending.load() && std::chrono::steady_clock::now() < until) sched_yield();
  mine->pending.store(false);  // the next turns shall not wait for a signal that does not come
}

void Slices::note_signal() {
  if (mine) mine->pending.store(false);
}

}  // namespace heddle::engine
