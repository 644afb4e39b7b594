// SPDX-License-Identifier: Apache-2.0
// mapa, getctarank (PTX ISA): shared memory of other blocks of a cluster.
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kUnsigned, 32};

// The generic pointer of operand k, which is a generic address or one of .shared::cluster.
Value* take_pointer(Emitter& e, unsigned k, Type type, bool in_cluster) {
  auto* value = e.in(k, type);
  if (!in_cluster) return e.b.CreateIntToPtr(value, e.b.getPtrTy());
  return from_cluster_address(e, value);
}

bool takes_cluster(Emitter& e, Type* type) {
  const bool in_cluster = e.take("shared::cluster");
  *type = e.need_type();
  if (type->bits != 64 && !(in_cluster && type->bits == 32)) {
    e.fail(in_cluster ? "addresses of .shared::cluster are 32 or 64 bits wide"
                      : "generic addresses are 64 bits wide");
  }
  return in_cluster;
}

}  // namespace

Value* from_cluster_address(Emitter& e, Value* address) {
  auto* word = e.b.CreateZExtOrTrunc(address, e.b.getInt32Ty());
  return call_cluster_function(e.b, kFromClusterAddress, {word});
}

void emit_mapa(Emitter& e) {
  Type type;
  const bool in_cluster = takes_cluster(e, &type);
  e.expect_operands(3, 3);
  auto* pointer = take_pointer(e, 1, type, in_cluster);
  auto* mapped = call_cluster_function(e.b, kMapShared, {pointer, e.in(2, kWord)});
  auto* result = in_cluster ? call_cluster_function(e.b, kToClusterAddress, {mapped})
                            : e.b.CreatePtrToInt(mapped, e.b.getInt64Ty());
  e.out(0, e.b.CreateZExtOrTrunc(result, e.llvm_type(type)));
}

void emit_getctarank(Emitter& e) {
  Type type;
  const bool in_cluster = takes_cluster(e, &type);
  e.expect_operands(2, 2);
  e.out(0, call_cluster_function(e.b, kSharedRank, {take_pointer(e, 1, type, in_cluster)}));
}

}  // namespace heddle::ptx
