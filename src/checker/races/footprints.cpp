// SPDX-License-Identifier: Apache-2.0
#include "checker/races/footprints.h"

#include <algorithm>

namespace heddle::checker::races {
namespace {

void add(Spans& spans, const probes::Site& site, std::uint64_t address) {
  const auto all = site.bytes < 32 ? (1u << site.bytes) - 1 : ~0u;
  if (site.bytes > 32 || (site.touched & all) == all) {
    return spans.add(address, address + site.bytes);
  }
  for (auto rest = site.touched; rest != 0;) {
    const unsigned first = std::countr_zero(rest);
    const unsigned count = std::countr_one(rest >> first);
    spans.add(address + first, address + first + count);
    rest = first + count >= 32 ? 0 : rest >> (first + count) << (first + count);
  }
}

}  // namespace

Footprints::~Footprints() {
  if (!notes_) return;
  for (unsigned worker = 0; worker < workers_; ++worker) delete notes_[worker].load();
}

void Footprints::activate() {
  const std::scoped_lock lock(mutex_);
  if (!notes_) notes_ = std::make_unique<std::atomic<Notes*>[]>(kMostWorkers);
  active_.store(true, std::memory_order_release);
}

Spans& Footprints::spans(const probes::At& at) {
  const auto& launch = at.block.launch;
  const auto worker = at.block.worker % kMostWorkers;
  auto* notes = notes_[worker].load(std::memory_order_acquire);
  if (!notes || notes->launch != launch.id) {
    auto made = std::make_unique<Notes>();
    made->launch = launch.id;
    made->sites = launch.sites.data();
    made->spans.resize(launch.sites.size());
    const std::scoped_lock lock(mutex_);
    notes = made.release();
    workers_ = std::max(workers_, worker + 1);
    if (auto* before = notes_[worker].exchange(notes, std::memory_order_acq_rel)) {
      left_.emplace_back(before);
    }
  }
  const auto& site = at.site;
  const bool own = site.id < notes->spans.size() && &site == notes->sites + site.id;
  return own ? notes->spans[site.id] : notes->others[&site];
}

void Footprints::note(const probes::RowAccess& event) {
  if (event.shared) return;
  auto& to = spans(event);
  const auto& rows = event.rows;
  if (event.is_solid() && event.site.touched == (1ull << std::min(event.site.bytes, 32u)) - 1) {
    const auto lanes = unsigned(std::popcount(event.active));
    const auto first = std::min(rows.at(unsigned(std::countr_zero(event.active))),
                                rows.at(31 - unsigned(std::countl_zero(event.active))));
    return to.add(first, first + std::uint64_t{lanes} * event.site.bytes);
  }
  if (rows.stride == 0 && rows.is_one()) return add(to, event.site, rows.first);
  for (auto rest = event.active; rest != 0; rest &= rest - 1) {
    add(to, event.site, rows.at(unsigned(std::countr_zero(rest))));
  }
}

void Footprints::note(const probes::Access& event) {
  if (event.site.space == probes::Space::kLocal) return;
  auto lanes = event.active & ~event.shared & ~event.local & ~event.remote;
  if (lanes == 0) return;
  auto& to = spans(event);
  for (; lanes != 0; lanes &= lanes - 1) {
    add(to, event.site, event.addresses[unsigned(std::countr_zero(lanes))]);
  }
}

Footprint Footprints::take(const probes::Launch& launch) {
  std::vector<std::unique_ptr<Notes>> all;
  {
    const std::scoped_lock lock(mutex_);
    for (unsigned worker = 0; worker < workers_; ++worker) {
      auto* notes = notes_[worker].load(std::memory_order_acquire);
      if (!notes || notes->launch != launch.id) continue;
      all.emplace_back(notes);
      notes_[worker].store(nullptr, std::memory_order_release);
    }
    for (auto& notes : left_) {
      if (notes->launch == launch.id) all.push_back(std::move(notes));
    }
    std::erase(left_, nullptr);
  }
  const auto is_fence = [](const probes::Site& site) {
    return site.event == probes::Event::kFence && site.scope >= probes::Scope::kDevice;
  };
  const bool fenced = std::ranges::any_of(launch.sites, is_fence);
  std::unordered_map<const probes::Site*, Spans> by_site;
  for (auto& notes : all) {
    for (std::size_t i = 0; i < notes->spans.size(); ++i) {
      if (!notes->spans[i].empty()) by_site[notes->sites + i].add(notes->spans[i]);
    }
    for (auto& [site, spans] : notes->others) by_site[site].add(spans);
  }
  Footprint footprint;
  for (auto& [site, spans] : by_site) {
    footprint.uses.push_back(Footprint::use_of(*site, fenced));
    footprint.uses.back().spans = std::move(spans);
  }
  // The same order in each run.
  std::ranges::sort(footprint.uses, {},
                    [](const WorkUse& use) { return std::pair(use.site->key, use.site->id); });
  footprint.tidy();
  return footprint;
}

}  // namespace heddle::checker::races
