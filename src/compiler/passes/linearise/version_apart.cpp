// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/version_apart.h"

#include "compiler/analysis/constant_distance.h"
#include "compiler/analysis/shape_analysis.h"
#include "compiler/ir/fast_path.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/each.h"
#include "compiler/passes/linearise/copied_stretch.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxCopies = 16;
constexpr unsigned kMaxInstructions = 1000;  // of all copies together
constexpr unsigned kMaxPlaces = 12;
constexpr unsigned kMaxQuestions = 8;

bool is_invariant(const Instruction& i) {
  return isa<LoadInst>(i) && i.hasMetadata(LLVMContext::MD_invariant_load);
}

// Accesses at known distances from one address.
struct Place {
  Value* address;
  SplitAddress split;
  std::int64_t first, end;  // bytes from the address
  bool is_stored;
  bool counts;  // lanes lie neither side by side nor at one place
};

struct Access {
  Instruction* instruction;
  unsigned place;
  std::int64_t offset, bytes;
  bool is_store() const { return isa<StoreInst>(instruction); }
};

// What lies between two operations of a block that are more than arithmetic and memory.
class Stretch {
 public:
  Stretch(BasicBlock& block, ScalarEvolution& evolution, AAResults& aliases,
          const ShapeAnalysis& shapes)
      : block_(block), evolution_(evolution), aliases_(aliases), shapes_(shapes) {}

  // Looks for one that deserves a copy, behind `from`. False: it does not.
  bool find(BasicBlock::iterator from) {
    first_ = end_ = from;
    while (may_be_copied(*end_)) ++end_;
    // Addresses that are loaded have to be known before the question: it is asked behind those.
    while (gather()) {
      auto* late = late_load();
      if (!late) return deserves_copy();
      first_ = std::next(late->getIterator());
    }
    return false;
  }
  BasicBlock::iterator end() const { return end_; }
  unsigned size() const { return static_cast<unsigned>(std::distance(first_, end_)); }
  void copy();
  // First instructions of what it made.
  ArrayRef<Instruction*> made() const { return made_; }

 private:
  bool gather();
  LoadInst* late_load();
  LoadInst* late_load(Value* value);
  bool may_meet(unsigned a, unsigned b);
  bool deserves_copy();
  bool is_kept_apart(const Access& a, const Access& b) const;
  void make_early(Value* value);
  Value* lie_apart(IRBuilder<>& b);
  void say_apart(Instruction& instruction, unsigned place);

  BasicBlock& block_;
  ScalarEvolution& evolution_;
  AAResults& aliases_;
  const ShapeAnalysis& shapes_;
  BasicBlock::iterator first_, end_;
  SmallVector<Place, kMaxPlaces> places_;
  SmallVector<Access, 32> accesses_;
  SmallVector<std::pair<unsigned, unsigned>, kMaxQuestions> questions_;  // may they meet?
  SmallVector<MDNode*, kMaxPlaces> scopes_;
  Instruction* made_[2] = {};
};

// Is a lane as far from the next as one access is wide, or nowhere?
bool lies_in_row(const Shape& shape, std::int64_t bytes) {
  if (!shape.is_affine() || !shape.terms.empty()) return false;
  if (!shape.offsets) return true;
  const auto step = std::abs(shape.offset(1) - shape.offset(0));
  return step <= bytes;
}

bool Stretch::gather() {
  places_.clear();
  accesses_.clear();
  bool has_store = false;
  for (auto& i : make_range(first_, end_)) {
    auto* pointer = getLoadStorePointerOperand(&i);
    if (!pointer || is_invariant(i)) continue;
    const auto bytes = static_cast<std::int64_t>(
        block_.getDataLayout().getTypeStoreSize(getLoadStoreType(&i)).getFixedValue());
    auto* address = const_cast<Value*>(pointer);
    const SplitAddress split(address, evolution_, block_.getDataLayout());
    std::int64_t offset = 0;
    auto* place = find_if(places_, [&](const Place& known) {
      const auto distance = split.distance_from(known.split);
      offset = distance.value_or(0);
      return distance.has_value();
    });
    if (place == places_.end()) {
      if (places_.size() == kMaxPlaces) return false;
      places_.push_back({address, split, 0, bytes, false, false});
      place = &places_.back();
    }
    place->first = std::min(place->first, offset);
    place->end = std::max(place->end, offset + bytes);
    place->is_stored |= isa<StoreInst>(i);
    place->counts |= !lies_in_row(shapes_.shape(address), bytes);
    has_store |= isa<StoreInst>(i);
    accesses_.push_back({&i, static_cast<unsigned>(place - places_.begin()), offset, bytes});
  }
  return has_store && places_.size() > 1;
}

// The load that the value needs and that stands where the question would be asked, or behind.
LoadInst* Stretch::late_load(Value* value) {
  auto* i = dyn_cast<Instruction>(value);
  if (!i || i->getParent() != &block_ || isa<PHINode>(i) || i->comesBefore(&*first_)) {
    return nullptr;
  }
  if (auto* load = dyn_cast<LoadInst>(i); load && !is_invariant(*load)) return load;
  LoadInst* latest = nullptr;
  for (auto& operand : i->operands()) {
    auto* load = late_load(operand);
    if (load && (!latest || latest->comesBefore(load))) latest = load;
  }
  return latest;
}

LoadInst* Stretch::late_load() {
  LoadInst* latest = nullptr;
  for (auto& place : places_) {
    auto* load = late_load(place.address);
    if (load && (!latest || latest->comesBefore(load))) latest = load;
  }
  return latest;
}

bool Stretch::may_meet(unsigned a, unsigned b) {
  if (!places_[a].is_stored && !places_[b].is_stored) return false;
  return any_of(accesses_, [&](const Access& one) {
    return one.place == a && any_of(accesses_, [&](const Access& other) {
             return other.place == b && (one.is_store() || other.is_store()) &&
                    !aliases_.isNoAlias(MemoryLocation::get(one.instruction),
                                        MemoryLocation::get(other.instruction));
           });
  });
}

// Whether something between the two, of which `a` comes first, keeps them from being joined.
bool Stretch::is_kept_apart(const Access& a, const Access& b) const {
  for (const auto* between = &a + 1; between != &b; ++between) {
    if (!between->is_store() && !a.is_store()) continue;
    const auto pair = std::minmax(a.place, between->place);
    if (is_contained(questions_, std::pair<unsigned, unsigned>(pair))) return true;
  }
  return false;
}

bool Stretch::deserves_copy() {
  questions_.clear();
  for (unsigned a = 0; a < places_.size(); ++a) {
    for (unsigned b = a + 1; b < places_.size(); ++b) {
      if (may_meet(a, b)) questions_.emplace_back(a, b);
      if (questions_.size() > kMaxQuestions) return false;
    }
  }
  if (questions_.empty()) return false;
  for (const auto& b : accesses_) {
    if (!places_[b.place].counts) continue;
    for (const auto& a : accesses_) {
      if (&a == &b) break;
      const bool beside = a.offset + a.bytes == b.offset || b.offset + b.bytes == a.offset;
      if (a.place == b.place && a.is_store() == b.is_store() && (beside || a.offset == b.offset) &&
          is_kept_apart(a, b)) {
        return true;
      }
    }
  }
  return false;
}

void Stretch::make_early(Value* value) {
  auto* i = dyn_cast<Instruction>(value);
  if (!i || i->getParent() != &block_ || isa<PHINode>(i) || i->comesBefore(&*first_)) return;
  for (auto& operand : i->operands()) make_early(operand);
  if (i == &*first_) {
    ++first_;
  } else {
    i->moveBefore(first_);
  }
}

// i1: no two places that may meet do, in all lanes.
Value* Stretch::lie_apart(IRBuilder<>& b) {
  Value* all = nullptr;
  for (auto [one, other] : questions_) {
    const auto &x = places_[one], &y = places_[other];
    auto* from = b.CreatePtrToInt(x.address, b.getInt64Ty());
    auto* distance = b.CreateSub(from, b.CreatePtrToInt(y.address, b.getInt64Ty()));
    auto* end = b.CreateAdd(distance, b.getInt64(static_cast<std::uint64_t>(x.end - y.first - 1)));
    const auto both = (x.end - x.first) + (y.end - y.first);
    auto* apart = b.CreateICmpUGE(end, b.getInt64(static_cast<std::uint64_t>(both - 1)));
    all = all ? b.CreateAnd(all, apart) : apart;
  }
  // Lanes that are not here may have no address.
  return pseudo::call(b, pseudo::kAll, {b.CreateFreeze(all)});
}

void Stretch::say_apart(Instruction& instruction, unsigned place) {
  SmallVector<Metadata*, kMaxPlaces> others;
  for (auto [one, other] : questions_) {
    if (one == place) others.push_back(scopes_[other]);
    if (other == place) others.push_back(scopes_[one]);
  }
  if (others.empty()) return;
  auto& context = instruction.getContext();
  const auto add = [&](unsigned kind, MDNode* list) {
    instruction.setMetadata(kind, MDNode::concatenate(instruction.getMetadata(kind), list));
  };
  add(LLVMContext::MD_alias_scope, MDNode::get(context, {scopes_[place]}));
  add(LLVMContext::MD_noalias, MDNode::get(context, others));
}

void Stretch::copy() {
  for (auto& place : places_) make_early(place.address);
  auto& context = block_.getContext();
  IRBuilder<> b(&*first_);
  auto* apart = lie_apart(b);
  auto* domain = MDNode::getDistinct(context, {MDString::get(context, "apart")});
  scopes_.clear();
  for (unsigned i = 0; i < places_.size(); ++i) {
    scopes_.push_back(MDNode::getDistinct(context, {MDString::get(context, "place"), domain}));
  }
  auto* slow = block_.splitBasicBlock(first_, block_.getName() + ".met");
  auto* join = slow->splitBasicBlock(end_, block_.getName() + ".on");
  auto* fast = BasicBlock::Create(context, block_.getName() + ".apart", block_.getParent(), slow);
  ValueToValueMapTy map;
  for (auto& original : *slow) {
    auto* made = original.clone();
    made->insertInto(fast, fast->end());
    map[&original] = made;
    RemapInstruction(made, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  for (const auto& access : accesses_) {
    say_apart(*cast<Instruction>(map.lookup(access.instruction)), access.place);
  }
  for (auto& original : *slow) {
    if (original.isTerminator() || !original.isUsedOutsideOfBlock(slow)) continue;
    auto* either = PHINode::Create(original.getType(), 2, "", join->begin());
    original.replaceUsesOutsideBlock(either, slow);
    either->addIncoming(&original, slow);
    either->addIncoming(map.lookup(&original), fast);
  }
  block_.getTerminator()->eraseFromParent();
  b.SetInsertPoint(&block_);
  mark_fast_path(*b.CreateCondBr(apart, fast, slow));
  made_[0] = &fast->front();
  made_[1] = &slow->front();
}

// Makes one copy; false when none is left to make.
bool version_one(Function& function, FunctionAnalysisManager& manager,
                 SmallPtrSetImpl<Instruction*>& done, unsigned& left) {
  auto& dominators = manager.getResult<DominatorTreeAnalysis>(function);
  auto& loops = manager.getResult<LoopAnalysis>(function);
  const PostDominatorTree post_dominators(function);
  const ShapeAnalysis shapes(function, dominators, post_dominators, loops, false);
  for (auto& block : function) {
    for (auto from = block.getFirstNonPHIIt(); from != block.end();) {
      Stretch stretch(block, manager.getResult<ScalarEvolutionAnalysis>(function),
                      manager.getResult<AAManager>(function), shapes);
      const bool is_new = done.insert(&*from).second;
      if (is_new && stretch.find(from) && stretch.size() <= left) {
        left -= stretch.size();
        stretch.copy();
        done.insert_range(stretch.made());
        return true;
      }
      while (may_be_copied(*from)) ++from;
      ++from;
    }
  }
  return false;
}

}  // namespace

unsigned version_apart(Compilation& c) {
  if (c.request.probes) return 0;
  Analyses analyses(*c.machine);
  unsigned all = 0;
  for (auto* function : defined(*c.module)) {
    SmallPtrSet<Instruction*, 32> done;
    unsigned copies = 0, left = kMaxInstructions;
    while (copies < kMaxCopies && version_one(*function, analyses.functions, done, left)) {
      ++copies;
      analyses.functions.clear(*function, function->getName());
    }
    if (!copies) continue;
    FunctionPassManager passes;
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(DSEPass());
    passes.addPass(LCSSAPass());
    passes.run(*function, analyses.functions);
    analyses.functions.clear(*function, function->getName());
    all += copies;
  }
  return all;
}

}  // namespace heddle::compiler
