// SPDX-License-Identifier: Apache-2.0
// Loads at known distances of which some lanes are not there: structures side by side, every third
// number. Under a mask the CPU gathers each member, lane by lane. What lies in the page of an
// active lane can be read, though, whoever it belongs to: where all lanes lie in such pages, as
// they mostly do, everything is loaded as for a whole warp. Nobody looks at the others' numbers.
#include "compiler/ir/fast_path.h"
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kPageBytes = 4096;  // what is readable or not is so by pages
constexpr unsigned kMaxRows = 4;
constexpr int kLaneByLane = 2 * kLanes;

// Lanes whose addresses differ by known numbers.
struct Row {
  unsigned first;
  std::uint32_t lanes;
};

SmallVector<Row, kMaxRows> rows_of_lanes(const Shape& shape) {
  SmallVector<Row, kMaxRows> rows;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    auto* same = find_if(rows, [&](const Row& row) {
      return all_of(shape.terms, [&](const Term& term) {
        return (*term.coefficients)[row.first] == (*term.coefficients)[lane];
      });
    });
    if (same == rows.end()) {
      rows.push_back({lane, 0});
      same = &rows.back();
    }
    same->lanes |= 1u << lane;
  }
  return rows;
}

}  // namespace

// In units of one vector access.
int Widener::cost_of_load(const Access& access, Type* type) const {
  auto* vector_of = dyn_cast<FixedVectorType>(type);
  auto* element = host_type(vector_of ? vector_of->getElementType() : type);
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(element).getFixedValue());
  const bool gathers = has_gather(bytes) || is_within_word(access, bytes);
  const int one =
      std::min(load_cost(access, bytes, 0, kLanes), gathers ? kGatherCost : kLaneByLane);
  if (!vector_of) return one;
  const unsigned parts = vector_of->getNumElements();
  const int apart = one * static_cast<int>(parts);
  const unsigned run = mask_.all() || access.safe ? interleaved_run(access, type) : 0;
  if (run == 0) return apart;
  const unsigned vectors = std::max(1u, kLanes * bytes * parts * 8 / isa_.vector_bits);
  return std::min(apart, static_cast<int>(std::max(kLanes / run, vectors) + vectors * (parts - 1)));
}

bool Widener::is_better_near(const Access& access, Type* type) const {
  if (mask_.all() || access.safe || !access.may_be_near || !access.address.shape.is_affine() ||
      access.address.shape.is_uniform() || type->isAggregateType()) {
    return false;
  }
  auto near = access;
  near.safe = true;
  return 3 * cost_of_load(near, type) < 2 * cost_of_load(access, type);
}

Lanes Widener::load_near(Access access, Type* type) {
  access.may_be_near = false;
  auto near = access;
  near.safe = true;
  auto* certain = within_pages(access, type);
  if (!certain) return load_value(access, type);
  auto* result = either(
      certain, [&] { return materialise(load_value(near, type)); },
      [&] { return materialise(load_value(access, type)); });
  return from_aggregate(result, type);
}

// i1: all lanes lie in pages of active ones. Null: that is not to be asked.
Value* Widener::within_pages(const Access& access, Type* type) {
  const auto rows = rows_of_lanes(access.address.shape);
  if (rows.size() > kMaxRows) return nullptr;
  const auto bytes = layout_.getTypeStoreSize(host_type(type)).getFixedValue();
  auto* active = mask_bits();
  Value* result = nullptr;
  for (const auto& row : rows) {
    unsigned lowest = row.first;
    std::int64_t high = access.offset(row.first);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(row.lanes >> lane & 1)) continue;
      if (access.offset(lane) < access.offset(lowest)) lowest = lane;
      high = std::max(high, access.offset(lane));
    }
    const auto size = static_cast<std::uint64_t>(high - access.offset(lowest)) + bytes;
    if (size > kPageBytes / 2) return nullptr;
    auto* begin = b_.CreatePtrToInt(lane_address(access, lowest), b_.getInt64Ty());
    auto* in_page = b_.CreateAnd(begin, kPageBytes - 1);
    auto* fits = b_.CreateICmpULE(in_page, b_.getInt64(kPageBytes - size));
    auto* here = b_.CreateIsNotNull(b_.CreateAnd(active, row.lanes));
    auto* both = b_.CreateAnd(fits, here);
    result = result ? b_.CreateAnd(result, both) : both;
  }
  return result;
}

}  // namespace heddle::compiler
