// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/expand_masked_accesses.h"

#include "image/kernel_abi.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A few gathers lane by lane are as fast.
constexpr unsigned kFewGathers = 8;

// A masked load or store on its way to plain ones.
class MaskedAccess {
 public:
  explicit MaskedAccess(IntrinsicInst& call)
      : call_(call), loads_(call.getIntrinsicID() == Intrinsic::masked_load) {}

  Value* pointer() const { return call_.getArgOperand(loads_ ? 0 : 1); }
  Value* mask() const { return call_.getArgOperand(loads_ ? 1 : 2); }
  Value* value() const { return call_.getArgOperand(loads_ ? 2 : 0); }  // or what is passed through
  Align align() const { return call_.getParamAlign(loads_ ? 0 : 1).valueOrOne(); }
  FixedVectorType* type() const { return cast<FixedVectorType>(value()->getType()); }

  bool is_foreign(const TargetTransformInfo& target) const {
    if (isa<Constant>(mask())) return false;
    const auto& layout = call_.getDataLayout();
    auto* element = type()->getElementType();
    if (layout.getTypeSizeInBits(element) != layout.getTypeAllocSizeInBits(element)) return false;
    const auto space = pointer()->getType()->getPointerAddressSpace();
    return loads_ ? !target.isLegalMaskedLoad(type(), align(), space)
                  : !target.isLegalMaskedStore(type(), align(), space);
  }

  void expand() {
    IRBuilder<> b(&*call_.getFunction()->getEntryBlock().getFirstInsertionPt());
    auto* lanes = b.CreateAlloca(type(), nullptr, "lanes");
    lanes->setAlignment(Align(abi::kVectorAlign));
    b.SetInsertPoint(&call_);
    auto* word = b.getIntNTy(type()->getNumElements());
    auto* active = b.CreateBitCast(mask(), word, "active");
    auto* all = b.CreateICmpEQ(active, Constant::getAllOnesValue(word));
    Instruction *whole = nullptr, *some = nullptr;
    SplitBlockAndInsertIfThenElse(all, &call_, &whole, &some);
    b.SetInsertPoint(whole);
    auto* loaded = one_access(b);
    b.SetInsertPoint(some);
    if (!isa<UndefValue>(value())) b.CreateAlignedStore(value(), lanes, lanes->getAlign());
    auto* gathered = loop(b, *active, *lanes, *some);
    if (loads_) {
      b.SetInsertPoint(&call_);
      auto* result = b.CreatePHI(type(), 2);
      result->addIncoming(loaded, whole->getParent());
      result->addIncoming(gathered, some->getParent());
      call_.replaceAllUsesWith(result);
    }
    call_.eraseFromParent();
  }

 private:
  Value* one_access(IRBuilder<>& b) {
    if (loads_) return b.CreateAlignedLoad(type(), pointer(), align());
    return b.CreateAlignedStore(value(), pointer(), align());
  }

  // In front of `some`: for (rest = active; rest != 0; rest &= rest - 1). Of a load, the lanes.
  Value* loop(IRBuilder<>& b, Value& active, AllocaInst& lanes, Instruction& some) {
    auto* before = some.getParent();
    auto* end = SplitBlock(before, &some);
    auto* function = before->getParent();
    auto* header = BasicBlock::Create(b.getContext(), "masked", function, end);
    auto* body = BasicBlock::Create(b.getContext(), "masked.lane", function, end);
    before->getTerminator()->setSuccessor(0, header);
    b.SetInsertPoint(header);
    b.SetCurrentDebugLocation(call_.getDebugLoc());
    auto* word = active.getType();
    auto* rest = b.CreatePHI(word, 2, "rest");
    b.CreateCondBr(b.CreateIsNull(rest), end, body);
    b.SetInsertPoint(body);
    auto* lane = b.CreateBinaryIntrinsic(Intrinsic::cttz, rest, b.getTrue());
    lane = b.CreateZExtOrTrunc(lane, b.getInt64Ty(), "lane");
    auto* element = type()->getElementType();
    auto* there = b.CreateGEP(element, pointer(), lane);
    auto* here = b.CreateInBoundsGEP(element, &lanes, lane);
    const auto aligned =
        commonAlignment(align(), call_.getDataLayout().getTypeStoreSize(element).getFixedValue());
    if (loads_) {
      b.CreateStore(b.CreateAlignedLoad(element, there, aligned), here);
    } else {
      b.CreateAlignedStore(b.CreateLoad(element, here), there, aligned);
    }
    auto* fewer = b.CreateAnd(rest, b.CreateSub(rest, ConstantInt::get(word, 1)));
    rest->addIncoming(&active, before);
    rest->addIncoming(fewer, body);
    b.CreateBr(header);
    b.SetInsertPoint(&some);
    return loads_ ? b.CreateAlignedLoad(type(), &lanes, lanes.getAlign()) : nullptr;
  }

  IntrinsicInst& call_;
  const bool loads_;
};

struct Expanded {
  unsigned accesses = 0;
  bool gathers = false;  // the function now prefers gather instructions
};

Expanded expand(Function& function, TargetMachine& machine) {
  const auto target = machine.getTargetTransformInfo(function);
  SmallVector<MaskedAccess, 16> foreign;
  unsigned gathers = 0;
  for (auto& instruction : instructions(function)) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call) continue;
    switch (call->getIntrinsicID()) {
      case Intrinsic::masked_load:
      case Intrinsic::masked_store: {
        const MaskedAccess access(*call);
        if (access.is_foreign(target)) foreign.push_back(access);
        break;
      }
      case Intrinsic::masked_gather:
        if (!isa<Constant>(call->getArgOperand(1)) &&
            !target.isLegalMaskedGather(call->getType(), call->getParamAlign(0).valueOrOne())) {
          ++gathers;
        }
        break;
      default:
        break;
    }
  }
  for (auto& access : foreign) access.expand();
  const auto accesses = static_cast<unsigned>(foreign.size());
  if (gathers <= kFewGathers) return {accesses, false};
  auto features = function.getFnAttribute("target-features").getValueAsString().str();
  features += features.empty() ? "+fast-gather" : ",+fast-gather";
  function.addFnAttr("target-features", features);
  return {accesses, true};
}

}  // namespace

unsigned expand_masked_accesses(Compilation& c) {
  unsigned replaced = 0;
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    const auto expanded = expand(function, *c.machine);
    replaced += expanded.accesses;
    if (expanded.gathers) c.log.note_given_up("gathers lane by lane");
  }
  return replaced;
}

}  // namespace heddle::compiler
