// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_devices.h"

#include <algorithm>

#include "engine/device/device.h"
#include "engine/memory/pointer_table.h"
#include "engine/stream/event.h"

namespace heddle::engine {
namespace {

struct Uses {
  const PointerTable& pointers;
  const Device& device;

  bool is_there(const void* address) const {
    const auto row = pointers.find(address);
    return row && row->on_device() && row->device == device.ordinal;
  }

  bool operator()(const KernelWork& work) const { return work.device == &device; }
  bool operator()(const CopyWork& work) const {
    return is_there(work.to.at) || is_there(work.from.at);
  }
  bool operator()(const FillWork& work) const { return is_there(work.to.at); }
  bool operator()(const EventRecordWork& work) const { return &work.event->device == &device; }
  bool operator()(const EventWaitWork& work) const { return &work.event->device == &device; }
  bool operator()(const AllocWork& work) const { return &work.block->pool == &device.graph_memory; }
  bool operator()(const FreeWork& work) const { return &work.block->pool == &device.graph_memory; }
  bool operator()(const ChildWork& work) const { return uses(pointers, *work.graph, device); }
  bool operator()(const ConditionalWork& work) const {
    return std::any_of(work.bodies.begin(), work.bodies.end(),
                       [&](const auto& body) { return uses(pointers, *body, device); });
  }
  bool operator()(const HostWork&) const { return false; }
  bool operator()(const EmptyWork&) const { return false; }
  bool operator()(const ValueWork& work) const {
    return std::any_of(work.steps->begin(), work.steps->end(), [&](const ValueStep& step) {
      return step.written.at && is_there(step.written.at);
    });
  }
};

}  // namespace

bool uses(const PointerTable& pointers, const Work& work, const Device& device) {
  return std::visit(Uses{pointers, device}, work);
}

bool uses(const PointerTable& pointers, const Graph& graph, const Device& device) {
  const auto nodes = graph.nodes();
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const Node* node) { return uses(pointers, node->work, device); });
}

}  // namespace heddle::engine
