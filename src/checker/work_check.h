// SPDX-License-Identifier: Apache-2.0
// racecheck, between works: launches of different streams, copies, sets, allocations and frees in
// streams, pinned memory that the host frees, and what the host program does to managed and pinned
// memory.
#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "checker/race_check.h"
#include "checker/races/work_races.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class WorkCheck : public probes::Listener {
 public:
  // `races` gathers the footprints of kernels.
  WorkCheck(Session& session, RaceCheck& races);

  probes::EventMask events() const override {
    return probes::Event::kKernel | probes::Event::kMemory | probes::Event::kTransfer |
           probes::Event::kWorkOrder |
           (session_.options.check_memory_in_use
                ? probes::Event::kHostAccess | probes::Event::kHostUse
                : 0);
  }
  void kernel_begin(const probes::Launch& launch) override;
  void kernel_end(const probes::Launch& launch, bool faulted) override;
  void memory(const probes::Memory& event) override;
  void transfer(const probes::Transfer& event) override;
  void work_order(const probes::WorkOrder& event) override;
  void host_access(const probes::HostAccess& event) override;
  bool is_over(std::uint64_t work) override;

 private:
  std::unique_ptr<races::DoneWork> done(const races::WorkPointRef& point, races::WorkKind kind,
                                        std::string_view name, std::span<void* const> trace) const;
  bool is_freed_out_of_order(std::uint64_t address, std::uint64_t work);
  // Null: the host does it, or it does not matter.
  races::WorkPointRef point_of(const probes::Memory& event) const;
  void note_freed(const probes::Memory& event, const races::WorkPointRef& point);
  // Whether works may be unordered with each other, or with the host.
  bool concerned() const { return order_.has_several() || shares_; }
  void note_shared(const probes::Memory& event);
  void note_before(const probes::WorkOrder& event);
  bool hold(const races::RaceReport& race);
  void release_held();
  void report(const races::WorkRace& race);
  void report_freed(const races::DoneWork& work, const races::WorkUse& use, std::uint64_t address,
                    const probes::Memory& freed);

  Session& session_;
  RaceCheck& race_check_;
  std::mutex mutex_;  // of all below
  races::WorkOrder order_;
  // By stream, its last work; by work, the one before in its stream that was under way by then.
  std::map<std::uint64_t, std::uint64_t> last_, before_;
  bool shares_ = false;  // there is memory of which the host's accesses are told
  races::WorkRaces races_;
  std::map<std::uint64_t, races::WorkPointRef> running_;  // launches, by id
  std::map<std::uint64_t, bool> judged_;                  // the last launches: have they ended
  std::vector<races::RaceReport> held_;
  struct Freed {
    std::uint64_t end;
    races::WorkPointRef by;
  };
  std::map<std::uint64_t, Freed> freed_;  // by streams; by the first byte
};

}  // namespace heddle::checker
