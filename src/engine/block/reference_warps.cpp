// SPDX-License-Identifier: Apache-2.0
// Warp operations of kernels that run thread by thread: when the threads of a warp have come to
// one, and what each of them gets.
#include <bit>

#include "engine/block/reference.h"
#include "engine/block/warp_op.h"

namespace heddle::engine {

// An operation happens when all threads of its mask that have not exited have come to it.
bool ReferenceBlock::finish_warp_ops(std::uint32_t warp) {
  std::uint32_t waiting = lanes_in(warp, State::kAtWarpOp);
  if (!waiting) return false;
  const std::uint32_t live = waiting | lanes_in(warp, State::kReady) |
                             lanes_in(warp, State::kAtBarrier) | lanes_in(warp, State::kAtMatrix);
  bool any = false;
  while (waiting) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(waiting));
    const abi::WarpOp op = lane(warp, first)->op;
    const std::uint32_t mask = lane(warp, first)->mask;
    std::uint32_t group = 0;
    WarpOperands operands{};
    for (std::uint32_t rest = waiting; rest; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      const ReferenceThread& thread = *lane(warp, i);
      if (thread.op != op || thread.mask != mask) continue;
      group |= 1u << i;
      operands.value[i] = thread.value;
      operands.b[i] = thread.b;
      operands.c[i] = thread.c;
    }
    waiting &= ~group;
    if (op == abi::WarpOp::kActiveMask || op == abi::WarpOp::kInStep) continue;
    if ((mask & live & ~group) != 0) continue;
    std::uint64_t result[abi::kWarpSize];
    warp_op(op, group, operands, result);
    for (std::uint32_t rest = group; rest; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      lane(warp, i)->result = result[i];
      states_[warp * abi::kWarpSize + i] = State::kReady;
    }
    lanes_in(warp, State::kAtWarpOp) &= ~group;
    lanes_in(warp, State::kReady) |= group;
    any = true;
  }
  return any;
}

bool ReferenceBlock::all_ready_have_yielded(std::uint32_t warp) {
  for (std::uint32_t rest = lanes_in(warp, State::kReady); rest; rest &= rest - 1) {
    if (!lane(warp, static_cast<std::uint32_t>(std::countr_zero(rest)))->yielded) return false;
  }
  return true;
}

// Of the lanes that wait to go in step, those at the earliest place go on when no lane can come
// there any more: all others wait as well, also in loops, maybe for what these write.
bool ReferenceBlock::finish_in_step(std::uint32_t warp) {
  if (!all_ready_have_yielded(warp)) return false;
  std::uint32_t earliest = ~0u, lanes = 0;
  for (std::uint32_t rest = lanes_in(warp, State::kAtWarpOp); rest; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    const ReferenceThread& thread = *lane(warp, i);
    if (thread.op != abi::WarpOp::kInStep || thread.b > earliest) continue;
    lanes = thread.b < earliest ? 1u << i : lanes | 1u << i;
    earliest = thread.b;
  }
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    release(*lane(warp, static_cast<std::uint32_t>(std::countr_zero(rest))));
  }
  return lanes != 0;
}

// Threads that run one at a time are never active together. Those of a warp that come to the same
// __activemask() before anything else can go on are taken as converged, as on hardware.
bool ReferenceBlock::finish_active_mask(std::uint32_t warp) {
  if (!lanes_in(warp, State::kAtWarpOp) || !all_ready_have_yielded(warp)) return false;
  std::uint32_t asking = 0;
  for (std::uint32_t rest = lanes_in(warp, State::kAtWarpOp); rest; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (lane(warp, i)->op == abi::WarpOp::kActiveMask) asking |= 1u << i;
  }
  for (std::uint32_t rest = asking; rest; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::uint32_t active = 0;
    for (std::uint32_t others = asking; others; others &= others - 1) {
      const auto k = static_cast<std::uint32_t>(std::countr_zero(others));
      if (lane(warp, k)->b == lane(warp, i)->b) active |= 1u << k;
    }
    lane(warp, i)->result = active;
    release(*lane(warp, i));
  }
  return asking != 0;
}

}  // namespace heddle::engine
