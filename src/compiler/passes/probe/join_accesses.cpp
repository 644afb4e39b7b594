// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/join_accesses.h"

#include <algorithm>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kWidest = 16;  // bytes of an access of a GPU

struct Part {
  Instruction* access;
  std::int64_t offset;  // from the group's base
};

// Loads or stores of one place in the source, through one base, of one type.
struct Group {
  Value* base;
  Type* type;
  SmallVector<Part, 8> parts;  // in the order of the code

  Instruction& first() const { return *parts.front().access; }
};

bool is_whole(const Type* type) {
  return type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy() ||
         type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32) ||
         type->isIntegerTy(64);
}

bool is_simple(const Instruction& i) {
  if (const auto* load = dyn_cast<LoadInst>(&i)) return load->isSimple();
  if (const auto* store = dyn_cast<StoreInst>(&i)) return store->isSimple();
  return false;
}

bool are_alike(const Instruction& a, const Instruction& b) {
  SmallVector<std::pair<unsigned, MDNode*>, 4> of_a, of_b;
  a.getAllMetadataOtherThanDebugLoc(of_a);
  b.getAllMetadataOtherThanDebugLoc(of_b);
  return of_a == of_b;
}

class Joiner {
 public:
  explicit Joiner(Function& function) : layout_(function.getDataLayout()) {
    for (auto& block : function) visit(block);
  }
  unsigned made() const { return made_; }

 private:
  // A group is open as long as its parts may be moved to one place.
  void visit(BasicBlock& block) {
    std::optional<Group> open;
    const auto close = [&] {
      if (open) join(*open);
      open.reset();
    };
    for (auto& i : make_early_inc_range(block)) {
      if (!i.mayReadOrWriteMemory()) continue;
      auto* pointer = const_cast<Value*>(getLoadStorePointerOperand(&i));
      if (!pointer || !is_simple(i) || !i.getDebugLoc() || !is_whole(getLoadStoreType(&i))) {
        close();
        continue;
      }
      std::int64_t offset = 0;
      auto* base = GetPointerBaseWithConstantOffset(pointer, offset, layout_);
      if (base->getType() != pointer->getType()) {  // of another address space
        base = pointer;
        offset = 0;
      }
      auto* type = getLoadStoreType(&i);
      const bool belongs = open && open->base == base && open->type == type &&
                           open->first().getOpcode() == i.getOpcode() &&
                           open->first().getDebugLoc() == i.getDebugLoc() &&
                           are_alike(open->first(), i);
      if (!belongs) {
        close();
        open = Group{base, type, {}};
      }
      open->parts.push_back({&i, offset});
    }
    close();
  }

  // The widest accesses that the parts make.
  void join(Group& group) {
    const auto* last = group.parts.back().access;
    auto* behind = const_cast<Instruction*>(last)->getNextNode();
    auto* before = group.parts.front().access;
    llvm::sort(group.parts, [](const Part& a, const Part& b) { return a.offset < b.offset; });
    const auto bytes = layout_.getTypeStoreSize(group.type).getFixedValue();
    const ArrayRef<Part> all(group.parts);
    for (std::size_t k = 0; k < all.size();) {
      std::size_t count = kWidest / bytes;
      while (count > 1 && !fits(all.drop_front(k), count, bytes)) count /= 2;
      if (count > 1) {
        make(group, all.slice(k, count), *before, *behind);
        ++made_;
      }
      k += std::max<std::size_t>(count, 1);
    }
    // Not before: the group's first access is where all its loads go.
    for (auto* access : joined_) access->eraseFromParent();
    joined_.clear();
  }

  static bool fits(ArrayRef<Part> parts, std::size_t count, std::uint64_t bytes) {
    if (parts.size() < count) return false;
    if (getLoadStoreAlignment(parts[0].access).value() < count * bytes) return false;
    for (std::size_t k = 1; k < count; ++k) {
      if (parts[k].offset != parts[0].offset + static_cast<std::int64_t>(k * bytes)) return false;
    }
    return true;
  }

  void make(const Group& group, ArrayRef<Part> parts, Instruction& before, Instruction& behind) {
    auto& first = *parts[0].access;
    auto* type = FixedVectorType::get(group.type, static_cast<unsigned>(parts.size()));
    const auto align = getLoadStoreAlignment(&first);
    const bool loads = isa<LoadInst>(first);
    IRBuilder<> b(loads ? &before : &behind);
    b.SetCurrentDebugLocation(first.getDebugLoc());
    // The first part's own address may come later than another part's.
    auto* address =
        b.CreatePtrAdd(group.base, b.getInt64(static_cast<std::uint64_t>(parts[0].offset)));
    Instruction* joined = nullptr;
    if (loads) {
      joined = b.CreateAlignedLoad(type, address, align);
      for (const auto& [k, part] : enumerate(parts)) {
        part.access->replaceAllUsesWith(b.CreateExtractElement(joined, k));
      }
    } else {
      Value* all = PoisonValue::get(type);
      for (const auto& [k, part] : enumerate(parts)) {
        all = b.CreateInsertElement(all, cast<StoreInst>(part.access)->getValueOperand(), k);
      }
      joined = b.CreateAlignedStore(all, address, align);
    }
    joined->copyMetadata(first);
    for (const auto& part : parts) joined_.push_back(part.access);
  }

  const DataLayout& layout_;
  SmallVector<Instruction*, 8> joined_;  // parts of the group that are not needed any more
  unsigned made_ = 0;
};

}  // namespace

unsigned join_accesses(Module& module) {
  unsigned made = 0;
  for (auto& function : module) {
    if (!function.isDeclaration()) made += Joiner(function).made();
  }
  return made;
}

}  // namespace heddle::compiler
