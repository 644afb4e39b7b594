// SPDX-License-Identifier: Apache-2.0
#include "checker/definedness/copies_in_registers.h"

namespace heddle::checker {

void CopiesInRegisters::loaded(const probes::Access& event, const Lanes& undefined, bool any) {
  if (!any && kept_.load(std::memory_order_relaxed) == 0) return;
  Part& part = parts_[event.block.worker % kParts];
  const std::lock_guard lock(part.mutex);
  const auto known = part.lanes.find(key(event));
  if (!any && known == part.lanes.end()) return;
  Lanes& lanes = known != part.lanes.end() ? known->second : part.lanes[key(event)];
  if (known == part.lanes.end()) kept_.fetch_add(1, std::memory_order_relaxed);
  bool left = false;
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    if (event.active >> lane & 1) lanes[lane] = undefined[lane];
    left |= lanes[lane] != 0;
  }
  if (left) return;
  part.lanes.erase(key(event));
  kept_.fetch_sub(1, std::memory_order_relaxed);
}

bool CopiesInRegisters::find(const probes::Access& event, Lanes& undefined) const {
  if (kept_.load(std::memory_order_relaxed) == 0) return false;
  const Part& part = parts_[event.block.worker % kParts];
  const std::lock_guard lock(part.mutex);
  const auto known = part.lanes.find(key(event));
  if (known == part.lanes.end()) return false;
  undefined = known->second;
  return true;
}

void CopiesInRegisters::forget(const probes::Block& block) {
  if (kept_.load(std::memory_order_relaxed) == 0) return;
  Part& part = parts_[block.worker % kParts];
  const std::lock_guard lock(part.mutex);
  const auto gone =
      std::erase_if(part.lanes, [&](const auto& row) { return row.first >> 40 == block.worker; });
  kept_.fetch_sub(gone, std::memory_order_relaxed);
}

}  // namespace heddle::checker
