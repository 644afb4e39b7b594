// SPDX-License-Identifier: Apache-2.0
// racecheck: the race detector as a check of the session.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "checker/only_read.h"
#include "checker/races/detector.h"
#include "checker/races/footprints.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class RaceCheck : public probes::Listener {
 public:
  explicit RaceCheck(Session& session);

  probes::EventMask events() const override {
    // Waits: see LaunchState::lanes_wait.
    const auto all = races::RaceDetector::kEvents | probes::Event::kMbarrier | probes::Event::kWait;
    return session_.options.shortcuts ? all | probes::Event::kInStep : all;
  }
  void kernel_begin(const probes::Launch& launch) override;
  void kernel_end(const probes::Launch& launch, bool faulted) override;
  void block_begin(const probes::Block& block) override;
  void block_end(const probes::Block& block) override { detector_.block_end(block); }
  probes::Pass passes(const probes::RowAccess& event) override;
  probes::Pass untold(const probes::Access& event) override;
  void access(const probes::Access& event) override;
  void atomic(const probes::Access& event) override { access(event); }
  void barrier(const probes::Barrier& event) override { detector_.barrier(event); }
  void opened(const probes::Opened& event) override { detector_.opened(event); }
  void in_step(const probes::InStep& event) override { detector_.in_step(event); }
  void warp_operation(const probes::WarpOperation& event) override {
    detector_.warp_operation(event);
  }
  void fence(const probes::Fence& event) override { detector_.fence(event); }
  void exit(const probes::Exit& event) override { detector_.exit(event); }
  void memory(const probes::Memory& event) override { detector_.memory(event); }
  void device_launch(const probes::DeviceLaunch& event) override { detector_.device_launch(event); }
  void operation(const probes::Operation& event) override;  // kMbarrier

  // What the kernels touch, for who compares launches with each other.
  races::Footprints& footprints() { return footprints_; }
  // Is asked before a race between two launches is reported. True: it is not, or later.
  using Hold = std::function<bool(const races::RaceReport&)>;
  void hold_back(Hold hold) { hold_ = std::move(hold); }
  // Reports a race that was held back.
  void release(const races::RaceReport& race) { report_found(race); }

  // See races/remote_use.h.
  void report(const races::UseAtEnd& use);

  // The work of the launch before this one, which it may begin before the end of; 0: there is none.
  using LaunchBefore = std::function<std::uint64_t(const probes::Launch&)>;
  void ask_launch_before(LaunchBefore before) { launch_before_ = std::move(before); }
  // Lanes wait for that launch.
  void wait_for_launch_before(const probes::At& event) { detector_.wait_for_launch_before(event); }

  // An asynchronous copy to shared memory, asked for at `copy`, has come by now: a store of the
  // lane that has waited for it.
  void completed(const probes::At& at, unsigned lane, const probes::Site& copy, std::uint64_t to,
                 std::uint32_t bytes);
  // A bulk copy (AsyncOp::kBulk): a load and a store of the lane that asks for it.
  void bulk_copy(const probes::Operation& event);

 private:
  struct Shape {
    std::uint32_t block[3];
  };
  void report(const races::RaceReport& race);
  void report(const probes::Operation& event, const races::MbarrierPhases::Late& late);
  void report_found(const races::RaceReport& race);
  bool only_reads(const probes::Access& event) const;
  void note_freed(const probes::Access& event);
  void report_copy(const races::RaceSide& use, const races::RaceSide& copy, std::uint64_t offset,
                   std::uint64_t places);
  // What is no access in the code, as the detector is told of it. Lives as long as this.
  using SiteMaker = probes::Site (*)(const probes::Site&);
  const probes::Site& site_as(const probes::Site& site, SiteMaker make);
  // `shared`, `remote`: as of probes::Access.
  void tell(const probes::At& at, probes::LaneAddresses addresses, std::uint32_t shared,
            std::uint32_t remote);
  Side side(const races::RaceSide& side) const;

  Session& session_;
  mutable std::mutex mutex_;
  std::map<std::uint64_t, Shape> shapes_;       // of the last launches, by id
  std::unordered_set<std::uint64_t> left_out_;  // launches that are not checked
  std::map<std::pair<const probes::Site*, SiteMaker>, std::unique_ptr<probes::Site>> made_sites_;
  Hold hold_;
  LaunchBefore launch_before_;
  races::Footprints footprints_;
  OnlyRead only_read_;
  races::RaceDetector detector_;
};

}  // namespace heddle::checker
