// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/inline_functions.h"

#include "compiler/analysis/shape_analysis.h"
#include "compiler/passes/probe/counted_functions.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A kernel may grow to this many instructions; beyond it, calls stay calls.
constexpr unsigned kMaxInstructions = 60000;

SmallPtrSet<const Function*, 8> recursive_functions(Module& module) {
  SmallPtrSet<const Function*, 8> result;
  CallGraph graph(module);
  for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc) {
    if (!scc.hasCycle()) continue;
    for (auto* node : *scc) {
      if (node->getFunction()) result.insert(node->getFunction());
    }
  }
  return result;
}

// Passes a copy instead of `byval`, for calls that stay. The copy is a variable of the caller,
// which no call that is marked `tail` may read: LLVM would drop what is stored there.
void copy_byval_arguments(CallBase& call) {
  for (unsigned k = 0; k < call.arg_size(); ++k) {
    if (!call.isByValArgument(k)) continue;
    auto* type = call.getParamByValType(k);
    auto& function = *call.getFunction();
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    const auto align =
        call.getParamAlign(k).value_or(function.getDataLayout().getABITypeAlign(type));
    auto* copy = entry.CreateAlloca(type);
    copy->setAlignment(align);
    IRBuilder<> b(&call);
    auto* source = call.getArgOperand(k);
    b.CreateMemCpy(copy, align, source, align, function.getDataLayout().getTypeAllocSize(type));
    call.setArgOperand(k, copy->getType() == source->getType()
                              ? static_cast<Value*>(copy)
                              : b.CreateAddrSpaceCast(copy, source->getType()));
    call.removeParamAttr(k, Attribute::ByVal);
    if (auto* plain = dyn_cast<CallInst>(&call)) plain->setTailCallKind(CallInst::TCK_None);
  }
}

// Texture lookups for all kinds of objects: their code is long, and faster where it is inlined.
// Tools are told of every load at the line of the lookup.
constexpr unsigned kFewLookups = 2;

bool is_lookup_of_any(const Compilation& c, const Function& callee) {
  return !c.request.probes && callee.getName().starts_with("__heddle_any_tex");
}

unsigned inline_few_lookups(const Compilation& c, Module& module) {
  SmallVector<CallBase*, 16> calls;
  SmallPtrSet<Function*, 4> callees;
  for (auto& function : module) {
    for (auto& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      auto* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration() || !is_lookup_of_any(c, *callee)) continue;
      calls.push_back(call);
      callees.insert(callee);
    }
  }
  if (calls.size() > kFewLookups) {
    // Handles are mostly the same in all lanes: what depends on the object is a branch then.
    for (auto* callee : callees) {
      callee->addParamAttr(0, Attribute::get(module.getContext(), kUniformArgument));
    }
    return 0;
  }
  unsigned inlined = 0;
  for (auto* call : calls) {
    InlineFunctionInfo info;
    if (InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false)
            .isSuccess()) {
      ++inlined;
    }
  }
  for (auto* callee : callees) {
    if (callee->use_empty()) callee->eraseFromParent();
  }
  return inlined;
}

}  // namespace

unsigned inline_functions(Compilation& c) {
  unsigned inlined = 0;
  auto& module = *c.module;
  // LLVM's call graph starts at what is visible from outside.
  std::vector<Function*> roots{c.body};
  for (const auto& name : c.pointed_to) roots.push_back(module.getFunction(name));
  for (auto* root : roots) {
    if (root) root->setLinkage(GlobalValue::ExternalLinkage);
  }
  const auto recursive = recursive_functions(module);
  // Callees first, so that each call is inlined once, with its own calls already gone.
  std::vector<Function*> bottom_up;
  {
    CallGraph graph(module);
    for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc) {
      for (auto* node : *scc) {
        if (node->getFunction() && !node->getFunction()->isDeclaration()) {
          bottom_up.push_back(node->getFunction());
        }
      }
    }
  }
  // Counting is a walk over a function, which may have as many calls as instructions.
  DenseMap<const Function*, unsigned> sizes;
  const auto size_of = [&](const Function& function) {
    auto [it, is_new] = sizes.try_emplace(&function, 0);
    if (is_new) it->second = function.getInstructionCount();
    return it->second;
  };
  for (auto* caller : bottom_up) {
    SmallVector<CallBase*, 16> calls;
    for (auto& instruction : instructions(*caller)) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) {
        auto* callee = call->getCalledFunction();
        if (callee && !callee->isDeclaration() && !recursive.contains(callee) &&
            !stays_until_counted(c, *callee) && !is_lookup_of_any(c, *callee))
          calls.push_back(call);
      }
    }
    auto size = caller->getInstructionCount();
    for (auto* call : calls) {
      const auto more = size_of(*call->getCalledFunction());
      if (size + more > kMaxInstructions) {
        c.log.note_given_up("inlining " + call->getCalledFunction()->getName().str());
        continue;
      }
      InlineFunctionInfo info;
      if (InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false)
              .isSuccess()) {
        ++inlined;
      }
      size += more;
    }
    sizes[caller] = caller->getInstructionCount();
    for (auto& instruction : instructions(*caller)) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) copy_byval_arguments(*call);
    }
  }
  for (auto* root : roots) {
    if (root) root->setLinkage(GlobalValue::InternalLinkage);
  }
  for (auto& function : module) {
    for (auto& argument : function.args()) {
      if (argument.hasByValAttr()) {
        argument.getParent()->removeParamAttr(argument.getArgNo(), Attribute::ByVal);
      }
    }
  }
  // In callers-first order a function whose calls are all inlined has no users when it is reached.
  for (auto it = bottom_up.rbegin(); it != bottom_up.rend(); ++it) {
    (*it)->removeDeadConstantUsers();
    if ((*it)->use_empty() && !is_contained(roots, *it)) (*it)->eraseFromParent();
  }
  inlined += inline_few_lookups(c, module);
  c.log.note_instructions_in(*c.module);
  return inlined;
}

}  // namespace heddle::compiler
