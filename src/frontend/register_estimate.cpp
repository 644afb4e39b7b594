// SPDX-License-Identifier: Apache-2.0
#include "frontend/register_estimate.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

constexpr std::uint32_t kRegisterFile = 65536;
constexpr std::uint32_t kMost = 255;
constexpr std::uint32_t kLeast = 16;
constexpr std::uint32_t kGranularity = 8;
constexpr std::uint32_t kReserved = 8;

using Live = llvm::DenseSet<const llvm::Value*>;
using Arrays = llvm::DenseSet<const llvm::Value*>;

// What an address is computed from: a constant distance is a part of the instruction that uses it,
// so all elements of an unrolled row need one register.
const llvm::Value* held(const llvm::Value* value) {
  for (;;) {
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      if (!address->hasAllConstantIndices()) return value;
      value = address->getPointerOperand();
    } else if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(value)) {
      value = cast->getPointerOperand();
    } else {
      return value;
    }
  }
}

// What loops count from constants is known when they are unrolled.
bool is_counted(const llvm::Value* value, llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  if (llvm::isa<llvm::Constant>(value) || !seen.insert(value).second) return true;
  if (!llvm::isa<llvm::PHINode, llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst>(value)) {
    return false;
  }
  return llvm::all_of(llvm::cast<llvm::Instruction>(value)->operands(), [&](const llvm::Use& use) {
    return use->getType()->isIntegerTy(1) || is_counted(use, seen);
  });
}

// An array that only loads and stores use, at places that are known when loops are unrolled, lies
// in registers on a GPU.
bool becomes_registers(const llvm::Value* pointer) {
  return llvm::all_of(pointer->users(), [&](const llvm::User* user) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      return store->getValueOperand() != pointer;
    }
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::SmallPtrSet<const llvm::Value*, 16> seen;
      return becomes_registers(address) &&
             llvm::all_of(address->indices(),
                          [&](const llvm::Use& k) { return is_counted(k, seen); });
    }
    if (llvm::isa<llvm::AddrSpaceCastInst>(user)) return becomes_registers(user);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    return llvm::isa<llvm::LoadInst, llvm::MemSetInst>(user) ||
           (call && call->isLifetimeStartOrEnd());
  });
}

Arrays arrays_in_registers(const llvm::Function& function) {
  constexpr std::uint64_t kLargest = 4 * kMost;
  Arrays arrays;
  for (const llvm::Instruction& instruction : function.getEntryBlock()) {
    const auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto size = array ? array->getAllocationSize(function.getDataLayout()) : std::nullopt;
    if (size && *size <= kLargest && becomes_registers(array)) arrays.insert(array);
  }
  return arrays;
}

// Parameters lie in constant memory on a GPU, predicates (i1) in registers of their own, and what
// comes from an array in registers lies there already.
bool needs_register(const llvm::Value* value, const Arrays& arrays) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || llvm::isa<llvm::AllocaInst>(instruction)) return false;
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction);
  if (load && arrays.contains(llvm::getUnderlyingObject(load->getPointerOperand()))) return false;
  const llvm::Type* type = instruction->getType();
  return type->isSized() && !type->isVoidTy() && !type->isIntegerTy(1) &&
         held(instruction) == instruction;
}

bool is_in_window(const llvm::Value* pointer) {
  constexpr unsigned kShared = 3, kLocal = 5;
  const auto* object = llvm::getUnderlyingObject(pointer);
  const auto space = object->getType()->getPointerAddressSpace();
  return space == kShared || space == kLocal || llvm::isa<llvm::AllocaInst>(object);
}

// Addresses of shared and local memory have 32 bits on a GPU, whatever the layout says.
std::uint32_t words(const llvm::Value* value, const llvm::DataLayout& layout) {
  if (value->getType()->isPointerTy() && is_in_window(value)) return 1;
  return static_cast<std::uint32_t>((layout.getTypeStoreSize(value->getType()) + 3) / 4);
}

std::uint32_t live_words(const Live& live, const llvm::DataLayout& layout) {
  std::uint32_t total = 0;
  for (const llvm::Value* value : live) total += words(value, layout);
  return total;
}

// Values live into a successor along the edge from `block`.
void add_live_from(const llvm::BasicBlock* block, const llvm::BasicBlock* successor,
                   const Live& live_in, const Arrays& arrays, Live& live) {
  for (const llvm::Value* value : live_in) live.insert(value);
  for (const llvm::PHINode& phi : successor->phis()) {
    live.erase(&phi);
    const llvm::Value* incoming = held(phi.getIncomingValueForBlock(block));
    if (needs_register(incoming, arrays)) live.insert(incoming);
  }
}

std::uint32_t most_live(const llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  const Arrays arrays = arrays_in_registers(function);
  std::uint32_t of_arrays = 0;
  for (const llvm::Value* array : arrays) {
    const auto* place = llvm::cast<llvm::AllocaInst>(array);
    of_arrays += static_cast<std::uint32_t>((*place->getAllocationSize(layout) + 3) / 4);
  }
  llvm::DenseMap<const llvm::BasicBlock*, Live> live_in;
  std::uint32_t most = 0;
  // Backward dataflow to the fixed point; post-order reaches it in loop depth + 1 rounds.
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : llvm::post_order(&function)) {
      Live live;
      for (const llvm::BasicBlock* successor : llvm::successors(block)) {
        add_live_from(block, successor, live_in[successor], arrays, live);
      }
      std::uint32_t now = live_words(live, layout);
      most = std::max(most, now);
      for (const llvm::Instruction& instruction : llvm::reverse(*block)) {
        if (live.erase(&instruction)) now -= words(&instruction, layout);
        if (llvm::isa<llvm::PHINode>(instruction)) {
          if (needs_register(&instruction, arrays)) live.insert(&instruction);
          continue;
        }
        // What is only an address of something else needs that, where it is used.
        if (held(&instruction) != &instruction) continue;
        for (const llvm::Use& use : instruction.operands()) {
          const llvm::Value* operand = held(use);
          if (needs_register(operand, arrays) && live.insert(operand).second)
            now += words(operand, layout);
        }
        most = std::max(most, now);
      }
      if (live.size() != live_in[block].size()) {
        live_in[block] = std::move(live);
        changed = true;
      }
    }
  }
  return most + of_arrays;
}

}  // namespace

std::uint32_t estimate_registers(const llvm::Function& kernel, const RegisterBounds& bounds) {
  std::uint32_t most = kMost;
  if (bounds.max_threads_per_block != 0) {
    const std::uint32_t threads =
        bounds.max_threads_per_block * std::max(1U, bounds.min_blocks_per_sm);
    most = std::min(most, kRegisterFile / threads / kGranularity * kGranularity);
  }
  if (bounds.max_registers != 0) most = std::min(most, bounds.max_registers);
  const std::uint32_t needed =
      (most_live(kernel) + kReserved + kGranularity - 1) / kGranularity * kGranularity;
  return std::min(std::max(needed, kLeast), std::max(most, kLeast));
}

}  // namespace heddle::frontend
