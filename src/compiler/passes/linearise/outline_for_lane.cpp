// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/outline_for_lane.h"

#include "compiler/ir/lane_function.h"
#include "compiler/ir/null_pointers.h"
#include "compiler/passes/scalar/safe_arithmetic.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMostArguments = 12, kMostResults = 3;

// Those that a CPU has, too, on any instruction set.
bool is_known(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::abs:
    case Intrinsic::bswap:
    case Intrinsic::copysign:
    case Intrinsic::ctlz:
    case Intrinsic::ctpop:
    case Intrinsic::cttz:
    case Intrinsic::fabs:
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::fshl:
    case Intrinsic::fshr:
    case Intrinsic::smax:
    case Intrinsic::smin:
    case Intrinsic::sqrt:
    case Intrinsic::umax:
    case Intrinsic::umin:
      return true;
    default:
      return false;
  }
}

bool may_be_outlined(const Instruction& i) {
  for (const auto* operand : i.operand_values()) {
    if (isa<Constant>(operand) && !isa<ConstantData, ConstantAggregate, Function>(operand)) {
      return false;  // what Widen gives a place
    }
    const auto* type = operand->getType()->getScalarType();
    if (type->isPointerTy() && !isa<Function>(operand) && type->getPointerAddressSpace() != 0) {
      return false;
    }
  }
  if (auto* load = dyn_cast<LoadInst>(&i)) return load->isSimple();
  if (auto* store = dyn_cast<StoreInst>(&i)) return store->isSimple();
  if (auto* call = dyn_cast<IntrinsicInst>(&i)) return is_known(call->getIntrinsicID());
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, CastInst, GetElementPtrInst,
             PHINode, BranchInst, FreezeInst, ExtractElementInst, InsertElementInst,
             ShuffleVectorInst>(i);
}

class Outliner {
 public:
  Outliner(const Region& region, BasicBlock& entry, BasicBlock& join)
      : region_(region), entry_(entry), join_(join) {}

  OutlinedRegion run() {
    find_results();
    find_arguments();
    make_function();
    copy_blocks();
    add_return();
    return std::move(made_);
  }

 private:
  bool is_inside(const Value* value) const {
    auto* instruction = dyn_cast<Instruction>(value);
    return instruction && region_.contains(instruction->getParent());
  }

  void find_results() {
    for (auto& phi : join_.phis()) {
      const auto comes = [&](BasicBlock* from) { return region_.contains(from); };
      if (any_of(phi.blocks(), comes)) made_.results.push_back(&phi);
    }
  }

  void need(Value* value) {
    if (isa<Constant>(value) || isa<BasicBlock>(value) || is_inside(value)) return;
    if (!is_contained(made_.arguments, value)) made_.arguments.push_back(value);
  }

  void find_arguments() {
    for (auto& phi : entry_.phis()) made_.arguments.push_back(&phi);
    for (auto* block : region_) {
      for (auto& instruction : *block) {
        auto* phi = dyn_cast<PHINode>(&instruction);
        if (phi) {
          for (auto [from, value] : zip(phi->blocks(), phi->incoming_values())) {
            if (region_.contains(from)) need(value);
          }
          continue;
        }
        for (auto* operand : instruction.operand_values()) need(operand);
      }
    }
    for (auto* result : made_.results) {
      for (auto [from, value] : zip(result->blocks(), result->incoming_values())) {
        if (region_.contains(from)) need(value);
      }
    }
  }

  void make_function() {
    auto& from = *entry_.getParent();
    auto& context = from.getContext();
    SmallVector<Type*, 8> parameters, results;
    for (auto* argument : made_.arguments) parameters.push_back(argument->getType());
    for (auto* result : made_.results) results.push_back(result->getType());
    auto* type = results.empty()       ? Type::getVoidTy(context)
                 : results.size() == 1 ? results.front()
                                       : StructType::get(context, results);
    made_.function =
        Function::Create(FunctionType::get(type, parameters, false), GlobalValue::InternalLinkage,
                         from.getName() + ".lane", from.getParent());
    made_.function->addFnAttr(kOfOneLane);
    made_.function->addFnAttr(Attribute::NoUnwind);
    made_.function->addFnAttr(Attribute::AlwaysInline);
    keep_null_pointers(*made_.function, from);
  }

  void copy_blocks() {
    auto* begin = BasicBlock::Create(entry_.getContext(), "entry", made_.function);
    for (auto [index, argument] : enumerate(made_.arguments)) {
      if (!is_inside(argument)) map_[argument] = made_.function->getArg(unsigned(index));
    }
    SmallVector<BasicBlock*, 16> copies;
    for (auto* block : region_) {
      auto* copy = CloneBasicBlock(block, map_, "", made_.function);
      map_[block] = copy;
      copies.push_back(copy);
    }
    return_ = BasicBlock::Create(entry_.getContext(), "return", made_.function);
    map_[&join_] = return_;
    for (auto* copy : copies) {
      for (auto& instruction : *copy) {
        instruction.dropDbgRecords();
        RemapInstruction(&instruction, map_, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      }
      for (auto& instruction : make_early_inc_range(*copy)) {
        IRBuilder<> b(&instruction);
        if (auto* safe = safe_arithmetic(b, instruction)) {
          instruction.replaceAllUsesWith(safe);
          instruction.eraseFromParent();
        }
      }
    }
    enter_at_phis(*begin);
    IRBuilder<>(begin).CreateBr(cast<BasicBlock>(map_.lookup(&entry_)));
  }

  // The copy is entered by the one new edge only: other ways into the region are not in it.
  void enter_at_phis(BasicBlock& begin) {
    for (auto& block : *made_.function) {
      for (auto& phi : block.phis()) {
        for (unsigned k = phi.getNumIncomingValues(); k-- > 0;) {
          if (phi.getIncomingBlock(k)->getParent() != made_.function) {
            phi.removeIncomingValue(k, false);
          }
        }
      }
    }
    unsigned index = 0;
    for (auto& phi : cast<BasicBlock>(map_.lookup(&entry_))->phis()) {
      phi.addIncoming(made_.function->getArg(index++), &begin);
    }
  }

  void add_return() {
    SmallVector<Value*, 4> values;
    IRBuilder<> b(return_);
    for (auto* result : made_.results) {
      auto* phi = b.CreatePHI(result->getType(), result->getNumIncomingValues());
      for (auto [from, value] : zip(result->blocks(), result->incoming_values())) {
        if (!region_.contains(from)) continue;
        Value* mapped = map_.lookup(value);
        phi->addIncoming(mapped ? mapped : value, cast<BasicBlock>(map_.lookup(from)));
      }
      values.push_back(phi);
    }
    if (values.empty()) {
      b.CreateRetVoid();
    } else if (values.size() == 1) {
      b.CreateRet(values.front());
    } else {
      b.CreateAggregateRet(values.data(), unsigned(values.size()));
    }
  }

  const Region& region_;
  BasicBlock &entry_, &join_;
  BasicBlock* return_ = nullptr;
  ValueToValueMapTy map_;
  OutlinedRegion made_;
};

}  // namespace

bool may_be_outlined(const Region& region) {
  return all_of(region, [](const BasicBlock* block) {
    return all_of(*block, [](const Instruction& i) { return may_be_outlined(i); });
  });
}

OutlinedRegion outline_for_lane(const Region& region, BasicBlock& entry, BasicBlock& join) {
  return Outliner(region, entry, join).run();
}

bool is_small(const OutlinedRegion& outlined) {
  const auto is_simple = [](const Value* value) {
    return value->getType()->isSingleValueType() && !value->getType()->isVectorTy();
  };
  return outlined.arguments.size() <= kMostArguments && outlined.results.size() <= kMostResults &&
         all_of(outlined.arguments, is_simple) && all_of(outlined.results, is_simple);
}

void keep_canonical(Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (auto* loop : loops.getTopLevelLoops()) {
    simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
    formLCSSARecursively(*loop, dominators, &loops, nullptr);
  }
}

}  // namespace heddle::compiler
