// SPDX-License-Identifier: Apache-2.0
// The frame of a widened function: signature, blocks, phis, branches.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/null_pointers.h"
#include "compiler/ir/over_lanes.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/scalar/let_lanes_pass.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

FunctionType* warp_function_type(FunctionType& scalar) {
  auto& context = scalar.getContext();
  auto* ptr = PointerType::get(context, 0);
  SmallVector<Type*, 8> parameters{ptr, ptr, Type::getInt32Ty(context),
                                   lanes_type(Type::getInt1Ty(context))};
  for (auto* type : scalar.params()) parameters.push_back(lanes_type(type));
  return FunctionType::get(lanes_type(scalar.getReturnType()), parameters, false);
}

// What all lanes give alike is no vector.
static FunctionType* warp_function_type(Function& scalar) {
  auto* type = warp_function_type(*scalar.getFunctionType());
  SmallVector<Type*, 8> parameters(type->params());
  for (const auto& argument : scalar.args()) {
    if (argument.hasAttribute(kUniformArgument)) {
      parameters[kFirstLaneArgument + argument.getArgNo()] = host_type(argument.getType());
    }
  }
  return FunctionType::get(type->getReturnType(), parameters, false);
}

Function* warp_function(Function& scalar) {
  auto& module = *scalar.getParent();
  const auto name = (scalar.getName() + ".warp").str();
  if (auto* known = module.getFunction(name)) return known;
  auto* result =
      Function::Create(warp_function_type(scalar), GlobalValue::InternalLinkage, name, module);
  result->addFnAttr(Attribute::NoUnwind);
  keep_null_pointers(*result, scalar);
  result->setSubprogram(scalar.getSubprogram());
  return result;
}

Error widen_function(Function& scalar, const Isa& isa, std::uint32_t in_step) {
  return Widener(scalar, *warp_function(scalar), isa, in_step).run();
}

Widener::Widener(Function& scalar, Function& warp, const Isa& isa, std::uint32_t in_step)
    : scalar_(scalar),
      warp_(warp),
      isa_(isa),
      in_step_(in_step),
      layout_(scalar.getDataLayout()),
      dominators_(scalar),
      post_dominators_(scalar),
      loops_(dominators_),
      shapes_(scalar, dominators_, post_dominators_, loops_, true),
      b_(scalar.getContext()) {}

Error Widener::run() {
  for (auto& block : scalar_) {
    blocks_[&block] = BasicBlock::Create(b_.getContext(), block.getName(), &warp_);
  }
  b_.SetInsertPoint(blocks_[&scalar_.getEntryBlock()]);
  for (auto& argument : scalar_.args()) {
    auto* incoming = warp_.getArg(kFirstLaneArgument + argument.getArgNo());
    values_[&argument] = argument.hasAttribute(kUniformArgument)
                             ? Lanes::uniform(incoming)
                             : from_aggregate(incoming, argument.getType());
  }
  find_streams();
  ReversePostOrderTraversal<Function*> order(&scalar_);
  for (auto* block : order) make_block(*block);
  for (auto& block : scalar_) {
    if (!ends_.contains(&block)) new UnreachableInst(b_.getContext(), blocks_[&block]);
  }
  if (error_.empty()) finish_phis();
  if (!error_.empty()) return createStringError(error_);
  return Error::success();
}

void Widener::make_block(BasicBlock& block) {
  b_.SetInsertPoint(blocks_[&block]);
  // Without a marker (guards, split edges) nothing that looks at the mask may follow.
  mask_.vector = PoisonValue::get(vector_type(b_.getInt1Ty()));
  for (auto& instruction : block) {
    b_.SetCurrentDebugLocation(instruction.getDebugLoc());
    if (auto* phi = dyn_cast<PHINode>(&instruction)) {
      make_phi(*phi);
    } else if (instruction.isTerminator()) {
      ends_[&block] = b_.GetInsertBlock();
      terminator(instruction);
    } else {
      visit(instruction);
    }
  }
}

namespace {

// Creates the phis for a value of `type`, all parts of a tuple alike.
Lanes phi_lanes(IRBuilderBase& b, const Shape& shape, Type* type, unsigned count) {
  if (is_tuple(type)) {
    std::vector<Lanes> parts;
    const auto part_shape = shape.is_uniform() ? shape : Shape::varying();
    for (unsigned i = 0; i < tuple_size(type); ++i) {
      parts.push_back(phi_lanes(b, part_shape, tuple_part(type, i), count));
    }
    return Lanes::tuple(std::move(parts));
  }
  if (shape.is_varying()) return Lanes::varying(b.CreatePHI(lanes_type(type), count));
  return Lanes::affine(shape, b.CreatePHI(host_type(type), count));
}

}  // namespace

void Widener::make_phi(PHINode& phi) {
  values_[&phi] = phi_lanes(b_, shape(&phi), phi.getType(), phi.getNumIncomingValues());
  phis_.push_back(&phi);
}

void Widener::finish_phis() {
  const std::function<void(const Lanes&, const Lanes&, BasicBlock*)> connect =
      [&](const Lanes& phi, const Lanes& value, BasicBlock* from) {
        if (!phi.parts.empty()) {
          for (unsigned i = 0; i < phi.parts.size(); ++i)
            connect(phi.parts[i], value.parts[i], from);
          return;
        }
        auto* node = cast<PHINode>(phi.vector ? phi.vector : phi.base);
        // Two edges from one block must bring the very same value.
        const int known = node->getBasicBlockIndex(from);
        if (known >= 0) {
          node->addIncoming(node->getIncomingValue(static_cast<unsigned>(known)), from);
        } else if (phi.vector) {
          node->addIncoming(to_vector(value), from);
        } else {
          node->addIncoming(
              value.base ? value.base : b_.CreateExtractElement(value.vector, b_.getInt64(0)),
              from);
        }
      };
  for (auto* phi : phis_) {
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      auto* from = phi->getIncomingBlock(i);
      if (!ends_.contains(from)) continue;
      b_.SetInsertPoint(ends_[from]->getTerminator());
      const auto value = lanes_of(phi->getIncomingValue(i));
      connect(values_[phi], value, ends_[from]);
    }
  }
}

void Widener::terminator(Instruction& instruction) {
  if (auto* branch = dyn_cast<BranchInst>(&instruction)) {
    if (branch->isUnconditional()) {
      b_.CreateBr(blocks_[branch->getSuccessor(0)]);
      return;
    }
    if (!shape(branch->getCondition()).is_uniform()) fail(instruction, "divergent branch is left");
    auto* condition = error_.empty() ? scalar(branch->getCondition()) : b_.getFalse();
    auto* made = b_.CreateCondBr(condition, blocks_[branch->getSuccessor(0)],
                                 blocks_[branch->getSuccessor(1)]);
    made->copyMetadata(instruction, {LLVMContext::MD_prof});
  } else if (auto* ret = dyn_cast<ReturnInst>(&instruction)) {
    if (auto* value = ret->getReturnValue()) {
      b_.CreateRet(vector(value));
    } else {
      b_.CreateRetVoid();
    }
  } else if (isa<UnreachableInst>(instruction)) {
    b_.CreateUnreachable();
  } else {
    fail(instruction, "terminator that cannot be widened");
    b_.CreateUnreachable();
  }
}

void Widener::visit(Instruction& instruction) {
  if (auto* c = dyn_cast<CallInst>(&instruction)) return call(*c);
  if (auto* l = dyn_cast<LoadInst>(&instruction)) return load(*l);
  if (auto* s = dyn_cast<StoreInst>(&instruction)) return store(*s);
  if (auto* a = dyn_cast<AllocaInst>(&instruction)) return alloca(*a);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return atomic(instruction);
  if (auto* f = dyn_cast<FenceInst>(&instruction))
    return fence(f->getOrdering(), f->getSyncScopeID());
  arithmetic(instruction);
}

Value* Widener::per_lane(Type* result, function_ref<Value*(Value* lane)> body) {
  auto* collected = result->isVoidTy() ? result : vector_type(result);
  return over_lanes(b_, mask_bits(), collected, "lanes", [&](const LaneRound& round) -> LaneResult {
    auto* one = body(round.lane);
    if (!round.so_far) return {nullptr};
    return {b_.CreateInsertElement(round.so_far, one, round.lane)};
  });
}

// Of lanes that want one lock the first gets it. One that finds that it cannot go on yet, and gives
// the lock back for another lane to change that, must not get it again for ever.
Value* Widener::per_lane_fairly(Type* result, function_ref<Value*(Value* lane)> body) {
  if (!warp_.getParent()->getNamedMetadata(kLanesPass)) return per_lane(result, body);
  auto* i32 = b_.getInt32Ty();
  AllocaInst* next;
  {
    const IRBuilderBase::InsertPointGuard guard(b_);
    auto& entry = warp_.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    next = b_.CreateAlloca(i32, nullptr, "next");
    b_.CreateStore(b_.getInt32(0), next);
  }
  auto* bits = mask_bits();
  Value* from = b_.CreateLoad(i32, next);
  const auto lane_at = [&](Value* place) {
    return b_.CreateAnd(b_.CreateAdd(place, from), b_.getInt32(kLanes - 1));
  };
  auto* turned = b_.CreateIntrinsic(i32, Intrinsic::fshr, {bits, bits, from});
  auto* first = b_.CreateBinaryIntrinsic(Intrinsic::cttz, turned, b_.getFalse());
  auto* behind = b_.CreateAdd(lane_at(first), b_.getInt32(1));
  b_.CreateStore(b_.CreateSelect(b_.CreateICmpNE(bits, b_.getInt32(0)), behind, from), next);
  auto* collected = result->isVoidTy() ? result : vector_type(result);
  return over_lanes(b_, turned, collected, "lanes", [&](const LaneRound& round) -> LaneResult {
    auto* lane = lane_at(round.lane);
    auto* one = body(lane);
    if (!round.so_far) return {nullptr};
    return {b_.CreateInsertElement(round.so_far, one, lane)};
  });
}

}  // namespace heddle::compiler
