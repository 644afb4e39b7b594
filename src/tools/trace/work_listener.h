// SPDX-License-Identifier: Apache-2.0
// The listener that writes down what streams do and when.
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "probes/listener.h"
#include "tools/trace/event_lines.h"

namespace heddle::tools {

class WorkListener : public probes::Listener {
 public:
  explicit WorkListener(EventLines& lines) : lines_(lines) {}

  // None of these needs code in kernels: they run as in a plain run.
  probes::EventMask events() const override {
    using probes::Event;
    return Event::kKernel | Event::kTransfer | Event::kWorkOrder | Event::kWorkTime;
  }
  void kernel_begin(const probes::Launch& launch) override;
  void kernel_end(const probes::Launch& launch, bool faulted) override;
  void transfer(const probes::Transfer& event) override;
  void work_order(const probes::WorkOrder& event) override;
  void work_time(const probes::WorkTime& event) override;

 private:
  // Work under way.
  struct Running {
    std::int64_t begin = 0;
    std::string copy;  // members of JSON, of a copy or set
  };

  EventLines& lines_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::int64_t> kernels_;  // by Launch::id
  std::unordered_map<std::string, std::string> names_;       // mangled: as strings of JSON
  std::unordered_map<std::uint64_t, Running> works_;         // by number
  std::unordered_set<std::uint64_t> graphs_;                 // numbers of graph launches
};

}  // namespace heddle::tools
