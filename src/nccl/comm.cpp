// SPDX-License-Identifier: Apache-2.0
#include "nccl/comm.h"

#include <string>

#include "library/objects.h"

namespace heddle::nccl {
Comm::Comm(int of_device, bool blocks)
    : peers(std::make_shared<Peers>()), device(of_device), blocking(blocks) {}

Comm::~Comm() {
  // Of a job that holds the last reference itself.
  if (job.joinable()) job.detach();
}

void keep(const CommRef& comm) {
  library::Objects<Comm>::all().add<ncclComm_t>(comm);
}

CommRef find(ncclComm_t handle) {
  return library::find_object<Comm>(handle);
}

void forget(ncclComm_t handle) {
  library::Objects<Comm>::all().remove(handle);
}

Result usable(ncclComm_t handle, const char* call, CommRef* out) {
  *out = find(handle);
  if (!*out) return fail(ncclInvalidArgument, std::string(call) + ": comm is not a communicator");
  const Result state = (*out)->peers->state.load();
  if (state == ncclInProgress)
    return fail(ncclInvalidArgument,
                std::string(call) + ": what was asked of the communicator before is in progress");
  if (state != ncclSuccess)
    return fail(state, std::string(call) + ": the communicator has failed (" +
                           ncclGetErrorString(state) + ")");
  const std::lock_guard lock((*out)->mutex);
  if ((*out)->finalized)
    return fail(ncclInvalidUsage, std::string(call) + ": the communicator is finalized");
  return ncclSuccess;
}

OnDevice::OnDevice(int device) {
  if (cudaGetDevice(&before_) != cudaSuccess || before_ == device) {
    before_ = -1;
    return;
  }
  cudaSetDevice(device);
}
OnDevice::~OnDevice() {
  if (before_ >= 0) cudaSetDevice(before_);
}

}  // namespace heddle::nccl
