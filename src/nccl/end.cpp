// SPDX-License-Identifier: Apache-2.0
// Ending communicators.
#include "nccl/group.h"
#include "nccl/pump.h"

namespace heddle::nccl {
namespace {

// Until the operations that were given to streams have ended.
Result wait_for_work(Comm& comm) {
  const std::lock_guard lock(comm.streams.mutex);
  if (!comm.streams.any) return ncclSuccess;
  const OnDevice on_device(comm.device);
  return cuda_failure(cudaEventSynchronize(comm.streams.last));
}

Result finalize(Comm& comm) {
  HEDDLE_NCCL_TRY(wait_for_work(comm));
  return comm.peers->state.load() == ncclInProgress ? ncclSuccess : comm.peers->state.load();
}

// What it has of the machine. Graphs may still hold its peers.
void close(Comm& comm) {
  std::shared_ptr<Pump> pump;
  {
    const std::lock_guard lock(comm.peers->at_work);
    comm.peers->closed = true;
    pump = std::move(comm.peers->pump);
    comm.peers->listener = Socket();
  }
  if (pump) pump->finish();
  const std::lock_guard lock(comm.streams.mutex);
  for (cudaEvent_t* event : {&comm.streams.last, &comm.streams.join}) {
    if (*event) cudaEventDestroy(*event);
    *event = nullptr;
  }
}

Result unknown(const char* call) {
  return fail(ncclInvalidArgument, std::string(call) + ": comm is not a communicator");
}

}  // namespace
}  // namespace heddle::nccl

HEDDLE_NCCL ncclCommFinalize(ncclComm_t handle) {
  using namespace heddle::nccl;
  return in_group([&] {
    CommRef comm;
    HEDDLE_NCCL_TRY(usable(handle, "ncclCommFinalize", &comm));
    {
      const std::lock_guard lock(comm->mutex);
      comm->finalized = true;
    }
    Group::add({comm, [comm] { return finalize(*comm); }});
    return ncclSuccess;
  });
}

HEDDLE_NCCL ncclCommDestroy(ncclComm_t handle) {
  using namespace heddle::nccl;
  if (!handle) return ncclSuccess;
  const CommRef comm = find(handle);
  if (!comm) return unknown("ncclCommDestroy");
  forget(handle);
  if (comm->job.joinable()) comm->job.join();
  const Result result = wait_for_work(*comm);
  close(*comm);
  return result;
}

// What runs ends, and what was given to streams does nothing when its turn comes.
HEDDLE_NCCL ncclCommAbort(ncclComm_t handle) {
  using namespace heddle::nccl;
  if (!handle) return ncclSuccess;
  const CommRef comm = find(handle);
  if (!comm) return unknown("ncclCommAbort");
  forget(handle);
  comm->peers->aborted = true;
  if (comm->job.joinable()) comm->job.join();
  comm->peers->abort();
  close(*comm);
  return ncclSuccess;
}

HEDDLE_NCCL ncclCommGetAsyncError(ncclComm_t handle, ncclResult_t* error) {
  using namespace heddle::nccl;
  const CommRef comm = find(handle);
  if (!comm) return unknown("ncclCommGetAsyncError");
  if (!error) return fail(ncclInvalidArgument, "ncclCommGetAsyncError: asyncError is null");
  *error = comm->peers->state;
  return ncclSuccess;
}
