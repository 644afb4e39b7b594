// SPDX-License-Identifier: Apache-2.0
#include "nccl/comm.h"

#include <shared_mutex>
#include <string>
#include <unordered_map>

namespace heddle::nccl {
namespace {

struct Handles {
  std::shared_mutex mutex;
  std::unordered_map<ncclComm_t, CommRef> all;
};
Handles& handles() {
  static auto* const kept = new Handles;  // programs destroy handles in their own destructors
  return *kept;
}

}  // namespace

Comm::Comm(int of_device, bool blocks)
    : peers(std::make_shared<Peers>()), device(of_device), blocking(blocks) {}

Comm::~Comm() {
  // Of a job that holds the last reference itself.
  if (job.joinable()) job.detach();
}

void keep(const CommRef& comm) {
  const std::unique_lock lock(handles().mutex);
  handles().all.emplace(comm->handle(), comm);
}

CommRef find(ncclComm_t handle) {
  const std::shared_lock lock(handles().mutex);
  const auto it = handles().all.find(handle);
  return it == handles().all.end() ? nullptr : it->second;
}

void forget(ncclComm_t handle) {
  CommRef last;
  const std::unique_lock lock(handles().mutex);
  const auto it = handles().all.find(handle);
  if (it == handles().all.end()) return;
  last = std::move(it->second);
  handles().all.erase(it);
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
