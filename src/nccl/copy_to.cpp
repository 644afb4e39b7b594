// SPDX-License-Identifier: Apache-2.0
// Collectives that copy.
#include <cstring>
#include <vector>

#include "nccl/circle.h"
#include "nccl/exchange.h"
#include "nccl/numbers.h"
#include "nccl/task.h"

namespace heddle::nccl {
namespace {

void copy(void* to, const void* from, std::uint64_t bytes) {
  if (to != from && bytes > 0) std::memcpy(to, from, bytes);
}
std::byte* block(void* at, int rank, std::uint64_t bytes) {
  return static_cast<std::byte*>(at) + static_cast<std::uint64_t>(rank) * bytes;
}
const std::byte* block(const void* at, int rank, std::uint64_t bytes) {
  return static_cast<const std::byte*>(at) + static_cast<std::uint64_t>(rank) * bytes;
}

}  // namespace

// From the root around the circle.
Result broadcast(Peers& peers, const Task& task) {
  const Circle circle(peers);
  const bool is_root = circle.rank == task.root;
  const bool is_last = circle.next() == task.root;
  Exchange exchange(peers, Channel::kCollective, task.kind);
  HEDDLE_NCCL_TRY(
      in_parts(task.bytes(), kBlockBytes, [&](std::uint64_t first, std::uint64_t bytes) {
        auto* const to = static_cast<std::byte*>(task.to) + first;
        if (is_root) {
          const auto* const from = static_cast<const std::byte*>(task.from) + first;
          exchange.send(circle.next(), from, bytes);
          copy(to, from, bytes);
          return ncclSuccess;
        }
        exchange.receive(circle.previous(), to, bytes);
        HEDDLE_NCCL_TRY(exchange.received());
        if (!is_last) exchange.send(circle.next(), to, bytes);
        return ncclSuccess;
      }));
  return exchange.all_ended();
}

Result all_gather(Peers& peers, const Task& task) {
  const Circle circle(peers);
  const std::uint64_t whole = task.bytes();
  Exchange exchange(peers, Channel::kCollective, task.kind);
  HEDDLE_NCCL_TRY(in_parts(whole, kBlockBytes, [&](std::uint64_t first, std::uint64_t bytes) {
    const auto* const from = static_cast<const std::byte*>(task.from) + first;
    for (int step = 0; step + 1 < circle.ranks; ++step) {
      const std::byte* const out =
          step == 0 ? from : block(task.to, circle.behind(step), whole) + first;
      exchange.send(circle.next(), out, bytes);
      exchange.receive(circle.previous(), block(task.to, circle.behind(step + 1), whole) + first,
                       bytes);
      if (step == 0) copy(block(task.to, circle.rank, whole) + first, from, bytes);
      HEDDLE_NCCL_TRY(exchange.received());
    }
    return ncclSuccess;
  }));
  return exchange.all_ended();
}

Result all_to_all(Peers& peers, const Task& task) {
  const Circle circle(peers);
  const std::uint64_t bytes = task.bytes();
  const void* from = task.from;
  std::vector<std::byte> kept;
  if (from == task.to) {
    kept.resize(bytes * static_cast<std::uint64_t>(circle.ranks));
    std::memcpy(kept.data(), from, kept.size());
    from = kept.data();
  }
  Exchange exchange(peers, Channel::kCollective, task.kind);
  for (int step = 1; step < circle.ranks; ++step) {
    const int to = circle.behind(-step), of = circle.behind(step);
    exchange.send(to, block(from, to, bytes), bytes);
    exchange.receive(of, block(task.to, of, bytes), bytes);
  }
  copy(block(task.to, circle.rank, bytes), block(from, circle.rank, bytes), bytes);
  return exchange.all_ended();
}

Result gather(Peers& peers, const Task& task) {
  const std::uint64_t bytes = task.bytes();
  Exchange exchange(peers, Channel::kCollective, task.kind);
  if (peers.rank != task.root) {
    exchange.send(task.root, task.from, bytes);
    return exchange.all_ended();
  }
  for (int rank = 0; rank < peers.ranks; ++rank) {
    std::byte* const to = block(task.to, rank, bytes);
    if (rank == peers.rank) {
      copy(to, task.from, bytes);
    } else {
      exchange.receive(rank, to, bytes);
    }
  }
  return exchange.all_ended();
}

Result scatter(Peers& peers, const Task& task) {
  const std::uint64_t bytes = task.bytes();
  Exchange exchange(peers, Channel::kCollective, task.kind);
  if (peers.rank != task.root) {
    exchange.receive(task.root, task.to, bytes);
    return exchange.all_ended();
  }
  for (int rank = 0; rank < peers.ranks; ++rank) {
    const std::byte* const from = block(task.from, rank, bytes);
    if (rank == peers.rank) {
      copy(task.to, from, bytes);
    } else {
      exchange.send(rank, from, bytes);
    }
  }
  return exchange.all_ended();
}

}  // namespace heddle::nccl
