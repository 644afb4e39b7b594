// SPDX-License-Identifier: Apache-2.0
// Memory of the caller for what a product keeps between its kernels. It may hold anything before
// and holds anything afterwards; two products may share it when one comes after the other in a
// stream.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gemm {

struct Workspace {
  float* data;
  std::size_t room;  // in floats

  // From the first multiple of 16 bytes on, as sums are stored in fours.
  Workspace(float* first, std::size_t floats) : data(first), room(first ? floats : 0) {
    skip((16 - reinterpret_cast<std::uintptr_t>(first) % 16) % 16 / sizeof(float));
  }
  void skip(std::size_t floats) {
    if (floats > room) floats = room;
    data += floats;
    room -= floats;
  }
};

}  // namespace gemm
