// SPDX-License-Identifier: Apache-2.0
#include "profiler/transfer_collector.h"

namespace heddle::profiler {

void TransferCollector::transfer(const probes::Transfer& event) {
  if (event.refused || event.kind == probes::TransferKind::kRead) return;
  const std::lock_guard lock(mutex_);
  auto it = by_call_.find(event.name);
  if (it == by_call_.end()) {
    const std::string name(event.name);
    it = by_call_.emplace(name, Transfers{name}).first;
  }
  if (!event.further) ++it->second.count;
  it->second.bytes += event.width * event.height * event.depth;
}

std::vector<Transfers> TransferCollector::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Transfers> result;
  for (const auto& [name, transfers] : by_call_) result.push_back(transfers);
  return result;
}

}  // namespace heddle::profiler
