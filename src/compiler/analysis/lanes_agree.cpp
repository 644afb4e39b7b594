// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lanes_agree.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

class Agreement {
 public:
  Agreement(const LoopInfo& loops, const ShapeAnalysis& shapes) : loops_(loops), shapes_(shapes) {}

  bool of(const Value& value) {
    if (shapes_.is_uniform(&value)) return true;
    const auto* i = dyn_cast<Instruction>(&value);
    if (!i) return false;
    if (!assumed_.insert(i).second) return true;  // from round to round, if the rest agrees
    const auto* node = dyn_cast<PHINode>(i);
    if (!node && (i->mayReadOrWriteMemory() || isa<CallInst>(i))) return false;
    if (node && !starts_round(*node) && !comes_alike(*node)) return false;
    return all_of(i->operands(),
                  [&](const Use& use) { return in_this_round(*use, *i) && of(*use); });
  }

 private:
  bool starts_round(const PHINode& node) const {
    const auto* loop = loops_.getLoopFor(node.getParent());
    return loop && loop->getHeader() == node.getParent();
  }

  // One computation, by whichever way the lanes come.
  static bool comes_alike(const PHINode& node) {
    const auto* first = dyn_cast<Instruction>(node.getIncomingValue(0));
    return first && !isa<PHINode>(first) && all_of(node.incoming_values(), [&](const Use& use) {
             const auto* other = dyn_cast<Instruction>(use.get());
             return other && other->isIdenticalToWhenDefined(first);
           });
  }

  // What leaves a loop is of the round in which its lane left.
  bool in_this_round(const Value& value, const Instruction& user) const {
    const auto* i = dyn_cast<Instruction>(&value);
    const auto* loop = i ? loops_.getLoopFor(i->getParent()) : nullptr;
    return !loop || loop->contains(&user);
  }

  const LoopInfo& loops_;
  const ShapeAnalysis& shapes_;
  SmallPtrSet<const Instruction*, 16> assumed_;
};

}  // namespace

bool lanes_agree(const Value& value, const LoopInfo& loops, const ShapeAnalysis& shapes) {
  return Agreement(loops, shapes).of(value);
}

}  // namespace heddle::compiler
