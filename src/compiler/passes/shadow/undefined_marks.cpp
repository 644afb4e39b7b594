// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/shadow/undefined_marks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral kWhole = "heddle.undefined.variable.";
constexpr StringLiteral kHidden = "heddle.hidden";
constexpr StringLiteral kPart = "heddle.undefined.member.";

template <class Make>
unsigned replace_marks(Function& function, Make make) {
  SmallVector<Instruction*, 16> marks;
  for (auto& i : instructions(function)) {
    if (undefined_mark(&i)) marks.push_back(&i);
  }
  for (auto* mark : marks) {
    mark->replaceAllUsesWith(make(mark->getType()));
    mark->eraseFromParent();
  }
  return marks.size();
}

}  // namespace

std::optional<UndefinedMark> undefined_mark(const Value* value) {
  const auto* call = dyn_cast<CallInst>(value);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee) return std::nullopt;
  auto name = callee->getName();
  const bool whole = name.consume_front(kWhole);
  if (!whole && !name.consume_front(kPart)) return std::nullopt;
  // The type stands before it.
  return UndefinedMark{whole, name.split('.').second};
}

unsigned reveal_offsets(Compilation& c) {
  unsigned count = 0;
  auto* hidden = c.module->getFunction(kHidden);
  if (!hidden) return 0;
  for (auto* user : make_early_inc_range(hidden->users())) {
    auto* call = cast<CallInst>(user);
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
    ++count;
  }
  return count;
}

unsigned forget_undefined(Compilation& c) {
  if (c.request.probes && probes::has(c.request.probe_mask, probes::Event::kUndefined)) return 0;
  unsigned count = c.request.probes ? 0 : reveal_offsets(c);
  for (auto& function : *c.module) {
    count += replace_marks(function, [](Type* type) { return UndefValue::get(type); });
  }
  return count;
}

void settle_undefined(Function& function) {
  replace_marks(function, [](Type* type) { return Constant::getNullValue(type); });
}

}  // namespace heddle::compiler
