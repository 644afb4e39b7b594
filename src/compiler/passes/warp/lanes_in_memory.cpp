// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/lanes_in_memory.h"

#include "compiler/ir/lane_array.h"
#include "compiler/ir/preheader.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/KnownBits.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Addresses of which lanes take one by one. Fewer are at hand in registers.
constexpr unsigned kMany = 16;

AllocaInst* make_place(Function& function, Type* type) {
  IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
  auto* place = b.CreateAlloca(type, nullptr, "lanes");
  place->setAlignment(Align(abi::kVectorAlign));
  return place;
}

// Of lanes that loops take: their numbers are not known.
unsigned of_loops(Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  const auto& layout = function.getDataLayout();
  // By vector and the outermost loop that it is computed in front of.
  MapVector<std::pair<Value*, Loop*>, SmallVector<ExtractElementInst*, 4>> lanes;
  for (auto& instruction : instructions(function)) {
    auto* extract = dyn_cast<ExtractElementInst>(&instruction);
    if (!extract || isa<ConstantInt>(extract->getIndexOperand())) continue;
    auto* vector = extract->getVectorOperand();
    if (isa<Constant>(vector) ||
        !is_lane_array(*cast<FixedVectorType>(vector->getType()), layout)) {
      continue;
    }
    Loop* outermost = nullptr;
    for (auto* loop = loops.getLoopFor(extract->getParent()); loop && loop->isLoopInvariant(vector);
         loop = loop->getParentLoop()) {
      outermost = loop;
    }
    if (outermost) lanes[{vector, outermost}].push_back(extract);
  }
  for (auto& [key, extracts] : lanes) {
    auto [vector, loop] = key;
    auto* type = cast<FixedVectorType>(vector->getType());
    auto* place = make_place(function, type);
    IRBuilder<> b(preheader(*loop, dominators, loops)->getTerminator());
    b.CreateAlignedStore(vector, place, place->getAlign());
    for (auto* extract : extracts) {
      b.SetInsertPoint(extract);
      // An index beyond the last lane would be poison.
      auto* index = extract->getIndexOperand();
      index = b.CreateAnd(index, ConstantInt::get(index->getType(), type->getNumElements() - 1));
      auto* at = b.CreateInBoundsGEP(type->getElementType(), place, index);
      extract->replaceAllUsesWith(b.CreateLoad(type->getElementType(), at));
      extract->eraseFromParent();
    }
  }
  return lanes.size();
}

// Whether a place is updated: loaded from and stored to.
bool is_updated(const ExtractElementInst& address) {
  bool loads = false, stores = false;
  for (const auto* user : address.users()) {
    loads |= isa<LoadInst>(user);
    stores |= getPointerOperand(user) == &address && isa<StoreInst>(user);
  }
  return loads && stores;
}

// Addresses base + index * size, of indices that need few bits.
struct Near {
  Value* base;
  Type* element;  // of a size by which an address may multiply
  Value* index;
  unsigned bits;  // that hold each index: 8, 16 or 32
};

std::optional<Near> near_addresses(Value* vector, const DataLayout& layout) {
  auto* at = dyn_cast<GetElementPtrInst>(vector);
  if (!at || at->getNumIndices() != 1) return {};
  auto* base = at->getPointerOperand();
  if (base->getType()->isVectorTy()) base = getSplatValue(base);
  auto* index = at->getOperand(1);
  const auto size = layout.getTypeAllocSize(at->getSourceElementType()).getFixedValue();
  if (!base || !index->getType()->isVectorTy() || !isPowerOf2_64(size) || size > 8) return {};
  const unsigned width = index->getType()->getScalarSizeInBits();
  const unsigned needs = width - computeKnownBits(index, layout).countMinLeadingZeros();
  if (width != 64 || needs > 32) return {};
  // What is widened first is at hand as it was.
  if (auto* widened = dyn_cast<ZExtInst>(index)) index = widened->getOperand(0);
  return Near{base, at->getSourceElementType(), index, needs > 8 ? 32u : 8u};
}

// Loads the indices of these lanes as words, which hold several each.
void load_indices(ArrayRef<ExtractElementInst*> extracts, const Near& near) {
  constexpr unsigned kWord = 64;
  const auto count = cast<FixedVectorType>(near.index->getType())->getNumElements();
  IRBuilder<> b(extracts.front());
  auto* indices =
      b.CreateZExtOrTrunc(near.index, FixedVectorType::get(b.getIntNTy(near.bits), count));
  auto* place = make_place(*extracts.front()->getFunction(), indices->getType());
  b.CreateAlignedStore(indices, place, place->getAlign());
  DenseMap<unsigned, Value*> words;
  for (auto* extract : extracts) {
    b.SetInsertPoint(extract);
    const auto lane =
        static_cast<unsigned>(cast<ConstantInt>(extract->getIndexOperand())->getZExtValue());
    const unsigned first = lane * near.bits % kWord;
    auto*& word = words[lane * near.bits / kWord];
    if (!word) {
      auto* at = b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), place, lane * near.bits / kWord);
      word = b.CreateAlignedLoad(b.getInt64Ty(), at, Align(8));
    }
    Value* index = first ? b.CreateLShr(word, first) : word;
    if (first + near.bits < kWord)
      index = b.CreateAnd(index, maskTrailingOnes<std::uint64_t>(near.bits));
    extract->replaceAllUsesWith(b.CreateGEP(near.element, near.base, index));
    extract->eraseFromParent();
  }
}

// Of places that lanes update one after the other.
unsigned of_updates(Function& function) {
  MapVector<std::pair<Value*, BasicBlock*>, SmallVector<ExtractElementInst*, 32>> lanes;
  for (auto& instruction : instructions(function)) {
    auto* extract = dyn_cast<ExtractElementInst>(&instruction);
    if (extract && extract->getType()->isPointerTy() &&
        !isa<Constant>(extract->getVectorOperand()) &&
        isa<ConstantInt>(extract->getIndexOperand()) && is_updated(*extract)) {
      lanes[{extract->getVectorOperand(), extract->getParent()}].push_back(extract);
    }
  }
  unsigned changed = 0;
  for (auto& [key, extracts] : lanes) {
    if (extracts.size() < kMany) continue;
    ++changed;
    auto* vector = key.first;
    if (const auto near = near_addresses(vector, function.getDataLayout())) {
      load_indices(extracts, *near);
      continue;
    }
    auto* place = make_place(function, vector->getType());
    IRBuilder<> b(extracts.front());
    b.CreateAlignedStore(vector, place, place->getAlign());
    for (auto* extract : extracts) {
      b.SetInsertPoint(extract);
      auto* at = b.CreateInBoundsGEP(extract->getType(), place, extract->getIndexOperand());
      extract->replaceAllUsesWith(b.CreateLoad(extract->getType(), at));
      extract->eraseFromParent();
    }
  }
  return changed;
}

}  // namespace

unsigned lanes_in_memory(Function& function, const Isa& isa) {
  const bool stalls = StringRef(isa.host).starts_with("znver");
  return of_loops(function) + (stalls ? of_updates(function) : 0);
}

}  // namespace heddle::compiler
