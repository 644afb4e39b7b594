// SPDX-License-Identifier: Apache-2.0
// HEDDLE_STRICT: device memory is no memory of the host program. Where the processor has protection
// keys, device memory has one that only threads may use while they run operations; elsewhere its
// pages are inaccessible whenever no operation runs at all.
#pragma once

#include <cstdint>

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

  // While it lives the calling thread may touch device memory.
  class Access {
   public:
    Access() {
      if (means_ != Means::kNone) [[unlikely]]
        enter();
    }
    ~Access() {
      if (means_ != Means::kNone) [[unlikely]]
        leave();
    }
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;

   private:
    void enter();
    void leave() const;
    std::uint32_t before_ = 0;
  };
  // A thread inherits the access of the one that started it: it gives it up.
  static void begin_thread();
  // A signal handler begins without access. One that jumps back into an operation takes it again.
  static void enter_again();

 private:
  static Means means_;
};

}  // namespace heddle::engine
