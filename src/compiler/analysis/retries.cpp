// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/retries.h"

#include <set>

#include "compiler/analysis/polls.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Follows the bytes of a value to where they were read: programs take wide values apart and put
// them together again.
class Origin {
 public:
  Origin(const AtomicCmpXchgInst& swap, const Loop& loop)
      : layout_(swap.getDataLayout()), loop_(loop), place_(swap.getPointerOperand()) {
    place_ = place_->stripAndAccumulateConstantOffsets(layout_, offset_, true);
  }

  // Whether byte `byte` of `value` is byte `wanted` of the word, as a read in the loop has found
  // it.
  bool is_read(const Value* value, unsigned byte, unsigned wanted) {
    const auto* i = dyn_cast<Instruction>(value);
    if (!i || !loop_.contains(i)) return false;
    if (isa<LoadInst, AtomicCmpXchgInst>(i)) return is_at(*i, byte, wanted);
    if (const auto* part = dyn_cast<ExtractValueInst>(i))
      return isa<AtomicCmpXchgInst>(part->getAggregateOperand()) &&
             is_read(part->getAggregateOperand(), byte, wanted);
    if (const auto* node = dyn_cast<PHINode>(i)) return comes_read(*node, byte, wanted);
    const Value *a = nullptr, *b = nullptr;
    const APInt* bits = nullptr;
    if (isa<BitCastInst, FreezeInst, TruncInst>(i)) return is_read(i->getOperand(0), byte, wanted);
    if (match(i, m_ZExt(m_Value(a)))) return byte < bytes_of(*a) && is_read(a, byte, wanted);
    if (match(i, m_Shl(m_Value(a), m_APInt(bits))) && bits->urem(8) == 0)
      return byte >= bits->udiv(8).getZExtValue() &&
             is_read(a, byte - bits->udiv(8).getZExtValue(), wanted);
    if (match(i, m_LShr(m_Value(a), m_APInt(bits))) && bits->urem(8) == 0)
      return byte + bits->udiv(8).getZExtValue() < bytes_of(*a) &&
             is_read(a, byte + bits->udiv(8).getZExtValue(), wanted);
    if (!match(i, m_Or(m_Value(a), m_Value(b)))) return false;
    if (is_zero(*a, byte)) return is_read(b, byte, wanted);
    return is_zero(*b, byte) && is_read(a, byte, wanted);
  }

 private:
  unsigned bytes_of(const Value& value) const {
    return layout_.getTypeStoreSize(value.getType()).getFixedValue();
  }

  bool is_zero(const Value& value, unsigned byte) const {
    return computeKnownBits(&value, layout_).extractBits(8, 8 * byte).isZero();
  }

  bool is_at(const Instruction& read, unsigned byte, unsigned wanted) const {
    APInt offset(offset_.getBitWidth(), 0);
    const auto* base = address_of(read)->stripAndAccumulateConstantOffsets(layout_, offset, true);
    return base == place_ && offset + byte == offset_ + wanted;
  }

  bool comes_read(const PHINode& node, unsigned byte, unsigned wanted) {
    // A value that may stay from round to round was not read anew.
    const auto here = running_.insert({&node, byte});
    if (!here.second) return false;
    for (unsigned k = 0; k < node.getNumIncomingValues(); ++k) {
      const bool first_round_only = !loop_.contains(node.getIncomingBlock(k));
      if (!first_round_only && !is_read(node.getIncomingValue(k), byte, wanted)) return false;
    }
    running_.erase(here.first);
    return true;
  }

  const DataLayout& layout_;
  const Loop& loop_;
  const Value* place_;
  APInt offset_{64, 0};
  std::set<std::pair<const PHINode*, unsigned>> running_;
};

}  // namespace

bool is_retried(const AtomicCmpXchgInst& swap, const Loop& loop) {
  const auto* expected = swap.getCompareOperand();
  if (loop.isLoopInvariant(expected)) return false;
  const auto bytes = swap.getDataLayout().getTypeStoreSize(expected->getType()).getFixedValue();
  for (unsigned byte = 0; byte < bytes; ++byte) {
    // Each byte by itself: two may come through one phi.
    if (!Origin(swap, loop).is_read(expected, byte, byte)) return false;
  }
  return true;
}

}  // namespace heddle::compiler
