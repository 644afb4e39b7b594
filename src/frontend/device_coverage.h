// SPDX-License-Identifier: Apache-2.0
// --coverage: the device pass makes code that counts, and what the profile has to know of it. Both
// come in one module; here they are parted.
//
//     device pass --> heddle.cover(@__profc_k), counters, records, mapping
//         device: heddle.cover(@heddle_counters_KEY_0), defined nowhere      --> device image
//         host:   counters, records, mapping, a table of the counters, and   --> linked by clang
//                 a constructor that registers it (image/coverage.h)             into the host pass
//
// A module (-ptx, -cubin, -fatbin) has no host pass: `host` then exports a function in place of the
// constructor, and frontend/coverage_object.h puts it into the module as a shared object.
//
// The profile's names of device functions end in ".device" (shown as [clone .device]): what is
// __host__ and __device__ is two functions, whose counters differ in number where it asks for
// __CUDA_ARCH__. Kernels have their own name, and so has what no device code calls: if host code
// does, that is what counts. Of several architectures that are compiled at once, functions that are
// the same in all are one in the profile; one that asks for __CUDA_ARCH__ has that of the
// architecture behind its name, where there was another before ([clone .sm_90]).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "frontend/options.h"

namespace heddle::frontend {

struct DeviceCoverage {
  std::vector<std::uint8_t> device, host;  // bitcode
  std::string key;
};

// Of the functions of one unit, by their names in the profile: what their structure and the places
// of their regions hash to.
using CoveredFunction = std::pair<std::uint64_t, std::uint64_t>;
using CoveredFunctions = std::map<std::string, CoveredFunction>;

struct CoveredUnit {
  std::string source;  // the file, for messages and the key
  std::string folder;  // empty, or where its name begins
  std::string arch;
  bool is_module = false;
};

// `covered`: of the architectures before.
DeviceCoverage part_coverage(std::span<const std::uint8_t> bitcode, const CoveredUnit& unit,
                             CoveredFunctions& covered);

// Throws Failure where --coverage does not go with other options.
void check_coverage(const Options& options);

}  // namespace heddle::frontend
