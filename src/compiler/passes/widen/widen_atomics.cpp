// SPDX-License-Identifier: Apache-2.0
// Atomic operations. Shared memory, that of a block and of its cluster, belongs to one host thread
// at a time, so there a load and a store do; lanes that all update one address do so once.
#include "compiler/address_space.h"
#include "compiler/passes/late_additions.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "ptx/cluster_functions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The reduction over lanes that a read-modify-write of one address amounts to, and the value that
// inactive lanes contribute.
struct Reduction {
  Intrinsic::ID id = Intrinsic::not_intrinsic;
  Constant* neutral = nullptr;
  bool ordered = false;  // takes a start value (fadd)
};

Reduction reduction(AtomicRMWInst::BinOp op, Type* type) {
  const auto bits = type->getPrimitiveSizeInBits().getFixedValue();
  switch (op) {
    case AtomicRMWInst::Add:
      return {Intrinsic::vector_reduce_add, ConstantInt::get(type, 0), false};
    case AtomicRMWInst::Sub:
      return {Intrinsic::vector_reduce_add, ConstantInt::get(type, 0), false};
    case AtomicRMWInst::Or:
      return {Intrinsic::vector_reduce_or, ConstantInt::get(type, 0), false};
    case AtomicRMWInst::Xor:
      return {Intrinsic::vector_reduce_xor, ConstantInt::get(type, 0), false};
    case AtomicRMWInst::And:
      return {Intrinsic::vector_reduce_and, Constant::getAllOnesValue(type), false};
    case AtomicRMWInst::UMax:
      return {Intrinsic::vector_reduce_umax, ConstantInt::get(type, 0), false};
    case AtomicRMWInst::UMin:
      return {Intrinsic::vector_reduce_umin, Constant::getAllOnesValue(type), false};
    case AtomicRMWInst::Max:
      return {Intrinsic::vector_reduce_smax, ConstantInt::get(type, APInt::getSignedMinValue(bits)),
              false};
    case AtomicRMWInst::Min:
      return {Intrinsic::vector_reduce_smin, ConstantInt::get(type, APInt::getSignedMaxValue(bits)),
              false};
    case AtomicRMWInst::FAdd:
      return {Intrinsic::vector_reduce_fadd, ConstantFP::getNegativeZero(type), true};
    default:
      return {};
  }
}

// A load and a store in shared memory that together are atomic since nobody else runs meanwhile.
// Unordered, so that no pass takes them for accesses of which warps that run as one need only one.
Type* bits_of(IRBuilderBase& b, Type* type) {
  return type->isFloatingPointTy() ? b.getIntNTy(type->getPrimitiveSizeInBits()) : type;
}
Value* load_alone(IRBuilderBase& b, Type* type, Value* where, Align align) {
  auto* load = b.CreateAlignedLoad(bits_of(b, type), where, align);
  load->setAtomic(AtomicOrdering::Unordered);
  return b.CreateBitCast(load, type);
}
void store_alone(IRBuilderBase& b, Value* value, Value* where, Align align) {
  auto* bits = b.CreateBitCast(value, bits_of(b, value->getType()));
  b.CreateAlignedStore(bits, where, align)->setAtomic(AtomicOrdering::Unordered);
}

}  // namespace

void Widener::atomic(Instruction& i) {
  auto* rmw = dyn_cast<AtomicRMWInst>(&i);
  auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i);
  auto* pointer = rmw ? rmw->getPointerOperand() : exchange->getPointerOperand();
  const auto space = pointer->getType()->getPointerAddressSpace();
  const bool shared = space == kSharedSpace || space == ptx::kClusterSpace;
  const auto& address = lanes_of(pointer);
  const bool one_place = address.base && address.shape.is_uniform();
  const auto align = rmw ? rmw->getAlign() : exchange->getAlign();
  auto* type =
      host_type(rmw ? rmw->getValOperand()->getType() : exchange->getCompareOperand()->getType());

  const auto perform = [&](Value* where, Value* value) -> Value* {
    if (!shared) {
      auto* made = b_.CreateAtomicRMW(rmw->getOperation(), where, value, align, rmw->getOrdering());
      if (one_place) made->copyMetadata(*rmw);  // it may be put off
      return made;
    }
    auto* old = load_alone(b_, type, where, align);
    store_alone(b_, buildAtomicRMWValue(rmw->getOperation(), b_, old, value), where, align);
    return old;
  };
  if (rmw && one_place && rmw->use_empty()) {
    const auto reduce = reduction(rmw->getOperation(), type);
    if (reduce.id != Intrinsic::not_intrinsic) {
      auto* values = vector(rmw->getValOperand());
      auto* neutral = ConstantVector::getSplat(ElementCount::getFixed(kLanes), reduce.neutral);
      auto* lanes = mask_.all() ? values : b_.CreateSelect(mask_.vector, values, neutral);
      Value* sum = nullptr;
      if (reduce.ordered) {
        auto* call = b_.CreateIntrinsic(reduce.id, {lanes->getType()}, {reduce.neutral, lanes});
        call->setHasAllowReassoc(true);
        sum = call;
      } else {
        sum = b_.CreateIntrinsic(reduce.id, {lanes->getType()}, {lanes});
      }
      perform(address.base, sum);
      return;
    }
  }
  if (rmw && one_place && !rmw->use_empty()) {
    if (auto* old =
            add_at_one_address(*rmw, [&](Value* sum) { return perform(address.base, sum); }))
      return define(i, Lanes::varying(old));
  }
  auto* pointers = one_place ? nullptr : to_vector(address);
  const auto where = [&](Value* lane) -> Value* {
    return one_place ? address.base : b_.CreateExtractElement(pointers, lane);
  };
  if (rmw) {
    auto* values = vector(rmw->getValOperand());
    const auto lane_by_lane = [&] {
      return per_lane(rmw->use_empty() ? b_.getVoidTy() : type, [&](Value* lane) {
        return perform(where(lane), b_.CreateExtractElement(values, lane));
      });
    };
    if (is_late_addition(*rmw) && add_late(*rmw, address, lane_by_lane)) return;
    auto* old =
        shared && !one_place ? update_shared(*rmw, pointers, align, lane_by_lane) : lane_by_lane();
    if (old) define(i, Lanes::varying(old));
    return;
  }
  auto *expected = vector(exchange->getCompareOperand()),
       *fresh = vector(exchange->getNewValOperand());
  auto* old = per_lane(type, [&](Value* lane) -> Value* {
    auto *compare = b_.CreateExtractElement(expected, lane),
         *value = b_.CreateExtractElement(fresh, lane);
    if (!shared) {
      auto* pair =
          b_.CreateAtomicCmpXchg(where(lane), compare, value, align, exchange->getSuccessOrdering(),
                                 exchange->getFailureOrdering());
      return b_.CreateExtractValue(pair, 0);
    }
    auto* before = load_alone(b_, type, where(lane), align);
    auto* equal = b_.CreateICmpEQ(before, compare);
    store_alone(b_, b_.CreateSelect(equal, value, before), where(lane), align);
    return before;
  });
  define(i, Lanes::tuple({Lanes::varying(old), Lanes::varying(b_.CreateICmpEQ(old, expected))}));
}

}  // namespace heddle::compiler
