// SPDX-License-Identifier: Apache-2.0
#include "engine/block/late_additions.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <type_traits>

namespace heddle::engine {
namespace {

using abi::LateAddition;
using abi::LateKind;

static_assert(abi::kLateAdditions <= 32, "one bit of used_ each");

// Calls f with a value of the type that is added.
template <class F>
void with_type(LateKind kind, F f) {
  switch (kind) {
    case LateKind::kInt32:
      return f(std::uint32_t{0});
    case LateKind::kInt64:
      return f(std::uint64_t{0});
    case LateKind::kFloat:
      return f(-0.0f);  // what changes no sum
    case LateKind::kDouble:
      return f(-0.0);
    case LateKind::kNone:
      return;
  }
}

void carry_out_one(LateAddition& entry) {
  with_type(entry.kind, [&]<class T>(T) {
    auto* place = static_cast<T*>(entry.place);
    const auto* sums = reinterpret_cast<const T*>(entry.sums);
    for (std::uint32_t lanes = entry.lanes; lanes != 0; lanes &= lanes - 1) {
      const auto lane = std::countr_zero(lanes);
      if (std::is_integral_v<T> && sums[lane] == 0) continue;
      std::atomic_ref(place[lane]).fetch_add(sums[lane], std::memory_order_relaxed);
    }
  });
  entry.kind = LateKind::kNone;
}

}  // namespace

void LateAdditions::claim(LateAddition& entry, void* place, LateKind kind, std::uint32_t lanes) {
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

void LateAdditions::carry_out() {
  for (; used_ != 0; used_ &= used_ - 1) {
    carry_out_one(entries_[static_cast<std::size_t>(std::countr_zero(used_))]);
  }
}

void LateAdditions::forget() {
  for (; used_ != 0; used_ &= used_ - 1) {
    entries_[static_cast<std::size_t>(std::countr_zero(used_))].kind = LateKind::kNone;
  }
}

}  // namespace heddle::engine
