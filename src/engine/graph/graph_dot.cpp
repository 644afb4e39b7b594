// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_dot.h"

#include <fmt/format.h>

#include "engine/device/device.h"
#include "engine/graph/graph.h"
#include "engine/module/module.h"

namespace heddle::engine {
namespace {

// cudaGraphDebugDotFlags
constexpr unsigned kVerbose = 1, kKernel = 1 << 2, kCopy = 1 << 3, kFill = 1 << 4, kHost = 1 << 5,
                   kEvent = 1 << 6, kSignal = 1 << 7, kWait = 1 << 8, kAttributes = 1 << 9,
                   kHandles = 1 << 10, kMemoryOperations = 1 << 13, kConditional = 1 << 15;

std::string dims(const Dim3& d) {
  return fmt::format("({},{},{})", d.x, d.y, d.z);
}

std::string extent(const Extent& e) {
  return fmt::format("{} x {} x {} bytes", e.width, e.height, e.depth);
}

// The lines of a node's label beside its kind and number.
class Lines {
 public:
  explicit Lines(unsigned flags) : flags_(flags & kVerbose ? ~0u : flags) {}

  std::string of(const Node& node) {
    if (wants(kHandles)) add("handle {}", static_cast<const void*>(&node));
    std::visit([&](const auto& work) { tell(work); }, node.work);
    return std::move(text_);
  }

 private:
  bool wants(unsigned flag) const { return (flags_ & flag) != 0; }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    text_ += "\\n" + fmt::format(format, std::forward<Args>(args)...);
  }

  void tell(const KernelWork& work) {
    add("{}", work.function->name);
    if (wants(kKernel)) {
      add("grid {} block {} shared {}", dims(work.grid), dims(work.block), work.dynamic_shared);
    }
    if (wants(kAttributes)) {
      add("cooperative {} priority {} cluster {}", work.cooperative, work.priority,
          dims(work.cluster));
    }
  }
  void tell(const CopyWork& work) {
    if (!wants(kCopy)) return;
    add("to {} from {}", static_cast<void*>(work.to.at), static_cast<void*>(work.from.at));
    add("{}", extent(work.extent));
  }
  void tell(const FillWork& work) {
    if (!wants(kFill)) return;
    add("to {} value {} of {}", static_cast<void*>(work.to.at), work.value, work.element);
    add("{}", extent(work.extent));
  }
  void tell(const HostWork& work) {
    if (wants(kHost)) {
      add("{}({})", reinterpret_cast<const void*>(work.function), work.data);
    }
  }
  void tell(const EventWaitWork& work) { tell_event(work.event.get()); }
  void tell(const EventRecordWork& work) { tell_event(work.event.get()); }
  void tell_event(const void* event) {
    if (wants(kEvent)) add("event {}", event);
  }
  void tell(const ConditionalWork& work) {
    if (!wants(kConditional)) return;
    add("handle {}", static_cast<const void*>(&work.conditional->value));
    add("{} bodies", work.bodies.size());
  }
  void tell(const MemoryOperationsWork& work) { tell_steps(kMemoryOperations, work); }
  void tell(const SemaphoreSignalWork& work) { tell_steps(kSignal, work); }
  void tell(const SemaphoreWaitWork& work) { tell_steps(kWait, work); }
  void tell_steps(unsigned flag, const ValueWork& work) {
    if (wants(flag)) add("{} of them", work.steps->size());
  }
  template <class Other>
  void tell(const Other&) {}

  const unsigned flags_;
  std::string text_;
};

const char* name_of(NodeKind kind) {
  constexpr const char* kNames[] = {
      "kernel",      "memcpy",       "memset",           "host",          "graph",
      "empty",       "event wait",   "event record",     "alloc",         "free",
      "conditional", "batch mem op", "semaphore signal", "semaphore wait"};
  return kNames[static_cast<std::size_t>(kind)];
}

void print(const Graph& graph, unsigned flags, std::string* out) {
  *out += fmt::format("subgraph \"cluster_{}\" {{\nlabel=\"graph\"\n", fmt::ptr(&graph));
  for (const Node* node : graph.nodes()) {
    *out += fmt::format("\"{}\" [shape=box label=\"{} {}{}\"]\n", node->id, name_of(node->kind()),
                        node->id, Lines(flags).of(*node));
  }
  for (const auto& [from, to] : graph.edges()) {
    *out += fmt::format("\"{}\" -> \"{}\"\n", from->id, to->id);
  }
  const auto inner = [&](const Node& node, const Graph& child) {
    print(child, flags, out);
    for (const Node* root : child.roots()) {
      *out += fmt::format("\"{}\" -> \"{}\" [style=dashed]\n", node.id, root->id);
    }
  };
  for (const Node* node : graph.nodes()) {
    if (const auto* child = std::get_if<ChildWork>(&node->work)) inner(*node, *child->graph);
    if (const auto* conditional = std::get_if<ConditionalWork>(&node->work)) {
      for (const auto& body : conditional->bodies) inner(*node, *body);
    }
  }
  *out += "}\n";
}

}  // namespace

std::string dot(const Graph& graph, unsigned flags) {
  std::string text = "digraph dot {\n";
  print(graph, flags, &text);
  return text + "}\n";
}

}  // namespace heddle::engine
