// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/expand_masked_accesses.h"

#include "compiler/ir/masked_access.h"
#include "image/kernel_abi.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Up to so many, the gathers of all lanes go lane by lane: that is faster on some CPUs, and as fast
// on others; more cost time to compile.
constexpr unsigned kFewGathers = 64;
// Up to so many, masked stores ask whether all lanes store: blocks cost time to compile.
constexpr unsigned kFewStores = 64;

// What is readable or not is so by pages.
constexpr std::uint64_t kPageBytes = 4096;

// A masked load or store on its way to plain ones.
class Expansion {
 public:
  Expansion(const MaskedAccess& access, const TargetTransformInfo& target)
      : access_(access),
        call_(*access.call),
        type_(access.type()),
        bytes_(call_.getDataLayout().getTypeStoreSize(type_->getElementType()).getFixedValue()),
        space_(access.pointer()->getType()->getPointerAddressSpace()) {
    const auto lanes_of_word = kWordBytes / bytes_;
    if (access_.loads || lanes_of_word < 2 || type_->getNumElements() % lanes_of_word != 0) return;
    auto* words = FixedVectorType::get(Type::getInt32Ty(call_.getContext()),
                                       type_->getNumElements() / unsigned(lanes_of_word));
    if (target.isLegalMaskedStore(words, access_.align(), space_)) words_ = words;
  }

  bool is_foreign(const TargetTransformInfo& target) const {
    if (isa<Constant>(access_.mask())) return false;
    const auto& layout = call_.getDataLayout();
    auto* element = type_->getElementType();
    if (layout.getTypeSizeInBits(element) != layout.getTypeAllocSizeInBits(element)) return false;
    return access_.loads ? !target.isLegalMaskedLoad(type_, access_.align(), space_)
                         : !target.isLegalMaskedStore(type_, access_.align(), space_);
  }

  // A store that the CPU has, but not for bytes: AVX2's, which some CPUs take apart even if all
  // lanes store.
  bool is_slow_store(const TargetTransformInfo& target) const {
    auto* bytes = FixedVectorType::get(Type::getInt8Ty(call_.getContext()), kLanesOfBytes);
    return !access_.loads && !isa<Constant>(access_.mask()) && !is_foreign(target) &&
           !target.isLegalMaskedStore(bytes, Align(1), space_);
  }

  // One plain store when all lanes are active, else the masked one.
  void ask_whether_all_store() {
    IRBuilder<> b(&call_);
    auto* word = b.getIntNTy(type_->getNumElements());
    auto* active = b.CreateBitCast(access_.mask(), word, "active");
    auto* all = b.CreateICmpEQ(active, Constant::getAllOnesValue(word));
    Instruction *whole = nullptr, *some = nullptr;
    SplitBlockAndInsertIfThenElse(all, &call_, &whole, &some);
    b.SetInsertPoint(whole);
    one_access(b);
    call_.moveBefore(some->getIterator());
  }

  void expand() {
    IRBuilder<> b(&*call_.getFunction()->getEntryBlock().getFirstInsertionPt());
    auto* lanes = b.CreateAlloca(type_, nullptr, "lanes");
    lanes->setAlignment(Align(abi::kVectorAlign));
    b.SetInsertPoint(&call_);
    auto* word = b.getIntNTy(type_->getNumElements());
    Value* active = b.CreateBitCast(access_.mask(), word, "active");
    auto* all = b.CreateICmpEQ(active, Constant::getAllOnesValue(word));
    if (access_.loads) all = b.CreateOr(all, within_page(b, active), "at.once");
    Instruction *whole = nullptr, *some = nullptr;
    SplitBlockAndInsertIfThenElse(all, &call_, &whole, &some);
    b.SetInsertPoint(whole);
    auto* loaded = one_access(b);
    b.SetInsertPoint(some);
    if (!isa<UndefValue>(access_.value()))
      b.CreateAlignedStore(access_.value(), lanes, lanes->getAlign());
    if (words_) active = store_words(b, active);
    auto* gathered = loop(b, *active, *lanes, *some);
    if (access_.loads) {
      b.SetInsertPoint(&call_);
      auto* result = b.CreatePHI(type_, 2);
      result->addIncoming(loaded, whole->getParent());
      result->addIncoming(gathered, some->getParent());
      call_.replaceAllUsesWith(result);
    }
    call_.eraseFromParent();
  }

 private:
  static constexpr std::uint64_t kWordBytes = 4;
  static constexpr unsigned kLanesOfBytes = 32;

  // Some lane is active and all lie in its page: what the others load is there, too.
  Value* within_page(IRBuilder<>& b, Value* active) {
    const auto size = type_->getNumElements() * bytes_;
    if (size > kPageBytes) return b.getFalse();
    auto* address = b.CreatePtrToInt(access_.pointer(), b.getInt64Ty());
    auto* fits =
        b.CreateICmpULE(b.CreateAnd(address, kPageBytes - 1), b.getInt64(kPageBytes - size));
    return b.CreateAnd(fits, b.CreateIsNotNull(active));
  }

  Value* one_access(IRBuilder<>& b) {
    if (!access_.loads) {
      return b.CreateAlignedStore(access_.value(), access_.pointer(), access_.align());
    }
    Value* loaded = b.CreateAlignedLoad(type_, access_.pointer(), access_.align());
    if (isa<UndefValue>(access_.value())) return loaded;
    return b.CreateSelect(access_.mask(), loaded, access_.value());
  }

  // Stores words all of whose lanes are active. Returns the other active lanes.
  Value* store_words(IRBuilder<>& b, Value* active) {
    auto* lanes = b.CreateSExt(access_.mask(), type_->getWithNewBitWidth(unsigned(bytes_ * 8)));
    auto* whole = b.CreateICmpEQ(b.CreateBitCast(lanes, words_), Constant::getAllOnesValue(words_));
    b.CreateMaskedStore(b.CreateBitCast(access_.value(), words_), access_.pointer(),
                        access_.align(), whole);
    const auto stored =
        b.CreateSExt(whole, words_);  // all lanes of a word have the bits of its mask
    auto* done =
        b.CreateTrunc(b.CreateBitCast(stored, lanes->getType()), access_.mask()->getType());
    return b.CreateAnd(active, b.CreateNot(b.CreateBitCast(done, active->getType())), "rest");
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
    auto* element = type_->getElementType();
    auto* there = b.CreateGEP(element, access_.pointer(), lane);
    auto* here = b.CreateInBoundsGEP(element, &lanes, lane);
    const auto aligned = commonAlignment(
        access_.align(), call_.getDataLayout().getTypeStoreSize(element).getFixedValue());
    if (access_.loads) {
      b.CreateStore(b.CreateAlignedLoad(element, there, aligned), here);
    } else {
      b.CreateAlignedStore(b.CreateLoad(element, here), there, aligned);
    }
    auto* fewer = b.CreateAnd(rest, b.CreateSub(rest, ConstantInt::get(word, 1)));
    rest->addIncoming(&active, before);
    rest->addIncoming(fewer, body);
    b.CreateBr(header);
    b.SetInsertPoint(&some);
    return access_.loads ? b.CreateAlignedLoad(type_, &lanes, lanes.getAlign()) : nullptr;
  }

  const MaskedAccess access_;
  IntrinsicInst& call_;
  FixedVectorType* const type_;
  const std::uint64_t bytes_;  // of a lane
  const unsigned space_;
  FixedVectorType* words_ = nullptr;  // which the CPU stores under masks; null: it does not
};

bool is_for_all_lanes(const MaskedAccess& access) {
  const auto* mask = dyn_cast<Constant>(access.mask());
  return mask && mask->isAllOnesValue();
}

void load_lane_by_lane(const MaskedAccess& gather) {
  IRBuilder<> b(gather.call);
  Value* loaded = PoisonValue::get(gather.type());
  for (std::uint64_t lane = 0; lane < gather.type()->getNumElements(); ++lane) {
    auto* at = b.CreateExtractElement(gather.pointer(), lane);
    auto* one = b.CreateAlignedLoad(gather.type()->getElementType(), at, gather.align());
    loaded = b.CreateInsertElement(loaded, one, lane);
  }
  gather.call->replaceAllUsesWith(loaded);
  gather.call->eraseFromParent();
}

struct Expanded {
  unsigned accesses = 0;
  bool gathers = false;  // the function now prefers gather instructions to save time
};

Expanded expand(Function& function, TargetMachine& machine) {
  const auto target = machine.getTargetTransformInfo(function);
  SmallVector<Expansion, 16> foreign;
  SmallVector<Expansion, 16> slow;
  SmallVector<MaskedAccess, 16> by_lane;
  unsigned gathers = 0;
  for (auto& instruction : instructions(function)) {
    const auto access = masked_access(instruction);
    if (!access) continue;
    if (!access->by_lane) {
      if (const Expansion expansion(*access, target); expansion.is_foreign(target))
        foreign.push_back(expansion);
      else if (expansion.is_slow_store(target))
        slow.push_back(expansion);
    } else if (access->loads && !target.isLegalMaskedGather(access->type(), access->align())) {
      if (is_for_all_lanes(*access)) by_lane.push_back(*access);
      gathers += !isa<Constant>(access->mask());
    }
  }
  for (auto& access : foreign) access.expand();
  if (slow.size() > kFewStores) slow.clear();
  for (auto& access : slow) access.ask_whether_all_store();
  const auto accesses = static_cast<unsigned>(foreign.size() + slow.size());
  if (gathers == 0) return {accesses, false};  // LLVM takes those of all lanes apart
  const bool few = by_lane.size() <= kFewGathers;
  if (few) {
    for (const auto& gather : by_lane) load_lane_by_lane(gather);
  }
  auto features = function.getFnAttribute("target-features").getValueAsString().str();
  features += features.empty() ? "+fast-gather" : ",+fast-gather";
  function.addFnAttr("target-features", features);
  return {accesses, !few};
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
