// SPDX-License-Identifier: Apache-2.0
// Atomic updates of all lanes at once: of one address by sums over the lanes, of different
// addresses in shared memory by gathers and scatters.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/passes/block/defer_additions.h"
#include "compiler/passes/widen/access.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "ptx/cluster_functions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kTogether = 16;  // lanes whose addresses one instruction compares

bool adds(const AtomicRMWInst& rmw) {
  return rmw.getOperation() == AtomicRMWInst::Add || rmw.getOperation() == AtomicRMWInst::Sub;
}

// How far behind `origin` addresses of the same memory lie, in 32 bits.
Value* distances(IRBuilderBase& b, Value* pointers, Value* origin) {
  const auto& layout = b.GetInsertBlock()->getDataLayout();
  auto* i64 = b.getInt64Ty();
  auto* type = FixedVectorType::get(b.getInt32Ty(), kLanes);
  const auto all = [&](Value* value) {
    return value->getType()->isVectorTy() ? value : b.CreateVectorSplat(kLanes, value);
  };
  if (!pointers->getType()->isVectorTy()) {
    auto* distance = b.CreateSub(b.CreatePtrToInt(pointers, i64), b.CreatePtrToInt(origin, i64));
    return all(b.CreateTrunc(distance, b.getInt32Ty()));
  }
  if (auto* base = getSplatValue(pointers)) return distances(b, base, origin);
  if (auto* select = dyn_cast<SelectInst>(pointers)) {
    return b.CreateSelect(select->getCondition(), distances(b, select->getTrueValue(), origin),
                          distances(b, select->getFalseValue(), origin));
  }
  auto* at = dyn_cast<GetElementPtrInst>(pointers);
  if (at && at->getNumIndices() == 1) {
    const auto size = layout.getTypeAllocSize(at->getSourceElementType()).getFixedValue();
    auto* bytes = b.CreateMul(b.CreateSExtOrTrunc(all(at->getOperand(1)), type),
                              ConstantInt::get(type, static_cast<std::uint32_t>(size)));
    return b.CreateAdd(distances(b, at->getPointerOperand(), origin), bytes);
  }
  auto* wide = FixedVectorType::get(i64, kLanes);
  return b.CreateTrunc(
      b.CreateSub(b.CreatePtrToInt(pointers, wide), all(b.CreatePtrToInt(origin, i64))), type);
}

}  // namespace

// What each lane finds when the lanes add to one address in their order, and the sum of all.
std::pair<Value*, Value*> Widener::sums_before(Value* operand) {
  auto* type = host_type(operand->getType());
  const auto& lanes = lanes_of(operand);
  if (lanes.base && lanes.shape.is_uniform()) {
    auto* count = b_.CreateUnaryIntrinsic(Intrinsic::ctpop, mask_bits());
    SmallVector<Constant*, kLanes> below;
    for (unsigned lane = 0; lane < kLanes; ++lane) below.push_back(b_.getInt32((1u << lane) - 1));
    auto* before = b_.CreateUnaryIntrinsic(
        Intrinsic::ctpop, b_.CreateAnd(splat(mask_bits()), ConstantVector::get(below)));
    return {b_.CreateMul(b_.CreateZExtOrTrunc(before, vector_type(type)), splat(lanes.base)),
            b_.CreateMul(b_.CreateZExtOrTrunc(count, type), lanes.base)};
  }
  auto* zero = Constant::getNullValue(vector_type(type));
  auto* values = vector(operand);
  if (!mask_.all()) values = b_.CreateSelect(mask_.vector, values, zero);
  auto* sums = values;
  for (unsigned distance = 1; distance < kLanes; distance *= 2) {
    SmallVector<int, kLanes> lower;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      lower.push_back(static_cast<int>(lane < distance ? kLanes : lane - distance));
    }
    sums = b_.CreateAdd(sums, b_.CreateShuffleVector(sums, zero, lower));
  }
  return {b_.CreateSub(sums, values), b_.CreateExtractElement(sums, kLanes - 1)};
}

// The old values of lanes that add integers to one address: as if they came in their order.
Value* Widener::add_at_one_address(AtomicRMWInst& rmw, function_ref<Value*(Value*)> perform) {
  if (!adds(rmw)) return nullptr;
  const auto [before, sum] = sums_before(rmw.getValOperand());
  auto* old = splat(perform(sum));
  return rmw.getOperation() == AtomicRMWInst::Add ? b_.CreateAdd(old, before)
                                                  : b_.CreateSub(old, before);
}

// Each lane's old value. A lane is told by `vpconflictd` which lanes before it have its address:
// where all add the same number, their count says what the lane finds, and the last of them writes
// the sum (a scatter stores in the order of lanes). Otherwise lanes of equal addresses go one by
// one.
Value* Widener::update_shared(AtomicRMWInst& rmw, Value* pointers, Align align,
                              function_ref<Value*()> lane_by_lane) {
  auto* type = host_type(rmw.getValOperand()->getType());
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (isa_.vector_bits < 512 || !has_gather(bytes) || !has_scatter(bytes)) return lane_by_lane();
  auto* values = vector(rmw.getValOperand());
  const auto& operand = lanes_of(rmw.getValOperand());
  const bool counts = adds(rmw) && operand.base && operand.shape.is_uniform();

  // The shared memory of a cluster's blocks is far smaller than 2 GiB.
  const bool of_cluster = rmw.getPointerAddressSpace() == ptx::kClusterSpace;
  auto* where = b_.CreateConstInBoundsGEP1_64(
      b_.getInt8Ty(), warp_.getArg(kBlockArgument),
      of_cluster ? abi_offset(BlockContext, cluster_shared) : abi_offset(BlockContext, shared));
  auto* shared = b_.CreateLoad(b_.getPtrTy(), where);
  shared->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b_.getContext(), {}));
  auto* addresses = b_.CreateFreeze(distances(b_, pointers, shared));
  SmallVector<Value*, 2> earlier;
  for (unsigned first = 0; first < kLanes; first += kTogether) {
    Value* equal = b_.CreateIntrinsic(FixedVectorType::get(b_.getInt32Ty(), kTogether),
                                      Intrinsic::x86_avx512_conflict_d_512,
                                      {slice(b_, addresses, first, kTogether)});
    if (!mask_.all()) {
      auto* active = b_.CreateZExt(
          b_.CreateBitCast(slice(b_, mask_.vector, first, kTogether), b_.getIntNTy(kTogether)),
          b_.getInt32Ty());
      equal = b_.CreateAnd(equal, b_.CreateVectorSplat(kTogether, active));
    }
    earlier.push_back(equal);
  }
  const auto in_vectors = [&]() -> Value* {
    SmallVector<Value*, 2> found;
    for (unsigned first = 0; first < kLanes; first += kTogether) {
      auto* at = b_.CreateGEP(b_.getInt8Ty(), shared, slice(b_, addresses, first, kTogether));
      auto* mask = slice(b_, mask_vector(), first, kTogether);
      auto* value = slice(b_, values, first, kTogether);
      Value* old = b_.CreateMaskedGather(FixedVectorType::get(type, kTogether), at, align, mask,
                                         PoisonValue::get(FixedVectorType::get(type, kTogether)));
      if (counts) {
        auto* rank = b_.CreateUnaryIntrinsic(Intrinsic::ctpop, earlier[first / kTogether]);
        auto* sum = b_.CreateMul(b_.CreateZExtOrTrunc(rank, old->getType()), value);
        old = buildAtomicRMWValue(rmw.getOperation(), b_, old, sum);
      }
      b_.CreateMaskedScatter(buildAtomicRMWValue(rmw.getOperation(), b_, old, value), at, align,
                             mask);
      found.push_back(old);
    }
    // Warps that are jammed must not come between the gather and the scatter.
    b_.CreateIntrinsic(b_.getVoidTy(), Intrinsic::sideeffect, {});
    return rmw.use_empty() ? nullptr : concatenate(b_, found);
  };
  if (counts) return in_vectors();
  auto* none = b_.CreateIsNull(b_.CreateOrReduce(b_.CreateOr(earlier[0], earlier[1])));
  return either(none, in_vectors, lane_by_lane);
}

// Lanes that lie side by side, to be carried out later (see defer_additions.h).
bool Widener::add_deferred(AtomicRMWInst& rmw, const Lanes& address,
                           function_ref<Value*()> lane_by_lane) {
  auto* type = rmw.getValOperand()->getType();
  const Access access{address, rmw.getAlign()};
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (!address.shape.is_affine() || !access.stride_is(bytes, 0, kLanes)) return false;
  auto* values = vector(rmw.getValOperand());
  if (rmw.getOperation() == AtomicRMWInst::Sub) values = b_.CreateNeg(values);
  if (!mask_.all()) {
    auto* nothing = type->isFloatingPointTy() ? ConstantFP::getNegativeZero(values->getType())
                                              : Constant::getNullValue(values->getType());
    values = b_.CreateSelect(mask_.vector, values, nothing);
  }
  const DeferredEntry entry(b_, warp_.getArg(kBlockArgument), lane_address(access, 0), type,
                            mask_bits());
  const auto to_sums = [&]() -> Value* {
    entry.add(b_, values);
    // Warps that are jammed must not come between the load and the store.
    b_.CreateIntrinsic(b_.getVoidTy(), Intrinsic::sideeffect, {});
    return nullptr;
  };
  either(entry.is_there(), to_sums, [&]() -> Value* {
    lane_by_lane();
    entry.claim(b_);
    return nullptr;
  });
  return true;
}

}  // namespace heddle::compiler
