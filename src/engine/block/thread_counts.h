// SPDX-License-Identifier: Apache-2.0
// What the threads of a block counted that ran one by one (KernelMode::kFiberThread), put together
// again as warps: the n-th time that threads of a warp come to a place is taken to be one
// instruction of the warp, as if they met again behind each branch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "image/kernel_abi.h"
#include "probes/counted.h"

namespace heddle::engine {

class BlockRunner;

// The times that the lanes of one warp came to one place. Of many, each second, fourth ... is kept.
template <class One>
class LaneTimes {
 public:
  struct Time {
    std::uint32_t lanes = 0;
    One one{};
  };

  // Null: this time is not kept.
  Time* next(std::uint32_t lane) {
    const auto number = numbers_[lane]++;
    if (number & ((std::uint64_t{1} << shift_) - 1)) return nullptr;
    auto at = number >> shift_;
    while (at >= kMost) {
      halve();
      if (number & ((std::uint64_t{1} << shift_) - 1)) return nullptr;
      at = number >> shift_;
    }
    if (at >= times_.size()) times_.resize(at + 1);
    times_[at].lanes |= 1u << lane;
    return &times_[at];
  }

  // With how often it stands for.
  template <class Call>
  void for_each(Call call) const {
    std::uint64_t all = 0;
    for (const auto number : numbers_) all = std::max(all, number);
    const auto step = std::uint64_t{1} << shift_;
    for (std::size_t k = 0; k < times_.size(); ++k) {
      call(times_[k], std::min(step, all - (std::uint64_t{k} << shift_)));
    }
  }

 private:
  static constexpr std::size_t kMost = 512;

  void halve() {
    for (std::size_t k = 0; 2 * k < times_.size(); ++k) times_[k] = times_[2 * k];
    times_.resize((times_.size() + 1) / 2);
    ++shift_;
  }

  std::array<std::uint64_t, abi::kWarpSize> numbers_{};
  std::vector<Time> times_;
  unsigned shift_ = 0;
};

class ThreadCounts {
 public:
  // A thread runs the block of code of these words, takes a branch or not, makes an access.
  void block(std::uint32_t warp, std::uint32_t lane, std::uint32_t word) {
    ++blocks_[key(warp, word)][lane];
  }
  void branch(std::uint32_t warp, std::uint32_t lane, std::uint32_t word, bool taken) {
    if (auto* time = branches_[key(warp, word)].next(lane)) {
      time->one |= std::uint32_t{taken} << lane;
    }
  }
  void access(std::uint32_t warp, std::uint32_t lane, const probes::Counted& counted,
              std::uint64_t address) {
    auto& all = accesses_[key(warp, counted.word)];
    all.counted = &counted;
    if (auto* time = all.times.next(lane)) time->one[lane] = address;
  }

  // The block has ended: what its warps did goes to the worker's words and to who listens.
  void end_block(BlockRunner& runner);
  void clear();

 private:
  struct Accesses {
    const probes::Counted* counted = nullptr;
    LaneTimes<std::array<std::uint64_t, abi::kWarpSize>> times;
  };
  static std::uint64_t key(std::uint32_t warp, std::uint32_t word) {
    return std::uint64_t{warp} << 32 | word;
  }

  std::unordered_map<std::uint64_t, std::array<std::uint64_t, abi::kWarpSize>> blocks_;
  std::unordered_map<std::uint64_t, LaneTimes<std::uint32_t>> branches_;  // which took it
  std::unordered_map<std::uint64_t, Accesses> accesses_;
};

}  // namespace heddle::engine
