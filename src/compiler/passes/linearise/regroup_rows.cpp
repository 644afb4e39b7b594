// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/regroup_rows.h"

#include "compiler/analysis/shape_analysis.h"
#include "compiler/ir/lane_function.h"
#include "compiler/ir/math_rows.h"
#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool is_number_type(const Type* type) {
  return type->isIntegerTy() || type->isFloatingPointTy();
}

// The same for each element, whichever lane computes it.
bool is_arithmetic(const Instruction& i) {
  if (auto* call = dyn_cast<CallInst>(&i)) {
    const auto* callee = call->getCalledFunction();
    const auto is_number = [](const Use& use) { return is_number_type(use->getType()); };
    if (!callee || !is_number_type(i.getType()) || !all_of(call->args(), is_number)) return false;
    return find_math(*callee) ||
           (callee->isIntrinsic() && call->doesNotAccessMemory() && !call->isConvergent());
  }
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, CastInst, FreezeInst>(i) &&
         !i.getType()->isVectorTy();
}

class Regrouper {
 public:
  Regrouper(BasicBlock& block, const ShapeAnalysis& shapes) : block_(block), shapes_(shapes) {}

  unsigned run() {
    bool all_here = false;
    for (auto& i : block_) {
      if (pseudo::is(&i, pseudo::kMask)) {
        auto* mask = dyn_cast<ConstantInt>(cast<CallInst>(i).getArgOperand(0));
        all_here = mask && mask->isOne();
      } else if (all_here && is_row(i)) {
        rows_.insert(&i);
      }
    }
    for (auto* row : rows_) {
      if (isa<StoreInst>(row)) find(*cast<StoreInst>(row));
    }
    drop_what_is_used_otherwise();
    for (auto& tree : trees_) regroup(tree);
    for (auto* load : dead_) load->eraseFromParent();
    return unsigned(trees_.size());
  }

 private:
  // An operand that is the same in all lanes, and not for all elements.
  struct Factors {
    SmallVector<Instruction*, 8> parts;
    unsigned operand;
    SmallVector<Value*, 8> values;
  };
  // What a stored row is made of.
  struct Tree {
    StoreInst* store = nullptr;
    DenseMap<const Value*, SmallVector<Value*, 8>> seen;  // alike, by their first
    SmallSetVector<Instruction*, 16> parts;               // what computes them
    SmallSetVector<Instruction*, 16> rows;                // loads, and what takes their elements
    SmallSetVector<LoadInst*, 4> loads;
    SmallVector<Factors, 2> factors;
  };

  static FixedVectorType* row_type(Instruction& i) {
    return dyn_cast<FixedVectorType>(getLoadStoreType(&i));
  }

  // The rows of the lanes lie one behind the other.
  bool is_row(Instruction& i) const {
    auto* load = dyn_cast<LoadInst>(&i);
    auto* store = dyn_cast<StoreInst>(&i);
    if (!(load && load->isSimple()) && !(store && store->isSimple())) return false;
    auto* type = row_type(i);
    auto* pointer = getLoadStorePointerOperand(&i);
    if (!type || isa<AllocaInst>(getUnderlyingObject(pointer))) return false;
    const auto bits = type->getElementType()->getPrimitiveSizeInBits().getFixedValue();
    if (type->getNumElements() < 2 || bits < 8 || !isPowerOf2_64(bits)) return false;
    const auto shape = shapes_.shape(pointer);
    if (!shape.is_affine() || !shape.terms.empty()) return false;
    const auto bytes = static_cast<std::int64_t>(bits / 8 * type->getNumElements());
    for (unsigned lane = 1; lane < kLanes; ++lane) {
      if (shape.offset(lane) - shape.offset(lane - 1) != bytes) return false;
    }
    return true;
  }

  // Of the stored row; null where it is not put together one by one.
  static SmallVector<Value*, 8> elements_of(StoreInst& store) {
    SmallVector<Value*, 8> elements(row_type(store)->getNumElements());
    auto* value = store.getValueOperand();
    while (auto* insert = dyn_cast<InsertElementInst>(value)) {
      auto* at = dyn_cast<ConstantInt>(insert->getOperand(2));
      if (!at || !insert->hasOneUse() || at->getZExtValue() >= elements.size()) break;
      auto*& element = elements[at->getZExtValue()];
      if (!element) element = insert->getOperand(1);
      value = insert->getOperand(0);
    }
    return elements;
  }

  void find(StoreInst& store) {
    Tree tree;
    tree.store = &store;
    const auto elements = elements_of(store);
    if (is_contained(elements, nullptr) || !are_alike(elements, tree)) return;
    if (!tree.loads.empty()) trees_.push_back(std::move(tree));
  }

  // Are these the same function of the elements of rows?
  bool are_alike(ArrayRef<Value*> values, Tree& tree) {
    auto* first = values.front();
    if (all_equal(values) && shapes_.is_uniform(first)) return true;
    if (auto seen = tree.seen.find(first); seen != tree.seen.end()) {
      return ArrayRef<Value*>(seen->second) == values;
    }
    tree.seen[first].assign(values.begin(), values.end());
    SmallVector<Instruction*, 8> parts;
    for (auto* value : values) {
      auto* part = dyn_cast<Instruction>(value);
      if (!part || part->getParent() != &block_) return false;
      parts.push_back(part);
    }
    if (isa<ExtractElementInst>(first)) return are_one_row(parts, tree);
    if (!is_arithmetic(*parts.front())) return false;
    for (auto* part : parts) {
      if (!part->isSameOperationAs(parts.front()) ||
          part->getRawSubclassOptionalData() != parts.front()->getRawSubclassOptionalData() ||
          tree.parts.size() > kMostParts) {
        return false;
      }
      tree.parts.insert(part);
    }
    for (unsigned k = 0; k < parts.front()->getNumOperands(); ++k) {
      SmallVector<Value*, 8> operands;
      for (auto* part : parts) operands.push_back(part->getOperand(k));
      if (isa<Function>(operands.front())) {
        if (!all_equal(operands)) return false;
      } else if (are_factors(*parts.front(), operands)) {
        tree.factors.push_back({parts, k, operands});
      } else if (!are_alike(operands, tree)) {
        return false;
      }
    }
    return true;
  }

  bool are_factors(const Instruction& part, ArrayRef<Value*> values) const {
    return !isa<CallInst>(part) && !all_equal(values) &&
           all_of(values, [&](Value* value) { return shapes_.is_uniform(value); });
  }

  bool are_one_row(ArrayRef<Instruction*> parts, Tree& tree) {
    auto* load = dyn_cast<LoadInst>(parts.front()->getOperand(0));
    if (!load || !rows_.contains(load) || row_type(*load)->getNumElements() != parts.size()) {
      return false;
    }
    for (auto [index, part] : enumerate(parts)) {
      auto* at =
          isa<ExtractElementInst>(part) ? dyn_cast<ConstantInt>(part->getOperand(1)) : nullptr;
      if (!at || part->getOperand(0) != load || at->getZExtValue() != index) return false;
      tree.rows.insert(part);
    }
    tree.rows.insert(load);
    tree.loads.insert(load);
    return true;
  }

  void drop_what_is_used_otherwise() {
    for (bool changed = true; changed;) {
      SmallPtrSet<const User*, 32> inside;
      for (const auto& tree : trees_) {
        inside.insert(tree.parts.begin(), tree.parts.end());
        inside.insert(tree.rows.begin(), tree.rows.end());
        for (auto* value = tree.store->getValueOperand();
             auto* insert = dyn_cast<InsertElementInst>(value); value = insert->getOperand(0)) {
          inside.insert(insert);
        }
      }
      const auto before = trees_.size();
      erase_if(trees_, [&](const Tree& tree) {
        const auto is_used_otherwise = [&](const Instruction* part) {
          return any_of(part->users(), [&](const User* user) { return !inside.contains(user); });
        };
        return any_of(tree.parts, is_used_otherwise) || any_of(tree.rows, is_used_otherwise);
      });
      changed = trees_.size() != before;
    }
  }

  // The address of the lane's element of each stretch of 32.
  SmallVector<Value*, 8> places(IRBuilder<>& b, Instruction& row) {
    const auto count = row_type(row)->getNumElements();
    const auto bytes =
        row_type(row)->getElementType()->getPrimitiveSizeInBits().getFixedValue() / 8;
    auto* lane = b.CreateZExt(pseudo::call(b, pseudo::kLane), b.getInt64Ty());
    auto* back = b.CreateMul(lane, b.getInt64(-static_cast<std::int64_t>(bytes * (count - 1))));
    auto* first = b.CreatePtrAdd(getLoadStorePointerOperand(&row), back);
    SmallVector<Value*, 8> result;
    for (unsigned k = 0; k < count; ++k) {
      result.push_back(b.CreatePtrAdd(first, b.getInt64(std::uint64_t{kLanes} * bytes * k)));
    }
    return result;
  }

  void regroup(const Tree& tree) {
    for (auto* load : tree.loads) {
      if (!dead_.insert(load)) continue;  // of another tree, too
      IRBuilder<> b(load);
      auto* type = row_type(*load)->getElementType();
      SmallVector<Value*, 8> elements;
      for (auto* place : places(b, *load)) {
        auto* element = b.CreateAlignedLoad(type, place, element_alignment(*load));
        element->copyMetadata(*load, kKept);
        elements.push_back(element);
      }
      for (auto* user : make_early_inc_range(load->users())) {
        auto* extract = cast<ExtractElementInst>(user);
        extract->replaceAllUsesWith(
            elements[cast<ConstantInt>(extract->getIndexOperand())->getZExtValue()]);
        extract->eraseFromParent();
      }
    }
    auto* store = tree.store;
    move_in_front(*store, tree);
    IRBuilder<> b(store);
    const auto elements = elements_of(*store);
    for (auto [element, place] : zip(elements, places(b, *store))) {
      auto* piece = b.CreateAlignedStore(element, place, element_alignment(*store));
      piece->copyMetadata(*store, kKept);
    }
    auto* row = store->getValueOperand();
    store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(row);
  }

  // Behind all factors, which may be made between the elements' parts.
  void move_in_front(StoreInst& store, const Tree& tree) {
    SmallVector<Instruction*, 16> parts;
    for (auto* part : tree.parts) {
      if (moved_.insert(part)) parts.push_back(part);
    }
    sort(parts, [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    const SmallPtrSet<const Instruction*, 16> fresh(parts.begin(), parts.end());
    for (const auto& factors : tree.factors) {
      if (!fresh.contains(factors.parts.front())) continue;
      IRBuilder<> b(&store);
      Value* mixed = nullptr;
      for (auto [k, part] : enumerate(factors.parts)) {
        if (!mixed || kLanes % factors.values.size() != 0)
          mixed = mix(b, factors.values, unsigned(k));
        part->setOperand(factors.operand, mixed);
      }
    }
    for (auto* part : parts) part->moveBefore(store.getIterator());
  }

  // What meets the elements that lanes take of stretch `k`.
  static Value* mix(IRBuilder<>& b, ArrayRef<Value*> values, unsigned k) {
    auto* place = b.CreateURem(b.CreateAdd(pseudo::call(b, pseudo::kLane), b.getInt32(kLanes * k)),
                               b.getInt32(unsigned(values.size())));
    auto* mixed = values.front();
    for (unsigned c = 1; c < values.size(); ++c) {
      mixed = b.CreateSelect(b.CreateICmpEQ(place, b.getInt32(c)), values[c], mixed);
    }
    return mixed;
  }

  static Align element_alignment(Instruction& row) {
    const auto bits = row_type(row)->getElementType()->getPrimitiveSizeInBits().getFixedValue();
    return commonAlignment(getLoadStoreAlignment(&row), bits / 8);
  }

  static constexpr unsigned kMostParts = 400;
  static constexpr unsigned kKept[] = {LLVMContext::MD_nontemporal, LLVMContext::MD_alias_scope,
                                       LLVMContext::MD_noalias};

  BasicBlock& block_;
  const ShapeAnalysis& shapes_;
  SmallSetVector<Instruction*, 8> rows_;
  SmallVector<Tree, 4> trees_;
  SmallSetVector<LoadInst*, 8> dead_;
  SmallSetVector<Instruction*, 32> moved_;
};

bool stores_rows(Function& function) {
  return any_of(instructions(function), [](const Instruction& i) {
    auto* store = dyn_cast<StoreInst>(&i);
    return store && store->getValueOperand()->getType()->isVectorTy();
  });
}

// Where the optimiser has made one operation of those on elements.
bool computes_rows(Function& function) {
  return any_of(instructions(function), [](const Instruction& i) {
    return i.getType()->isVectorTy() && isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst,
                                            CastInst, IntrinsicInst, ShuffleVectorInst>(i);
  });
}

// Operations on rows become those on elements again, which Widen would make of them as well.
void take_apart(Function& function) {
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return TargetIRAnalysis(); });
  ScalarizerPass().run(function, analyses);
}

}  // namespace

unsigned regroup_rows(Function& function) {
  if (is_of_one_lane(function) || !stores_rows(function)) return 0;
  if (computes_rows(function)) take_apart(function);
  DominatorTree dominators(function);
  PostDominatorTree post_dominators(function);
  LoopInfo loops(dominators);
  const ShapeAnalysis shapes(function, dominators, post_dominators, loops, true);
  unsigned changed = 0;
  for (auto& block : function) changed += Regrouper(block, shapes).run();
  return changed;
}

}  // namespace heddle::compiler
