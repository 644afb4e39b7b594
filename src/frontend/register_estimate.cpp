// SPDX-License-Identifier: Apache-2.0
#include "frontend/register_estimate.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

constexpr std::uint32_t kRegisterFile = 65536;
constexpr std::uint32_t kMost = 255;
constexpr std::uint32_t kLeast = 16;
constexpr std::uint32_t kGranularity = 8;
constexpr std::uint32_t kReserved = 8;

using Live = llvm::DenseSet<const llvm::Value*>;

// Parameters lie in constant memory on a GPU, predicates (i1) in registers of their own.
bool needs_register(const llvm::Value* value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || llvm::isa<llvm::AllocaInst>(instruction)) return false;
  const llvm::Type* type = instruction->getType();
  return type->isSized() && !type->isVoidTy() && !type->isIntegerTy(1);
}

std::uint32_t words(const llvm::Value* value, const llvm::DataLayout& layout) {
  return static_cast<std::uint32_t>((layout.getTypeStoreSize(value->getType()) + 3) / 4);
}

std::uint32_t live_words(const Live& live, const llvm::DataLayout& layout) {
  std::uint32_t total = 0;
  for (const llvm::Value* value : live) total += words(value, layout);
  return total;
}

// Values live into a successor along the edge from `block`.
void add_live_from(const llvm::BasicBlock* block, const llvm::BasicBlock* successor,
                   const Live& live_in, Live& live) {
  for (const llvm::Value* value : live_in) live.insert(value);
  for (const llvm::PHINode& phi : successor->phis()) {
    live.erase(&phi);
    const llvm::Value* incoming = phi.getIncomingValueForBlock(block);
    if (needs_register(incoming)) live.insert(incoming);
  }
}

std::uint32_t most_live(const llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  llvm::DenseMap<const llvm::BasicBlock*, Live> live_in;
  std::uint32_t most = 0;
  // Backward dataflow to the fixed point; post-order reaches it in loop depth + 1 rounds.
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : llvm::post_order(&function)) {
      Live live;
      for (const llvm::BasicBlock* successor : llvm::successors(block)) {
        add_live_from(block, successor, live_in[successor], live);
      }
      std::uint32_t now = live_words(live, layout);
      most = std::max(most, now);
      for (const llvm::Instruction& instruction : llvm::reverse(*block)) {
        if (live.erase(&instruction)) now -= words(&instruction, layout);
        if (llvm::isa<llvm::PHINode>(instruction)) {
          if (needs_register(&instruction)) live.insert(&instruction);
          continue;
        }
        for (const llvm::Value* operand : instruction.operands()) {
          if (needs_register(operand) && live.insert(operand).second) now += words(operand, layout);
        }
        most = std::max(most, now);
      }
      if (live.size() != live_in[block].size()) {
        live_in[block] = std::move(live);
        changed = true;
      }
    }
  }
  return most;
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
