// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/updatable_kernel.h"

#include <algorithm>

#include "engine/device/device.h"
#include "engine/graph/graph_table.h"
#include "gpu/launch.h"

namespace heddle::engine {
namespace {

bool whole_clusters(const Dim3& grid, const Dim3& cluster) {
  return cluster.x == 0 ||
         (grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0);
}

}  // namespace

std::shared_ptr<UpdatableKernel> UpdatableKernel::make(GraphTable& table) {
  auto made = std::make_shared<UpdatableKernel>(table);
  table.updatable_kernels.add(made);
  return made;
}

UpdatableKernel::~UpdatableKernel() {
  table_.updatable_kernels.remove(this);
}

void UpdatableKernel::begin(std::uint64_t version, const KernelWork& work, bool enabled) {
  const std::lock_guard lock(mutex_);
  if (version <= version_) return;
  version_ = version;
  device_ = work.device;
  block_ = work.block;
  cluster_ = work.cluster;
  state_ = {work.grid, work.parameters, enabled, false};
}

UpdatableKernel::State UpdatableKernel::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Error UpdatableKernel::set_grid(const Dim3& grid) {
  const std::lock_guard lock(mutex_);
  if (!device_ || !whole_clusters(grid, cluster_)) return Error::kInvalidValue;
  const auto problem =
      gpu::shape_problem(device_->model, {grid.x, grid.y, grid.z}, {block_.x, block_.y, block_.z});
  if (problem != gpu::LaunchProblem::kNone) return Error::kInvalidValue;
  state_.grid = grid;
  state_.changed = true;
  return Error::kSuccess;
}

Error UpdatableKernel::set_enabled(bool enabled) {
  const std::lock_guard lock(mutex_);
  if (!device_) return Error::kInvalidValue;
  state_.enabled = enabled;
  return Error::kSuccess;
}

// A copy: launches that have begun may still read the old ones.
Error UpdatableKernel::set_parameter(std::size_t offset, std::size_t size, const void* bytes) {
  const std::lock_guard lock(mutex_);
  if (!device_) return Error::kInvalidValue;
  const std::size_t all = state_.parameters->size();
  if (offset > all || size > all - offset) return Error::kInvalidValue;
  state_.parameters =
      std::make_shared<const Parameters>(*state_.parameters, offset, bytes, std::min(size, kPart));
  state_.changed = true;
  return Error::kSuccess;
}

}  // namespace heddle::engine
