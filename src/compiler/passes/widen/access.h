// SPDX-License-Identifier: Apache-2.0
// What loads and stores have in common.
#pragma once

#include <algorithm>
#include <cstdint>

#include "compiler/ir/address_space.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

namespace heddle::compiler {

// Costs in the unit of one contiguous vector access.
inline constexpr int kImpossible = 1000;
inline constexpr int kGatherCost = 24;
inline constexpr int kScatterCost = 32;
inline constexpr unsigned kMaxWindowPieces = 8;  // vectors that the lanes of one vector come from
inline constexpr int kMaxRuns = 8;               // stores that lanes in another order may take
// Of the guard of shared memory, what a lane may load from its address on.
inline constexpr std::int64_t kGuardSlack = 64;

struct Widener::Access {
  Lanes address;
  llvm::Align align;
  bool is_volatile = false;
  llvm::AtomicOrdering order = llvm::AtomicOrdering::NotAtomic;
  llvm::SyncScope::ID scope = llvm::SyncScope::System;
  // Inactive lanes may be loaded from as well: shared memory is guarded on both sides.
  bool safe = false;
  bool may_be_near = false;         // it may be asked whether that is so (widen_near.cpp)
  bool shared = false;              // it is shared memory for sure
  bool local = false;               // it is an object of the thread for sure
  std::int64_t displacement = 0;    // bytes, of a part of a tuple
  bool parts_are_extended = false;  // bytes and shorts, which become words at once

  bool atomic() const { return order != llvm::AtomicOrdering::NotAtomic; }
  // Lanes at unrelated addresses come one after another. Not in shared memory: no other thread of
  // the host sees it, and a warp that waits for another one suspends in between.
  bool apart() const { return (is_volatile || atomic()) && !shared; }
  // Other threads of the host may write or look meanwhile, so that LLVM must neither drop the
  // access nor make it twice or elsewhere.
  bool observed() const { return apart() && !local; }
  // In a vector a CPU keeps each lane's number whole up to 8 bytes.
  bool tears(std::uint64_t bytes) const { return atomic() && !shared && bytes > 8; }
  std::int64_t offset(unsigned lane) const { return address.shape.offset(lane) + displacement; }
  // Terms contribute equally to all these lanes.
  bool same_terms(unsigned first, unsigned count) const {
    for (const auto& term : address.shape.terms) {
      for (unsigned i = 1; i < count; ++i) {
        if ((*term.coefficients)[first + i] != (*term.coefficients)[first]) return false;
      }
    }
    return true;
  }
  // Both halves of these lanes are at the same addresses.
  bool repeats(unsigned first, unsigned count) const {
    if (count < 2) return false;
    const auto same = [&](unsigned lane) {
      const auto other = lane + count / 2;
      return offset(lane) == offset(other) &&
             llvm::all_of(address.shape.terms, [&](const Term& term) {
               return (*term.coefficients)[lane] == (*term.coefficients)[other];
             });
    };
    return llvm::all_of(llvm::seq(first, first + count / 2), same);
  }
  bool stride_is(std::int64_t stride, unsigned first, unsigned count) const {
    if (!same_terms(first, count)) return false;
    for (unsigned i = 1; i < count; ++i) {
      if (offset(first + i) - offset(first) != static_cast<std::int64_t>(i) * stride) return false;
    }
    return true;
  }
  // A column of a tile in shared memory, say: see PatternedAccess.
  bool is_pattern(unsigned bytes, bool all_lanes) const {
    return shared && all_lanes && !is_volatile && !atomic() && (bytes == 4 || bytes == 8) &&
           address.shape.terms.empty();
  }
  // The elements between the lowest and the highest address of these lanes, 0 when they do not form
  // a window of whole elements.
  unsigned window(unsigned bytes, unsigned first, unsigned count, std::int64_t& low) const {
    if (!same_terms(first, count)) return 0;
    std::int64_t high = low = offset(first);
    for (unsigned i = 1; i < count; ++i) {
      low = std::min(low, offset(first + i));
      high = std::max(high, offset(first + i));
    }
    if (high - low >= static_cast<std::int64_t>(abi::kSharedGuardBytes) - kGuardSlack) return 0;
    for (unsigned i = 0; i < count; ++i) {
      if ((offset(first + i) - low) % bytes != 0) return 0;
    }
    return static_cast<unsigned>((high - low) / bytes + 1);
  }
};

struct Widener::Unwrapped {
  Lanes address;         // where the lanes are if no index wraps
  llvm::Value* certain;  // i1: none does
};

// An object on the thread's stack.
inline bool is_local(const llvm::Value* pointer) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0));
}

// Byte offset of a part of a vector, array or struct type in memory.
inline std::int64_t tuple_offset(const llvm::DataLayout& layout, llvm::Type* type, unsigned index) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    return static_cast<std::int64_t>(
        layout.getStructLayout(structure)->getElementOffset(index).getFixedValue());
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return static_cast<std::int64_t>(
        index * layout.getTypeAllocSize(array->getElementType()).getFixedValue());
  }
  auto* vector = llvm::cast<llvm::FixedVectorType>(type);
  return static_cast<std::int64_t>(
      index * layout.getTypeStoreSize(vector->getElementType()).getFixedValue());
}

}  // namespace heddle::compiler
