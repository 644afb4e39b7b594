// SPDX-License-Identifier: Apache-2.0
// The listener that adds up the bytes that the runtime copies and sets.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "probes/listener.h"
#include "profiler/profile.h"

namespace heddle::profiler {

class TransferCollector : public probes::Listener {
 public:
  // By now, in the order of the calls' names.
  std::vector<Transfers> all() const;

  probes::EventMask events() const override { return mask(probes::Event::kTransfer); }
  void transfer(const probes::Transfer& event) override;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Transfers, std::less<>> by_call_;
};

}  // namespace heddle::profiler
