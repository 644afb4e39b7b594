// SPDX-License-Identifier: Apache-2.0
// synccheck, mbarriers (PTX ISA, "mbarrier"; cuda::barrier and cuda::pipeline are made of them): is
// the object initialised, does nobody arrive more often than it expects, do all bytes come that it
// was told of, does nothing else write to it?
//
// Each object is counted along with the operations on it, which are told in the order in which
// they are carried out; so what is in memory before an operation is known, and is something else
// where the program has stored there. What order the program leaves open between an initialisation
// and a use is for racecheck.
#pragma once

#include <map>
#include <mutex>

#include "checker/barriers/running_blocks.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class MbarrierCheck : public probes::Listener {
 public:
  explicit MbarrierCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void kernel_end(const probes::Launch& launch, bool) override;
  void block_begin(const probes::Block& block) override;
  void block_end(const probes::Block& block) override;
  void operation(const probes::Operation& event) override;

 private:
  struct Object {
    std::uint64_t count = 0;                    // arrivals of a phase
    std::uint64_t pending = 0;                  // that this phase lacks
    std::int64_t bytes = 0;                     // that this phase lacks
    std::uint64_t phase = 0;                    // as far as memory has its number
    const probes::Site* expected_at = nullptr;  // the last that expected bytes
    Index3 expected_by{};

    std::uint64_t word() const;  // as memory has it
    void become(std::uint64_t word);
  };
  struct State {
    void begin(const probes::Block& block) {
      shared = block.shared;
      objects.clear();
    }
    bool has(std::uint64_t address) const {
      return address - reinterpret_cast<std::uint64_t>(shared.data()) < shared.size();
    }
    std::span<const std::byte> shared;
    std::map<std::uint64_t, Object> objects;  // that are initialised, by address
  };

  // Lane `lane`'s operation; the finding's headline, or empty where all is right.
  // Whether something else has written to the object there since the operation before.
  static bool is_overwritten(State& of, std::uint64_t address);
  std::string apply(const probes::Operation& event, unsigned lane, State& state);
  void report(const probes::Operation& event, unsigned lane, const State& of, std::string headline);
  // Of the block of the cluster whose shared memory has this byte; null: none that is known.
  State* in_cluster(const probes::Block& block, std::uint64_t address);

  Session& session_;
  RunningBlocks<State> blocks_;
  // Of clusters: the running blocks by where their shared memory begins. One host thread runs all
  // blocks of one.
  struct OfCluster {
    std::uint64_t launch;
    State* state;
  };
  std::mutex mutex_;
  std::map<std::uint64_t, OfCluster> of_clusters_;
};

}  // namespace heddle::checker
