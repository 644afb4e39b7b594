// SPDX-License-Identifier: Apache-2.0
// synccheck, mbarriers (PTX ISA, "mbarrier"; cuda::barrier and cuda::pipeline are made of them): is
// the object initialised, does nobody arrive more often than it expects, do all bytes come that it
// was told of?
//
// Each object is counted along with the operations on it, which are told in the order in which
// they are carried out. What order the program leaves open between an initialisation and a use is
// for racecheck.
#pragma once

#include <map>

#include "checker/barriers/running_blocks.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class MbarrierCheck : public probes::Listener {
 public:
  explicit MbarrierCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void kernel_end(const probes::Launch& launch, bool) override { blocks_.take(launch); }
  void block_begin(const probes::Block& block) override { blocks_.begin(block); }
  void block_end(const probes::Block& block) override;
  void operation(const probes::Operation& event) override;

 private:
  struct Object {
    std::uint64_t count = 0;                    // arrivals of a phase
    std::uint64_t pending = 0;                  // that this phase lacks
    std::int64_t bytes = 0;                     // that this phase lacks
    const probes::Site* expected_at = nullptr;  // the last that expected bytes
    Index3 expected_by{};
  };
  struct State {
    void begin(const probes::Block&) { objects.clear(); }
    std::map<std::uint64_t, Object> objects;  // that are initialised, by address
  };

  // Lane `lane`'s operation; the finding's headline, or empty where all is right.
  std::string apply(const probes::Operation& event, unsigned lane, State& state);
  void report(const probes::Operation& event, unsigned lane, std::string headline);

  Session& session_;
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
