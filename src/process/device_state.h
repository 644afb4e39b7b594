// SPDX-License-Identifier: Apache-2.0
// What the device management calls set on one device, and the model that they answer from.
#pragma once

#include <mutex>
#include <set>

#include "engine/memory/allocation.h"
#include "gpu/model.h"

namespace heddle::process {

struct DeviceState {
  explicit DeviceState(const gpu::Model& gpu) : model(gpu) {}

  // A flag that is always set, as on every device with unified addressing.
  static constexpr unsigned kMapHost = 8;

  const gpu::Model& model;  // the device's

  std::mutex mutex;  // guards what follows
  unsigned flags = kMapHost;
  int cache_config = 0;  // no preference
  std::size_t stack_bytes = 1024;
  std::size_t l2_fetch_bytes = 64;
  std::size_t persisting_l2_bytes = 0;
  std::set<int> peers;  // devices whose memory this one may access

  // The device is reset.
  void reset() {
    std::lock_guard lock(mutex);
    flags = kMapHost;
    cache_config = 0;
    stack_bytes = 1024;
    l2_fetch_bytes = 64;
    persisting_l2_bytes = 0;
    peers.clear();
  }
};

// Whether `device` is an ordinal of this process.
bool is_device(int device);

// `device` must be an ordinal.
DeviceState& device_state(int device);

// Whether kernels of `device` may access memory: their own, the host's, that of a peer whose access
// is enabled; of a pool, of memory of the host, too, or a graph's allocation node, what was set for
// it.
bool may_access(int device, const engine::Allocation& memory);

// The one that the calling thread has chosen.
DeviceState& current_state();

}  // namespace heddle::process
