// SPDX-License-Identifier: Apache-2.0
// cp.async (PTX ISA, "cp.async"): the copy is made at once, so its groups have nothing to wait for.
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

void emit_cp_async(Emitter& e) {
  if (!e.take("async")) return e.fail("only cp.async is supported");
  for (const StringRef later : {"bulk", "mbarrier", "reduce"}) {
    if (e.take(later)) return e.fail("cp.async." + later + " is not yet supported");
  }
  if (e.take("commit_group") || e.take("wait_all")) return e.expect_operands(0, 0);
  if (e.take("wait_group")) {
    e.expect_operands(1, 1);
    if (!e.constant(0)) e.fail("the number of groups is no constant");
    return;
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
  e.library("__ptx_cp_async_" + Twine(*bytes), b.getVoidTy(),
            {to, take_address(e, 1, "global"), read});
}

}  // namespace heddle::ptx
