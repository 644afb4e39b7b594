// SPDX-License-Identifier: Apache-2.0
// Reductions over lanes: of atomic operations on one address, and __reduce_*_sync.
#include "compiler/ir/over_lanes.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/widen/reduction.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

namespace heddle::compiler {

using namespace llvm;

Reduction reduction(AtomicRMWInst::BinOp operation, Type* type) {
  const auto bits = type->getPrimitiveSizeInBits().getFixedValue();
  switch (operation) {
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

Value* reduce_lanes(IRBuilderBase& b, const Reduction& reduction, Value* values, Value* mask) {
  auto* neutral = ConstantVector::getSplat(ElementCount::getFixed(kLanes), reduction.neutral);
  auto* lanes = mask ? b.CreateSelect(mask, values, neutral) : values;
  if (!reduction.ordered) return b.CreateIntrinsic(reduction.id, {lanes->getType()}, {lanes});
  auto* sum = b.CreateIntrinsic(reduction.id, {lanes->getType()}, {reduction.neutral, lanes});
  sum->setHasAllowReassoc(true);
  return sum;
}

namespace {

AtomicRMWInst::BinOp operation_of(abi::WarpOp op) {
  switch (op) {
    case abi::WarpOp::kReduceAdd:
      return AtomicRMWInst::Add;
    case abi::WarpOp::kReduceMinU:
      return AtomicRMWInst::UMin;
    case abi::WarpOp::kReduceMaxU:
      return AtomicRMWInst::UMax;
    case abi::WarpOp::kReduceMinS:
      return AtomicRMWInst::Min;
    case abi::WarpOp::kReduceMaxS:
      return AtomicRMWInst::Max;
    case abi::WarpOp::kReduceAnd:
      return AtomicRMWInst::And;
    case abi::WarpOp::kReduceOr:
      return AtomicRMWInst::Or;
    default:
      return AtomicRMWInst::Xor;
  }
}

// Masks that are known now: the members of each halve their number in every step, all masks at
// once, until the first member has the result, which all then take.
Value* reduce_known_groups(IRBuilderBase& b, AtomicRMWInst::BinOp operation, Value* values,
                           Value* neutral, const Constant& masks) {
  std::uint32_t group[kLanes];
  unsigned most = 1;
  for (unsigned l = 0; l < kLanes; ++l) {
    const auto* mask = dyn_cast_or_null<ConstantInt>(masks.getAggregateElement(l));
    group[l] = mask ? static_cast<std::uint32_t>(mask->getZExtValue()) : 0;
    most = std::max<unsigned>(most, popcount(group[l]));
  }
  // The member that stands `distance` behind the lane in its group.
  const auto behind = [&](unsigned lane, unsigned distance) -> int {
    auto others = group[lane] & ~((2u << lane) - 1);
    for (; distance > 1 && others; --distance) others &= others - 1;
    return others ? countr_zero(others) : kLanes;
  };
  SmallVector<int, kLanes> from(kLanes);
  for (unsigned distance = 1; distance < most; distance *= 2) {
    for (unsigned l = 0; l < kLanes; ++l) from[l] = behind(l, distance);
    values =
        buildAtomicRMWValue(operation, b, values, b.CreateShuffleVector(values, neutral, from));
  }
  for (unsigned l = 0; l < kLanes; ++l) from[l] = group[l] ? countr_zero(group[l]) : l;
  return b.CreateShuffleVector(values, from);
}

}  // namespace

bool Widener::reduce(CallInst& i, const WarpOpRow& row) {
  const auto operation = operation_of(row.op);
  const auto how = reduction(operation, i.getType());
  auto* values = vector(i.getArgOperand(row.value));
  const auto& members = lanes_of(i.getArgOperand(row.members));
  auto* exec = mask_bits();
  const auto of_group = [&](Value* group) {
    return reduce_lanes(b_, how, values, b_.CreateBitCast(group, vector_type(b_.getInt1Ty())));
  };
  if (members.base && members.shape.is_uniform()) {
    define(i, Lanes::uniform(of_group(b_.CreateAnd(exec, members.base))));
    return true;
  }
  auto* masks = to_vector(members);
  if (auto* known = dyn_cast<Constant>(masks)) {
    auto* neutral = splat(how.neutral);
    auto* own = mask_.all() ? values : b_.CreateSelect(mask_.vector, values, neutral);
    define(i, Lanes::varying(reduce_known_groups(b_, operation, own, neutral, *known)));
    return true;
  }
  // Once for each mask that active lanes name: mostly there is one, or a few.
  auto* all =
      over_lanes(b_, exec, values->getType(), "groups", [&](const LaneRound& round) -> LaneResult {
        auto* named = b_.CreateExtractElement(masks, round.lane);
        auto* same = masked(b_.CreateICmpEQ(masks, splat(named)));
        auto* group = of_group(b_.CreateAnd(exec, named));
        return {b_.CreateSelect(same, splat(group), round.so_far), bits_of(same)};
      });
  define(i, Lanes::varying(all));
  return true;
}

}  // namespace heddle::compiler
