// SPDX-License-Identifier: Apache-2.0
#include "checker/only_read.h"

#include <algorithm>
#include <cstring>

#include "probes/site_numbers.h"

namespace heddle::checker {
namespace {

using probes::MemoryOrigin;
using probes::Site;
using probes::Space;

bool is_of_memory(const Site& site) {
  return site.event == probes::Event::kAccess || site.event == probes::Event::kAtomic;
}

bool is_global(const Site& site) {
  return site.space == Space::kGlobal || site.space == Space::kGeneric;
}

}  // namespace

// The allocation that the site's pointer belongs to, as the kernel was given it. Null: nobody knows
// that its accesses stay there.
const MemoryRange* OnlyRead::given(const probes::Launch& launch, const Site& site) const {
  if (site.parameter == Site::kNoParameter ||
      site.parameter + sizeof(std::uint64_t) > launch.params.size()) {
    return nullptr;
  }
  std::uint64_t pointer = 0;
  std::memcpy(&pointer, launch.params.data() + site.parameter, sizeof pointer);
  const auto* range = memory_.live_at(pointer);
  // Parts of host memory that is registered may overlap; and a pointer between two ranges may be
  // the end of the first.
  if (!range || range->origin == MemoryOrigin::kRegistered) return nullptr;
  return pointer == range->begin && memory_.live_at(pointer - 1) ? nullptr : range;
}

// False: the launch may write anywhere.
bool OnlyRead::find_written(const probes::Launch& launch) {
  written_.clear();
  for (const auto& site : launch.sites) {
    // Memcheck keeps those for the cluster's shared memory there.
    if (site.parameter == probes::kClusterPointer) continue;
    if (!is_of_memory(site) || !is_global(site) || !site.is_store()) continue;
    const auto* range = given(launch, site);
    if (!range) return false;
    written_.push_back(range);
  }
  return true;
}

void OnlyRead::begin(const probes::Launch& launch) {
  const std::scoped_lock lock(mutex_);
  launch_.store(kNone, std::memory_order_release);
  // What device code launches may write anywhere, and so may a launch that has not ended.
  if (running_++ != 0 || launch.may_launch || launch.overlaps || !find_written(launch)) return;
  of_site_.assign(launch.sites.size(), nullptr);
  for (const auto& site : launch.sites) {
    // Where it has a number for quiet lines, the kernel calls nothing unknown, and no thread waits
    // for another by what it reads.
    if (!is_of_memory(site) || site.space != Space::kGlobal || site.quiet == Site::kNeverQuiet) {
      continue;
    }
    const auto* range = given(launch, site);
    if (range && std::ranges::find(written_, range) == written_.end()) of_site_[site.id] = range;
  }
  launch_.store(launch.id, std::memory_order_release);
}

void OnlyRead::end(const probes::Launch& launch) {
  const std::scoped_lock lock(mutex_);
  --running_;
  auto ended = launch.id;
  launch_.compare_exchange_strong(ended, kNone, std::memory_order_release);
}

}  // namespace heddle::checker
