// SPDX-License-Identifier: Apache-2.0
// cp.async.bulk and cp.reduce.async.bulk (PTX ISA, "Asynchronous copy"): made at once, as cp.async
// is.
#include "llvm/ADT/StringSwitch.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kUnsigned, 32};

// cp.async.bulk.prefetch.L2
void emit_prefetch(Emitter& e) {
  if (e.take("tensor")) return emit_tensor_prefetch(e);
  e.need_any({"L2"});
  take_space(e);
  take_cache_hints(e);
  e.expect_operands(2, 3);
}

std::optional<image::BulkOp> take_bulk_op(Emitter& e) {
  const auto name = e.need_any({"add", "min", "max", "inc", "dec", "and", "or", "xor"});
  return StringSwitch<std::optional<image::BulkOp>>(name)
      .Case("add", image::BulkOp::kAdd)
      .Case("min", image::BulkOp::kMin)
      .Case("max", image::BulkOp::kMax)
      .Case("inc", image::BulkOp::kInc)
      .Case("dec", image::BulkOp::kDec)
      .Case("and", image::BulkOp::kAnd)
      .Case("or", image::BulkOp::kOr)
      .Case("xor", image::BulkOp::kXor)
      .Default(std::nullopt);
}

// None where the table of the PTX ISA has no reduction of the type.
std::optional<image::TensorType> reduced_type(image::BulkOp op, Type type) {
  using image::BulkOp;
  using image::TensorType;
  const bool orders = op == BulkOp::kMin || op == BulkOp::kMax;
  const bool counts = op == BulkOp::kInc || op == BulkOp::kDec;
  if (type.is_packed || type.is_predicate()) return {};
  if (type.is_float()) {
    const bool known = op == BulkOp::kAdd || (orders && type.bits == 16);
    if (!known) return {};
    return type.bits == 64   ? TensorType::kF64
           : type.bits == 32 ? TensorType::kF32
           : type.is_brain   ? TensorType::kBf16
                             : TensorType::kF16;
  }
  const bool is_bits = type.kind == Type::Kind::kBits;
  const bool known = is_bits  ? op >= BulkOp::kAnd
                     : counts ? type.bits == 32 && !type.is_signed()
                     : orders ? true
                              : op == BulkOp::kAdd && (type.bits == 32 || !type.is_signed());
  if (!known || (type.bits != 32 && type.bits != 64)) return {};
  if (type.is_signed()) return type.bits == 64 ? TensorType::kS64 : TensorType::kS32;
  return type.bits == 64 ? TensorType::kU64 : TensorType::kU32;
}

}  // namespace

void for_each_block(Emitter& e, unsigned k, function_ref<void(Value*)> use) {
  auto& b = e.b;
  auto* i32 = b.getInt32Ty();
  auto* mask = b.CreateZExt(e.in(k, {Type::Kind::kBits, 16}), i32);
  auto* before = b.GetInsertBlock();
  auto* behind = e.new_block("multicast.behind");
  auto* one = e.new_block("multicast.block");
  auto* next = e.new_block("multicast");
  b.CreateBr(next);
  b.SetInsertPoint(next);
  auto* left = b.CreatePHI(i32, 2, "blocks");
  left->addIncoming(mask, before);
  b.CreateCondBr(b.CreateICmpNE(left, b.getInt32(0)), one, behind);
  b.SetInsertPoint(one);
  use(b.CreateIntrinsic(Intrinsic::cttz, {i32}, {left, b.getTrue()}));
  left->addIncoming(b.CreateAnd(left, b.CreateSub(left, b.getInt32(1))), b.GetInsertBlock());
  b.CreateBr(next);
  b.SetInsertPoint(behind);
}

Value* map_shared(Emitter& e, Value* address, Value* rank) {
  return call_cluster_function(e.b, kMapShared, {address, rank});
}

// cp.async.bulk.TO.FROM.HOW [to], [from], bytes{, [mbarrier]}{, blocks}{, policy}
void emit_bulk(Emitter& e) {
  auto& b = e.b;
  for (const StringRef later : {"cp_mask", "ignore_oob"}) {
    if (e.take(later)) return e.fail("cp.async.bulk." + later + " is not yet supported");
  }
  if (e.take("commit_group")) {
    e.expect_operands(0, 0);
    return tell_async(e, probes::AsyncOp::kBulkCommit);
  }
  if (e.take("wait_group")) {
    const auto op = e.take("read") ? probes::AsyncOp::kBulkWaitRead : probes::AsyncOp::kBulkWait;
    e.expect_operands(1, 1);
    const auto groups = e.constant(0);
    if (!groups) return e.fail("the number of groups is no constant");
    return tell_async(e, op, nullptr, nullptr, b.getInt32(static_cast<std::uint32_t>(*groups)));
  }
  if (e.take("prefetch")) return emit_prefetch(e);
  if (e.take("tensor")) return emit_tensor(e);
  const auto to_space = take_space(e), from_space = take_space(e);
  const bool tells = e.take("mbarrier::complete_tx::bytes");
  if (!tells && !e.take("bulk_group")) return e.fail("how the copy ends is missing");
  const bool multicast = e.take("multicast::cluster");
  if (multicast && (!tells || to_space != "shared::cluster" || from_space != "global")) {
    return e.fail(".multicast::cluster is of copies from global memory to shared memory");
  }
  const bool has_policy = e.take("L2::cache_hint");
  const unsigned operands = 3 + (tells ? 1 : 0) + (multicast ? 1 : 0) + (has_policy ? 1 : 0);
  e.expect_operands(operands, operands);
  auto* to = take_generic_address(e, 0, to_space);
  auto* from = take_generic_address(e, 1, from_space);
  auto* bytes = e.in(2, kWord);
  auto* barrier = tells ? take_generic_address(e, 3, to_space) : nullptr;
  const auto copy = [&](Value* place, Value* told) {
    tell_async(e, probes::AsyncOp::kBulk, place, from, bytes);
    e.library("__heddle_copy", b.getVoidTy(), {place, from, b.CreateZExt(bytes, b.getInt64Ty())});
    if (told) mbarrier(e, abi::MbarrierOp::kComplete, told, b.getInt32(0), bytes);
  };
  if (!multicast) return copy(to, barrier);
  for_each_block(e, 4,
                 [&](Value* rank) { copy(map_shared(e, to, rank), map_shared(e, barrier, rank)); });
}

// cp.reduce.async.bulk.TO.FROM.HOW.OP.TYPE [to], [from], bytes{, [mbarrier]}{, policy}
void emit_bulk_reduce(Emitter& e) {
  auto& b = e.b;
  const auto op = take_bulk_op(e);
  if (!op) return;
  if (e.take("tensor")) return emit_tensor_reduce(e, *op);
  const auto to_space = take_space(e), from_space = take_space(e);
  const bool tells = e.take("mbarrier::complete_tx::bytes");
  if (!tells && !e.take("bulk_group")) return e.fail("how the reduction ends is missing");
  if (from_space != "shared" || to_space != (tells ? "shared::cluster" : "global")) {
    return e.fail("reductions go from .shared::cta to .shared::cluster or .global");
  }
  const bool has_policy = e.take("L2::cache_hint");
  const auto type = e.need_type();
  e.take("noftz");
  const auto elements = reduced_type(*op, type);
  if (!elements) return e.fail("there is no such reduction of this type");
  const unsigned operands = 3 + (tells ? 1 : 0) + (has_policy ? 1 : 0);
  e.expect_operands(operands, operands);
  auto* to = take_generic_address(e, 0, to_space);
  auto* from = take_generic_address(e, 1, from_space);
  auto* bytes = e.in(2, kWord);
  tell_async(e, probes::AsyncOp::kBulkReduce, to, from, bytes);
  const auto how = static_cast<std::uint32_t>(*op) | static_cast<std::uint32_t>(*elements)
                                                         << image::TensorCopy::kOpShift;
  e.library("__heddle_bulk_reduce", b.getVoidTy(),
            {to, from, b.CreateZExt(bytes, b.getInt64Ty()), b.getInt32(how)});
  if (!tells) return;
  mbarrier(e, abi::MbarrierOp::kComplete, take_generic_address(e, 3, to_space), b.getInt32(0),
           bytes);
}

}  // namespace heddle::ptx
