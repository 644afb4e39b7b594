// SPDX-License-Identifier: Apache-2.0
// Reductions whose result one rank has: partial results go from rank to rank.
#include "nccl/circle.h"
#include "nccl/exchange.h"
#include "nccl/numbers.h"
#include "nccl/task.h"

namespace heddle::nccl {
namespace {

// What this rank contributes: its memory, or what was made of it in `scaled`.
const std::byte* contribution(const Task& task, const std::byte* from, std::uint64_t count,
                              std::byte* scaled) {
  if (task.op.scale == Operator::Scale::kNone) return from;
  contribute(task.type, task.op, scaled, from, count);
  return scaled;
}

}  // namespace

// From the rank behind the root around to the root.
Result reduce(Peers& peers, const Task& task) {
  const std::uint64_t size = size_of(task.type);
  const Circle circle(peers);
  const bool is_first = circle.previous() == task.root;
  const bool is_root = circle.rank == task.root;
  Exchange exchange(peers, Channel::kCollective, task.kind);
  Buffers buffers(kBlockBytes);
  const auto scaled = std::make_unique_for_overwrite<std::byte[]>(kBlockBytes);
  HEDDLE_NCCL_TRY(
      in_parts(task.count, kBlockBytes / size, [&](std::uint64_t first, std::uint64_t count) {
        const auto* const from = static_cast<const std::byte*>(task.from) + first * size;
        HEDDLE_NCCL_TRY(exchange.sent(2));
        if (is_first) {
          exchange.send(circle.next(), contribution(task, from, count, buffers.take()),
                        count * size);
          return ncclSuccess;
        }
        auto* const to = is_root ? static_cast<std::byte*>(task.to) + first * size : buffers.take();
        const std::byte* const own = contribution(task, from, count, scaled.get());
        exchange.receive_combined(circle.previous(), to, own, count, task.type, task.op);
        HEDDLE_NCCL_TRY(exchange.received());
        if (is_root) {
          conclude(task.type, task.op, to, count);
        } else {
          exchange.send(circle.next(), to, count * size);
        }
        return ncclSuccess;
      }));
  return exchange.all_ended();
}

// Each rank's block comes from the rank behind it around the circle.
Result reduce_scatter(Peers& peers, const Task& task) {
  const std::uint64_t size = size_of(task.type);
  const Circle circle(peers);
  Exchange exchange(peers, Channel::kCollective, task.kind);
  Buffers buffers(kBlockBytes);
  const auto scaled = std::make_unique_for_overwrite<std::byte[]>(kBlockBytes);
  HEDDLE_NCCL_TRY(
      in_parts(task.count, kBlockBytes / size, [&](std::uint64_t first, std::uint64_t count) {
        const auto block = [&](int rank) {
          return static_cast<const std::byte*>(task.from) +
                 (static_cast<std::uint64_t>(rank) * task.count + first) * size;
        };
        HEDDLE_NCCL_TRY(exchange.sent(2));
        const std::byte* partial =
            contribution(task, block(circle.behind(1)), count, buffers.take());
        for (int step = 0; step + 1 < circle.ranks; ++step) {
          exchange.send(circle.next(), partial, count * size);
          HEDDLE_NCCL_TRY(exchange.sent(2));
          const int in = circle.behind(step + 2);
          auto* const to =
              in == circle.rank ? static_cast<std::byte*>(task.to) + first * size : buffers.take();
          const std::byte* const own = contribution(task, block(in), count, scaled.get());
          exchange.receive_combined(circle.previous(), to, own, count, task.type, task.op);
          HEDDLE_NCCL_TRY(exchange.received());
          partial = to;
        }
        conclude(task.type, task.op, static_cast<std::byte*>(task.to) + first * size, count);
        return ncclSuccess;
      }));
  return exchange.all_ended();
}

}  // namespace heddle::nccl
