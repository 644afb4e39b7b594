// SPDX-License-Identifier: Apache-2.0
// The direction vectors of Sobol' sequences, made when they are first asked for.
#pragma once

#include <cstdint>

namespace heddle::curand {

constexpr unsigned kDimensions = 20000;

// 32 or 64 of each dimension, the first for the lowest bit of a number's index.
const std::uint32_t* vectors32(bool scrambled);
const std::uint64_t* vectors64(bool scrambled);
// What every number of a scrambled dimension is added to bit by bit.
const std::uint32_t* constants32();
const std::uint64_t* constants64();

}  // namespace heddle::curand
