// SPDX-License-Identifier: Apache-2.0
// A grid whose code launches others: its streams, its events, and what it still waits for. It has
// ended when its blocks have, all that it has launched, and then one after the other what it has
// given its tail stream.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <unordered_map>

#include "engine/launch/child_task.h"

namespace heddle::engine {

class Descendants;

class ChildGrid final : public ChildLaunches, public std::enable_shared_from_this<ChildGrid> {
 public:
  // `task`: its own.
  ChildGrid(Descendants& all, ChildRef task);

  std::uint64_t id() const override { return id_; }
  Error launch(BlockChildren& block, const ChildLaunch& launch) override;
  std::uint64_t create_stream(std::uint32_t flags) override;
  std::uint64_t create_event(std::uint32_t flags) override;
  Error destroy_stream(std::uint64_t stream) override;
  Error destroy_event(std::uint64_t event) override;
  Error record(BlockChildren& block, std::uint64_t event, std::uint64_t stream) override;
  Error wait(BlockChildren& block, std::uint64_t stream, std::uint64_t event,
             const GivingThread& by) override;
  Error ask(DeviceCall call, const std::uint64_t* words, std::int32_t* value) override;
  bool crowded() const override;

  const ChildRef& task() const { return task_; }

  // Of Descendants, under its lock.
  unsigned open = 1;          // its blocks, and what it has launched, but for the tail
  std::deque<ChildRef> tail;  // not begun
  void forget() {             // it has ended
    task_ = nullptr;
    streams_.clear();
    events_.clear();
  }

 private:
  // The last work of a stream, where the next one is to be noted; null: there is no such stream.
  std::shared_ptr<GivenWork>* last_of(BlockChildren& block, std::uint64_t stream);
  ChildRef task_of(Function& function, const ChildLaunch& launch, std::uint64_t bytes);

  Descendants& all_;
  const std::uint64_t id_;
  ChildRef task_;
  std::atomic<bool> told_of_own_memory_{false};
  std::unordered_map<std::uint64_t, std::shared_ptr<GivenWork>> streams_, events_;
};

}  // namespace heddle::engine
