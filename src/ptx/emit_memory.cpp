// SPDX-License-Identifier: Apache-2.0
// ld, st, prefetches and cache policies (PTX ISA, "Data Movement and Conversion Instructions").
// Cache hints mean nothing to a CPU and are accepted; orders and volatile mean what they say.
#include "ptx/sync_scope.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

// Empty for generic addresses.
StringRef take_space(Emitter& e) {
  const auto space = e.take_any({"global", "shared", "shared::cta", "const", "local",
                                 "shared::cluster", "param", "param::entry", "param::func"});
  if (space.starts_with("param") && !e.statement().is_module) {
    e.fail("state space .param is not yet supported");
  }
  return space == "shared::cta" ? "shared" : space;
}

void take_cache_hints(Emitter& e) {
  e.take_any({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  while (e.take_prefix("L1::") || e.take_prefix("L2::")) {
  }
}

Value* take_address(Emitter& e, unsigned k, StringRef space) {
  auto& b = e.b;
  const auto& operand = e.operand(k);
  auto* generic = b.getPtrTy();
  if (operand.kind != Operand::Kind::kAddress) {
    e.fail("an address in brackets is needed");
    return PoisonValue::get(generic);
  }
  if (operand.parts.back().kind == Operand::Kind::kVector) {
    e.fail("coordinates where an address is needed");
    return PoisonValue::get(generic);
  }
  const auto& base = operand.parts[0];
  if (auto* place = e.place(base)) {
    const bool is_shared = place->getType()->getPointerAddressSpace() == 3;
    if (is_shared != (space == "shared") && !(is_shared && space == "shared::cluster")) {
      e.fail("'" + base.name + "' does not lie there");
    }
    if (operand.bits) place = b.CreateGEP(b.getInt8Ty(), place, b.getInt64(operand.bits));
    return is_shared && space == "shared" ? place : b.CreateAddrSpaceCast(place, generic);
  }
  const bool is_short = e.width(base) == 32;
  const bool shared = space == "shared" || space == "shared::cluster";
  if (is_short && !shared) e.fail("an address of 32 bits outside shared memory");
  auto* at = e.read(base, {Type::Kind::kBits, is_short ? 32u : 64u});
  Value* address = nullptr;
  if (space == "shared") {
    address = b.CreateGEP(b.getInt8Ty(), e.shared_base(), b.CreateZExt(at, b.getInt64Ty()));
  } else if (space == "shared::cluster") {
    address = from_cluster_address(e, at);
  } else {
    address = b.CreateIntToPtr(at, generic);
  }
  if (operand.bits) address = b.CreateGEP(b.getInt8Ty(), address, b.getInt64(operand.bits));
  for (std::size_t part = 1; part < operand.parts.size(); ++part) {
    const auto& offset = operand.parts[part];
    if (e.width(offset) != 0) e.fail("an offset that is no constant");
    address = b.CreateGEP(b.getInt8Ty(), address, e.read(offset, {Type::Kind::kSigned, 64}));
  }
  return address;
}

namespace {

// What ld and st have in common.
struct Access {
  bool is_volatile = false;
  AtomicOrdering order = AtomicOrdering::NotAtomic;
  SyncScope::ID scope = SyncScope::System;
  StringRef space, cache;
  Type type;
  unsigned elements = 1;

  Access(Emitter& e, StringRef ordered) {
    is_volatile = e.take("volatile") || e.take("mmio");
    e.take("weak");
    const auto order_name = e.take_any({"relaxed", ordered});
    if (!order_name.empty()) {
      const auto name = e.take_any({"cta", "cluster", "gpu", "sys"});
      if (name.empty() && !is_volatile) e.fail("a scope is missing");
      scope = scope_of_ptx(e.b.getContext(), name);
      order = order_name == "relaxed"   ? AtomicOrdering::Monotonic
              : order_name == "acquire" ? AtomicOrdering::Acquire
                                        : AtomicOrdering::Release;
    }
    space = take_space(e);
    cache = e.take_any({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
    take_cache_hints(e);
    const auto vector = e.take_any({"v2", "v4", "v8"});
    if (!vector.empty()) elements = static_cast<unsigned>(vector[1] - '0');
    type = e.need_type();
    if (type.is_predicate()) {
      e.fail("predicates cannot be loaded or stored");
      type = {};  // what is made of the statement is dropped, but must be something that exists
    }
  }

  bool polls(Emitter& e) const {
    // The program counts on an asm volatile being executed each time: one that reads what others
    // write must not become a value that is read once.
    return e.statement().is_volatile &&
           (cache == "cg" || cache == "cv" || (e.statement().clobbers_memory && space != "shared"));
  }
  llvm::Type* memory_type(Emitter& e) const {
    auto* one = e.llvm_type(type);
    return elements == 1 ? one : FixedVectorType::get(one, elements);
  }
  // A vector of up to 128 bits that others write or read at the same time is one access, as on a
  // GPU: look-back scans (CUB's) have a state and its value in one vector. PTX promises that of
  // each element only.
  bool is_whole(Emitter& e) const {
    const bool by_cache = (cache == "cg" || cache == "cv") && polls(e);  // as before Volta
    const bool others_see = order != AtomicOrdering::NotAtomic || is_volatile || by_cache;
    return elements > 1 && type.bits * elements <= 128 && others_see;
  }
  // Not below relaxed.
  AtomicOrdering order_of_whole() const {
    return order == AtomicOrdering::NotAtomic ? AtomicOrdering::Monotonic : order;
  }
  llvm::Type* whole_type(Emitter& e) const { return e.b.getIntNTy(type.bits * elements); }
  Align align() const { return Align(std::uint64_t{type.bits} / 8 * elements); }
};

bool parts_fit(Emitter& e, const Operand& operand, unsigned elements) {
  if (elements == 1 && operand.kind != Operand::Kind::kVector) return true;
  if (operand.kind == Operand::Kind::kVector && operand.parts.size() == elements) return true;
  e.fail("the vector has another number of registers");
  return false;
}

}  // namespace

void emit_ld(Emitter& e) {
  auto& b = e.b;
  const bool read_only = e.take("nc");
  const Access access(e, "acquire");
  e.expect_operands(2, 3);  // the third is a cache policy
  const auto& to = e.operand(0);
  if (!parts_fit(e, to, access.elements)) return;
  auto* address = take_address(e, 1, access.space);
  const bool is_volatile = access.is_volatile || (!read_only && access.polls(e));
  const auto write = [&](Value* vector) {
    for (unsigned k = 0; k < access.elements; ++k) {
      e.write_extended(to.parts[k], b.CreateExtractElement(vector, k), access.type);
    }
  };
  if (!read_only && access.is_whole(e)) {
    auto* whole =
        b.CreateAlignedLoad(access.whole_type(e), address, access.align(), access.is_volatile);
    whole->setAtomic(access.order_of_whole(), access.scope);
    return write(b.CreateBitCast(whole, access.memory_type(e)));
  }
  const bool ordered = access.order != AtomicOrdering::NotAtomic;
  const bool atomic = ordered && access.elements == 1;
  auto* loaded = b.CreateAlignedLoad(access.memory_type(e), address, access.align(),
                                     is_volatile || (ordered && !atomic));
  if (atomic) loaded->setAtomic(access.order, access.scope);
  if (access.order == AtomicOrdering::Acquire && !atomic) b.CreateFence(access.order, access.scope);
  if (access.elements == 1) return e.write_extended(to, loaded, access.type);
  write(loaded);
}

void emit_st(Emitter& e) {
  auto& b = e.b;
  const Access access(e, "release");
  e.expect_operands(2, 3);
  auto* address = take_address(e, 0, access.space);
  const auto& from = e.operand(1);
  if (!parts_fit(e, from, access.elements)) return;
  Value* value = nullptr;
  if (access.elements == 1) {
    value = e.read(from, access.type, true);
  } else {
    value = PoisonValue::get(access.memory_type(e));
    for (unsigned k = 0; k < access.elements; ++k) {
      value = b.CreateInsertElement(value, e.read(from.parts[k], access.type, true), k);
    }
  }
  if (access.is_whole(e)) {
    auto* whole = b.CreateAlignedStore(b.CreateBitCast(value, access.whole_type(e)), address,
                                       access.align(), access.is_volatile);
    whole->setAtomic(access.order_of_whole(), access.scope);
    return;
  }
  const bool ordered = access.order != AtomicOrdering::NotAtomic;
  const bool atomic = ordered && access.elements == 1;
  if (access.order == AtomicOrdering::Release && !atomic) b.CreateFence(access.order, access.scope);
  auto* store = b.CreateAlignedStore(value, address, access.align(),
                                     access.is_volatile || (ordered && !atomic));
  if (atomic) store->setAtomic(access.order, access.scope);
}

// prefetch prefetchu applypriority discard: nothing happens, but the address is checked.
void emit_hint(Emitter& e) {
  const auto space = take_space(e);
  e.take_any({"L1", "L2", "tensormap"});
  e.take_prefix("L2::");
  e.expect_operands(1, 2);
  take_address(e, 0, space);
}

// A policy is a number that ld and st take and do not look at.
void emit_createpolicy(Emitter& e) {
  const bool range = e.need_any({"fractional", "range", "cvt"}) == "range";
  if (range) e.take_any({"global"});
  e.take_any({"L2"});
  while (e.take_prefix("L2::")) {
  }
  const auto type = e.need_type();
  e.expect_operands(range ? 4 : 1, range ? 4 : 2);
  e.out(0, ConstantInt::get(e.llvm_type(type), 0));
}

}  // namespace heddle::ptx
