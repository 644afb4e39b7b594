// SPDX-License-Identifier: Apache-2.0
// An executable graph as device code launches it (CUDA C++ Programming Guide, "Device Graph
// Launch").
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/error.h"

namespace heddle::engine {

class Graph;
class GraphPlan;
class PointerTable;
struct Node;

// As it was when it was uploaded.
struct DeviceGraph {
  std::uint64_t handle = 0;  // 0: device code may not launch it
  std::shared_ptr<const GraphPlan> plan;
  std::shared_ptr<const void> held;                // what must not go before it has ended
  std::shared_ptr<std::atomic<unsigned>> running;  // how often it runs now
};

// kNotSupported: it has a node, `failed`, that a graph for launches from device code may not have:
// work of the host, memory nodes, events, more than one device, pageable memory of the host.
Error check_device_launch(const PointerTable& pointers, const Graph& graph, const Node** failed);

}  // namespace heddle::engine
