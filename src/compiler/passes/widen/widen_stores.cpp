// SPDX-License-Identifier: Apache-2.0
// Stores. An affine address becomes contiguous vector stores, if need be after the lanes were
// brought into the order of their addresses.
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

void Widener::store_range(const Access& access, Type* type, Value* value, unsigned first,
                          unsigned count) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (access.stride_is(bytes, first, count)) {
    auto* address = lane_address(access, first);
    auto* piece = slice(b_, value, first, count);
    if (mask_.all()) {
      store_piece(access, piece, address);
    } else {
      store_masked(access, piece, address, slice(b_, mask_.vector, first, count));
    }
    return;
  }
  store_range(access, type, value, first, count / 2);
  store_range(access, type, value, first + count / 2, count / 2);
}

bool Widener::store_affine(const Access& access, Type* type, const Lanes& value) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (layout_.getTypeSizeInBits(type).getFixedValue() != bytes * 8) return false;
  if (access.tears(bytes)) return false;
  const int cost = store_cost(access, bytes, 0, kLanes);
  if (cost > kMaxRuns && store_sorted(access, type, value)) return true;
  if (cost >= kImpossible || (has_scatter(bytes) && cost > kScatterCost)) return false;
  if (cost > kMaxRuns && access.is_pattern(bytes, mask_.all())) return false;
  store_range(access, type, to_vector(value), 0, kLanes);
  return true;
}

// Lanes that lie side by side in another order than theirs: brings them into the order of their
// addresses first. Of lanes at one address, the last wins.
bool Widener::store_sorted(const Access& access, Type* type, const Lanes& value) {
  const auto bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  if (!mask_.all() || !access.same_terms(0, kLanes)) return false;
  SmallVector<int, kLanes> order;
  for (unsigned lane = 0; lane < kLanes; ++lane) order.push_back(static_cast<int>(lane));
  const auto at = [&](int lane) { return access.offset(static_cast<unsigned>(lane)); };
  sort(order, [&](int a, int b) { return std::pair(at(a), a) < std::pair(at(b), b); });
  SmallVector<SmallVector<int, kLanes>, 8> runs;
  for (const int lane : order) {
    const auto gap = runs.empty() ? -1 : at(lane) - at(runs.back().back());
    if (gap == 0) {
      runs.back().back() = lane;
    } else if (gap == bytes) {
      runs.back().push_back(lane);
    } else if (gap > 0 && gap < bytes) {
      return false;  // they overlap
    } else {
      runs.push_back({lane});
    }
  }
  if (runs.size() > kMaxRuns) return false;
  auto* all = to_vector(value);
  for (const auto& run : runs) {
    store_piece(access, b_.CreateShuffleVector(all, run),
                lane_address(access, static_cast<unsigned>(run.front())));
  }
  return true;
}

void Widener::store_parts(const Access& access, Type* type, const Lanes& value) {
  for (unsigned i = 0; i < tuple_size(type); ++i) {
    auto part = access;
    part.displacement += tuple_offset(layout_, type, i);
    part.align = commonAlignment(access.align, static_cast<std::uint64_t>(part.displacement));
    store_value(part, tuple_part(type, i), value.parts[i]);
  }
}

void Widener::store_value(const Access& access, Type* type, const Lanes& value) {
  if (is_tuple(type)) {
    if (store_interleaved(access, type, value) || store_words(access, type, value) ||
        store_some(access, type, value) || store_rows(access, type, value) ||
        store_whole_lanes(access, type, value)) {
      return;
    }
    return store_parts(access, type, value);
  }
  auto* host = host_type(type);
  if (access.address.shape.is_uniform()) {
    // All lanes write one place: the last active one wins.
    auto* one = value.base && value.shape.is_uniform() ? value.base : nullptr;
    if (!one) {
      auto* lane =
          mask_.all()
              ? static_cast<Value*>(b_.getInt32(kLanes - 1))
              : b_.CreateSub(b_.getInt32(kLanes - 1),
                             b_.CreateBinaryIntrinsic(Intrinsic::ctlz, mask_bits(), b_.getFalse()));
      // An empty mask cannot be here, but the index must stay in range for LLVM.
      lane = b_.CreateAnd(lane, b_.getInt32(kLanes - 1));
      one = b_.CreateExtractElement(to_vector(value), lane);
    }
    return store_piece(access, one, lane_address(access, 0));
  }
  if (host->isIntegerTy(1)) {
    auto* bytes = b_.CreateZExt(to_vector(value), vector_type(b_.getInt8Ty()));
    return store_value(access, b_.getInt8Ty(), Lanes::varying(bytes));
  }
  if (access.address.shape.is_affine() && store_affine(access, host, value)) return;
  auto* pointers = address_vector(access);
  auto* values = to_vector(value);
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(host).getFixedValue());
  const bool pattern = access.address.shape.is_affine() && access.is_pattern(bytes, mask_.all());
  if (access.apart() || (!has_scatter(bytes) && !pattern)) {
    per_lane(b_.getVoidTy(), [&](Value* lane) -> Value* {
      store_piece(access, b_.CreateExtractElement(values, lane),
                  b_.CreateExtractElement(pointers, lane));
      return nullptr;
    });
    return;
  }
  b_.CreateMaskedScatter(values, pointers, access.align, mask_vector());
}

// The parts of a tuple of vectors, lane after lane, for the lanes first .. first + count - 1.
Value* Widener::interleave(const Lanes& tuple, unsigned first, unsigned count) {
  SmallVector<Value*, 4> vectors;
  for (const auto& part : tuple.parts) vectors.push_back(to_vector(part));
  const auto parts = vectors.size();
  while (!isPowerOf2_64(vectors.size())) vectors.push_back(PoisonValue::get(vectors[0]->getType()));
  auto* all = concatenate(b_, vectors);
  SmallVector<int, 128> order;
  for (unsigned lane = first; lane < first + count; ++lane) {
    for (unsigned part = 0; part < parts; ++part)
      order.push_back(static_cast<int>(part * kLanes + lane));
  }
  return b_.CreateShuffleVector(all, order);
}

// Parts from which on LLVM makes more of one shuffle of everything than of steps of ours.
constexpr unsigned kLongRow = 8;

// The same as vectors that lie one behind the other.
SmallVector<Value*, 16> Widener::interleave_by_steps(const Lanes& tuple, unsigned first,
                                                     unsigned count) {
  SmallVector<Value*, 16> vectors;
  for (const auto& part : tuple.parts) vectors.push_back(to_vector(part));
  auto* element = vectors[0]->getType()->getScalarType();
  const auto parts = static_cast<unsigned>(vectors.size());
  const auto in_groups = [&](unsigned lanes) { return first % lanes == 0 && count % lanes == 0; };
  if (const auto triples = triples_of(element, parts); triples && in_groups(triples->group())) {
    return triples->side_by_side(b_, vectors, first, count);
  }
  if (parts >= kLongRow) {
    const auto rows = rows_of(FixedVectorType::get(element, parts));
    if (rows && parts % rows->columns() == 0 && in_groups(rows->group())) {
      return rows->side_by_side(b_, vectors, first, count);
    }
  }
  return {interleave(tuple, first, count)};
}

// Vectors that lie one behind the other from the address on.
void Widener::store_pieces(const Access& access, ArrayRef<Value*> pieces, Value* address) {
  std::uint64_t distance = 0;
  for (auto* piece : pieces) {
    auto part = access;
    part.align = commonAlignment(access.align, distance);
    auto* at =
        distance ? b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), address, distance) : address;
    store_piece(part, piece, at);
    distance += layout_.getTypeStoreSize(piece->getType()).getFixedValue();
  }
}

bool Widener::store_interleaved(const Access& access, Type* type, const Lanes& value) {
  const auto run = mask_.all() ? interleaved_run(access, type) : 0;
  if (run == 0) return false;
  if (const auto rows = rows_of(type)) {
    const unsigned registers = kLanes / rows->group() * rows->parts;
    if (rows->cost() < kLanes / run + registers * (rows->parts - 1)) return false;
  }
  for (unsigned first = 0; first < kLanes; first += run) {
    store_pieces(access, interleave_by_steps(value, first, run), lane_address(access, first));
  }
  return true;
}

void Widener::store(StoreInst& i) {
  if (store_neighbours(i)) return;
  const auto store_at = [&](const Lanes& address) -> Value* {
    const Access access{address,
                        i.getAlign(),
                        i.isVolatile(),
                        i.getOrdering(),
                        i.getSyncScopeID(),
                        false,
                        false,
                        i.getPointerAddressSpace() == kSharedSpace,
                        is_local(i.getPointerOperand()),
                        0};
    const auto& value = lanes_of(i.getValueOperand());
    if (!store_stream(access, i, value))
      store_ordered(access, i.getValueOperand()->getType(), value);
    return nullptr;
  };
  const auto store_unwrapped = [&](const Lanes& address) {
    const auto other = unwrapped(i.getPointerOperand());
    if (!other) {
      store_at(address);
      return;
    }
    either(
        other->certain, [&] { return store_at(other->address); },
        [&] { return store_at(address); });
  };
  if (admitted(i.getPointerOperand())) {
    access_admitted(i.getPointerOperand(), nullptr, [&](const Lanes& address, bool some) {
      if (some) {
        store_at(address);
      } else {
        store_unwrapped(address);
      }
      return Lanes{};
    });
    return;
  }
  store_unwrapped(lanes_of(i.getPointerOperand()));
}

}  // namespace heddle::compiler
