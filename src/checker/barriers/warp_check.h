// SPDX-License-Identifier: Apache-2.0
// synccheck, operations of a warp: is the caller in the mask that it gives, and do all threads come
// that the mask names?
//
// Lanes of a mask take part in its operations equally often. So each lane's operations with a mask
// are counted, and the counts are compared where threads are together again: at a barrier of the
// block, and among threads that end together. Which place each of them came by does not matter, nor
// the order in which they ran. A thread that has ended before is not missed.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "checker/barriers/running_blocks.h"
#include "checker/barriers/threads.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class WarpCheck : public probes::Listener {
 public:
  explicit WarpCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void kernel_end(const probes::Launch& launch, bool faulted) override;
  void block_begin(const probes::Block& block) override { blocks_.begin(block); }
  void block_end(const probes::Block& block) override { blocks_.end(block); }
  void exit(const probes::Exit& event) override;
  void warp_operation(const probes::WarpOperation& event) override;
  void opened(const probes::Opened& event) override;

 private:
  // Operations that did not have all lanes of their mask at once.
  struct Counts {
    std::array<std::uint32_t, abi::kWarpSize> of_lane{};
    std::array<const probes::Site*, abi::kWarpSize> last{};
  };
  struct State {
    void begin(const probes::Block& block) {
      live.begin(block);
      split.clear();
      split.resize(live.warps());
      any_split = false;
    }
    LiveThreads live;
    std::vector<std::map<std::uint32_t, Counts>> split;  // by warp and mask
    bool any_split = false;
  };

  bool is_complete(const probes::WarpOperation& event);
  void check_caller(const probes::WarpOperation& event, std::uint32_t outside);
  // Compares the counts of `lanes`, which are together. True: they are equal.
  void compare(const probes::Block& block, std::uint32_t warp, std::uint32_t mask,
               const Counts& counts, std::uint32_t lanes);

  Session& session_;
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
