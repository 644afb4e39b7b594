// SPDX-License-Identifier: Apache-2.0
#include "engine/block/deferred_additions.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <type_traits>

namespace heddle::engine {
namespace {

using abi::DeferredAddition;
using abi::DeferredKind;

static_assert(abi::kDeferredAdditions <= 32, "one bit of used_ each");

// Calls f with a value of the type that is added.
template <class F>
void with_type(DeferredKind kind, F f) {
  switch (kind) {
    case DeferredKind::kInt32:
      return f(std::uint32_t{0});
    case DeferredKind::kInt64:
      return f(std::uint64_t{0});
    case DeferredKind::kFloat:
      return f(-0.0f);  // what changes no sum
    case DeferredKind::kDouble:
      return f(-0.0);
    case DeferredKind::kNone:
      return;
  }
}

void carry_out_one(DeferredAddition& entry) {
  with_type(entry.kind, [&]<class T>(T) {
    auto* place = static_cast<T*>(entry.place);
    const auto* sums = reinterpret_cast<const T*>(entry.sums);
    for (std::uint32_t lanes = entry.lanes; lanes != 0; lanes &= lanes - 1) {
      const auto lane = std::countr_zero(lanes);
      if (std::is_integral_v<T> && sums[lane] == 0) continue;
      std::atomic_ref(place[lane]).fetch_add(sums[lane], std::memory_order_relaxed);
    }
  });
  entry.kind = DeferredKind::kNone;
}

}  // namespace

void DeferredAdditions::claim(DeferredAddition& entry, void* place, DeferredKind kind,
                              std::uint32_t lanes) {
  if (entry.kind == kind && entry.place == place) {
    entry.lanes |= lanes;
    return;
  }
  carry_out_one(entry);
  entry.place = place;
  entry.kind = kind;
  entry.lanes = lanes;
  with_type(kind, [&]<class T>(T zero) {
    std::fill_n(reinterpret_cast<T*>(entry.sums), abi::kWarpSize, zero);
  });
  used_ |= 1u << (&entry - entries_.data());
}

void DeferredAdditions::carry_out() {
  for (; used_ != 0; used_ &= used_ - 1) {
    carry_out_one(entries_[static_cast<std::size_t>(std::countr_zero(used_))]);
  }
}

void DeferredAdditions::forget() {
  for (; used_ != 0; used_ &= used_ - 1) {
    entries_[static_cast<std::size_t>(std::countr_zero(used_))].kind = DeferredKind::kNone;
  }
}

}  // namespace heddle::engine
