// SPDX-License-Identifier: Apache-2.0
// mbarrier objects of compiled kernels (PTX ISA, "mbarrier").
#include <atomic>

#include "engine/block/block_runner.h"

using heddle::abi::BlockContext;
using heddle::abi::Mbarrier;
using heddle::abi::MbarrierOp;
using heddle::engine::BlockRunner;
using heddle::engine::Fault;

namespace {

constexpr std::uint64_t kCountMask = (std::uint64_t{1} << Mbarrier::kCountBits) - 1;
constexpr std::uint64_t kBytesMask = (std::uint64_t{1} << Mbarrier::kBytesBits) - 1;

struct Fields {
  std::uint64_t count, pending, bytes, phase;

  explicit Fields(std::uint64_t word)
      : count(word & kCountMask),
        pending(word >> Mbarrier::kPendingShift & kCountMask),
        bytes(word >> Mbarrier::kBytesShift & kBytesMask),
        phase(word >> Mbarrier::kPhaseShift) {}
  std::uint64_t word() const {
    return count | pending << Mbarrier::kPendingShift |
           (bytes & kBytesMask) << Mbarrier::kBytesShift | phase << Mbarrier::kPhaseShift;
  }
};

// The object after the operation; false when more arrive than are expected.
bool apply(Fields& f, MbarrierOp op, std::uint32_t count, std::uint32_t bytes) {
  switch (op) {
    case MbarrierOp::kInit:
      f = Fields(0);
      f.count = f.pending = count & kCountMask;
      return count != 0 && count <= kCountMask;
    case MbarrierOp::kInvalidate:
      f = Fields(0);
      return true;
    case MbarrierOp::kLook:
      return true;
    case MbarrierOp::kExpect:
      f.bytes = (f.bytes + bytes) & kBytesMask;
      return true;
    case MbarrierOp::kComplete:
      f.bytes = (f.bytes - bytes) & kBytesMask;
      break;
    case MbarrierOp::kArriveDrop:
      if (count > f.count) return false;
      f.count -= count;
      [[fallthrough]];
    case MbarrierOp::kArrive:
    case MbarrierOp::kArriveNoComplete:
      if (count > f.pending || (op == MbarrierOp::kArriveNoComplete && count == f.pending)) {
        return false;
      }
      f.bytes = (f.bytes + bytes) & kBytesMask;
      f.pending -= count;
      break;
  }
  if (f.pending == 0 && f.bytes == 0 && op != MbarrierOp::kArriveNoComplete) {
    ++f.phase;
    f.pending = f.count;
  }
  return true;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) std::uint64_t heddle_rt_mbarrier(
    BlockContext* block, void* object, std::uint32_t op, std::uint32_t count, std::uint32_t bytes) {
  const std::atomic_ref<std::uint64_t> word(*static_cast<std::uint64_t*>(object));
  std::uint64_t before = word.load(std::memory_order_acquire);
  for (;;) {
    Fields fields(before);
    if (!apply(fields, static_cast<MbarrierOp>(op), count, bytes)) {
      auto& runner = *static_cast<BlockRunner*>(block->engine);
      Fault fault = runner.fault_here(Fault::Kind::kTrap);
      fault.kernel_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
      runner.abandon(fault);
    }
    if (word.compare_exchange_weak(before, fields.word(), std::memory_order_acq_rel)) return before;
  }
}
