// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/insert_yields.h"

#include "compiler/analysis/observed_exits.h"
#include "compiler/analysis/polling_functions.h"
#include "compiler/analysis/polls.h"
#include "compiler/analysis/recursive_waits.h"
#include "compiler/analysis/stands_alone.h"
#include "compiler/analysis/waiting_loops.h"
#include "compiler/behind_pointers.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pointer_calls.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/each.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

void mark_progress_at(Instruction* place) {
  IRBuilder<> b(place);
  pseudo::call(b, pseudo::kProgress);
}

// Marks progress: where a thread does more than wait, and where it has left the loop.
void mark_progress_in(const Loop& loop, ArrayRef<Instruction*> effects) {
  for (auto* effect : effects) mark_progress_at(effect);
  SmallVector<BasicBlock*, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (auto* exit : exits) mark_progress_at(&*exit->getFirstInsertionPt());
}

using AmongLanes = WaitingLoop::AmongLanes;

void yield_in(const Loop& loop, StringRef how, AmongLanes among = AmongLanes::kNo) {
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (auto* latch : latches) {
    IRBuilder<> b(latch->getTerminator());
    auto* yield = pseudo::call(b, how);
    if (among == AmongLanes::kNo) continue;
    yield->setMetadata(among == AmongLanes::kYes ? kAmongLanes : kMaybeAmongLanes,
                       MDNode::get(yield->getContext(), {}));
  }
}

// How long a function that calls itself waits, it does not say: it is never taken as an endless
// wait. Its stack ends.
bool yield_in_recursion(Function& function) {
  const auto calls = find_recursive_waits(function);
  for (auto* call : calls) {
    IRBuilder<> b(call);
    pseudo::call(b, pseudo::kProgress);
    pseudo::call(b, pseudo::kYield);
  }
  return !calls.empty();
}

bool is_warp_op(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  return call && (warp_op_row(*call) || is_matrix_op(*call));
}

bool calls_pointer_in_loop(Function& function) {
  if (!calls_pointers(function)) return false;
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  return any_of(instructions(function), [&](const Instruction& i) {
    return loops.getLoopFor(i.getParent()) && calls_pointer(i);
  });
}

Error note_looks_behind_pointers(Compilation& c) {
  if (none_of(defined(*c.module), [](auto* f) { return calls_pointer_in_loop(*f); }))
    return Error::success();
  auto look = functions_look(c.request);
  if (!look) return look.takeError();
  if (*look) c.module->getOrInsertNamedMetadata(kLooksBehindPointers);
  return Error::success();
}

}  // namespace

Error insert_yields(Compilation& c) {
  c.stands_alone = stands_alone(*c.module);
  if (auto error = note_looks_behind_pointers(c)) return error;
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    c.calls_pointers |= calls_pointers(function);
    c.has_warp_ops |= any_of(instructions(function), is_warp_op);
    // What lanes do that did not come into the function, and all do behind it, is not known.
    c.lanes_wait |= yield_in_recursion(function);
    DominatorTree dominators(function);
    PostDominatorTree post_dominators(function);
    LoopInfo loops(dominators);
    if (loops.empty()) continue;
    const ShapeAnalysis shapes(function, dominators, post_dominators, loops, false);
    const bool is_kernel = &function == c.body;
    for (const auto& waiting :
         find_waiting_loops(loops, dominators, post_dominators, shapes, is_kernel)) {
      c.lanes_wait |= waiting.among_lanes == AmongLanes::kYes;
      if (waiting.only_waits) {
        yield_in(*waiting.loop, pseudo::kYield, waiting.among_lanes);
        mark_progress_in(*waiting.loop, waiting.effects);
      } else {
        yield_in(*waiting.loop, pseudo::kYieldAtTimes, waiting.among_lanes);
        mark_progress_at(&*waiting.loop->getHeader()->getFirstInsertionPt());
      }
    }
  }
  if (c.request.block == BlockShape{1, 1, 1}) c.lanes_wait = false;
  return Error::success();
}

bool may_wait_behind_pointers(const Module& module) {
  for (const auto& function : module) {
    if (function.isDeclaration() || function.getCallingConv() == CallingConv::PTX_Kernel) continue;
    const bool calls_itself = any_of(instructions(function), [&](const Instruction& i) {
      const auto* call = dyn_cast<CallInst>(&i);
      return call && call->getCalledFunction() == &function;
    });
    if (calls_itself && any_of(instructions(function), may_poll)) return true;
    DominatorTree dominators(const_cast<Function&>(function));
    const LoopInfo loops(dominators);
    for (const auto* loop : loops.getLoopsInPreorder()) {
      const bool polls = any_of(loop->blocks(), [](const auto* block) {
        return any_of(*block, [](const auto& i) {
          const auto* call = dyn_cast<CallInst>(&i);
          return may_poll(i) || (call && call->isInlineAsm());
        });
      });
      if (polls) return true;
    }
  }
  return false;
}

// Headers of the loops in `function` that may wait for another thread.
static SmallPtrSet<const BasicBlock*, 8> headers_of_waiting(Function& function,
                                                            const PollingFunctions& polling) {
  DominatorTree dominators(function);
  const PostDominatorTree post_dominators(function);
  const LoopInfo loops(dominators);
  SmallPtrSet<const BasicBlock*, 8> headers;
  Overlaps overlaps(function);
  for (auto* loop : loops.getLoopsInPreorder()) {
    const bool polls = any_of(loop->blocks(), [&](const auto* block) {
      return loops.getLoopFor(block) == loop && any_of(*block, [&](const Instruction& i) {
               return may_poll(i) || polling.calls_one(i);
             });
    });
    if (polls || effects_of_waiting_loop(*loop) ||
        ObservedExits(*loop, loops, dominators, post_dominators, overlaps).may_wait())
      headers.insert(loop->getHeader());
  }
  return headers;
}

// The same where variables are to stay in memory. A copy without them says what a loop looks at: a
// counter in memory could be anybody's.
static SmallPtrSet<const BasicBlock*, 8> headers_of_waiting_in_copy(
    Function& function, const PollingFunctions& polling) {
  ValueToValueMapTy copy_of;
  auto* copy = CloneFunction(&function, copy_of);
  DominatorTree dominators(*copy);
  SmallVector<AllocaInst*, 16> variables;
  for (auto& i : copy->getEntryBlock()) {
    auto* variable = dyn_cast<AllocaInst>(&i);
    if (variable && isAllocaPromotable(variable)) variables.push_back(variable);
  }
  if (!variables.empty()) PromoteMemToReg(variables, dominators);
  const auto found = headers_of_waiting(*copy, polling);
  SmallPtrSet<const BasicBlock*, 8> headers;
  for (auto& block : function) {
    if (found.contains(cast<BasicBlock>(copy_of[&block]))) headers.insert(&block);
  }
  copy->eraseFromParent();
  return headers;
}

Error insert_yields_anywhere(Compilation& c) {
  c.stands_alone = stands_alone(*c.module);
  const PollingFunctions polling(*c.module);
  for (auto* function : defined(*c.module)) {
    const auto headers = c.request.debug ? headers_of_waiting_in_copy(*function, polling)
                                         : headers_of_waiting(*function, polling);
    yield_in_recursion(*function);
    if (headers.empty()) continue;
    DominatorTree dominators(*function);
    LoopInfo loops(dominators);
    SmallVector<Loop*, 8> waiting;
    for (auto* loop : loops.getLoopsInPreorder()) {
      if (headers.contains(loop->getHeader())) waiting.push_back(loop);
    }
    for (auto* loop : waiting) {
      formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
      const auto effects = effects_of_waiting_loop(*loop);
      yield_in(*loop, pseudo::kYield);
      if (effects) {
        mark_progress_in(*loop, *effects);
      } else {
        mark_progress_at(&*loop->getHeader()->getFirstInsertionPt());
      }
    }
  }
  return Error::success();
}

}  // namespace heddle::compiler
