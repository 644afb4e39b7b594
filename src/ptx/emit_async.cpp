// SPDX-License-Identifier: Apache-2.0
// cp.async and cp.async.bulk (PTX ISA, "Asynchronous copy"): the copy is made at once, so its
// groups have nothing to wait for, and the mbarrier that it is to tell is told at once.
#include "probes/site.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kUnsigned, 32};

// For tools: what a GPU would do later, or wait for. Specialise drops it where none listens.
void tell(Emitter& e, probes::AsyncOp op, Value* to, Value* from, Value* n) {
  auto& b = e.b;
  auto* nowhere = ConstantPointerNull::get(b.getPtrTy());
  const auto generic = [&](Value* address) -> Value* {
    return address ? b.CreateAddrSpaceCast(address, b.getPtrTy()) : nowhere;
  };
  e.library("__heddle_async", b.getVoidTy(),
            {b.getInt32(static_cast<std::uint32_t>(op)), generic(to), generic(from), n});
}

void tell(Emitter& e, probes::AsyncOp op, Value* to = nullptr, Value* from = nullptr,
          std::uint64_t n = 0) {
  tell(e, op, to, from, e.b.getInt32(static_cast<std::uint32_t>(n)));
}

Value* generic_address(Emitter& e, unsigned k, StringRef space) {
  return e.b.CreateAddrSpaceCast(take_address(e, k, space), e.b.getPtrTy());
}

// cp.async.mbarrier.arrive: the arrival that the copies before it make, which is expected
// beforehand with .noinc only.
void emit_arrival(Emitter& e) {
  auto& b = e.b;
  e.need_any({"arrive"});
  const bool counts = e.take("noinc");
  const auto space = take_space(e);
  e.need_type();
  e.expect_operands(1, 1);
  auto* at = generic_address(e, 0, space);
  tell(e, probes::AsyncOp::kArrive, at);
  if (counts) mbarrier(e, abi::MbarrierOp::kArrive, at, b.getInt32(1), b.getInt32(0));
}

// cp.async.bulk.TO.FROM.HOW [to], [from], bytes{, [mbarrier]}{, policy}
void emit_bulk(Emitter& e) {
  auto& b = e.b;
  for (const StringRef later : {"tensor", "multicast::cluster", "cp_mask", "ignore_oob"}) {
    if (e.take(later)) return e.fail("cp.async.bulk." + later + " is not yet supported");
  }
  if (e.take("commit_group")) return e.expect_operands(0, 0);
  if (e.take("wait_group")) {
    e.take("read");
    return e.expect_operands(1, 1);
  }
  if (e.take("prefetch")) {
    e.need_any({"L2"});
    take_space(e);
    take_cache_hints(e);
    return e.expect_operands(2, 3);
  }
  const auto to_space = take_space(e), from_space = take_space(e);
  const bool tells = e.take("mbarrier::complete_tx::bytes");
  if (!tells && !e.take("bulk_group")) return e.fail("how the copy ends is missing");
  const bool has_policy = e.take("L2::cache_hint");
  const unsigned operands = 3 + (tells ? 1 : 0) + (has_policy ? 1 : 0);
  e.expect_operands(operands, operands);
  auto *to = generic_address(e, 0, to_space), *from = generic_address(e, 1, from_space);
  auto* bytes = e.in(2, kWord);
  tell(e, probes::AsyncOp::kBulk, to, from, bytes);
  e.library("__heddle_copy", b.getVoidTy(), {to, from, b.CreateZExt(bytes, b.getInt64Ty())});
  if (!tells) return;
  mbarrier(e, abi::MbarrierOp::kComplete, generic_address(e, 3, "shared"), b.getInt32(0), bytes);
}

}  // namespace

void emit_cp_async(Emitter& e) {
  if (!e.take("async")) return e.fail("only cp.async is supported");
  if (e.take("bulk")) return emit_bulk(e);
  if (e.take("mbarrier")) return emit_arrival(e);
  if (e.take("commit_group")) {
    tell(e, probes::AsyncOp::kCommit);
    return e.expect_operands(0, 0);
  }
  if (e.take("wait_all")) {
    tell(e, probes::AsyncOp::kWaitAll);
    return e.expect_operands(0, 0);
  }
  if (e.take("wait_group")) {
    e.expect_operands(1, 1);
    const auto groups = e.constant(0);
    if (!groups) return e.fail("the number of groups is no constant");
    return tell(e, probes::AsyncOp::kWait, nullptr, nullptr, *groups);
  }
  const auto cache = e.need_any({"ca", "cg"});
  e.need_any({"shared", "shared::cta"});
  e.need_any({"global"});
  const bool has_policy = e.take("L2::cache_hint");
  take_cache_hints(e);
  e.expect_operands(3, 5);
  const auto bytes = e.constant(2);
  if (!bytes || (*bytes != 16 && (cache == "cg" || (*bytes != 4 && *bytes != 8)))) {
    return e.fail("the size must be 4, 8 or 16, and 16 with .cg");
  }
  const unsigned sizes = e.count() - (has_policy ? 1 : 0);
  auto& b = e.b;
  // Bytes from here on are zeros; a predicate in its place means none or all.
  Value* read = b.getInt32(static_cast<std::uint32_t>(*bytes));
  if (sizes > 3) {
    if (e.width(e.operand(3)) == 1) {
      auto* ignored = e.in(3, {Type::Kind::kPredicate, 1});
      read = b.CreateSelect(ignored, b.getInt32(0), read);
    } else {
      read = e.in(3, {Type::Kind::kUnsigned, 32});
    }
  }
  auto* to = b.CreateAddrSpaceCast(take_address(e, 0, "shared"), b.getPtrTy());
  auto* from = take_address(e, 1, "global");
  e.library("__ptx_cp_async_" + Twine(*bytes), b.getVoidTy(), {to, from, read});
  tell(e, probes::AsyncOp::kCopy, to, from, *bytes);
}

}  // namespace heddle::ptx
