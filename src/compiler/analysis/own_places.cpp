// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/own_places.h"

#include <map>

#include "compiler/analysis/polls.h"
#include "llvm/IR/Operator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The largest distance between rows that is tried. Integers of 32 bits and more may then be
// extended and cut without a change to what is left of them.
constexpr unsigned kMaxLog = 24, kMinBits = 32;
// Values that are looked at of one address. A sum of sums of the same may be read very often.
constexpr unsigned kMaxSteps = 64;

// What an address is, modulo a power of two: a sum of values that a thread computes once, each
// times a number, and a number.
struct Sum {
  std::map<const Value*, std::uint64_t> factors;
  std::uint64_t number = 0;

  void add(const Sum& other, std::uint64_t times, std::uint64_t modulus) {
    number = (number + other.number * times) & (modulus - 1);
    for (const auto& [value, factor] : other.factors) {
      auto& sum = factors[value];
      sum = (sum + factor * times) & (modulus - 1);
      if (sum == 0) factors.erase(value);
    }
  }
};

class Reader {
 public:
  Reader(const DataLayout& layout, std::uint64_t modulus) : layout_(layout), modulus_(modulus) {}

  Sum read(const Value* value) {
    Sum sum;
    if (++steps_ > kMaxSteps) return leaf(value);
    const auto add = [&](const Value* part, std::uint64_t times) {
      if ((times & (modulus_ - 1)) != 0) sum.add(read(part), times, modulus_);
    };
    if (const auto* number = dyn_cast<ConstantInt>(value)) {
      sum.number = number->getValue().sextOrTrunc(64).getZExtValue() & (modulus_ - 1);
      return sum;
    }
    if (const auto* address = dyn_cast<GEPOperator>(value)) {
      if (!address->getType()->isPointerTy()) return leaf(value);
      SmallMapVector<Value*, APInt, 4> parts;
      APInt offset(64, 0);
      if (!address->collectOffset(layout_, 64, parts, offset)) return leaf(value);
      add(address->getPointerOperand(), 1);
      for (const auto& [part, scale] : parts) {
        if (part->getType()->getScalarSizeInBits() < kMinBits) return leaf(value);
        add(part, scale.getZExtValue());
      }
      sum.number = (sum.number + offset.getZExtValue()) & (modulus_ - 1);
      return sum;
    }
    const auto* i = dyn_cast<Instruction>(value);
    if (!i) return leaf(value);
    if (const auto* phi = dyn_cast<PHINode>(i)) return rounds(*phi);
    if (isa<AddrSpaceCastInst>(i)) return leaf(value);
    if (isa<CastInst>(i)) {
      const auto* from = i->getOperand(0);
      const bool keeps = isa<SExtInst, ZExtInst, TruncInst>(i) && from->getType()->isIntegerTy() &&
                         from->getType()->getIntegerBitWidth() >= kMinBits &&
                         i->getType()->getIntegerBitWidth() >= kMinBits;
      return keeps ? read(from) : leaf(value);
    }
    if (!i->isBinaryOp() || !i->getType()->isIntegerTy() ||
        i->getType()->getIntegerBitWidth() < kMinBits)
      return leaf(value);
    const auto* number = dyn_cast<ConstantInt>(i->getOperand(1));
    switch (i->getOpcode()) {
      case Instruction::Or:
        if (!cast<PossiblyDisjointInst>(i)->isDisjoint()) return leaf(value);
        [[fallthrough]];
      case Instruction::Add:
        add(i->getOperand(0), 1);
        add(i->getOperand(1), 1);
        return sum;
      case Instruction::Sub:
        add(i->getOperand(0), 1);
        add(i->getOperand(1), modulus_ - 1);
        return sum;
      case Instruction::Mul:
        if (!number) return leaf(value);
        add(i->getOperand(0), number->getValue().sextOrTrunc(64).getZExtValue());
        return sum;
      case Instruction::Shl:
        if (!number || number->getValue().uge(i->getType()->getIntegerBitWidth()))
          return leaf(value);
        add(i->getOperand(0), std::uint64_t{1} << number->getZExtValue());
        return sum;
      default:
        return leaf(value);
    }
  }

 private:
  static Sum leaf(const Value* value) {
    Sum sum;
    sum.factors[value] = 1;
    return sum;
  }

  // A value that a loop steps by multiples of the modulus is, modulo that, what it began with.
  Sum rounds(const PHINode& phi) {
    const Sum itself = leaf(&phi);
    std::optional<Sum> start;
    for (const auto& incoming : phi.incoming_values()) {
      const auto sum = stepped_.contains(&phi) ? itself : step(phi, incoming);
      if (sum.factors == itself.factors && sum.number == 0) continue;
      if (start) return itself;
      start = sum;
    }
    return start.value_or(itself);
  }

  // While the phi itself is looked for, it stands for itself.
  Sum step(const PHINode& phi, const Value* incoming) {
    stepped_.insert(&phi);
    auto sum = read(incoming);
    stepped_.erase(&phi);
    return sum;
  }

  const DataLayout& layout_;
  const std::uint64_t modulus_;
  unsigned steps_ = 0;
  SmallPtrSet<const PHINode*, 4> stepped_;
};

// How far lane by lane, modulo the modulus: false where that is not known, or may be another the
// next time.
bool find_offsets(const Sum& sum, const LoopInfo& loops, const ShapeAnalysis& shapes,
                  Offsets& offsets) {
  offsets.fill(0);
  for (const auto& [value, factor] : sum.factors) {
    const auto* i = dyn_cast<Instruction>(value);
    if (i && loops.getLoopFor(i->getParent())) return false;
    const auto shape = shapes.shape(value);
    if (!shape.is_affine() || !shape.terms.empty()) return false;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      offsets[lane] =
          static_cast<std::int64_t>(static_cast<std::uint64_t>(offsets[lane]) +
                                    factor * static_cast<std::uint64_t>(shape.offset(lane)));
    }
  }
  return true;
}

}  // namespace

bool lanes_keep_apart(const Instruction& write, const Instruction& read, const LoopInfo& loops,
                      const ShapeAnalysis& shapes) {
  if (!isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(write)) return false;
  if (!isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(read)) return false;
  const auto *to = address_of(write), *from = address_of(read);
  if (!to || !from) return false;
  const auto& layout = write.getDataLayout();
  const auto written = accessed_bytes(write), looked_at = accessed_bytes(read);
  for (unsigned log = 2; log <= kMaxLog; ++log) {
    const std::uint64_t modulus = std::uint64_t{1} << log;
    const auto a = Reader(layout, modulus).read(to), b = Reader(layout, modulus).read(from);
    Offsets offsets;
    if (a.factors != b.factors || !find_offsets(a, loops, shapes, offsets)) continue;
    const auto apart = [&](unsigned writer, unsigned lane) {
      const auto distance = (a.number - b.number + static_cast<std::uint64_t>(offsets[writer]) -
                             static_cast<std::uint64_t>(offsets[lane])) &
                            (modulus - 1);
      return distance >= looked_at && modulus - distance >= written;
    };
    bool all = true;
    for (unsigned writer = 0; writer < kLanes && all; ++writer) {
      for (unsigned lane = 0; lane < kLanes && all; ++lane)
        all = writer == lane || apart(writer, lane);
    }
    if (all) return true;
  }
  return false;
}

}  // namespace heddle::compiler
