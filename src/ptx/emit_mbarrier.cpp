// SPDX-License-Identifier: Apache-2.0
// mbarrier (PTX ISA, "mbarrier"): the object is an abi::Mbarrier of 64 bits, changed by the engine.
#include "image/kernel_abi.h"
#include "image/mbarrier_wait.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;
using abi::MbarrierOp;

namespace {

constexpr Type kWord{Type::Kind::kUnsigned, 32};
constexpr Type kState{Type::Kind::kBits, 64};
constexpr unsigned kMostCount = (1u << 20) - 1;

// What is accepted between the name and the type. `sems`: the orders; all are kept.
void take_order(Emitter& e) {
  if (!e.take_any({"relaxed", "acquire", "release"}).empty()) e.take_any({"cta", "cluster"});
}

Value* address(Emitter& e, unsigned k) {
  auto& b = e.b;
  const auto space = take_space(e);
  const auto type = e.need_type();
  if (type.bits != 64) e.fail("the type must be .b64");
  if (!space.empty() && !space.starts_with("shared")) e.fail("an mbarrier lies in shared memory");
  return b.CreateAddrSpaceCast(take_address(e, k, space), b.getPtrTy());
}

// state{, _}, [address]{, count or bytes}
void arrive(Emitter& e, MbarrierOp op) {
  auto& b = e.b;
  const bool expects = e.take("expect_tx");
  const bool completes = !e.take("noComplete");
  take_order(e);
  e.expect_operands(expects || !completes ? 3 : 2, 3);
  auto* at = address(e, 1);
  Value* count = b.getInt32(1);
  Value* bytes = b.getInt32(0);
  if (e.count() == 3) (expects ? bytes : count) = e.in(2, kWord);
  if (!completes) op = MbarrierOp::kArriveNoComplete;
  e.out(0, mbarrier(e, op, at, count, bytes));
}

// ready, [address], state or parity{, time}: there is nothing to sleep for.
void wait(Emitter& e) {
  auto& b = e.b;
  const bool parity = e.take("parity");
  take_order(e);
  e.expect_operands(3, 4);
  auto* at = address(e, 1);
  const auto phase = [&](Value* number, bool exact) {
    auto* wanted = exact ? b.CreateOr(number, abi::kWantsPhaseNumber) : number;
    return e.library("__heddle_mbarrier_phase", b.getInt32Ty(), {at, wanted});
  };
  if (parity) {
    auto* wanted = b.CreateAnd(e.in(2, kWord), 1);
    auto* is_odd = b.CreateAnd(b.CreateXor(phase(wanted, false), wanted), 1);
    return e.out(0, b.CreateICmpNE(is_odd, b.getInt32(0)));
  }
  auto* of_state =
      b.CreateTrunc(b.CreateLShr(e.in(2, kState), abi::Mbarrier::kPhaseShift), b.getInt32Ty());
  e.out(0, b.CreateICmpNE(phase(of_state, true), of_state));
}

void pending_count(Emitter& e) {
  auto& b = e.b;
  if (e.need_type().bits != 64) e.fail("the type must be .b64");
  e.expect_operands(2, 2);
  auto* pending = b.CreateLShr(e.in(1, kState), abi::Mbarrier::kPendingShift);
  e.out(0, b.CreateTrunc(b.CreateAnd(pending, std::uint64_t{kMostCount}), b.getInt32Ty()));
}

}  // namespace

Value* mbarrier(Emitter& e, MbarrierOp op, Value* at, Value* count, Value* bytes) {
  auto& b = e.b;
  return e.library("__heddle_mbarrier", b.getInt64Ty(),
                   {at, b.getInt32(static_cast<std::uint32_t>(op)), count, bytes});
}

void emit_mbarrier(Emitter& e) {
  auto& b = e.b;
  auto name = e.take_any({"arrive", "arrive_drop"});
  if (name == "arrive") return arrive(e, MbarrierOp::kArrive);
  if (name == "arrive_drop") return arrive(e, MbarrierOp::kArriveDrop);
  name = e.need_any(
      {"init", "inval", "expect_tx", "complete_tx", "test_wait", "try_wait", "pending_count"});
  auto* none = b.getInt32(0);
  if (name == "test_wait" || name == "try_wait") return wait(e);
  if (name == "pending_count") return pending_count(e);
  if (name == "inval") {
    e.expect_operands(1, 1);
    mbarrier(e, MbarrierOp::kInvalidate, address(e, 0), none, none);
    return;
  }
  if (name != "init") take_order(e);
  e.expect_operands(2, 2);
  auto* at = address(e, 0);
  auto* number = e.in(1, kWord);
  if (name == "init") {
    mbarrier(e, MbarrierOp::kInit, at, number, none);
  } else {
    mbarrier(e, name == "expect_tx" ? MbarrierOp::kExpect : MbarrierOp::kComplete, at, none,
             number);
  }
}

}  // namespace heddle::ptx
