// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/device_graph.h"

#include <utility>

#include "engine/graph/graph.h"
#include "engine/memory/pointer_table.h"

namespace heddle::engine {
namespace {

class Check {
 public:
  explicit Check(const PointerTable& pointers) : pointers_(pointers) {}

  // Null: all nodes may be there.
  const Node* failed(const Graph& graph) {
    for (const Node* node : graph.nodes()) {
      if (const auto* child = std::get_if<ChildWork>(&node->work)) {
        if (failed(*child->graph)) return node;
      } else if (const auto* conditional = std::get_if<ConditionalWork>(&node->work)) {
        for (const auto& body : conditional->bodies) {
          if (failed(*body)) return node;
        }
      } else if (!may_be(node->work)) {
        return node;
      }
    }
    return nullptr;
  }

 private:
  bool may_be(const Work& work) {
    if (const auto* kernel = std::get_if<KernelWork>(&work)) {
      const Device* const first = std::exchange(device_, kernel->device);
      return !first || first == kernel->device;
    }
    if (const auto* copy = std::get_if<CopyWork>(&work)) {
      return pointers_.find(copy->to.at) && pointers_.find(copy->from.at);
    }
    if (const auto* fill = std::get_if<FillWork>(&work)) {
      return pointers_.find(fill->to.at).has_value();
    }
    return std::holds_alternative<EmptyWork>(work);
  }

  const PointerTable& pointers_;
  const Device* device_ = nullptr;
};

}  // namespace

Error check_device_launch(const PointerTable& pointers, const Graph& graph, const Node** failed) {
  *failed = Check(pointers).failed(graph);
  return *failed ? Error::kNotSupported : Error::kSuccess;
}

}  // namespace heddle::engine
