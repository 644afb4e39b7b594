// SPDX-License-Identifier: Apache-2.0
// atom and red (PTX ISA, "atom", "red"): LLVM's atomic operations, as CUDA C++'s atomic functions
// are.
#include "llvm/ADT/StringSwitch.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

AtomicRMWInst::BinOp operation(StringRef name, Type type) {
  using Op = AtomicRMWInst;
  if (type.is_float()) return name == "add" ? Op::FAdd : Op::BAD_BINOP;
  const bool is_signed = type.is_signed();
  return StringSwitch<Op::BinOp>(name)
      .Case("exch", Op::Xchg)
      .Case("add", Op::Add)
      .Case("and", Op::And)
      .Case("or", Op::Or)
      .Case("xor", Op::Xor)
      .Case("inc", Op::UIncWrap)
      .Case("dec", Op::UDecWrap)
      .Case("min", is_signed ? Op::Min : Op::UMin)
      .Case("max", is_signed ? Op::Max : Op::UMax)
      .Default(Op::BAD_BINOP);
}

}  // namespace

void emit_atom(Emitter& e) {
  auto& b = e.b;
  const bool returns = e.instruction().opcode == "atom";
  const auto order_name = e.take_any({"relaxed", "acquire", "release", "acq_rel"});
  const auto order = StringSwitch<AtomicOrdering>(order_name)
                         .Case("acquire", AtomicOrdering::Acquire)
                         .Case("release", AtomicOrdering::Release)
                         .Case("acq_rel", AtomicOrdering::AcquireRelease)
                         .Default(AtomicOrdering::Monotonic);
  e.take_any({"cta", "cluster", "gpu", "sys"});
  const auto space = take_space(e);
  const auto name =
      e.need_any({"exch", "add", "and", "or", "xor", "inc", "dec", "min", "max", "cas"});
  take_cache_hints(e);
  const auto vector = e.take_any({"v2", "v4"});
  const auto type = e.need_type();
  if (type.bits > 64) return e.fail("atomics of 128 bits are not yet supported");
  const bool swaps = name == "cas";
  const unsigned first = returns ? 1 : 0;
  e.expect_operands(first + (swaps ? 3 : 2), first + (swaps ? 4 : 3));
  auto* address = take_address(e, first, space);
  const Align align(type.bits / 8);
  if (swaps) {
    if (!returns) return e.fail("red has no .cas");
    const Type bits{Type::Kind::kBits, type.bits};
    auto* pair =
        b.CreateAtomicCmpXchg(address, e.in(first + 1, bits), e.in(first + 2, bits), align, order,
                              AtomicCmpXchgInst::getStrongestFailureOrdering(order));
    return e.out(0, b.CreateExtractValue(pair, 0));
  }
  // An exchange moves bits.
  const Type moved = name == "exch" ? Type{Type::Kind::kBits, type.bits} : type;
  const auto op = operation(name, moved);
  if (op == AtomicRMWInst::BAD_BINOP) return e.fail("no atomic ." + name + " of this type");
  if (vector.empty()) {
    auto* old = b.CreateAtomicRMW(op, address, e.in(first + 1, moved), align, order);
    if (returns) e.out(0, old);
    return;
  }
  // Each element by itself is atomic.
  const auto elements = static_cast<unsigned>(vector[1] - '0');
  const auto& from = e.operand(first + 1);
  if (from.parts.size() != elements || (returns && e.operand(0).parts.size() != elements)) {
    return e.fail("the vector has another number of registers");
  }
  for (unsigned k = 0; k < elements; ++k) {
    auto* at = b.CreateConstGEP1_64(b.getInt8Ty(), address, std::uint64_t{k} * type.bits / 8);
    auto* old = b.CreateAtomicRMW(op, at, e.read(from.parts[k], moved), align, order);
    if (returns) e.write(e.operand(0).parts[k], old);
  }
}

}  // namespace heddle::ptx
