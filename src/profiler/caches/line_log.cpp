// SPDX-License-Identifier: Apache-2.0
#include "profiler/caches/line_log.h"

#include <algorithm>
#include <bit>

namespace heddle::profiler {
namespace {

bool is_kept(std::uint64_t line, unsigned shift) {
  return (scrambled(line) & ((std::uint64_t{1} << shift) - 1)) == 0;
}

LineUse use_of(const probes::Site& site) {
  switch (site.access) {
    case gpu::AccessKind::kStore:
      return LineUse::kStore;
    case gpu::AccessKind::kAtomic:
      return LineUse::kAtomic;
    case gpu::AccessKind::kReduction:
      return LineUse::kReduction;
    default:
      return LineUse::kLoad;
  }
}

// The different lines of one instruction that are noted, as they come.
class Lines {
 public:
  explicit Lines(unsigned shift) : shift_(shift) {}
  void add(std::uint64_t first, std::uint64_t bytes) {
    const auto last = (first + bytes - 1) / LineLog::kSectorBytes;
    for (auto sector = first / LineLog::kSectorBytes; sector <= last; ++sector) {
      mark(sector / kSectors, 1u << sector % kSectors);
    }
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (unsigned k = 0; k < count_; ++k) visit(lines_[k], sectors_[k]);
  }

 private:
  static constexpr unsigned kSectors = LineLog::kLineBytes / LineLog::kSectorBytes;

  void mark(std::uint64_t line, std::uint32_t sector) {
    if (!is_kept(line, shift_)) return;
    for (unsigned k = count_; k-- > 0;) {  // neighbours come one after the other
      if (lines_[k] != line) continue;
      sectors_[k] |= sector;
      return;
    }
    if (count_ == lines_.size()) return;
    lines_[count_] = line;
    sectors_[count_++] = sector;
  }

  // 32 lanes of at most 16 bytes, or a few of more: each in at most two lines.
  std::array<std::uint64_t, 64> lines_;
  std::array<std::uint32_t, 64> sectors_;
  unsigned count_ = 0;
  const unsigned shift_;
};

}  // namespace

void LineLog::Worker::end_block() {
  const auto most = *std::ranges::max_element(steps);
  if (most != 0) block_steps.emplace_back(block, most);
  steps = {};
}

void LineLog::begin(const probes::Block& block) {
  auto& place = workers_[block.worker % kMostWorkers];
  auto* own = place.load(std::memory_order_acquire);
  if (!own) {
    const std::lock_guard lock(mutex_);
    own = owned_.emplace_back(std::make_unique<Worker>()).get();
    place.store(own, std::memory_order_release);
  }
  own->end_block();
  const auto* grid = block.launch.grid;
  own->block = block.index[0] + grid[0] * (block.index[1] + grid[1] * block.index[2]);
}

void LineLog::keep_fewer(Worker& worker) {
  if (worker.touches.size() >= kMost / 4 && worker.shift == shift_.load()) {
    auto shift = worker.shift;
    shift_.compare_exchange_strong(shift, shift + 1);
  }
  worker.shift = shift_.load();
  std::erase_if(worker.touches,
                [&](const LineTouch& touch) { return !is_kept(touch.line, worker.shift); });
}

template <class Address>
void LineLog::note(Worker& worker, const probes::At& at, Address address) {
  const auto step = worker.steps[at.warp % worker.steps.size()]++;
  Lines lines(worker.shift);
  for (auto rest = at.active; rest != 0; rest &= rest - 1) {
    lines.add(address(static_cast<unsigned>(std::countr_zero(rest))), at.site.bytes);
  }
  const auto use = use_of(at.site);
  if (use == LineUse::kAtomic || use == LineUse::kReduction) {
    Lines all(0);
    for (auto rest = at.active; rest != 0; rest &= rest - 1) {
      all.add(address(static_cast<unsigned>(std::countr_zero(rest))), at.site.bytes);
    }
    all.for_each([&](std::uint64_t line, std::uint32_t sectors) {
      worker.atomics[scrambled(line) / 7 % kSlices] +=
          static_cast<std::uint64_t>(std::popcount(sectors));
    });
  }
  lines.for_each([&](std::uint64_t line, std::uint32_t sectors) {
    worker.touches.push_back({line, static_cast<unsigned>(use), sectors, worker.block, step});
  });
  if (worker.touches.size() >= kMost / 4 || worker.shift != shift_.load(std::memory_order_relaxed))
    keep_fewer(worker);
}

void LineLog::add(const probes::At& at, std::span<const std::uint64_t> addresses) {
  note(worker(at.block), at, [&](unsigned lane) { return addresses[lane]; });
}

void LineLog::add(const probes::At& at, const probes::Rows& rows) {
  note(worker(at.block), at, [&](unsigned lane) { return rows.at(lane); });
}

LineLog::Told LineLog::take(std::uint64_t blocks) {
  Told told;
  told.shift = shift_.load();
  told.steps.resize(blocks);
  for (auto& worker : owned_) {
    worker->end_block();
    for (std::size_t k = 0; k < kSlices; ++k) told.atomics[k] += worker->atomics[k];
    for (const auto& [block, steps] : worker->block_steps) told.steps[block] = steps;
    for (const auto& touch : worker->touches) {
      if (is_kept(touch.line, told.shift)) told.touches.push_back(touch);
    }
    worker.reset();
  }
  return told;
}

}  // namespace heddle::profiler
