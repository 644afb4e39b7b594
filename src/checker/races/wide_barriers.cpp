// SPDX-License-Identifier: Apache-2.0
#include "checker/races/wide_barriers.h"

#include <algorithm>

namespace heddle::checker::races {

void WideBarriers::arrive(Key key, const WideGathered& part) {
  const std::scoped_lock lock(mutex_);
  auto& all = rows_[key].all;
  all.known = join(all.known, part.known);
  for (unsigned i = 0; i < all.fenced.size(); ++i) {
    all.fenced[i] = join(all.fenced[i], part.fenced[i]);
  }
  all.top = std::max(all.top, part.top);
}

void WideBarriers::end(Clock top) {
  auto last = ended_.load(std::memory_order_relaxed);
  while (last < top && !ended_.compare_exchange_weak(last, top, std::memory_order_acq_rel)) {
  }
}

WideGathered WideBarriers::open(Key key) {
  const std::scoped_lock lock(mutex_);
  auto& row = rows_[key];
  if (!row.opened) {
    row.opened = true;
    row.all.top = std::max(row.all.top, ended_.load(std::memory_order_acquire));
    // All have arrived here, and so gone on from there.
    if (key.phase > 0) rows_.erase({key.barrier, key.group, key.phase - 1});
  }
  return row.all;
}

}  // namespace heddle::checker::races
