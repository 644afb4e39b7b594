// SPDX-License-Identifier: Apache-2.0
// An executable graph: launched any number of times, one launch after the other, and updated
// between them.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/device_graph.h"
#include "engine/graph/graph_plan.h"
#include "engine/stream/operation.h"

namespace heddle::engine {

class Device;
class Stream;

// cudaGraphInstantiateFlags
constexpr unsigned long long kAutoFreeOnLaunch = 1, kUploadAtOnce = 2, kDeviceLaunch = 4,
                             kUseNodePriority = 8;

// cudaGraphExecUpdateResult
enum class UpdateResult : int {
  kSuccess,
  kError,
  kTopologyChanged,
  kNodeTypeChanged,
  kFunctionChanged,
  kParametersChanged,
  kNotSupported,
  kUnsupportedFunctionChange,
  kAttributesChanged
};

struct UpdateReport {
  UpdateResult result = UpdateResult::kSuccess;
  const Node* node = nullptr;
  const Node* from = nullptr;  // the end of an edge to `node` that has no match
};

class GraphExec {
 public:
  // kInvalidValue: a graph with memory nodes has one already. kNotSupported: one with nodes that
  // device code may change has. `failed`: the node that cannot run.
  static Error make(GraphServices& services, Graph& graph, unsigned long long flags,
                    std::shared_ptr<GraphExec>* out, const Node** failed);

  unsigned long long flags() const { return flags_; }

  // kInvalidValue: memory that it allocates is still allocated, or what it frees is not.
  Error launch(Stream& stream);
  // From now on device code launches it as it is.
  Error upload();
  // For a launch from device code of `device`. False: it was not made for that, not uploaded, or is
  // of another device.
  bool for_device(const Device& device, DeviceGraph* out) const;
  // Until the last launch has ended.
  void wait() const;
  // Whether something of it is on the device.
  bool uses(const Device& device) const;

  // Of the launches to come. A kernel keeps its attributes. kInvalidValue: no such node, one of
  // another kind, other memory (check_change()), copies of more than one row.
  Error set_work(const Node& node, Work work);
  Error set_enabled(const Node& node, bool enabled);
  Error enabled(const Node& node, bool* out) const;
  // kNotSupported: nodes that device code may change. As if `graph` had been instantiated, where it
  // differs in parameters only.
  UpdateReport update(const Graph& graph);
  // The same for the child graph of a node.
  UpdateReport update_child(const Node& node, const Graph& graph);

  // A graph that does the same, all nodes in one. kStreamCaptureUnsupported: memory or conditional
  // nodes, or nodes that device code may change.
  Error as_graph(std::shared_ptr<Graph>* out) const;

 private:
  GraphExec(GraphServices& services, unsigned long long flags)
      : services_(services), flags_(flags) {}
  Error change_memory();
  Error hear_listeners();
  void find_blocks();
  void show_device() const;
  DeviceGraph as_it_is() const;

  GraphServices& services_;
  const unsigned long long flags_;
  mutable std::mutex mutex_;
  std::shared_ptr<const GraphPlan> plan_;
  std::shared_ptr<const UserObjectRefs> user_objects_;
  std::vector<std::shared_ptr<GraphMemoryBlock>> allocates_, frees_;
  const ListenerSet* listeners_ = nullptr;
  OperationRef last_;
  const std::shared_ptr<std::atomic<unsigned>> running_ =
      std::make_shared<std::atomic<unsigned>>(0);
  // Kernels that run ask for it while a launch may hold mutex_.
  mutable std::mutex uploaded_mutex_;
  DeviceGraph uploaded_;
};

}  // namespace heddle::engine
