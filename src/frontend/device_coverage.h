// SPDX-License-Identifier: Apache-2.0
// --coverage: the device pass makes code that counts, and what the profile has to know of it. Both
// come in one module; here they are parted.
//
//     device pass --> heddle.cover(@__profc_k), counters, records, mapping
//         device: heddle.cover(@heddle.counters.KEY.0), defined nowhere      --> device image
//         host:   counters, records, mapping, a table of the counters, and   --> linked by clang
//                 a constructor that registers it (image/coverage.h)             into the host pass
//
// The profile's names of device functions end in ".device" (shown as [clone .device]): what is
// __host__ and __device__ is two functions, whose counters differ in number where it asks for
// __CUDA_ARCH__. Kernels have their own name, and so has what no device code calls: if host code
// does, that is what counts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "frontend/options.h"

namespace heddle::frontend {

struct DeviceCoverage {
  std::vector<std::uint8_t> device, host;  // bitcode
};

// `source`: the unit's file, for messages and the key.
DeviceCoverage part_coverage(std::span<const std::uint8_t> bitcode, const std::string& source);

// Throws Failure where --coverage does not go with other options.
void check_coverage(const Options& options);

}  // namespace heddle::frontend
