// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <deque>

#include "nccl/exchange.h"
#include "nccl/numbers.h"
#include "nccl/task.h"

namespace heddle::nccl {
namespace {

// Of a communicator of one rank.
Result alone(const Task& task) {
  if (task.kind == Tag::kAllReduce || task.kind == Tag::kReduce ||
      task.kind == Tag::kReduceScatter) {
    contribute(task.type, task.op, task.to, task.from, task.count);
    conclude(task.type, task.op, task.to, task.count);
  } else if (task.to != task.from) {
    std::memcpy(task.to, task.from, task.bytes());
  }
  return ncclSuccess;
}

Result collective(Peers& peers, const Task& task) {
  if (peers.ranks == 1) return alone(task);
  switch (task.kind) {
    case Tag::kAllReduce:
      return all_reduce(peers, task);
    case Tag::kBroadcast:
      return broadcast(peers, task);
    case Tag::kReduce:
      return reduce(peers, task);
    case Tag::kAllGather:
      return all_gather(peers, task);
    case Tag::kReduceScatter:
      return reduce_scatter(peers, task);
    case Tag::kAlltoAll:
      return all_to_all(peers, task);
    case Tag::kGather:
      return gather(peers, task);
    case Tag::kScatter:
      return scatter(peers, task);
    default:
      return ncclInternalError;
  }
}

}  // namespace

std::uint64_t Task::bytes() const {
  return count * size_of(type);
}

Result send_and_receive(Peers& peers, const std::vector<const Task*>& tasks) {
  Exchange exchange(peers, Channel::kPointToPoint, Tag::kSendRecv);
  std::deque<const Task*> to_self;
  for (const Task* task : tasks) {
    if (task->root == peers.rank) {
      if (task->sends) to_self.push_back(task);
    } else if (task->sends) {
      exchange.send(task->root, task->from, task->bytes());
    } else {
      exchange.receive(task->root, task->to, task->bytes());
    }
  }
  // That there are as many of both, and of what size, was looked at before (group.cpp).
  for (const Task* task : tasks) {
    if (task->root != peers.rank || task->sends) continue;
    if (task->to != to_self.front()->from && task->bytes() > 0)
      std::memmove(task->to, to_self.front()->from, task->bytes());
    to_self.pop_front();
  }
  return exchange.all_ended();
}

void perform(Peers& peers, const std::vector<Task>& tasks) {
  const std::lock_guard lock(peers.at_work);
  if (peers.aborted || peers.state.load() != ncclSuccess) return;
  if (peers.closed) {
    fail_aloud(ncclInvalidUsage, "a graph runs an operation of a communicator that was destroyed");
    return;
  }
  std::vector<const Task*> point_to_point;
  for (const Task& task : tasks) {
    if (task.kind == Tag::kSendRecv) {
      point_to_point.push_back(&task);
    } else if (collective(peers, task) != ncclSuccess) {
      return;
    }
  }
  if (!point_to_point.empty()) send_and_receive(peers, point_to_point);
}

}  // namespace heddle::nccl
