// SPDX-License-Identifier: Apache-2.0
// Probe events: calls of the engine with what the warp's lanes give.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kWarpRows = 3;     // of heddle_rt_probe_warp
constexpr unsigned kAddressRows = 2;  // of heddle_rt_probe_access, twice as wide

}  // namespace

// Room for the lanes' values of one event. All events of a function share it.
Value* Widener::probe_storage() {
  if (probe_storage_) return probe_storage_;
  const IRBuilderBase::InsertPointGuard guard(b_);
  auto& entry = warp_.getEntryBlock();
  b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  static_assert(kAddressRows * sizeof(std::uint64_t) >= kWarpRows * sizeof(std::uint32_t));
  probe_storage_ =
      b_.CreateAlloca(ArrayType::get(b_.getInt64Ty(), kAddressRows * kLanes), nullptr, "event");
  probe_storage_->setAlignment(Align(abi::kVectorAlign));
  return probe_storage_;
}

// Stores the lanes of each value in a row of their own.
Value* Widener::probe_rows(ArrayRef<Value*> rows) {
  std::uint64_t offset = 0;
  for (auto* row : rows) {
    auto* lanes = vector(row);
    if (row->getType()->isPointerTy()) {
      lanes = b_.CreatePtrToInt(lanes, vector_type(b_.getInt64Ty()));
    }
    auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), probe_storage(), offset);
    b_.CreateAlignedStore(lanes, at, Align(abi::kVectorAlign));
    offset += layout_.getTypeStoreSize(lanes->getType()).getFixedValue();
  }
  return probe_storage();
}

// heddle.probe.loaded, stored, object and use. An access that not all lanes may make is one of
// those that may.
bool Widener::undefined_probe(CallInst& i, StringRef name) {
  if (!pseudo::is_of_undefined(name)) return false;
  const bool is_use = name == pseudo::kProbeUse;
  const bool is_load = name == pseudo::kProbeLoaded;
  Type *ptr = b_.getPtrTy(), *i32 = b_.getInt32Ty();
  auto* address = i.getArgOperand(1);
  auto* active = admitted(address);
  if (!active) active = mask_bits();
  BasicBlock* after = nullptr;
  if (is_use) {
    // Hardly ever is there one.
    active = bits_of(masked(vector(i.getArgOperand(2))));
    auto* tells = BasicBlock::Create(b_.getContext(), "undefined", &warp_);
    after = BasicBlock::Create(b_.getContext(), "undefined.done", &warp_);
    auto* never = MDBuilder(b_.getContext()).createUnlikelyBranchWeights();
    b_.CreateCondBr(b_.CreateICmpNE(active, b_.getInt32(0)), tells, after, never);
    b_.SetInsertPoint(tells);
  }
  SmallVector<Value*, 2> rows{address};
  if (name == pseudo::kProbeStored) rows.push_back(i.getArgOperand(2));
  if (is_use) rows.push_back(i.getArgOperand(3));
  SmallVector<Value*, 6> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                                   scalar(i.getArgOperand(0)), active, probe_rows(rows)};
  auto* second = b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), probe_storage(), kLanes);
  if (name != pseudo::kProbeObject) arguments.push_back(second);
  SmallVector<Type*, 6> types{ptr, i32, ptr, i32, ptr, ptr};
  types.truncate(arguments.size());
  auto callee = warp_.getParent()->getOrInsertFunction(
      ("heddle_rt_probe_" + name.substr(name.rfind('.') + 1)).str(),
      FunctionType::get(b_.getVoidTy(), types, false));
  cast<Function>(callee.getCallee())->addFnAttr(Attribute::NoUnwind);
  b_.CreateCall(callee, arguments);
  if (is_load) {
    define(i, Lanes::varying(
                  b_.CreateAlignedLoad(vector_type(i32), second, Align(abi::kVectorAlign))));
  }
  if (after) {
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
  }
  return true;
}

bool Widener::probe(CallInst& i, StringRef name) {
  if (undefined_probe(i, name)) return true;
  auto* ptr = b_.getPtrTy();
  auto* i32 = b_.getInt32Ty();
  SmallVector<Value*, 7> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                                   scalar(i.getArgOperand(0)), mask_bits()};
  const auto lanes_where = [&](Value* condition) {
    arguments.push_back(bits_of(masked(vector(condition))));
  };
  StringRef target;
  const bool admits = name == pseudo::kProbeAdmit;
  if (name == pseudo::kProbeAccess || admits) {
    target = "heddle_rt_probe_access";
    arguments.push_back(probe_rows({i.getArgOperand(1), i.getArgOperand(2)}));
  } else if (name == pseudo::kProbeBranch) {
    target = "heddle_rt_probe_branch";
    lanes_where(i.getArgOperand(1));
  } else if (name == pseudo::kProbeBarrier) {
    target = "heddle_rt_probe_barrier";
    arguments.push_back(of_warp(i.getArgOperand(1)));
    arguments.push_back(of_warp(i.getArgOperand(2)));
    lanes_where(i.getArgOperand(3));
  } else if (name == pseudo::kProbeWarp) {
    target = "heddle_rt_probe_warp";
    static_assert(kWarpRows == 3);
    arguments.push_back(probe_rows({i.getArgOperand(1), i.getArgOperand(2), i.getArgOperand(3)}));
  } else if (name == pseudo::kProbeFence) {
    target = "heddle_rt_probe_fence";
  } else if (name == pseudo::kProbeExit) {
    target = "heddle_rt_probe_exit";
    lanes_where(i.getArgOperand(1));
  } else {
    return false;
  }
  SmallVector<Type*, 7> types{ptr, i32, ptr, i32};
  for (auto* argument : ArrayRef(arguments).drop_front(types.size())) {
    types.push_back(argument->getType());
  }
  auto* result = target == "heddle_rt_probe_access" ? b_.getInt32Ty() : b_.getVoidTy();
  auto callee =
      warp_.getParent()->getOrInsertFunction(target, FunctionType::get(result, types, false));
  auto* function = cast<Function>(callee.getCallee());
  function->addFnAttr(Attribute::NoUnwind);
  // A listener may look at the program's memory; it changes only its own.
  function->setMemoryEffects(MemoryEffects::readOnly() | MemoryEffects::inaccessibleMemOnly());
  auto* made = b_.CreateCall(callee, arguments);
  if (admits) {
    define(i, lanes_of(i.getArgOperand(1)));
    admitted_[&i] = made;
  }
  return true;
}

}  // namespace heddle::compiler
