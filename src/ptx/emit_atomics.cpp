// SPDX-License-Identifier: Apache-2.0
// atom and red (PTX ISA, "atom", "red"): LLVM's atomic operations, as CUDA C++'s atomic functions
// are.
#include "llvm/ADT/StringSwitch.h"
#include "ptx/sync_scope.h"
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

// Sums of halves and bfloats: each number by itself is atomic.
void emit_narrow(Emitter& e, StringRef space, StringRef name, StringRef type, StringRef vector,
                 AtomicOrdering order, SyncScope::ID scope) {
  auto& b = e.b;
  if (name != "add") return e.fail("no atomic ." + name + " of this type");
  if (!e.take("noftz")) return e.fail(".noftz is missing");
  const bool returns = e.instruction().opcode == "atom";
  const unsigned first = returns ? 1 : 0;
  e.expect_operands(first + 2, first + 3);
  auto* number = type.starts_with("b") ? b.getBFloatTy() : b.getHalfTy();
  const bool pairs = type.ends_with("x2");
  const Type moved{Type::Kind::kBits, pairs ? 32u : 16u};
  auto* address = take_address(e, first, space);
  const auto add = [&](Value* value, unsigned index) -> Value* {
    auto* at = b.CreateConstGEP1_64(b.getInt8Ty(), address, std::uint64_t{index} * 2);
    auto* old = b.CreateAtomicRMW(AtomicRMWInst::FAdd, at, b.CreateBitCast(value, number), Align(2),
                                  order, scope);
    return b.CreateBitCast(old, b.getInt16Ty());
  };
  const auto update = [&](const Operand& from, const Operand* to, unsigned element) {
    auto* value = e.read(from, moved);
    auto* old = add(b.CreateTrunc(value, b.getInt16Ty()), pairs ? 2 * element : element);
    if (pairs) {
      auto* high = add(b.CreateTrunc(b.CreateLShr(value, 16), b.getInt16Ty()), 2 * element + 1);
      old = b.CreateOr(b.CreateZExt(old, b.getInt32Ty()),
                       b.CreateShl(b.CreateZExt(high, b.getInt32Ty()), 16));
    }
    if (to) e.write(*to, old);
  };
  const auto& from = e.operand(first + 1);
  if (vector.empty()) return update(from, returns ? &e.operand(0) : nullptr, 0);
  const auto elements = static_cast<unsigned>(vector[1] - '0');
  if (from.parts.size() != elements || (returns && e.operand(0).parts.size() != elements)) {
    return e.fail("the vector has another number of registers");
  }
  for (unsigned k = 0; k < elements; ++k) {
    update(from.parts[k], returns ? &e.operand(0).parts[k] : nullptr, k);
  }
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
  // Without one the scope is the device's.
  const auto scope_name = e.take_any({"cta", "cluster", "gpu", "sys"});
  const auto scope = scope_of_ptx(b.getContext(), scope_name.empty() ? "gpu" : scope_name);
  const auto address_space = take_space(e);
  const auto name =
      e.need_any({"exch", "add", "and", "or", "xor", "inc", "dec", "min", "max", "cas"});
  const auto vector = e.take_any({"v2", "v4", "v8"});
  take_cache_hints(e);
  const auto narrow = e.take_any({"f16", "f16x2", "bf16", "bf16x2"});
  if (!narrow.empty()) return emit_narrow(e, address_space, name, narrow, vector, order, scope);
  const auto type = e.need_type();
  // A predicate has no place in memory, and nothing below 16 bits has atomic operations.
  if (type.bits < 16) return e.fail("no atomic ." + name + " of this type");
  const bool swaps = name == "cas";
  if (type.bits == 128 && !swaps && name != "exch") {
    return e.fail("of 128 bits there are only .exch and .cas");
  }
  const unsigned first = returns ? 1 : 0;
  e.expect_operands(first + (swaps ? 3 : 2), first + (swaps ? 4 : 3));
  auto* address = take_address(e, first, address_space);
  const Align align(type.bits / 8);
  if (swaps) {
    if (!returns) return e.fail("red has no .cas");
    if (!vector.empty()) return e.fail("vectors have no .cas");
    const Type bits{Type::Kind::kBits, type.bits};
    auto* pair =
        b.CreateAtomicCmpXchg(address, e.in(first + 1, bits), e.in(first + 2, bits), align, order,
                              AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
    return e.out(0, b.CreateExtractValue(pair, 0));
  }
  if (name == "exch" && !returns) return e.fail("red has no .exch");
  // An exchange moves bits.
  const Type moved = name == "exch" ? Type{Type::Kind::kBits, type.bits} : type;
  const auto op = operation(name, moved);
  if (op == AtomicRMWInst::BAD_BINOP) return e.fail("no atomic ." + name + " of this type");
  if (vector.empty()) {
    auto* old = b.CreateAtomicRMW(op, address, e.in(first + 1, moved), align, order, scope);
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
    auto* old = b.CreateAtomicRMW(op, at, e.read(from.parts[k], moved), align, order, scope);
    if (returns) e.write(e.operand(0).parts[k], old);
  }
}

}  // namespace heddle::ptx
