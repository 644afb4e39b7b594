// SPDX-License-Identifier: Apache-2.0
#include "checker/definedness/undefined_reads.h"

#include <bit>

namespace heddle::checker {

void UndefinedReads::note(const probes::UndefinedLoad& event, std::uint32_t lanes,
                          std::span<const std::uint32_t, abi::kWarpSize> undefined) {
  Part& part = parts_[event.block.worker % kParts];
  const std::lock_guard lock(part.mutex);
  auto& addresses = part.reads[{event.block.worker, event.warp, &event.site}];
  part.any.store(true, std::memory_order_relaxed);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    addresses[lane] =
        event.addresses[lane] + static_cast<unsigned>(std::countr_zero(undefined[lane]));
  }
}

std::optional<std::uint64_t> UndefinedReads::find(const probes::At& at, const probes::Site& load,
                                                  unsigned lane) const {
  const Part& part = parts_[at.block.worker % kParts];
  const std::lock_guard lock(part.mutex);
  const auto known = part.reads.find({at.block.worker, at.warp, &load});
  if (known == part.reads.end() || known->second[lane] == 0) return std::nullopt;
  return known->second[lane];
}

void UndefinedReads::forget(const probes::Block& block) {
  Part& part = parts_[block.worker % kParts];
  // What the block's own thread has noted it sees here.
  if (!part.any.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(part.mutex);
  std::erase_if(part.reads,
                [&](const auto& read) { return std::get<0>(read.first) == block.worker; });
  part.any.store(!part.reads.empty(), std::memory_order_relaxed);
}

}  // namespace heddle::checker
