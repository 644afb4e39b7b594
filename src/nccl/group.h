// SPDX-License-Identifier: Apache-2.0
// What the calling thread has between ncclGroupStart() and ncclGroupEnd(). A call outside is a
// group of its own.
#pragma once

#include <functional>

#include "nccl/comm.h"
#include "nccl/task.h"

namespace heddle::nccl {

// What waits for other ranks: it makes a communicator, or ends it.
struct Job {
  CommRef comm;
  std::function<Result()> run;
  ncclComm_t* made = nullptr;  // where the handle was written: null if it fails, unless others ask
};

class Group {
 public:
  static void start();
  // Begins all that was added: communicators first. ncclInProgress: some in the background.
  static Result end();
  static bool is_open();

  static void add(Job job);
  static void add(const CommRef& comm, const Task& task, cudaStream_t stream);
  // The group ends with it.
  static void failed(Result result);
};

// body() within a group of its own, if there is none. Its failure is that of the group.
template <class Body>
Result in_group(Body body) {
  Group::start();
  const Result result = body();
  if (result != ncclSuccess && result != ncclInProgress) Group::failed(result);
  const Result ended = Group::end();
  return result == ncclSuccess ? ended : result;
}

}  // namespace heddle::nccl
