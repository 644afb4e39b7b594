// SPDX-License-Identifier: Apache-2.0
// cp.async (PTX ISA, "Asynchronous copy"): the copy is made at once, so its groups have nothing to
// wait for, and the mbarrier that it is to tell is told at once.
#include "probes/site.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

// For tools: what a GPU would do later, or wait for. Specialise drops it where none listens.
void tell_async(Emitter& e, probes::AsyncOp op, Value* to, Value* from, Value* n) {
  auto& b = e.b;
  auto* nowhere = ConstantPointerNull::get(b.getPtrTy());
  e.library("__heddle_async", b.getVoidTy(),
            {b.getInt32(static_cast<std::uint32_t>(op)), to ? to : nowhere, from ? from : nowhere,
             n ? n : b.getInt32(0)});
}

Value* take_generic_address(Emitter& e, unsigned k, StringRef space) {
  return e.b.CreateAddrSpaceCast(take_address(e, k, space), e.b.getPtrTy());
}

namespace {

// cp.async.mbarrier.arrive: the arrival that the copies before it make, which is expected
// beforehand with .noinc only.
void emit_arrival(Emitter& e) {
  auto& b = e.b;
  e.need_any({"arrive"});
  const bool counts = e.take("noinc");
  const auto space = take_space(e);
  e.need_type();
  e.expect_operands(1, 1);
  auto* at = take_generic_address(e, 0, space);
  tell_async(e, probes::AsyncOp::kArrive, at);
  if (counts) mbarrier(e, abi::MbarrierOp::kArrive, at, b.getInt32(1), b.getInt32(0));
}

}  // namespace

void emit_cp_async(Emitter& e) {
  const bool reduces = e.take("reduce");
  if (!e.take("async")) return e.fail("only cp.async is supported");
  if (e.take("bulk")) return reduces ? emit_bulk_reduce(e) : emit_bulk(e);
  if (reduces) return e.fail("only bulk copies reduce");
  if (e.take("mbarrier")) return emit_arrival(e);
  if (e.take("commit_group")) {
    tell_async(e, probes::AsyncOp::kCommit);
    return e.expect_operands(0, 0);
  }
  if (e.take("wait_all")) {
    tell_async(e, probes::AsyncOp::kWaitAll);
    return e.expect_operands(0, 0);
  }
  if (e.take("wait_group")) {
    e.expect_operands(1, 1);
    const auto groups = e.constant(0);
    if (!groups) return e.fail("the number of groups is no constant");
    return tell_async(e, probes::AsyncOp::kWait, nullptr, nullptr,
                      e.b.getInt32(static_cast<std::uint32_t>(*groups)));
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
  auto* to = take_generic_address(e, 0, "shared");
  auto* from = take_generic_address(e, 1, "global");
  e.library("__ptx_cp_async_" + Twine(*bytes), b.getVoidTy(), {to, from, read});
  tell_async(e, probes::AsyncOp::kCopy, to, from, b.getInt32(static_cast<std::uint32_t>(*bytes)));
}

}  // namespace heddle::ptx
