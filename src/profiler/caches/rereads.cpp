// SPDX-License-Identifier: Apache-2.0
#include "profiler/caches/rereads.h"

namespace heddle::profiler {

void Rereads::add(std::uint64_t line, std::uint64_t sectors) {
  if (sectors == 0 || read_.insert(line).second) return;
  rereads_[line / kPieceLines] += sectors;
}

Rereads::Window Rereads::best(std::uint64_t most_bytes) const {
  const auto most = most_bytes / (kPieceLines * 128);
  Window found;
  std::uint64_t sum = 0;
  auto first = rereads_.begin();
  for (const auto& [piece, rereads] : rereads_) {
    sum += rereads;
    for (; first->first + most <= piece && first->first != piece; ++first) sum -= first->second;
    if (most == 0 || sum <= found.rereads) continue;
    found = {sum, (piece + 1 - first->first) * kPieceLines * 128};
  }
  return found;
}

}  // namespace heddle::profiler
