// SPDX-License-Identifier: Apache-2.0
// Which works (launches, copies, sets, nodes of graphs ...) are ordered, from what the program
// said: streams, events, waits, edges of graphs. When they ran makes no difference.
//
// All threads of the host are taken as one: what one has waited for, the others know. That orders
// more than a program may promise itself, never less.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "checker/races/work_clock.h"
#include "checker/races/work_rules.h"
#include "probes/events.h"

namespace heddle::checker::races {

// The nodes of a graph, and which come after which.
class GraphShape {
 public:
  GraphShape(std::uint32_t nodes, std::span<const probes::NodeOrder> edges);
  bool before(std::uint32_t a, std::uint32_t b) const;

 private:
  // Of larger graphs all nodes are taken to be ordered.
  static constexpr std::uint32_t kMostNodes = 4096;
  std::uint32_t nodes_;
  std::uint32_t words_;                // of a row
  std::vector<std::uint64_t> before_;  // row n: bit m = node m comes before n
};

struct WorkPoint {
  std::uint64_t work = 0;
  std::uint64_t stream = 0;  // its id
  StreamSlot slot = 0;
  std::uint64_t index = 0;                  // in its stream
  std::shared_ptr<const GraphShape> graph;  // null: no node of a graph
  std::uint32_t node = 0;
  WorkClock known;  // what it comes after
};
using WorkPointRef = std::shared_ptr<const WorkPoint>;

class WorkOrder {
 public:
  explicit WorkOrder(WorkRules rules = {}) : rules_(rules) {}

  void tell(const probes::WorkOrder& event);
  // The host program does something now, outside of the runtime's calls.
  WorkPointRef host_acts();

  // Null: it was not told, or the host knows it by now.
  WorkPointRef find(std::uint64_t work) const;
  // Whether one comes after the other.
  bool ordered(const WorkPoint& a, const WorkPoint& b) const;
  // Whether all that is given from now on comes after it.
  bool host_knows(const WorkPoint& point) const { return host_.at(point.slot) >= point.index; }
  // Works may be unordered: there is a stream beside the default one, or a graph with branches.
  bool has_several() const { return several_; }
  // Calls each(point) for those that the host does not know.
  template <class Each>
  void each_open(Each each) const {
    for (const auto& [work, point] : points_) {
      if (!host_knows(*point)) each(*point);
    }
  }

 private:
  struct Stream {
    probes::StreamKind kind;
    int device;
    StreamSlot slot;
    bool gone = false;
    WorkClock last;  // its last work, that one included
  };
  struct Graph {
    std::shared_ptr<const GraphShape> shape;
    std::uint32_t nodes;
    bool given = false;
  };
  Stream& stream(const probes::WorkOrder& event);
  StreamSlot take_slot();
  bool stands_apart(const Stream& stream) const;
  bool same_device(const Stream& a, const Stream& b) const;
  void give(const probes::WorkOrder& event);
  void join_default(const Stream& stream, WorkClock& clock) const;
  // What knows `work` and all that comes before it.
  WorkClock through(std::uint64_t work) const;
  void host_waited(const probes::WorkOrder& event);
  void forget_known();

  WorkRules rules_;
  std::map<std::uint64_t, Stream> streams_;       // by id
  std::map<std::uint64_t, WorkPointRef> points_;  // by number, that the host does not know
  std::map<std::uint64_t, Graph> graphs_;         // by the number of the launch
  std::vector<std::uint64_t> indices_;            // by slot: the last work of it
  std::vector<StreamSlot> free_;
  WorkClock host_;
  std::optional<StreamSlot> host_slot_;  // of what it does itself
  std::size_t look_at_ = 64;             // points, when it is time to forget some
  bool several_ = false;
};

}  // namespace heddle::checker::races
