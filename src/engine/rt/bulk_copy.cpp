// SPDX-License-Identifier: Apache-2.0
// Bulk copies and reductions of compiled kernels (PTX ISA, "cp.async.bulk").
#include <cstring>

#include "engine/rt/bulk_events.h"
#include "engine/rt/bulk_reduce.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::engine::BlockRunner;
namespace image = heddle::image;

HEDDLE_RT void heddle_rt_copy(BlockContext* block, void* to, const void* from,
                              std::uint64_t bytes) {
  const auto at = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p); };
  heddle::engine::tell_of_copy(*static_cast<BlockRunner*>(block->engine), "cp.async.bulk", at(to),
                               at(from), bytes);
  std::memcpy(to, from, bytes);
}

// `how`: a BulkOp, and the TensorType of the elements above image::TensorCopy::kOpShift.
HEDDLE_RT void heddle_rt_bulk_reduce(BlockContext*, void* to, const void* from, std::uint64_t bytes,
                                     std::uint32_t how) {
  constexpr std::uint32_t kOpMask = (1u << image::TensorCopy::kOpShift) - 1;
  heddle::engine::bulk_reduce(to, from, bytes, static_cast<image::BulkOp>(how & kOpMask),
                              static_cast<image::TensorType>(how >> image::TensorCopy::kOpShift));
}
