// SPDX-License-Identifier: Apache-2.0
#include "profiler/caches/line_log.h"

#include <algorithm>
#include <bit>

namespace heddle::profiler {
namespace {

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
  Lines(const AllocationTable& allocations, AllocationTable::Row& last, unsigned shift)
      : allocations_(allocations), allocation_(last), shift_(shift) {}
  // All bytes from `first` on.
  void add(std::uint64_t first, std::uint64_t bytes) {
    const auto in_sector = first % LineLog::kSectorBytes;
    if (in_sector + bytes <= LineLog::kSectorBytes) {  // most lanes
      const auto line = first / LineLog::kLineBytes;
      if (line != last_) find(line);
      if (!kept_) return;
      const auto sector = first / LineLog::kSectorBytes % 4;
      lines_[place_].bytes[sector] |=
          static_cast<std::uint32_t>(((std::uint64_t{1} << bytes) - 1) << in_sector);
      return;
    }
    const auto last = first + bytes - 1;
    for (auto line = first / LineLog::kLineBytes; line <= last / LineLog::kLineBytes; ++line) {
      const auto begin = line * LineLog::kLineBytes, end = begin + LineLog::kLineBytes - 1;
      mark(line, std::max(first, begin) - begin, std::min(last, end) - begin);
    }
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (unsigned k = 0; k < count_; ++k) visit(lines_[k]);
  }

  struct Line {
    std::uint64_t line;
    std::uint32_t name;
    bool near;                           // another one lies beside it
    std::array<std::uint32_t, 4> bytes;  // of each sector, those that are touched

    std::uint32_t sectors() const {
      std::uint32_t all = 0;
      for (unsigned k = 0; k < bytes.size(); ++k) all |= std::uint32_t{bytes[k] != 0} << k;
      return all;
    }
    std::array<std::uint8_t, 4> written() const {
      std::array<std::uint8_t, 4> all;
      for (unsigned k = 0; k < bytes.size(); ++k) {
        all[k] = static_cast<std::uint8_t>(std::popcount(bytes[k]));
      }
      return all;
    }
  };
  bool is_apart(const Line& own) const { return found_ > 1 && !own.near; }

 private:
  void mark(std::uint64_t line, std::uint64_t from, std::uint64_t to) {
    // Neighbours come one after the other.
    if (line != last_) find(line);
    if (!kept_) return;
    for (auto sector = from / LineLog::kSectorBytes; sector <= to / LineLog::kSectorBytes;
         ++sector) {
      const auto begin = sector * LineLog::kSectorBytes;
      const auto first = std::max(from, begin) - begin;
      const auto last = std::min(to - begin, LineLog::kSectorBytes - 1);
      lines_[place_].bytes[sector] |=
          static_cast<std::uint32_t>((std::uint64_t{2} << last) - (std::uint64_t{1} << first));
    }
  }
  void find(std::uint64_t line) {
    const bool near = line == last_ + 1 || line + 1 == last_;
    if (near && kept_) lines_[place_].near = true;
    last_ = line;
    ++found_;
    const auto name = allocations_.name_of(line, LineLog::kLineBytes, allocation_);
    kept_ = is_kept(name, shift_);
    if (!kept_) return;
    for (place_ = count_; place_-- > 0;) {
      if (lines_[place_].line != line) continue;
      lines_[place_].near |= near;
      return;
    }
    place_ = count_;
    kept_ = count_ != lines_.size();
    if (kept_) lines_[count_++] = {line, name, near, {}};
  }

  const AllocationTable& allocations_;
  AllocationTable::Row& allocation_;
  // 32 lanes of at most 16 bytes, or a few of more: each in at most two lines.
  std::array<Line, 64> lines_;
  unsigned count_ = 0, place_ = 0;
  unsigned found_ = 0;  // changes from line to line
  std::uint64_t last_ = ~std::uint64_t{0};
  bool kept_ = false;
  const unsigned shift_;
};

// The accesses of a warp at addresses that are anywhere.
struct Anywhere {
  const probes::At& at;
  std::span<const std::uint64_t> addresses;

  void add_to(Lines& lines) const {
    for_each([&](std::uint64_t address) { lines.add(address, at.site.bytes); });
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (auto rest = at.active; rest != 0; rest &= rest - 1) {
      visit(addresses[static_cast<unsigned>(std::countr_zero(rest))]);
    }
  }
};

// In rows: of lanes that leave no sector out, only the ends matter; of stores, of those that leave
// no byte out.
struct InRows {
  const probes::At& at;
  const probes::Rows& rows;

  // All bytes from `first` on, where the lanes touch that.
  struct Run {
    std::uint64_t first, bytes;  // 0 bytes: they do not
  };
  Run one_run() const {
    const auto low = static_cast<unsigned>(std::countr_zero(at.active));
    const auto high = 31 - static_cast<unsigned>(std::countl_zero(at.active));
    const auto first = rows.at(low);
    const auto width = std::int64_t{1} << rows.width_log2;
    const bool one_row =
        low >> rows.width_log2 == high >> rows.width_log2 || rows.pitch == rows.stride * width;
    const bool one_place = low == high || (one_row && rows.stride == 0);
    if (one_place) return {first, at.site.bytes};
    const auto from_low = std::uint64_t{at.active} >> low;
    const bool no_gaps = (from_low & (from_low + 1)) == 0;
    if (!one_row || !no_gaps || rows.stride <= 0 || rows.stride > farthest()) return {0, 0};
    return {first, rows.at(high) - first + at.site.bytes};
  }

  void add_to(Lines& lines) const {
    const auto width = 1u << rows.width_log2;
    const auto bytes = at.site.bytes;
    for (unsigned begin = 0; begin < abi::kWarpSize; begin += width) {
      const auto active =
          at.active >> begin & static_cast<std::uint32_t>((2ull << (width - 1)) - 1);
      if (active == 0) continue;
      const auto low = static_cast<unsigned>(std::countr_zero(active));
      const auto high = 31 - static_cast<unsigned>(std::countl_zero(active));
      const bool no_gaps = static_cast<unsigned>(std::popcount(active)) == high - low + 1;
      const auto first = rows.at(begin + low);
      if (rows.stride == 0) {
        lines.add(first, bytes);
      } else if (no_gaps && rows.stride > 0 && rows.stride <= farthest()) {
        lines.add(first, rows.at(begin + high) - first + bytes);
      } else {
        for (auto rest = active; rest != 0; rest &= rest - 1) {
          lines.add(rows.at(begin + static_cast<unsigned>(std::countr_zero(rest))), bytes);
        }
      }
    }
  }
  // From one lane to the next, where they leave nothing out.
  std::int64_t farthest() const {
    return static_cast<std::int64_t>(
        use_of(at.site) == LineUse::kStore ? std::uint64_t{at.site.bytes} : LineLog::kSectorBytes);
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (auto rest = at.active; rest != 0; rest &= rest - 1) {
      visit(rows.at(static_cast<unsigned>(std::countr_zero(rest))));
    }
  }
};

}  // namespace

std::vector<LineTouch> LineLog::Spare::take() {
  const std::lock_guard lock(mutex_);
  if (all_.empty()) return {};
  auto one = std::move(all_.back());
  all_.pop_back();
  return one;
}

void LineLog::Spare::give(std::vector<LineTouch> touches) {
  // As many as one log may have, of as many workers as there may be at work.
  constexpr std::size_t kMostOfOne = kMost / 2, kMostSpare = 64;
  if (touches.capacity() == 0 || touches.capacity() > kMostOfOne) return;
  touches.clear();
  const std::lock_guard lock(mutex_);
  if (all_.size() < kMostSpare) all_.push_back(std::move(touches));
}

LineLog::~LineLog() {
  for (auto& worker : owned_) {
    if (worker) spare_->give(std::move(worker->touches));
  }
}

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
    own->touches = spare_->take();
    place.store(own, std::memory_order_release);
  }
  own->end_block();
  const auto* grid = block.launch.grid;
  own->block = block.index[0] + grid[0] * (block.index[1] + grid[1] * block.index[2]);
}

void LineLog::end(const probes::Block& block, std::uint64_t cycles) {
  auto& own = worker(block);
  if (cycles != 0) own.block_cycles.emplace_back(own.block, cycles);
}

void LineLog::limit(Worker& worker) {
  if (worker.touches.size() >= most_of_worker_ ||
      worker.shift != shift_.load(std::memory_order_relaxed)) [[unlikely]]
    keep_fewer(worker);
}

void LineLog::keep_fewer(Worker& worker) {
  if (worker.touches.size() >= most_of_worker_ && worker.shift == shift_.load()) {
    auto shift = worker.shift;
    shift_.compare_exchange_strong(shift, shift + 1);
  }
  worker.shift = shift_.load();
  std::erase_if(worker.touches,
                [&](const LineTouch& touch) { return !is_kept(touch.name, worker.shift); });
}

std::uint32_t LineLog::number_of(Worker& worker, const probes::Site& site) {
  auto& place =
      worker.sites[reinterpret_cast<std::uintptr_t>(&site) / sizeof site % worker.sites.size()];
  if (place.first != &site) {
    const std::lock_guard lock(mutex_);
    const auto next = std::min(numbers_.size(), kMostSites - 1);
    place = {&site, numbers_.try_emplace(&site, next).first->second};
  }
  return place.second;
}

void LineLog::note_run(Worker& worker, const probes::At& at, std::uint64_t first,
                       std::uint64_t bytes) {
  const auto step = worker.steps[at.warp % worker.steps.size()]++;
  const auto site = number_of(worker, at.site);
  const auto use = use_of(at.site);
  const auto last = first + bytes - 1;
  auto& allocation = worker.allocation_of(site);
  for (auto line = first / kLineBytes; line <= last / kLineBytes; ++line) {
    const auto name = allocations_->name_of(line, kLineBytes, allocation);
    if (!is_kept(name, worker.shift)) continue;
    const auto begin = line * kLineBytes;
    const auto from = std::max(first, begin) - begin;
    const auto to = std::min(last - begin, kLineBytes - 1);
    const auto low = static_cast<unsigned>(from / kSectorBytes);
    const auto high = static_cast<unsigned>(to / kSectorBytes);
    std::uint32_t written = 0;
    for (auto k = low; use == LineUse::kStore && k <= high; ++k) {
      const auto sector = k * kSectorBytes;
      const auto own = std::min(to, sector + kSectorBytes - 1) - std::max(from, sector) + 1;
      written |= static_cast<std::uint32_t>(own) << 8 * k;
    }
    // Written in place: a copy of what was just stored in parts waits for the stores.
    worker.touches.emplace_back() = {
        .line = line,
        .use = static_cast<unsigned>(use),
        .sectors = (2u << high) - (1u << low),
        .warp = at.warp,
        .site = site,
        .block = worker.block,
        .step = step,
        .name = name,
        .written = std::bit_cast<std::array<std::uint8_t, 4>>(written)};
  }
  limit(worker);
}

template <class Addresses>
void LineLog::note(Worker& worker, const probes::At& at, const Addresses& addresses) {
  const auto step = worker.steps[at.warp % worker.steps.size()]++;
  const auto use = use_of(at.site);
  const auto site = number_of(worker, at.site);
  auto& allocation = worker.allocation_of(site);
  Lines lines(*allocations_, allocation, worker.shift);
  addresses.add_to(lines);
  if (at.site.event == probes::Event::kAtomic &&
      at.site.atomic() == probes::AtomicOp::kCompareAndSwap) {
    addresses.for_each([&](std::uint64_t address) {
      const auto name = allocations_->name_of(address / kLineBytes, kLineBytes, allocation);
      worker.swaps.add(static_cast<std::uint32_t>(scrambled(name ^ address % kLineBytes << 32)), 1);
    });
  }
  if (use == LineUse::kAtomic || use == LineUse::kReduction) {
    Lines all(*allocations_, allocation, 0);
    addresses.add_to(all);
    all.for_each([&](const Lines::Line& own) {
      worker.atomics.add(own.name, static_cast<std::uint64_t>(std::popcount(own.sectors())));
    });
  }
  lines.for_each([&](const Lines::Line& own) {
    LineTouch touch{
        own.line, static_cast<unsigned>(use), own.sectors(), at.warp, site, worker.block, step};
    touch.apart = lines.is_apart(own);
    touch.name = own.name;
    if (use == LineUse::kStore) touch.written = own.written();
    worker.touches.push_back(touch);
  });
  limit(worker);
}

void LineLog::add(const probes::At& at, std::span<const std::uint64_t> addresses) {
  note(worker(at.block), at, Anywhere{at, addresses});
}

void LineLog::add(const probes::At& at, const probes::Rows& rows) {
  const InRows in_rows{at, rows};
  const auto use = use_of(at.site);
  const auto run =
      use == LineUse::kLoad || use == LineUse::kStore ? in_rows.one_run() : InRows::Run{0, 0};
  if (run.bytes != 0) {
    note_run(worker(at.block), at, run.first, run.bytes);
  } else {
    note(worker(at.block), at, in_rows);
  }
}

LineLog::Told LineLog::take(std::uint64_t blocks) {
  Told told;
  told.shift = shift_.load();
  told.steps.resize(blocks);
  told.cycles.resize(blocks);
  told.sites.resize(std::min(numbers_.size(), kMostSites - 1));
  for (const auto& [site, number] : numbers_) {
    if (number < told.sites.size()) told.sites[number] = site;
  }
  for (auto& worker : owned_) {
    worker->end_block();
    told.atomics.add(worker->atomics);
    told.swaps.add(worker->swaps);
    for (const auto& [block, steps] : worker->block_steps) told.steps[block] = steps;
    for (const auto& [block, cycles] : worker->block_cycles) told.cycles[block] = cycles;
    for (const auto& touch : worker->touches) {
      if (is_kept(touch.name, told.shift)) told.touches.push_back(touch);
    }
    spare_->give(std::move(worker->touches));
    worker.reset();
  }
  return told;
}

void LineLog::Told::keep(unsigned most_shift) {
  if (most_shift <= shift) return;
  shift = most_shift;
  std::erase_if(touches, [&](const LineTouch& touch) { return !is_kept(touch.name, shift); });
}

}  // namespace heddle::profiler
