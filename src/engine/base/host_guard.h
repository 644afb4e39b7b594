// SPDX-License-Identifier: Apache-2.0
// HEDDLE_STRICT, and tools that hear of host accesses: device memory is no memory of the host
// program, and memory of both is not while work uses it. Where the processor has protection keys,
// such memory has one that only threads may use while they run operations; elsewhere its pages are
// inaccessible whenever no operation runs at all.
#pragma once

#include <signal.h>

#include <atomic>
#include <cstdint>
#include <span>

#include "probes/events.h"

namespace heddle::engine {

class HostGuard {
 public:
  enum class Means : std::uint8_t { kNone, kKeys, kPages };
  // Once, before anything is allocated. kKeys becomes kPages where there are none.
  static void choose(Means means);
  static Means means() { return means_; }

  // Makes pages accessible to operations; to the host program too if nobody guards or they are
  // `shared` with it. False: the system refuses.
  static bool open(std::uint64_t begin, std::uint64_t bytes, bool shared);
  static void close(std::uint64_t begin, std::uint64_t bytes, bool shared);
  // All that lies there is about to be unmapped.
  static void forget(std::uint64_t begin, std::uint64_t bytes);

  // Memory of the host program, whole pages, that it must not touch for a while. As often as it is
  // watched it has to be let go, or forgotten.
  static void watch(std::uint64_t begin, std::uint64_t bytes);
  static void let_go(std::uint64_t begin, std::uint64_t bytes);
  // The program may touch all that is watched there, for good: it is freed.
  static void stop_watching(std::uint64_t begin, std::uint64_t bytes);

  // In a signal handler. Whether an access at `address` fails because of the guard.
  static bool holds(std::uint64_t address);
  // Lets the interrupted thread make its access: it is interrupted again behind the instruction,
  // where that can be had, else the program may touch the page from then on.
  static void step(std::uint64_t address, void* context);
  // For the program, until it is shut again.
  static void open_page(std::uint64_t page);
  static void shut_page(std::uint64_t page);

  // Without keys, work that begins would hide what the host does meanwhile: it gives the host a
  // little time in which to do it, unless the host waits anyway (HostWaits).
  static void let_host_go_on();
  class HostWaits {
   public:
    HostWaits() { waits_.fetch_add(1, std::memory_order_relaxed); }
    ~HostWaits() { waits_.fetch_sub(1, std::memory_order_relaxed); }
    HostWaits(const HostWaits&) = delete;
    HostWaits& operator=(const HostWaits&) = delete;
  };

  // While it lives the calling thread may touch device memory; `parts`: no more than these, if any.
  // Without keys, to open all memory takes time for each of its pages.
  class Access {
   public:
    explicit Access(std::span<const probes::GivenUse> parts = {}) {
      if (means_ != Means::kNone) [[unlikely]]
        enter(parts);
    }
    ~Access() {
      if (means_ != Means::kNone) [[unlikely]]
        leave();
    }
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;

   private:
    void enter(std::span<const probes::GivenUse> parts);
    void leave() const;
    std::uint32_t before_ = 0;
  };
  // A thread inherits the access of the one that started it: it gives it up.
  static void begin_thread();
  // A signal handler begins without access. One that jumps back into an operation takes it again.
  static void enter_again();

 private:
  static Means means_;
  static inline std::atomic<unsigned> waits_{0};
};

}  // namespace heddle::engine
