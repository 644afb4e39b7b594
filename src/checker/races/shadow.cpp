// SPDX-License-Identifier: Apache-2.0
#include "checker/races/shadow.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace heddle::checker::races {

Shadow::Shadow() = default;
Shadow::~Shadow() = default;

template <class Child>
Child* Shadow::child(std::atomic<Child*>& place) {
  Child* found = place.load(std::memory_order_acquire);
  if (found) return found;
  auto made = std::make_unique<Child>();
  if (!place.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) return found;
  bytes_.fetch_add(sizeof(Child), std::memory_order_relaxed);
  return made.release();
}

Shadow::Page& Shadow::page(std::uint64_t address) {
  auto* middle = child(root_.children[address >> 36 & 4095]);
  auto* pages = child(middle->children[address >> 24 & 4095]);
  return *child(pages->children[address >> kPageShift & 4095]);
}

Line& Shadow::line(std::uint64_t address) {
  auto* lines = child(page(address).lines);
  return (*lines)[address / kLineBytes % lines->size()];
}

Stretch& Shadow::stretch(std::uint64_t address) {
  auto& stretches = page(address).stretches;
  return stretches[address / kStretchBytes % stretches.size()];
}

void Shadow::forget(std::uint64_t address, std::uint64_t bytes) {
  const auto end = address + bytes;
  const auto skip = [&](unsigned shift) { address = ((address >> shift) + 1) << shift; };
  while (address < end) {
    const auto* middle = root_.children[address >> 36 & 4095].load(std::memory_order_acquire);
    if (!middle) {
      skip(36);
      continue;
    }
    const auto* pages = middle->children[address >> 24 & 4095].load(std::memory_order_acquire);
    if (!pages) {
      skip(24);
      continue;
    }
    auto* page = pages->children[address >> kPageShift & 4095].load(std::memory_order_acquire);
    if (!page) {
      skip(kPageShift);
      continue;
    }
    page->stretches[address / kStretchBytes % page->stretches.size()].clear();
    if (auto* lines = page->lines.load(std::memory_order_acquire)) {
      auto& line = (*lines)[address / kLineBytes % lines->size()];
      line.lock();
      line.clear();
      line.unlock();
    }
    skip(6);
  }
}

}  // namespace heddle::checker::races
