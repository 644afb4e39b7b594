// SPDX-License-Identifier: Apache-2.0
#include "compiler/verify.h"

#include "compiler/analysis/shape_analysis.h"
#include "compiler/ir/address_space.h"
#include "compiler/ir/lane_function.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/warp/narrow_floats.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The first instruction of the module for which `wrong` holds, as an error.
Error none(const Compilation& c, function_ref<bool(const Instruction&)> wrong) {
  for (auto& function : *c.module) {
    for (auto& instruction : instructions(function)) {
      if (!wrong(instruction)) continue;
      std::string text;
      raw_string_ostream(text) << function.getName() << ":" << instruction;
      return createStringError(text);
    }
  }
  return Error::success();
}

StringRef callee_name(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() ? call->getCalledFunction()->getName() : StringRef();
}

}  // namespace

Error verify_linked(const Compilation& c) {
  if (c.is_kernel() != static_cast<bool>(c.body)) return createStringError("no kernel");
  for (const auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    if (!function.hasInternalLinkage() || function.getCallingConv() != CallingConv::C) {
      return createStringError(function.getName() + ": not a plain internal function");
    }
  }
  return none(c, [](const Instruction& i) {
    const auto* call = dyn_cast<CallBase>(&i);
    return call && call->isInlineAsm();
  });
}

Error verify_no_special_registers(const Compilation& c) {
  for (const auto& function : *c.module) {
    const auto returns =
        count_if(function, [](const auto& b) { return isa<ReturnInst>(b.getTerminator()); });
    if (!function.isDeclaration() && returns != 1) {
      return createStringError(function.getName() + ": not one return");
    }
  }
  return none(c, [](const Instruction& i) {
    if (isa<UnreachableInst>(i)) return true;
    auto name = callee_name(i);
    if (!name.consume_front("llvm.nvvm.")) return false;
    if (!name.consume_front("read.ptx.sreg.")) {
      return name.starts_with("barrier") || name.starts_with("isspacep");
    }
    return any_of(
        ArrayRef<StringRef>{"tid.", "ntid.", "ctaid.", "nctaid.", "laneid", "warpid", "lanemask."},
        [&](StringRef one) { return name.starts_with(one); });
  });
}

Error verify_static_allocas(const Compilation& c) {
  return none(c, [](const Instruction& i) {
    const auto* object = dyn_cast<AllocaInst>(&i);
    return object && !object->isStaticAlloca();
  });
}

Error verify_inlined(const Compilation& c) {
  return none(c, [](const Instruction& i) {
    const auto* call = dyn_cast<CallBase>(&i);
    if (!call || call->isIndirectCall()) return false;
    for (unsigned k = 0; k < call->arg_size(); ++k) {
      if (call->isByValArgument(k)) return true;
    }
    return false;
  });
}

Error verify_symbols(const Compilation& c) {
  for (const auto& variable : c.module->globals()) {
    if (variable.getAddressSpace() == kSharedSpace && !variable.use_empty()) {
      return createStringError("shared variable " + variable.getName() + " is used by name");
    }
  }
  return Error::success();
}

static const char* loop_defect(Function& function) {
  DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  const ReversePostOrderTraversal<Function*> order(&function);
  if (containsIrreducibleCFG<BasicBlock*>(order, loops)) return "a loop with several entries";
  for (const auto* loop : loops.getLoopsInPreorder()) {
    if (!loop->isLoopSimplifyForm()) return "a loop without preheader, one latch or own exits";
    if (!loop->isLCSSAForm(dominators)) return "a loop's value that is used behind it";
  }
  return nullptr;
}

Error verify_canonical(const Compilation& c) {
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    const auto returns =
        count_if(function, [](const auto& b) { return isa<ReturnInst>(b.getTerminator()); });
    const auto* defect = returns == 1 ? loop_defect(function) : "not one return";
    if (defect) return createStringError(function.getName() + ": " + defect);
  }
  return none(c, [](const Instruction& i) {
    return (i.isTerminator() && !isa<BranchInst, ReturnInst>(i)) || isa<MemIntrinsic>(i);
  });
}

Error verify_uniform_branches(const Compilation& c) {
  for (auto& function : *c.module) {
    if (function.isDeclaration() || is_of_one_lane(function)) continue;
    DominatorTree dominators(function);
    PostDominatorTree post_dominators(function);
    LoopInfo loops(dominators);
    const ShapeAnalysis shapes(function, dominators, post_dominators, loops, true);
    for (auto& block : function) {
      const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional() || !dominators.isReachableFromEntry(&block)) continue;
      if (shapes.is_uniform(branch->getCondition())) continue;
      std::string text;
      raw_string_ostream(text) << "divergent branch in " << function.getName() << ":" << *branch
                               << " on" << *branch->getCondition();
      return createStringError(text);
    }
  }
  return Error::success();
}

Error verify_host_only(const Compilation& c) {
  return none(c, [](const Instruction& i) {
    const auto name = callee_name(i);
    return name.starts_with("llvm.nvvm.") || (name.starts_with("heddle.") && name != kSuspend);
  });
}

Error verify_no_suspension(const Compilation& c) {
  return none(c, [](const Instruction& i) { return callee_name(i) == kSuspend; });
}

Error verify_described(const Compilation& c) {
  if (c.is_kernel() != (c.entry_point != nullptr)) return createStringError("no entry point");
  if (!c.module->getNamedGlobal(abi::kKernelCodeSymbol)) return createStringError("no KernelCode");
  return none(c, [](const Instruction& i) { return callee_name(i).starts_with("heddle."); });
}

Error verify_narrow_floats(const Compilation& c) {
  const bool native_half = has_native_half(*c.machine);
  return none(c, [&](const Instruction& i) {
    // Between half and float every CPU that has F16C converts.
    const auto is_single = [](const Type* type) { return type->getScalarType()->isFloatTy(); };
    const auto is_half = [](const Type* type) { return type->getScalarType()->isHalfTy(); };
    const bool extends = isa<FPExtInst>(i) && is_half(i.getOperand(0)->getType());
    const bool exact =
        (extends && is_single(i.getType())) ||
        (isa<FPTruncInst>(i) && is_half(i.getType()) && is_single(i.getOperand(0)->getType()));
    return !exact && computes_in_narrow_floats(i, native_half);
  });
}

}  // namespace heddle::compiler
