// SPDX-License-Identifier: Apache-2.0
#include "checker/races/work_order.h"

#include <algorithm>

namespace heddle::checker::races {

using probes::OrderChange;
using probes::StreamKind;

GraphShape::GraphShape(std::uint32_t nodes, std::span<const probes::NodeOrder> edges)
    : nodes_(nodes), words_((nodes + 63) / 64) {
  if (nodes > kMostNodes) return;
  before_.resize(std::size_t{nodes} * words_);
  std::vector<std::vector<std::uint32_t>> next(nodes);
  std::vector<std::uint32_t> left(nodes), ready;
  for (const auto& edge : edges) {
    next[edge.before].push_back(edge.after);
    ++left[edge.after];
  }
  for (std::uint32_t n = 0; n < nodes; ++n) {
    if (left[n] == 0) ready.push_back(n);
  }
  while (!ready.empty()) {
    const auto n = ready.back();
    ready.pop_back();
    for (const auto after : next[n]) {
      const auto from = before_.begin() + std::ptrdiff_t(std::size_t{n} * words_);
      const auto to = before_.begin() + std::ptrdiff_t(std::size_t{after} * words_);
      std::transform(from, from + words_, to, to, std::bit_or<>());
      to[n / 64] |= std::uint64_t{1} << n % 64;
      if (--left[after] == 0) ready.push_back(after);
    }
  }
}

bool GraphShape::before(std::uint32_t a, std::uint32_t b) const {
  if (nodes_ > kMostNodes) return true;
  return (before_[std::size_t{b} * words_ + a / 64] >> a % 64 & 1) != 0;
}

WorkOrder::Stream& WorkOrder::stream(const probes::WorkOrder& event) {
  const auto [at, is_new] = streams_.try_emplace(event.stream);
  auto& stream = at->second;
  if (!is_new) return stream;
  stream.kind = event.kind;
  stream.device = event.device;
  stream.slot = take_slot();
  if (event.kind != StreamKind::kLegacyDefault) several_ = true;
  return stream;
}

StreamSlot WorkOrder::take_slot() {
  if (free_.empty()) {
    indices_.push_back(0);
    return StreamSlot(indices_.size() - 1);
  }
  const auto slot = free_.back();
  free_.pop_back();
  return slot;
}

// It comes after what the host has waited for, and before all that is given from now on.
WorkPointRef WorkOrder::host_acts() {
  if (!host_slot_) host_slot_ = take_slot();
  auto point = std::make_shared<WorkPoint>();
  point->slot = *host_slot_;
  point->index = ++indices_[*host_slot_];
  point->known = host_;
  host_.raise(point->slot, point->index);
  return point;
}

bool WorkOrder::stands_apart(const Stream& stream) const {
  return stream.kind == StreamKind::kNonBlocking && rules_(WorkRule::kNonBlocking);
}

bool WorkOrder::same_device(const Stream& a, const Stream& b) const {
  return a.device == b.device || !rules_(WorkRule::kOwnDevice);
}

void WorkOrder::tell(const probes::WorkOrder& event) {
  switch (event.change) {
    case OrderChange::kStreamMade:
      stream(event);
      return;
    case OrderChange::kStreamGone:
      stream(event).gone = true;
      return forget_known();
    case OrderChange::kGiven:
      return give(event);
    case OrderChange::kFollows:
      if (!rules_(WorkRule::kStreamWaits)) return;
      return stream(event).last.join(through(event.after));
    case OrderChange::kGraph:
      if (event.nodes > 1) several_ = true;
      graphs_[event.work] = {std::make_shared<GraphShape>(event.nodes, event.edges), event.nodes,
                             false};
      return;
    default:
      return host_waited(event);
  }
}

// The legacy default stream comes after blocking streams, and they after it.
void WorkOrder::join_default(const Stream& stream, WorkClock& clock) const {
  const bool legacy = stream.kind == StreamKind::kLegacyDefault;
  if (!rules_(legacy ? WorkRule::kAfterBlocking : WorkRule::kAfterLegacy)) return;
  if (stands_apart(stream)) return;
  for (const auto& [id, other] : streams_) {
    const bool other_legacy = other.kind == StreamKind::kLegacyDefault;
    if (other_legacy == legacy || stands_apart(other) || !same_device(stream, other)) continue;
    clock.join(other.last);
  }
}

void WorkOrder::give(const probes::WorkOrder& event) {
  auto& to = stream(event);
  auto point = std::make_shared<WorkPoint>();
  point->work = event.work;
  point->stream = event.stream;
  point->slot = to.slot;
  point->index = ++indices_[to.slot];
  if (rules_(WorkRule::kStreamOrder)) point->known = to.last;
  if (rules_(WorkRule::kHostGives)) point->known.join(host_);
  join_default(to, point->known);
  if (event.after != 0 && rules_(WorkRule::kAfterWork)) point->known.join(through(event.after));
  to.last = point->known;
  to.last.raise(point->slot, point->index);
  points_[event.work] = std::move(point);
  if (const auto graph = graphs_.find(event.work); graph != graphs_.end()) {
    graph->second.given = true;
  }
}

WorkPointRef WorkOrder::find(std::uint64_t work) const {
  const auto own = points_.find(work);
  if (own != points_.end()) return own->second;
  auto graph = graphs_.upper_bound(work);
  if (graph == graphs_.begin()) return nullptr;
  --graph;
  const auto launch = points_.find(graph->first);
  if (work - graph->first > graph->second.nodes || launch == points_.end()) return nullptr;
  auto point = std::make_shared<WorkPoint>(*launch->second);
  point->work = work;
  point->graph = graph->second.shape;
  point->node = std::uint32_t(work - graph->first - 1);
  return point;
}

// Of a node of a graph: through all of the graph.
WorkClock WorkOrder::through(std::uint64_t work) const {
  const auto point = find(work);
  if (!point) return {};
  WorkClock clock = point->known;
  clock.raise(point->slot, point->index);
  const auto stream = streams_.find(point->stream);
  if (!rules_(WorkRule::kRecordedThen) && stream != streams_.end()) clock = stream->second.last;
  return clock;
}

bool WorkOrder::ordered(const WorkPoint& a, const WorkPoint& b) const {
  if (&a == &b || (a.work == b.work && a.work != 0)) return true;
  if (a.graph && a.graph == b.graph) {
    if (!rules_(WorkRule::kGraphBranches) || a.node == b.node) return true;
    return rules_(WorkRule::kGraphEdges) &&
           (a.graph->before(a.node, b.node) || a.graph->before(b.node, a.node));
  }
  return a.known.at(b.slot) >= b.index || b.known.at(a.slot) >= a.index;
}

void WorkOrder::host_waited(const probes::WorkOrder& event) {
  const auto waited = [&](const Stream& one) { host_.join(one.last); };
  switch (event.change) {
    case OrderChange::kWaitedWork:
      if (rules_(WorkRule::kHostWaitsWork)) host_.join(through(event.work));
      break;
    case OrderChange::kHostFunction:
      if (rules_(WorkRule::kHostFunction)) host_.join(through(event.work));
      break;
    case OrderChange::kWaitedStream: {
      if (!rules_(WorkRule::kHostWaitsStream)) break;
      const auto& of = stream(event);
      waited(of);
      if (of.kind == StreamKind::kLegacyDefault) join_default(of, host_);
      break;
    }
    case OrderChange::kWaitedDevice:
      if (!rules_(WorkRule::kHostWaitsDevice)) break;
      for (const auto& [id, one] : streams_) {
        if (one.device == event.device || !rules_(WorkRule::kOwnDevice)) waited(one);
      }
      break;
    default:
      break;
  }
  if (points_.size() >= look_at_) forget_known();
}

void WorkOrder::forget_known() {
  std::erase_if(points_, [&](const auto& row) { return host_knows(*row.second); });
  std::erase_if(graphs_,
                [&](const auto& row) { return row.second.given && !points_.contains(row.first); });
  std::erase_if(streams_, [&](const auto& row) {
    const auto& one = row.second;
    if (!one.gone || host_.at(one.slot) < indices_[one.slot]) return false;
    free_.push_back(one.slot);
    return true;
  });
  look_at_ = std::max<std::size_t>(64, 2 * points_.size());
}

}  // namespace heddle::checker::races
