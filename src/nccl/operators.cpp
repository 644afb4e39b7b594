// SPDX-License-Identifier: Apache-2.0
#include "nccl/operators.h"

#include <cstring>
#include <string>

#include "nccl/numbers.h"

namespace heddle::nccl {
namespace {

// What each rank contributes is divided before it is summed, of integers the sum.
Operator average(const Comm& comm, ncclDataType_t type) {
  Operator made;
  made.ranks = static_cast<std::uint64_t>(comm.peers->ranks);
  made.divides = !is_floating(type);
  if (is_floating(type)) made.scale = Operator::Scale::kFraction;
  return made;
}

}  // namespace

Result operator_of(Comm& comm, ncclRedOp_t op, ncclDataType_t type, Operator* out) {
  if (op == ncclAvg) {
    *out = average(comm, type);
    return ncclSuccess;
  }
  if (op >= 0 && op < ncclNumOps) {
    *out = {};
    out->base = op;
    return ncclSuccess;
  }
  const std::lock_guard lock(comm.mutex);
  const auto it = comm.operators.find(op);
  if (it == comm.operators.end())
    return fail(ncclInvalidArgument, "op is no operator of this communicator");
  if (it->second.type != type)
    return fail(ncclInvalidArgument, "op was made for another type than that of the data");
  *out = it->second.op;
  return ncclSuccess;
}

}  // namespace heddle::nccl

HEDDLE_NCCL ncclRedOpCreatePreMulSum(ncclRedOp_t* op, void* scalar, ncclDataType_t type,
                                     ncclScalarResidence_t residence, ncclComm_t handle) {
  using namespace heddle::nccl;
  CommRef comm;
  HEDDLE_NCCL_TRY(usable(handle, "ncclRedOpCreatePreMulSum", &comm));
  const std::uint64_t size = size_of(type);
  if (!op || !scalar || size == 0 ||
      (residence != ncclScalarDevice && residence != ncclScalarHostImmediate))
    return fail(ncclInvalidArgument,
                "ncclRedOpCreatePreMulSum: a null pointer, no type, or no residence");
  Operator made;
  if (residence == ncclScalarDevice) {
    made.scale = Operator::Scale::kDevice;
    made.device = scalar;
  } else {
    made.scale = Operator::Scale::kValue;
    std::memcpy(&made.value, scalar, size);
  }
  const std::lock_guard lock(comm->mutex);
  *op = static_cast<ncclRedOp_t>(comm->next_operator++);
  comm->operators.emplace(*op, Comm::Premultiplied{type, made});
  return ncclSuccess;
}

HEDDLE_NCCL ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t handle) {
  using namespace heddle::nccl;
  CommRef comm;
  HEDDLE_NCCL_TRY(usable(handle, "ncclRedOpDestroy", &comm));
  if (op >= 0 && op < ncclNumOps)
    return fail(ncclInvalidArgument, "ncclRedOpDestroy: op is one of NCCL's own");
  const std::lock_guard lock(comm->mutex);
  if (comm->operators.erase(op) == 0)
    return fail(ncclInvalidArgument, "ncclRedOpDestroy: op is no operator of this communicator");
  return ncclSuccess;
}
