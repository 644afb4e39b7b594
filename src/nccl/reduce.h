// SPDX-License-Identifier: Apache-2.0
// What reductions compute. Arrays may be the same, element by element.
#pragma once

#include <cstdint>

#include "nccl.h"

namespace heddle::nccl {

// An operator as ranks compute it.
struct Operator {
  ncclRedOp_t base = ncclSum;  // ncclSum, ncclProd, ncclMax or ncclMin
  // What a rank contributes is multiplied before, if any: by a number of its type, which may lie in
  // memory of the device, or by a fraction of one.
  enum class Scale : std::uint8_t { kNone, kValue, kDevice, kFraction } scale = Scale::kNone;
  std::uint64_t value = 0;  // the bits
  const void* device = nullptr;
  std::uint64_t ranks = 1;  // kFraction, and of integers what the sum is divided by
  bool divides = false;
};

// out = a (op) b
void combine(ncclDataType_t type, const Operator& op, void* out, const void* a, const void* b,
             std::uint64_t count);
// out = in as it is contributed.
void contribute(ncclDataType_t type, const Operator& op, void* out, const void* in,
                std::uint64_t count);
// What is done to the result of all.
void conclude(ncclDataType_t type, const Operator& op, void* data, std::uint64_t count);

}  // namespace heddle::nccl
