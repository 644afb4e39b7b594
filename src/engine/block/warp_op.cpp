// SPDX-License-Identifier: Apache-2.0
#include "engine/block/warp_op.h"

#include <algorithm>
#include <bit>

namespace heddle::engine {
namespace {

constexpr std::uint64_t kPredicate = std::uint64_t{1} << 32;

// PTX ISA, shfl.sync: source lane and predicate from lane number, operand b and operand c (clamp in
// bits 0-4, segment mask in bits 8-12).
std::uint64_t shuffle(abi::WarpOp op, std::uint32_t lanes, const WarpOperands& in,
                      std::uint32_t lane) {
  const std::uint32_t b = in.b[lane] & 31;
  const std::uint32_t clamp = in.c[lane] & 31;
  const std::uint32_t segment = in.c[lane] >> 8 & 31;
  const auto max_lane = static_cast<std::int32_t>((lane & segment) | (clamp & ~segment));
  const auto min_lane = static_cast<std::int32_t>(lane & segment);
  std::int32_t source = 0;
  bool inside = false;
  switch (op) {
    case abi::WarpOp::kShflUp:
      source = static_cast<std::int32_t>(lane) - static_cast<std::int32_t>(b);
      inside = source >= max_lane;
      break;
    case abi::WarpOp::kShflDown:
      source = static_cast<std::int32_t>(lane + b);
      inside = source <= max_lane;
      break;
    case abi::WarpOp::kShflXor:
      source = static_cast<std::int32_t>(lane ^ b);
      inside = source <= max_lane;
      break;
    default:
      source = min_lane | static_cast<std::int32_t>(b & ~segment);
      inside = source <= max_lane;
      break;
  }
  if (!inside) source = static_cast<std::int32_t>(lane);
  // The value of a lane that takes no part is undefined; the own one is as good as any.
  const bool there = lanes >> source & 1;
  const auto value = static_cast<std::uint32_t>(in.value[there ? source : static_cast<int>(lane)]);
  return value | (inside ? kPredicate : 0);
}

std::uint32_t combine(abi::WarpOp op, std::uint32_t a, std::uint32_t b) {
  const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
  switch (op) {
    case abi::WarpOp::kReduceAdd:
      return a + b;
    case abi::WarpOp::kReduceMinU:
      return std::min(a, b);
    case abi::WarpOp::kReduceMaxU:
      return std::max(a, b);
    case abi::WarpOp::kReduceMinS:
      return static_cast<std::uint32_t>(std::min(sa, sb));
    case abi::WarpOp::kReduceMaxS:
      return static_cast<std::uint32_t>(std::max(sa, sb));
    case abi::WarpOp::kReduceAnd:
      return a & b;
    case abi::WarpOp::kReduceOr:
      return a | b;
    default:
      return a ^ b;
  }
}

std::uint64_t collective(abi::WarpOp op, std::uint32_t lanes, const WarpOperands& in) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  std::uint32_t ballot = 0;
  bool same = true;
  auto reduced = static_cast<std::uint32_t>(in.value[first]);
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    ballot |= (in.value[lane] ? 1u : 0u) << lane;
    same = same && in.value[lane] == in.value[first];
    if (lane != first) reduced = combine(op, reduced, static_cast<std::uint32_t>(in.value[lane]));
  }
  switch (op) {
    case abi::WarpOp::kSync:
    case abi::WarpOp::kInStep:
      return 0;
    case abi::WarpOp::kActiveMask:
      return lanes;
    case abi::WarpOp::kBallot:
      return ballot;
    case abi::WarpOp::kAll:
      return ballot == lanes;
    case abi::WarpOp::kAny:
      return ballot != 0;
    case abi::WarpOp::kUni:
      return ballot == 0 || ballot == lanes;
    case abi::WarpOp::kMatchAll:
      return same ? lanes | kPredicate : 0;
    default:
      return reduced;
  }
}

std::uint32_t equal_lanes(std::uint32_t lanes, const WarpOperands& in, std::uint32_t lane) {
  std::uint32_t equal = 0;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const auto other = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (in.value[other] == in.value[lane]) equal |= 1u << other;
  }
  return equal;
}

}  // namespace

void warp_op(abi::WarpOp op, std::uint32_t lanes, const WarpOperands& in,
             std::uint64_t (&result)[abi::kWarpSize]) {
  const bool shuffles = op >= abi::WarpOp::kShflIdx && op <= abi::WarpOp::kShflXor;
  const bool per_lane = shuffles || op == abi::WarpOp::kMatchAny;
  const std::uint64_t one = per_lane ? 0 : collective(op, lanes, in);
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    result[lane] = shuffles   ? shuffle(op, lanes, in, lane)
                   : per_lane ? equal_lanes(lanes, in, lane)
                              : one;
  }
}

}  // namespace heddle::engine
