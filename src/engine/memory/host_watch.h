// SPDX-License-Identifier: Apache-2.0
// Memory that the host program shares with its GPUs is not its own while work uses it: where tools
// want to know of host accesses, it is guarded from when the work is given until the program knows
// that it is over. What the program does there then is told (device/host_access.h).
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "engine/memory/pointer_table.h"
#include "engine/stream/order_events.h"

namespace heddle::engine {

class HostWatch final : public UseObserver {
 public:
  explicit HostWatch(const PointerTable& pointers) : pointers_(pointers) {}

  void given(std::uint64_t work, std::span<const probes::GivenUse> uses) override;
  void waited(const ListenerSet& tools) override;

 private:
  struct Range {
    std::uint64_t begin, bytes;
  };
  struct Given {
    std::uint64_t work;
    std::vector<Range> ranges;
  };
  // The pages of a use that hold nothing else. No bytes: there are none.
  Range pages_of(const probes::GivenUse& use) const;

  const PointerTable& pointers_;
  std::mutex mutex_;
  std::vector<Given> given_;
};

}  // namespace heddle::engine
