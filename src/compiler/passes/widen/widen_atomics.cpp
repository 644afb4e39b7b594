// SPDX-License-Identifier: Apache-2.0
// Atomic operations. Shared memory, that of a block and of its cluster, belongs to one host thread
// at a time, so there a load and a store do; lanes that all update one address do so once.
#include "compiler/ir/address_space.h"
#include "compiler/passes/block/defer_additions.h"
#include "compiler/passes/widen/reduction.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "ptx/cluster_functions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

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
  auto* pointer = rmw ? rmw->getPointerOperand() : cast<AtomicCmpXchgInst>(i).getPointerOperand();
  auto* may = admitted(pointer);
  if (!may) return atomic_at(i, lanes_of(pointer));
  const auto mask = mask_;
  if (rmw && is_deferred_addition(*rmw)) {
    // What some lanes may not add is not put off: the sink is gone by then.
    either(
        b_.CreateICmpEQ(may, mask_bits()),
        [&]() -> Value* {
          atomic_at(i, lanes_of(pointer));
          return nullptr;
        },
        [&]() -> Value* {
          do_at_once(*rmw);
          atomic_at(i, restrict_to(may, lanes_of(pointer)));
          return nullptr;
        });
    mask_ = mask;
    return;
  }
  atomic_at(i, restrict_to(may, lanes_of(pointer)));
  if (const auto made = values_.find(&i); made != values_.end()) {
    made->second = zero_outside(std::move(made->second));
    // Loops that compare and swap until they succeed shall end.
    if (!rmw) {
      auto& succeeded = made->second.parts[1].vector;
      succeeded = b_.CreateOr(succeeded, b_.CreateNot(mask_.vector));
    }
  }
  mask_ = mask;
}

void Widener::atomic_at(Instruction& i, const Lanes& address) {
  auto* rmw = dyn_cast<AtomicRMWInst>(&i);
  auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i);
  auto* pointer = rmw ? rmw->getPointerOperand() : exchange->getPointerOperand();
  const auto space = pointer->getType()->getPointerAddressSpace();
  const bool shared = space == kSharedSpace || space == ptx::kClusterSpace;
  const bool one_place = address.base && address.shape.is_uniform();
  const auto align = rmw ? rmw->getAlign() : exchange->getAlign();
  auto* type =
      host_type(rmw ? rmw->getValOperand()->getType() : exchange->getCompareOperand()->getType());

  const auto perform = [&](Value* where, Value* value) -> Value* {
    if (!shared) {
      auto* made = b_.CreateAtomicRMW(rmw->getOperation(), where, value, align, rmw->getOrdering(),
                                      rmw->getSyncScopeID());
      made->setVolatile(rmw->isVolatile());
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
      auto* sum = reduce_lanes(b_, reduce, vector(rmw->getValOperand()), mask_.vector);
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
      const auto one = [&](Value* lane) {
        return perform(where(lane), b_.CreateExtractElement(values, lane));
      };
      auto* of_lane = rmw->use_empty() ? b_.getVoidTy() : type;
      return rmw->getOperation() == AtomicRMWInst::Xchg ? per_lane_fairly(of_lane, one)
                                                        : per_lane(of_lane, one);
    };
    if (is_deferred_addition(*rmw) && add_deferred(*rmw, address, lane_by_lane)) return;
    const auto some_lanes = [&] {
      return shared && !one_place ? update_shared(*rmw, pointers, align, lane_by_lane)
                                  : lane_by_lane();
    };
    // Nobody asks what the lanes found: where all take part they go one by one without a test of
    // each. With equal addresses found, gathers and scatters a histogram took 1.6 times as long.
    const auto each_lane = [&]() -> Value* {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        perform(where(b_.getInt64(lane)), b_.CreateExtractElement(values, lane));
      }
      // Warps that are jammed must not come between a load and its store.
      b_.CreateIntrinsic(b_.getVoidTy(), Intrinsic::sideeffect, {});
      return nullptr;
    };
    if (shared && !one_place && rmw->use_empty()) {
      if (mask_.all()) {
        each_lane();
      } else {
        either(b_.CreateICmpEQ(mask_bits(), b_.getInt32(~0u)), each_lane, some_lanes);
      }
      return;
    }
    auto* old = some_lanes();
    if (old) define(i, Lanes::varying(old));
    return;
  }
  auto *expected = vector(exchange->getCompareOperand()),
       *fresh = vector(exchange->getNewValOperand());
  auto* old = per_lane_fairly(type, [&](Value* lane) -> Value* {
    auto *compare = b_.CreateExtractElement(expected, lane),
         *value = b_.CreateExtractElement(fresh, lane);
    if (!shared) {
      auto* pair =
          b_.CreateAtomicCmpXchg(where(lane), compare, value, align, exchange->getSuccessOrdering(),
                                 exchange->getFailureOrdering(), exchange->getSyncScopeID());
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
