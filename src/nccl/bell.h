// SPDX-License-Identifier: Apache-2.0
// What a rank sleeps at until another has done something for it; in memory that processes share.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::nccl {

class Bell {
 public:
  // What wait() is to be given: read before looking whether there is something to do.
  std::uint32_t rung() const { return rung_.load(std::memory_order_acquire); }
  void ring();
  // Returns when it has been rung since; and now and then, so that who waits can look around.
  void wait(std::uint32_t seen);

 private:
  std::atomic<std::uint32_t> rung_{0};
  std::atomic<std::uint32_t> asleep_{0};
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

}  // namespace heddle::nccl
