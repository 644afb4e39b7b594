// SPDX-License-Identifier: Apache-2.0
#include "checker/definedness/host_writes.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace heddle::checker {
namespace {

using probes::MemoryOrigin;

constexpr std::uint64_t kWord = 4;
// Not a number as a float, below zero as an integer: loops that count to it end at once.
constexpr std::uint32_t kPattern = 0xffd3a5c9;
// More would cost time and pages that the program may never touch.
constexpr std::uint64_t kMostFilled = std::uint64_t{256} << 20;
// Looked through at once, since the host mostly writes rows.
constexpr std::uint64_t kNear = 1024;

// Not what other processes share, nor variables, which have values.
bool is_new(std::string_view call) {
  return call.starts_with("cudaMalloc") || call.starts_with("cudaHostAlloc") ||
         call.starts_with("cuMemAlloc") || call.starts_with("cuMemHostAlloc");
}

}  // namespace

bool is_shared_with_host(MemoryOrigin origin) {
  return origin == MemoryOrigin::kHost || origin == MemoryOrigin::kRegistered ||
         origin == MemoryOrigin::kManaged;
}

bool fill_for_host(const probes::Memory& event) {
  const bool of_host =
      event.origin == MemoryOrigin::kManaged || event.origin == MemoryOrigin::kHost;
  if (!of_host || !is_new(event.name) || event.bytes > kMostFilled) return false;
  auto* memory = reinterpret_cast<std::byte*>(event.address);
  for (std::uint64_t done = 0; done < event.bytes; done += kWord) {
    std::memcpy(memory + done, &kPattern, std::min(kWord, event.bytes - done));
  }
  return true;
}

void settle_host_writes(UndefinedBytes& undefined, const MemoryRange& range, std::uint64_t address,
                        std::uint64_t bytes) {
  const auto begin = std::max<std::uint64_t>(range.begin, address / kNear * kNear);
  const auto end =
      std::min<std::uint64_t>(range.end, (address + bytes + kNear - 1) / kNear * kNear);
  for (auto word = begin; word < end; word += kWord) {
    const auto count = static_cast<unsigned>(std::min(kWord, end - word));
    if (undefined.at(word, count) == 0) continue;
    if (std::memcmp(reinterpret_cast<const void*>(word), &kPattern, count) != 0) {
      undefined.set(word, count, false);
    }
  }
}

}  // namespace heddle::checker
