// SPDX-License-Identifier: Apache-2.0
// In a circle: each block is summed on its way from rank to rank, then goes round as it is. What is
// short goes from each rank to each, and all sum in the order of ranks. Either way all ranks have
// the same bits, each time.
#include <cstring>
#include <vector>

#include "nccl/circle.h"
#include "nccl/exchange.h"
#include "nccl/numbers.h"
#include "nccl/task.h"

namespace heddle::nccl {
namespace {

// Of all ranks together.
constexpr std::uint64_t kShort = std::uint64_t{32} << 10;

Result all_reduce_short(Peers& peers, const Task& task) {
  const std::uint64_t bytes = task.bytes();
  const auto ranks = static_cast<std::uint64_t>(peers.ranks);
  std::vector<std::byte> all(bytes * ranks);
  const auto of = [&](int rank) { return all.data() + static_cast<std::uint64_t>(rank) * bytes; };
  std::byte* const own = of(peers.rank);
  contribute(task.type, task.op, own, task.from, task.count);
  Exchange exchange(peers, Channel::kCollective, task.kind);
  for (int rank = 0; rank < peers.ranks; ++rank) {
    if (rank == peers.rank) continue;
    exchange.send(rank, own, bytes);
    exchange.receive(rank, of(rank), bytes);
  }
  HEDDLE_NCCL_TRY(exchange.all_ended());
  for (int rank = 1; rank < peers.ranks; ++rank)
    combine(task.type, task.op, of(0), of(0), of(rank), task.count);
  conclude(task.type, task.op, of(0), task.count);
  std::memcpy(task.to, of(0), bytes);
  return ncclSuccess;
}

}  // namespace

Result all_reduce(Peers& peers, const Task& task) {
  const std::uint64_t size = size_of(task.type);
  const auto ranks = static_cast<std::uint64_t>(peers.ranks);
  if (task.bytes() * ranks <= kShort) return all_reduce_short(peers, task);
  const Circle circle(peers);
  Exchange exchange(peers, Channel::kCollective, task.kind);
  const bool scales = task.op.scale != Operator::Scale::kNone;
  HEDDLE_NCCL_TRY(in_parts(
      task.count, kBlockBytes / size * ranks, [&](std::uint64_t first, std::uint64_t count) {
        auto* const to = static_cast<std::byte*>(task.to) + first * size;
        const auto* from = static_cast<const std::byte*>(task.from) + first * size;
        if (scales) {
          contribute(task.type, task.op, to, from, count);
          from = to;
        }
        // Blocks begin at lines of the cache.
        const std::uint64_t each = ((count + ranks - 1) / ranks + 63) / 64 * 64;
        const auto begin = [&](int block) {
          return std::min(count, static_cast<std::uint64_t>(block) * each);
        };
        const auto length = [&](int block) { return begin(block + 1) - begin(block); };
        for (int step = 0; step + 1 < circle.ranks; ++step) {
          const int out = circle.behind(step), in = circle.behind(step + 1);
          exchange.send(circle.next(), (step == 0 ? from : to) + begin(out) * size,
                        length(out) * size);
          exchange.receive_combined(circle.previous(), to + begin(in) * size,
                                    from + begin(in) * size, length(in), task.type, task.op);
          HEDDLE_NCCL_TRY(exchange.received());
        }
        const int whole = circle.behind(-1);
        conclude(task.type, task.op, to + begin(whole) * size, length(whole));
        for (int step = 0; step + 1 < circle.ranks; ++step) {
          const int out = circle.behind(step - 1), in = circle.behind(step);
          exchange.send(circle.next(), to + begin(out) * size, length(out) * size);
          exchange.receive(circle.previous(), to + begin(in) * size, length(in) * size);
          HEDDLE_NCCL_TRY(exchange.received());
        }
        return ncclSuccess;
      }));
  return exchange.all_ended();
}

}  // namespace heddle::nccl
