// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/lower_launches.h"

#include "compiler/passes/link/lower_ptx_launches.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral kParameterBuffer = "cudaGetParameterBuffer";

unsigned name_kernels(Module& module) {
  unsigned places = 0;
  for (auto& kernel : module) {
    if (kernel.getCallingConv() != CallingConv::PTX_Kernel) continue;
    const auto is_address = [](const Use& use) {
      const auto* call = dyn_cast<CallBase>(use.getUser());
      return !(call && call->isCallee(&use));
    };
    const auto count = static_cast<unsigned>(count_if(kernel.uses(), is_address));
    if (count == 0) continue;
    auto* symbol = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), false,
                                      GlobalValue::ExternalLinkage, nullptr,
                                      abi::kKernelSymbolPrefix + kernel.getName());
    kernel.replaceUsesWithIf(symbol, [&](Use& use) { return is_address(use); });
    places += count;
  }
  return places;
}

}  // namespace

static Expected<unsigned> lower_buffers(Module& module, SmallPtrSetImpl<Function*>& changed) {
  unsigned places = 0;
  auto* buffer = module.getFunction(kParameterBuffer);
  if (!buffer) return places;
  for (auto* user : make_early_inc_range(buffer->users())) {
    auto* call = dyn_cast<CallInst>(user);
    auto* alignment = call ? dyn_cast<ConstantInt>(call->getArgOperand(0)) : nullptr;
    auto* size = call ? dyn_cast<ConstantInt>(call->getArgOperand(1)) : nullptr;
    if (!alignment || !size || !isPowerOf2_64(alignment->getZExtValue())) {
      return createStringError(
          "cudaGetParameterBuffer with a size that is not known at compile time is not supported");
    }
    IRBuilder<> b(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
    auto* type = ArrayType::get(b.getInt8Ty(), std::max<std::uint64_t>(size->getZExtValue(), 1));
    auto* local = b.CreateAlloca(type, nullptr, "launch.parameters");
    local->setAlignment(Align(alignment->getZExtValue()));
    call->replaceAllUsesWith(local);
    changed.insert(call->getFunction());
    call->eraseFromParent();
    ++places;
  }
  return places;
}

Expected<unsigned> lower_launches(Module& module) {
  SmallPtrSet<Function*, 4> changed;
  auto from_ptx = lower_ptx_launches(module, changed);
  if (!from_ptx) return from_ptx.takeError();
  const unsigned named = name_kernels(module);
  auto buffers = lower_buffers(module, changed);
  if (!buffers) return buffers.takeError();
  // A tail call would not look at local variables of its caller.
  for (auto* function : changed) {
    for (auto& i : instructions(*function)) {
      if (auto* call = dyn_cast<CallInst>(&i)) call->setTailCall(false);
    }
  }
  return *from_ptx + named + *buffers;
}

}  // namespace heddle::compiler
