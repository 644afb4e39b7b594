// SPDX-License-Identifier: Apache-2.0
#include "profiler/caches/replay.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <vector>

#include "profiler/caches/rereads.h"
#include "profiler/caches/sector_cache.h"
#include "profiler/caches/sm_loads.h"

namespace heddle::profiler {

using probes::AccessPolicyWindow;
using probes::AccessProperty;

namespace {

std::uint64_t count(std::uint32_t sectors) {
  return static_cast<std::uint64_t>(std::popcount(sectors));
}

// Of one line in 2^shift a cache of so many bytes holds so many.
std::uint64_t lines_of(double bytes, unsigned shift) {
  const auto lines = bytes / double(LineLog::kLineBytes) / double(std::uint64_t{1} << shift);
  return static_cast<std::uint64_t>(std::max(std::llround(lines), 1LL));
}

// L2: one part of it may be set aside for lines that are to persist (CUDA C++ Programming Guide,
// "L2 Set-Aside Cache for Persisting Accesses").
class Level2 {
 public:
  Level2(const gpu::Model& model, const AccessPolicyWindow& window, unsigned shift,
         const HostMemory& host, CacheCounts& counts)
      : window_(window),
        host_(host),
        counts_(counts),
        persisting_(persists() ? lines_of(set_aside(model), shift) : 0),
        normal_(lines_of(effective_bytes(model) - (persists() ? set_aside(model) : 0), shift)) {}

  // Of what an SM's own part does not hold, it keeps a copy.
  static double effective_bytes(const gpu::Model& model) {
    const auto parts = double(model.chip.l2_partitions.value_or(1));
    return double(model.chip.l2_bytes) / (1 + (parts - 1) / parts);
  }

  void fill(const HeldLines& held, unsigned shift) {
    for (auto line : held.lines) {
      if (!is_kept(line.name, shift)) continue;
      line.filled = 0;  // long ago
      write_back(normal_.insert(line));
    }
    counts_.dram_writes = 0;
  }
  // When all is done.
  std::vector<SectorCache::Line> take_lines() {
    auto all = normal_.lines();
    for (auto& line : all) fill_up(line);
    for (auto& line : persisting_.lines()) fill_up(line);
    return all;
  }

  // The host's memory is no one's copy for long: what leaves an SM goes over the link.
  Level load(const LineTouch& touch, std::uint32_t sectors, std::uint64_t now) {
    const std::uint64_t line = touch.line;
    if (is_host(line)) {
      counts_.link_reads += count(sectors);
      return Level::kLink;
    }
    auto& found = line_of(touch);
    ++counts_.l2_read_lines;
    if ((sectors & ~found.valid) != 0) {
      found.filled = now;
      counts_.dram_apart_lines += touch.apart;
    }
    counts_.l2_reads += count(sectors);
    counts_.l2_read_hits += count(sectors & found.valid);
    counts_.dram_reads += count(sectors & ~found.valid);
    rereads_.add(line, count(sectors & ~found.valid));
    found.valid |= sectors;
    return found.filled == now ? Level::kMemory : Level::kL2;
  }
  Rereads::Window rereads(const gpu::Model& model) const {
    return rereads_.best(static_cast<std::uint64_t>(set_aside(model)));
  }
  void store(const LineTouch& touch) {
    const auto sectors = static_cast<std::uint32_t>(touch.sectors);
    if (is_host(touch.line)) {
      counts_.link_writes += count(sectors);
      return;
    }
    auto& found = line_of(touch);
    counts_.l2_writes += count(sectors);
    found.dirty |= sectors;
    found.apart = touch.apart;
    for (unsigned k = 0; k < found.written.size(); ++k) {
      if ((sectors & ~found.valid & 1u << k) == 0) continue;
      const auto bytes = found.written[k] + touch.written[k];
      const bool all = bytes >= static_cast<int>(LineLog::kSectorBytes);
      found.valid |= std::uint32_t{all} << k;
      found.written[k] = all ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes);
    }
  }
  void atomic(const LineTouch& touch, bool reduction) {
    const auto sectors = static_cast<std::uint32_t>(touch.sectors);
    if (is_host(touch.line)) {
      counts_.link_reads += reduction ? 0 : count(sectors);
      counts_.link_writes += count(sectors);
      return;
    }
    auto& found = line_of(touch);
    (reduction ? counts_.l2_reductions : counts_.l2_atomics) += count(sectors);
    counts_.l2_atomic_hits += count(sectors & found.valid);
    counts_.dram_reads += count(sectors & ~found.valid);
    found.valid |= sectors;
    found.dirty |= sectors;
  }

 private:
  bool is_host(std::uint64_t line) const { return host_.holds(line * LineLog::kLineBytes); }
  bool persists() const {
    return window_.bytes != 0 && (window_.hit == AccessProperty::kPersisting ||
                                  window_.miss == AccessProperty::kPersisting);
  }
  static double set_aside(const gpu::Model& model) {
    return double(model.chip.l2_persisting_max_bytes.value_or(0));
  }
  AccessProperty property(std::uint64_t line) const {
    const auto base = reinterpret_cast<std::uintptr_t>(window_.base);
    const auto at = line * LineLog::kLineBytes;
    if (window_.bytes == 0 || at < base || at >= base + window_.bytes) {
      return AccessProperty::kNormal;
    }
    // Hardware chooses at random, but the same lines each time.
    constexpr std::uint64_t kParts = 1u << 20;
    const auto part = scrambled(~line) % kParts;
    return double(part) < double(window_.hit_ratio) * double(kParts) ? window_.hit : window_.miss;
  }

  SectorCache::Line& line_of(const LineTouch& touch) {
    const std::uint64_t line = touch.line;
    const auto property = this->property(line);
    auto& cache =
        property == AccessProperty::kPersisting && !persisting_.empty() ? persisting_ : normal_;
    if (auto* found = cache.find(line)) return *found;
    // Lines that stream are the first that go: they take the place of each other.
    if (property == AccessProperty::kStreaming) {
      if (streaming_ != kNoLine) write_back(normal_.take(streaming_));
      streaming_ = line;
    }
    write_back(cache.insert({.line = line, .name = touch.name}));
    return *cache.find(line);
  }
  void write_back(SectorCache::Line gone) {
    fill_up(gone);
    counts_.dram_writes += count(gone.dirty);
  }
  // What of a sector no store has brought, L2 has to read.
  void fill_up(SectorCache::Line& line) {
    std::uint32_t parts = 0;
    for (unsigned k = 0; k < line.written.size(); ++k)
      parts |= std::uint32_t{line.written[k] != 0} << k;
    parts &= ~line.valid;
    line.written = {};
    line.valid |= parts;
    counts_.dram_reads += count(parts);
    if (line.apart) counts_.l2_part_writes += count(parts);
  }

  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
  const AccessPolicyWindow& window_;
  const HostMemory& host_;
  CacheCounts& counts_;
  SectorCache persisting_, normal_;
  Rereads rereads_;
  std::uint64_t streaming_ = kNoLine;
};

// `now`: what is asked for at the same time is under way, and not there yet. Times begin with 1.
Level replay_one(const LineTouch& touch, std::uint64_t now, SectorCache& l1, Level2& l2,
                 CacheCounts& counts) {
  const auto sectors = static_cast<std::uint32_t>(touch.sectors);
  const auto use = static_cast<LineUse>(touch.use);
  switch (use) {
    case LineUse::kLoad: {
      auto* line = l1.find(touch.line);
      const auto held = line ? line->valid & sectors : 0;
      counts.l1_loads += count(sectors);
      counts.l1_load_hits += count(held);
      if (held == sectors) {
        return line->filled == now ? static_cast<Level>(line->from) : Level::kL1;
      }
      const auto from = l2.load(touch, sectors & ~held, now);
      if (line) {
        line->valid |= sectors;
        line->filled = now;
        line->from = static_cast<std::uint32_t>(from);
      } else {
        l1.insert({touch.line, sectors, 0, now, static_cast<std::uint32_t>(from), touch.name});
      }
      return from;
    }
    case LineUse::kStore: {  // goes on to L2 whatever L1 holds, and makes no place for itself
      const auto* line = l1.find(touch.line);
      counts.l1_stores += count(sectors);
      counts.l1_store_hits += count(line ? line->valid & sectors : 0);
      l2.store(touch);
      return Level::kL2;
    }
    case LineUse::kAtomic:
    case LineUse::kReduction:
      l2.atomic(touch, use == LineUse::kReduction);
      break;
  }
  return Level::kL2;
}

}  // namespace

std::int64_t l1_bytes(const gpu::Model& model, std::int64_t blocks, std::int64_t block_shared) {
  constexpr std::int64_t kKiB = 1024;
  const auto wanted = blocks * (block_shared + model.sm.shared_reserved_per_block_bytes);
  for (const auto size : model.sm.shared_carveouts_kib) {
    if (size * kKiB >= wanted) return model.sm.unified_l1_bytes - size * kKiB;
  }
  return model.sm.unified_l1_bytes - model.sm.shared_bytes;
}

Replayed replay(const LineLog::Told& told, const Placement& placement,
                const AccessPolicyWindow& window, const gpu::Model& model, const HostMemory& host,
                HeldLines* held) {
  CacheCounts counts;
  counts.gpu = model.id;
  // When each block runs, in accesses of a warp.
  const auto places_of_sm = std::max<std::int64_t>(placement.blocks_per_sm, 1);
  const auto places = lay_out(told.steps.size(), places_of_sm, model.chip.sm_count,
                              [&](std::size_t block) { return told.steps[block]; });
  // The block comes before the index: which worker ran it must not matter.
  std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> order;
  order.reserve(told.touches.size());
  for (std::uint32_t k = 0; k < told.touches.size(); ++k) {
    const auto& touch = told.touches[k];
    order.emplace_back(places[touch.block].begin + touch.step, touch.block, k);
  }
  std::ranges::sort(order);
  std::vector<SectorCache> l1(static_cast<std::size_t>(model.chip.sm_count),
                              SectorCache(lines_of(double(placement.l1_bytes), told.shift)));
  LevelCounter levels(told.sites.size());
  Level2 l2(model, window, told.shift, host, counts);
  if (held) l2.fill(*held, told.shift);
  for (const auto& [time, block, k] : order) {
    const auto& touch = told.touches[k];
    const auto level = replay_one(touch, time + 1, l1[places[block].sm], l2, counts);
    if (static_cast<LineUse>(touch.use) != LineUse::kLoad) continue;
    const auto load =
        std::uint64_t{block} << 32 | std::uint64_t{touch.warp} << 27 | touch.step % (1u << 27);
    levels.add(load, touch.site, level);
  }
  auto lines = l2.take_lines();
  const auto [rereads, bytes] = l2.rereads(model);
  counts.window_rereads = rereads;
  for (const auto& row : kCacheCounts) counts.*row.member <<= told.shift;
  counts.window_bytes = bytes;
  counts.l1_bytes = static_cast<std::uint64_t>(placement.l1_bytes);
  counts.l2_bytes = static_cast<std::uint64_t>(Level2::effective_bytes(model));
  counts.busiest_sm = static_cast<std::uint64_t>(
      std::llround(1000 * imbalance_of_sms(told.cycles, places_of_sm, model.chip.sm_count)));
  counts.l2_hottest_line = told.atomics.most();
  counts.l2_hottest_swaps = told.swaps.most();
  counts.l2_swap_retries = static_cast<std::uint64_t>(std::llround(told.swaps.retries()));
  if (held) *held = {told.shift, std::move(lines)};
  return {counts, levels.take()};
}

}  // namespace heddle::profiler
