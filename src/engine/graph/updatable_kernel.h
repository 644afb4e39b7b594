// SPDX-License-Identifier: Apache-2.0
// A kernel node that device code may change (CUDA Runtime API, cudaGraphKernelNodeUpdatesApply and
// cudaLaunchAttributeDeviceUpdatableKernelNode). What device code has set holds for this launch,
// where the node has not begun, and for all later ones, until the host sets something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "engine/base/error.h"
#include "engine/base/types.h"
#include "engine/graph/work.h"

namespace heddle::engine {

class GraphTable;

class UpdatableKernel {
 public:
  // What the node does now.
  struct State {
    Dim3 grid;
    std::shared_ptr<const Parameters> parameters;
    bool enabled = true;
    bool changed = false;  // by device code
  };

  static std::shared_ptr<UpdatableKernel> make(GraphTable& table);
  explicit UpdatableKernel(GraphTable& table) : table_(table) {}
  ~UpdatableKernel();
  UpdatableKernel(const UpdatableKernel&) = delete;
  UpdatableKernel& operator=(const UpdatableKernel&) = delete;

  // As the host has set it. `version`: of what it has set, growing; what is not newer than the last
  // one changes nothing.
  void begin(std::uint64_t version, const KernelWork& work, bool enabled);
  State state() const;

  // From device code. kInvalidValue: an empty grid or one that the device does not have, bytes that
  // are not the parameters', a node that is not part of an executable graph.
  Error set_grid(const Dim3& grid);
  Error set_enabled(bool enabled);
  // Of `size` bytes from `offset` on the first kPart, or all if there are fewer.
  Error set_parameter(std::size_t offset, std::size_t size, const void* bytes);
  static constexpr std::size_t kPart = 32;

 private:
  GraphTable& table_;
  mutable std::mutex mutex_;
  std::uint64_t version_ = 0;
  const Device* device_ = nullptr;
  Dim3 block_, cluster_;
  State state_;
};

}  // namespace heddle::engine
