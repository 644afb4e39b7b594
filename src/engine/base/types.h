// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::engine {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

// What the engine must know of a GPU model to accept or refuse work.
struct DeviceLimits {
  std::string name;                // e.g. "NVIDIA H200"
  std::uint32_t arch = 90;         // compute capability * 10
  std::uint64_t memory_bytes = 0;  // global memory
  std::uint32_t sm_count = 1;
  std::uint32_t copy_engines = 1;
  std::uint32_t max_blocks_per_sm = 32;
  std::uint32_t max_threads_per_sm = 2048;
  std::uint32_t max_threads_per_block = 1024;
  Dim3 max_block{1024, 1024, 64};
  Dim3 max_grid{2147483647, 65535, 65535};
  std::uint32_t shared_per_block = 48 * 1024;        // static + dynamic, without opting in
  std::uint32_t shared_per_block_optin = 48 * 1024;  // after cudaFuncSetAttribute
  std::uint32_t parameter_bytes = 32764;             // kernel parameters
  std::uint32_t max_cluster_blocks = 1;              // portable; 1: there are no clusters
  std::uint32_t max_cluster_blocks_nonportable = 1;  // see cudaFuncAttributeNonPortable...
};

}  // namespace heddle::engine
