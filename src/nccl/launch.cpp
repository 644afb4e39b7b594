// SPDX-License-Identifier: Apache-2.0
#include "nccl/launch.h"

#include <algorithm>

#include "library/submission.h"

namespace heddle::nccl {
namespace {

struct Library {
  using Status = Result;
  static Status status_of(cudaError_t error) { return cuda_failure(error); }
};

// Its last operation in a capture, for the next one of it there.
struct Capture {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  const cudaGraphNode_t* nodes = nullptr;
  std::size_t count = 0;

  Result ask(cudaStream_t stream) {
    return cuda_failure(cudaStreamGetCaptureInfo_v2(stream, &status, &id, nullptr, &nodes, &count));
  }
  bool is_on() const { return status == cudaStreamCaptureStatusActive; }
};

Result make_events(Comm& comm) {
  if (comm.streams.last) return ncclSuccess;
  HEDDLE_NCCL_TRY(
      cuda_failure(cudaEventCreateWithFlags(&comm.streams.join, cudaEventDisableTiming)));
  return cuda_failure(cudaEventCreateWithFlags(&comm.streams.last, cudaEventDisableTiming));
}

// `later` goes on when `first` is where it is now.
Result join(Comm& comm, cudaStream_t first, cudaStream_t later) {
  HEDDLE_NCCL_TRY(cuda_failure(cudaEventRecord(comm.streams.join, first)));
  return cuda_failure(cudaStreamWaitEvent(later, comm.streams.join, 0));
}

std::uint64_t ranks_of(const Task& task, const Comm& comm, bool written) {
  const auto all = static_cast<std::uint64_t>(comm.peers->ranks);
  const bool is_root = task.root == comm.peers->rank;
  switch (task.kind) {
    case Tag::kAllGather:
      return written ? all : 1;
    case Tag::kReduceScatter:
      return written ? 1 : all;
    case Tag::kAlltoAll:
      return all;
    case Tag::kGather:
      return !written ? 1 : is_root ? all : 0;
    case Tag::kScatter:
      return written ? 1 : is_root ? all : 0;
    case Tag::kReduce:
      return written && !is_root ? 0 : 1;
    case Tag::kBroadcast:
      return !written && !is_root ? 0 : 1;
    case Tag::kSendRecv:
      return written == task.sends ? 0 : 1;
    default:
      return 1;
  }
}

const char* name_for_tools(const std::vector<Given>& given) {
  const Task& first = given.front().task;
  return first.kind == Tag::kSendRecv && !first.sends ? "ncclRecv" : name_of(first.kind);
}

Result submit(Comm& comm, const std::vector<Given>& given, cudaStream_t stream) {
  library::Submission<Library> submission(stream, name_for_tools(given), true);
  std::vector<Task> tasks;
  for (const Given& each : given) {
    const Task& task = each.task;
    const auto bytes = static_cast<library::i64>(task.bytes());
    const auto read = static_cast<library::i64>(ranks_of(task, comm, false)) * bytes;
    const auto written = static_cast<library::i64>(ranks_of(task, comm, true)) * bytes;
    if (read > 0) submission.reads(static_cast<const std::byte*>(task.from), read, 1);
    if (written > 0) submission.writes(static_cast<const std::byte*>(task.to), written, 1);
    tasks.push_back(task);
  }
  // It lives as long as a graph that has it.
  return submission.waits().once(
      {}, [peers = comm.peers, tasks = std::move(tasks)] { perform(*peers, tasks); });
}

}  // namespace

Result launch(Comm& comm, const std::vector<Given>& given) {
  const std::lock_guard lock(comm.streams.mutex);
  const OnDevice on_device(comm.device);
  HEDDLE_NCCL_TRY(make_events(comm));
  const cudaStream_t stream = given.front().stream;
  std::vector<cudaStream_t> others;
  for (const Given& each : given) {
    const bool known = each.stream == stream ||
                       std::find(others.begin(), others.end(), each.stream) != others.end();
    if (!known) others.push_back(each.stream);
  }
  for (const cudaStream_t other : others) HEDDLE_NCCL_TRY(join(comm, other, stream));

  Capture capture;
  HEDDLE_NCCL_TRY(capture.ask(stream));
  if (capture.is_on()) {
    if (comm.streams.node && comm.streams.capture == capture.id)
      HEDDLE_NCCL_TRY(cuda_failure(cudaStreamUpdateCaptureDependencies(
          stream, &comm.streams.node, 1, cudaStreamAddCaptureDependencies)));
  } else if (comm.streams.any) {
    HEDDLE_NCCL_TRY(cuda_failure(cudaStreamWaitEvent(stream, comm.streams.last, 0)));
  }
  HEDDLE_NCCL_TRY(submit(comm, given, stream));
  if (capture.is_on()) {
    HEDDLE_NCCL_TRY(capture.ask(stream));
    comm.streams.capture = capture.id;
    comm.streams.node = capture.count > 0 ? capture.nodes[0] : nullptr;
  } else {
    HEDDLE_NCCL_TRY(cuda_failure(cudaEventRecord(comm.streams.last, stream)));
    comm.streams.any = true;
  }
  for (const cudaStream_t other : others) HEDDLE_NCCL_TRY(join(comm, stream, other));
  return ncclSuccess;
}

}  // namespace heddle::nccl
