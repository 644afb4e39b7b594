// SPDX-License-Identifier: Apache-2.0
// Where the host program has launched a -G kernel: by the time that a thread of it stops in a
// debugger, the call has returned, and another host thread may run the kernel. With the registers
// of the function that made the launch a debugger goes on there behind the kernel's frames.
//
// The function may have returned meanwhile. As long as its return address lies where it lay, with
// those of the functions around it, the frame is taken for alive.
//
// Plain structs in a list, which libheddle.so-gdb.py reads by their offsets: a change of them is
// one there.
#pragma once

#include <array>
#include <cstdint>

namespace heddle::engine {

// One for each launch that has not ended, in a list that begins at heddle_debug_launches.
struct LaunchPlace {
  static constexpr std::uint64_t kMostCallers = 8;
  struct Caller {
    std::uint64_t slot, address;  // a return address, and where it lies
  };
  LaunchPlace* next = nullptr;
  const void* params = nullptr;  // BlockContext::params of its blocks
  // rbx, rbp, r12, r13, r14, r15, rsp, rip: as they are when the launch returns. rip 0: unknown.
  std::array<std::uint64_t, 8> registers{};
  std::uint64_t caller_count = 0;
  std::array<Caller, kMostCallers> callers{};
};

class ShownLaunch {
 public:
  // Of the launch that the calling thread is making. `stub`: the host function that stands for the
  // kernel, which is left out.
  ShownLaunch(const void* stub, const void* params);
  ~ShownLaunch();
  ShownLaunch(const ShownLaunch&) = delete;
  ShownLaunch& operator=(const ShownLaunch&) = delete;

 private:
  LaunchPlace place_;
};

}  // namespace heddle::engine
