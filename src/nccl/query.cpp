// SPDX-License-Identifier: Apache-2.0
// What a communicator says of itself, and memory that is registered with it.
#include "nccl/comm.h"

namespace heddle::nccl {
namespace {

template <class Value>
Result tell(const char* call, ncclComm_t handle, int* out, Value value) {
  CommRef comm;
  HEDDLE_NCCL_TRY(usable(handle, call, &comm));
  if (!out) return fail(ncclInvalidArgument, std::string(call) + ": a null pointer");
  *out = value(*comm);
  return ncclSuccess;
}

// All memory is as near to all ranks: a registration is known, and changes nothing.
template <class Handle>
Result add_registration(const char* call, ncclComm_t comm_handle, const void* memory, size_t size,
                        Handle* out) {
  CommRef comm;
  HEDDLE_NCCL_TRY(usable(comm_handle, call, &comm));
  if (!memory || size == 0 || !out)
    return fail(ncclInvalidArgument, std::string(call) + ": a null pointer or a size of 0");
  auto* const registration = new char;
  const std::lock_guard lock(comm->mutex);
  comm->registrations.insert(registration);
  *out = reinterpret_cast<Handle>(registration);
  return ncclSuccess;
}

Result end_registration(const char* call, ncclComm_t comm_handle, const void* registration) {
  const CommRef comm = find(comm_handle);
  if (!comm) return fail(ncclInvalidArgument, std::string(call) + ": comm is not a communicator");
  const std::lock_guard lock(comm->mutex);
  if (comm->registrations.erase(registration) == 0)
    return fail(ncclInvalidArgument, std::string(call) + ": nothing is registered by this handle");
  delete static_cast<const char*>(registration);
  return ncclSuccess;
}

}  // namespace
}  // namespace heddle::nccl

HEDDLE_NCCL ncclCommCount(const ncclComm_t comm, int* count) {
  using namespace heddle::nccl;
  return tell("ncclCommCount", comm, count, [](const Comm& of) { return of.peers->ranks; });
}
HEDDLE_NCCL ncclCommCuDevice(const ncclComm_t comm, int* device) {
  using namespace heddle::nccl;
  return tell("ncclCommCuDevice", comm, device, [](const Comm& of) { return of.device; });
}
HEDDLE_NCCL ncclCommUserRank(const ncclComm_t comm, int* rank) {
  using namespace heddle::nccl;
  return tell("ncclCommUserRank", comm, rank, [](const Comm& of) { return of.peers->rank; });
}

HEDDLE_NCCL ncclCommRegister(const ncclComm_t comm, void* memory, size_t size, void** handle) {
  return heddle::nccl::add_registration("ncclCommRegister", comm, memory, size, handle);
}
HEDDLE_NCCL ncclCommDeregister(const ncclComm_t comm, void* handle) {
  return heddle::nccl::end_registration("ncclCommDeregister", comm, handle);
}
HEDDLE_NCCL ncclCommWindowRegister(ncclComm_t comm, void* memory, size_t size, ncclWindow_t* window,
                                   int flags) {
  using namespace heddle::nccl;
  if ((flags & ~NCCL_WIN_COLL_SYMMETRIC) != 0)
    return fail(ncclInvalidArgument, "ncclCommWindowRegister: a flag that is none");
  return add_registration("ncclCommWindowRegister", comm, memory, size, window);
}
HEDDLE_NCCL ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t window) {
  return heddle::nccl::end_registration("ncclCommWindowDeregister", comm, window);
}

HEDDLE_NCCL ncclMemAlloc(void** memory, size_t size) {
  using namespace heddle::nccl;
  if (!memory || size == 0)
    return fail(ncclInvalidArgument, "ncclMemAlloc: ptr is null or size is 0");
  return cuda_failure(cudaMalloc(memory, size));
}
HEDDLE_NCCL ncclMemFree(void* memory) {
  using namespace heddle::nccl;
  if (!memory) return fail(ncclInvalidArgument, "ncclMemFree: ptr is null");
  return cuda_failure(cudaFree(memory));
}
