// SPDX-License-Identifier: Apache-2.0
// The histories of all memory, made when they are touched. Lookups take no lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "checker/races/history.h"
#include "checker/races/stretch.h"

namespace heddle::checker::races {

class Shadow {
 public:
  Shadow();
  ~Shadow();

  Line& line(std::uint64_t address);        // of the 64 bytes around
  Stretch& stretch(std::uint64_t address);  // of the 128 bytes around
  // The range is new memory: nothing was done to it.
  void forget(std::uint64_t address, std::uint64_t bytes);
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }  // of pages

 private:
  static constexpr unsigned kPageShift = 12;
  using Lines = std::array<Line, (1u << kPageShift) / kLineBytes>;
  struct Page {
    std::array<Stretch, (1u << kPageShift) / kStretchBytes> stretches;
    std::atomic<Lines*> lines{nullptr};
    ~Page() { delete lines.load(); }
  };
  // Addresses have 48 bits here.
  template <class Child>
  struct Table {
    std::array<std::atomic<Child*>, 4096> children{};
    ~Table() {
      for (auto& child : children) delete child.load();
    }
  };
  using Pages = Table<Page>;
  using Middle = Table<Pages>;
  Page& page(std::uint64_t address);
  template <class Child>
  Child* child(std::atomic<Child*>& place);

  Table<Middle> root_;
  std::atomic<std::uint64_t> bytes_ = 0;
};

}  // namespace heddle::checker::races
