// SPDX-License-Identifier: Apache-2.0
// Device attributes (CUDA Runtime API, cudaDeviceAttr) of a simulated GPU. Facts of the hardware
// come from its model; what a program can do comes from what Heddle does.
#pragma once

#include <optional>

#include "cuda_runtime_api.h"
#include "gpu/model.h"

namespace heddle::runtime {

struct Attribute {
  bool exists = false;       // false: no such enumerator
  const char* name = "";     // of the enumerator
  std::optional<int> value;  // absent: the model does not know it
};

Attribute device_attribute(const gpu::Model& model, int ordinal, cudaDeviceAttr attribute);

}  // namespace heddle::runtime
