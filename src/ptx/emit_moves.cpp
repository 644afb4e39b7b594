// SPDX-License-Identifier: Apache-2.0
// mov, cvta, isspacep.
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

// Also packs and unpacks: mov.b64 {a, b}, c.
void emit_mov(Emitter& e) {
  const auto type = e.need_type();
  e.expect_operands(2, 2);
  e.out(0, e.in(1, type));
}

// Global, constant and local memory are generic addresses as they are; shared ones are offsets.
void emit_cvta(Emitter& e) {
  const bool to = e.take("to");
  const auto space = take_space(e);
  const auto type = e.need_type();
  e.expect_operands(2, 2);
  if (type.bits != 64) return e.fail("addresses are 64 bits wide");
  if (space.empty()) return e.fail("a state space is missing");
  auto* value = e.in(1, type);
  if (space == "shared") {
    auto* base = e.b.CreateAddrSpaceCast(e.shared_base(), e.b.getPtrTy());
    if (to) {
      value = e.b.CreateSub(value, e.b.CreatePtrToInt(base, e.b.getInt64Ty()));
    } else {
      value = e.b.CreatePtrToInt(e.b.CreateGEP(e.b.getInt8Ty(), base, value), e.b.getInt64Ty());
    }
  } else if (space == "shared::cluster") {
    if (to) {
      auto* pointer = e.b.CreateIntToPtr(value, e.b.getPtrTy());
      value = e.b.CreateZExt(call_cluster_function(e.b, kToClusterAddress, {pointer}),
                             e.b.getInt64Ty());
    } else {
      value = e.b.CreatePtrToInt(from_cluster_address(e, value), e.b.getInt64Ty());
    }
  }
  e.out(0, value);
}

void emit_isspacep(Emitter& e) {
  const auto space = e.need_any({"global", "shared", "shared::cta", "shared::cluster", "const",
                                 "local", "param", "param::entry"});
  e.expect_operands(2, 2);
  const auto id = space == "global"            ? Intrinsic::nvvm_isspacep_global
                  : space == "const"           ? Intrinsic::nvvm_isspacep_const
                  : space == "local"           ? Intrinsic::nvvm_isspacep_local
                  : space == "shared::cluster" ? Intrinsic::nvvm_isspacep_shared_cluster
                                               : Intrinsic::nvvm_isspacep_shared;
  auto* pointer = e.b.CreateIntToPtr(e.in(1, {Type::Kind::kBits, 64}), e.b.getPtrTy());
  if (space.starts_with("param")) {
    return e.out(0, e.library("__heddle_is_parameter", e.b.getInt1Ty(), {pointer}));
  }
  e.out(0, e.intrinsic(id, {pointer}));
}

}  // namespace heddle::ptx
