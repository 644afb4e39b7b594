// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nccl/comm.h"

namespace heddle::nccl {

// What a rank computes for an operator on numbers of this type.
Result operator_of(Comm& comm, ncclRedOp_t op, ncclDataType_t type, Operator* out);

}  // namespace heddle::nccl
