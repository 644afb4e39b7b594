// SPDX-License-Identifier: Apache-2.0
// How the operations of a group become work of streams.
#pragma once

#include <vector>

#include "nccl/comm.h"
#include "nccl/task.h"

namespace heddle::nccl {

struct Given {
  Task task;
  cudaStream_t stream;
};

// Of one communicator: one work, which comes after what all these streams have got and after the
// communicator's work before, and before what they get next.
Result launch(Comm& comm, const std::vector<Given>& given);

}  // namespace heddle::nccl
