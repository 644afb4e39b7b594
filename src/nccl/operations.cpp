// SPDX-License-Identifier: Apache-2.0
// The functions that communicate: check the arguments, add a task to the group.
#include <string>

#include "nccl/group.h"
#include "nccl/numbers.h"
#include "nccl/operators.h"

namespace heddle::nccl {
namespace {

struct Arguments {
  const char* call;
  Task task;
  ncclComm_t comm;
  cudaStream_t stream;
  bool reads = true, writes = true;  // memory, on every rank
  bool reads_at_root = false, writes_at_root = false;
  bool has_root = false;
  bool reduces = false;
  ncclRedOp_t op = ncclSum;
};

Result check(Arguments& arguments, CommRef* comm) {
  Task& task = arguments.task;
  const std::string call = arguments.call;
  HEDDLE_NCCL_TRY(usable(arguments.comm, arguments.call, comm));
  const Peers& peers = *(*comm)->peers;
  if (size_of(task.type) == 0) return fail(ncclInvalidArgument, call + ": datatype is no type");
  if (arguments.has_root && (task.root < 0 || task.root >= peers.ranks))
    return fail(ncclInvalidArgument, call + ": there is no rank " + std::to_string(task.root));
  if (arguments.reduces) HEDDLE_NCCL_TRY(operator_of(**comm, arguments.op, task.type, &task.op));
  const bool is_root = task.root == peers.rank;
  const bool reads = arguments.reads || (arguments.reads_at_root && is_root);
  const bool writes = arguments.writes || (arguments.writes_at_root && is_root);
  if (task.count > 0 && ((reads && !task.from) || (writes && !task.to)))
    return fail(ncclInvalidArgument, call + ": a buffer is null");
  return ncclSuccess;
}

Result add(Arguments arguments) {
  return in_group([&] {
    CommRef comm;
    HEDDLE_NCCL_TRY(check(arguments, &comm));
    // A message of nothing is one; of a collective nothing is left to do.
    if (arguments.task.count == 0 && arguments.task.kind != Tag::kSendRecv) return ncclSuccess;
    Group::add(comm, arguments.task, arguments.stream);
    return ncclSuccess;
  });
}

Task task(Tag kind, const void* from, void* to, std::size_t count, ncclDataType_t type,
          int root = 0) {
  Task made;
  made.kind = kind;
  made.from = from;
  made.to = to;
  made.count = count;
  made.type = type;
  made.root = root;
  return made;
}

}  // namespace
}  // namespace heddle::nccl

HEDDLE_NCCL ncclAllReduce(const void* from, void* to, size_t count, ncclDataType_t type,
                          ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclAllReduce", task(Tag::kAllReduce, from, to, count, type), comm, stream};
  call.reduces = true;
  call.op = op;
  return add(call);
}

HEDDLE_NCCL ncclReduce(const void* from, void* to, size_t count, ncclDataType_t type,
                       ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclReduce", task(Tag::kReduce, from, to, count, type, root), comm, stream};
  call.reduces = call.has_root = call.writes_at_root = true;
  call.writes = false;
  call.op = op;
  return add(call);
}

HEDDLE_NCCL ncclReduceScatter(const void* from, void* to, size_t count, ncclDataType_t type,
                              ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclReduceScatter", task(Tag::kReduceScatter, from, to, count, type), comm,
                 stream};
  call.reduces = true;
  call.op = op;
  return add(call);
}

HEDDLE_NCCL ncclBroadcast(const void* from, void* to, size_t count, ncclDataType_t type, int root,
                          ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclBroadcast", task(Tag::kBroadcast, from, to, count, type, root), comm, stream};
  call.has_root = call.reads_at_root = true;
  call.reads = false;
  return add(call);
}
HEDDLE_NCCL ncclBcast(void* memory, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                      cudaStream_t stream) {
  return ncclBroadcast(memory, memory, count, type, root, comm, stream);
}

HEDDLE_NCCL ncclAllGather(const void* from, void* to, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  return add({"ncclAllGather", task(Tag::kAllGather, from, to, count, type), comm, stream});
}

HEDDLE_NCCL ncclAlltoAll(const void* from, void* to, size_t count, ncclDataType_t type,
                         ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  return add({"ncclAlltoAll", task(Tag::kAlltoAll, from, to, count, type), comm, stream});
}

HEDDLE_NCCL ncclGather(const void* from, void* to, size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclGather", task(Tag::kGather, from, to, count, type, root), comm, stream};
  call.has_root = call.writes_at_root = true;
  call.writes = false;
  return add(call);
}

HEDDLE_NCCL ncclScatter(const void* from, void* to, size_t count, ncclDataType_t type, int root,
                        ncclComm_t comm, cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclScatter", task(Tag::kScatter, from, to, count, type, root), comm, stream};
  call.has_root = call.reads_at_root = true;
  call.reads = false;
  return add(call);
}

HEDDLE_NCCL ncclSend(const void* from, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                     cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclSend", task(Tag::kSendRecv, from, nullptr, count, type, peer), comm, stream};
  call.task.sends = call.has_root = true;
  call.writes = false;
  return add(call);
}

HEDDLE_NCCL ncclRecv(void* to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                     cudaStream_t stream) {
  using namespace heddle::nccl;
  Arguments call{"ncclRecv", task(Tag::kSendRecv, nullptr, to, count, type, peer), comm, stream};
  call.task.sends = false;
  call.has_root = true;
  call.reads = false;
  return add(call);
}
