// SPDX-License-Identifier: Apache-2.0
// What the kernels of a graph may launch: executable graphs (CUDA C++ Programming Guide, "Device
// Graph Launch").
#pragma once

#include <cstdint>

#include "engine/base/error.h"

namespace heddle::engine {

// Of a graph that runs. Called by running kernel code, in a call of the engine.
class GraphLaunches {
 public:
  GraphLaunches() = default;
  virtual ~GraphLaunches() = default;
  GraphLaunches(const GraphLaunches&) = delete;
  GraphLaunches& operator=(const GraphLaunches&) = delete;

  // `graph`: a handle. `stream`: cudaStreamGraphTailLaunch and its like
  // (include/heddle/device_launch.h).
  virtual Error launch(std::uint64_t graph, std::uint64_t stream) = 0;
  // Its own handle; 0: device code may not launch it.
  virtual std::uint64_t current() const = 0;
};

}  // namespace heddle::engine
