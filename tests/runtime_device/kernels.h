// SPDX-License-Identifier: Apache-2.0
// Kernels that are known to the runtime but never run: registered as the compiler's startup code
// does, from image records written here.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "image/image.h"

namespace heddle::test {

// Addresses that stand for kernels in host code.
struct Kernels {
  const void *plain, *static_16k, *bounds_128, *many_registers, *uses_constants;
};

// Registers on first use.
const Kernels& kernels();

inline image::KernelRecord kernel(const char* name, unsigned registers) {
  image::KernelRecord record;
  record.name = name;
  record.registers = registers;
  record.params = {{0, 8}, {8, 4}};
  record.param_bytes = 12;
  return record;
}

}  // namespace heddle::test
