// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_exec.h"

#include <algorithm>

#include "engine/device/device.h"
#include "engine/graph/graph_devices.h"
#include "engine/graph/graph_run.h"
#include "engine/graph/graph_table.h"
#include "engine/graph/graph_update.h"

namespace heddle::engine {

namespace {

// Null: there are none. Those of child graphs and bodies go with their nodes' work.
std::shared_ptr<const UserObjectRefs> objects_of(const Graph& graph) {
  if (graph.user_objects.empty()) return nullptr;
  auto held = std::make_shared<UserObjectRefs>();
  held->copy(graph.user_objects);
  return held;
}

}  // namespace

Error GraphExec::make(GraphServices& services, Graph& graph, unsigned long long flags,
                      std::shared_ptr<GraphExec>* out, const Node** failed) {
  if (flags & kDeviceLaunch) {
    if (flags & kAutoFreeOnLaunch) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(check_device_launch(services.pointers, graph, failed));
  }
  const bool memory = graph.has_memory_nodes();
  if (memory && !graph.only_exec.expired()) return Error::kInvalidValue;
  const bool updatable = graph.has_updatable();
  if (updatable && !graph.only_exec.expired()) return Error::kNotSupported;
  const std::shared_ptr<GraphExec> made(new GraphExec(services, flags));
  HEDDLE_RETURN_IF_ERROR(GraphPlan::make(services, graph, &made->plan_, failed));
  made->listeners_ = services.launcher.listeners().current();
  made->user_objects_ = objects_of(graph);
  made->find_blocks();
  if (memory || updatable) graph.only_exec = made;
  made->show_device();
  *out = made;
  return flags & kUploadAtOnce ? made->upload() : Error::kSuccess;
}

DeviceGraph GraphExec::as_it_is() const {
  return {flags_ & kDeviceLaunch ? reinterpret_cast<std::uint64_t>(this) : 0, plan_, user_objects_,
          running_};
}

Error GraphExec::upload() {
  const std::lock_guard lock(mutex_);
  HEDDLE_RETURN_IF_ERROR(hear_listeners());
  show_device();
  DeviceGraph now = as_it_is();
  const std::lock_guard uploaded_lock(uploaded_mutex_);
  std::swap(uploaded_, now);
  return Error::kSuccess;
}

// What the host has set is what device code changes from now on.
void GraphExec::show_device() const {
  plan_->for_each([](const GraphTask& task) { task.begin(); });
}

bool GraphExec::for_device(const Device& device, DeviceGraph* out) const {
  const std::lock_guard lock(uploaded_mutex_);
  if (uploaded_.handle == 0) return false;
  bool other = false;
  uploaded_.plan->for_each([&](const GraphTask& task) {
    const auto* kernel = std::get_if<KernelWork>(&task.work);
    other = other || (kernel && kernel->device != &device);
  });
  *out = uploaded_;
  return !other;
}

void GraphExec::find_blocks() {
  plan_->for_each([&](const GraphTask& task) {
    if (const auto* work = std::get_if<AllocWork>(&task.work)) allocates_.push_back(work->block);
    if (const auto* work = std::get_if<FreeWork>(&task.work)) frees_.push_back(work->block);
  });
}

// Memory is allocated and freed in the order of launches and calls.
Error GraphExec::change_memory() {
  const auto allocates = [&](const auto& block) {
    return std::find(allocates_.begin(), allocates_.end(), block) != allocates_.end();
  };
  for (const auto& block : allocates_) {
    if (!GraphMemory::allocated(*block)) continue;
    if (!(flags_ & kAutoFreeOnLaunch)) return Error::kInvalidValue;
    (void)block->pool.release(block);
  }
  for (const auto& block : frees_) {
    if (!allocates(block) && !GraphMemory::allocated(*block)) return Error::kInvalidValue;
  }
  for (const auto& block : allocates_) {
    HEDDLE_RETURN_IF_ERROR(block->pool.allocate(block));
  }
  for (const auto& block : frees_) (void)block->pool.release(block);
  return Error::kSuccess;
}

// Tools may have come since the kernels were prepared.
Error GraphExec::hear_listeners() {
  const ListenerSet* listeners = services_.launcher.listeners().current();
  if (listeners == listeners_) return Error::kSuccess;
  listeners_ = listeners;
  return plan_->prepare_again(services_, &plan_);
}

Error GraphExec::launch(Stream& stream) {
  const std::lock_guard lock(mutex_);
  HEDDLE_RETURN_IF_ERROR(hear_listeners());
  HEDDLE_RETURN_IF_ERROR(change_memory());
  const auto run =
      std::make_shared<GraphRun>(services_, stream, as_it_is(), stream.attributes().priority,
                                 (flags_ & kUseNodePriority) != 0);
  if (flags_ & kDeviceLaunch) {
    DeviceGraph now = as_it_is();
    const std::lock_guard uploaded_lock(uploaded_mutex_);
    std::swap(uploaded_, now);
  }
  const OperationRef before = std::move(last_);
  last_ = run->begin();
  stream.submit(last_, before);
  if (services_.launcher.settings().launch_blocking) [[unlikely]]
    services_.launcher.scheduler().wait(last_);
  return Error::kSuccess;
}

void GraphExec::wait() const {
  const std::lock_guard lock(mutex_);
  services_.launcher.scheduler().wait(last_);
}

bool GraphExec::uses(const Device& device) const {
  const std::lock_guard lock(mutex_);
  bool any = false;
  plan_->for_each([&](const GraphTask& task) {
    any = any || engine::uses(services_.pointers, task.work, device);
  });
  return any;
}

Error GraphExec::set_work(const Node& node, Work work) {
  const std::lock_guard lock(mutex_);
  const GraphTask* old = plan_->find(node.id);
  if (!old || old->work.index() != work.index()) return Error::kInvalidValue;
  if (auto* kernel = std::get_if<KernelWork>(&work)) {
    static_cast<KernelAttributes&>(*kernel) = std::get<KernelWork>(old->work);
  }
  const auto* copy = std::get_if<CopyWork>(&work);
  if (copy && !(copy->extent.one_row() && std::get<CopyWork>(old->work).extent.one_row()))
    return Error::kInvalidValue;
  if (check_change(services_, old->work, work, false) != UpdateResult::kSuccess) {
    return Error::kInvalidValue;
  }
  GraphTask task;
  HEDDLE_RETURN_IF_ERROR(make_task(services_, work, &task));
  task.enabled = old->enabled;
  task.bodies = old->bodies;
  plan_ = plan_->with(node.id, std::move(task));
  return Error::kSuccess;
}

Error GraphExec::set_enabled(const Node& node, bool enabled) {
  const std::lock_guard lock(mutex_);
  const GraphTask* old = plan_->find(node.id);
  if (!old || node.kind() > NodeKind::kFill) return Error::kInvalidValue;
  GraphTask task = *old;
  task.enabled = enabled;
  if (task.version != 0) task.version = services_.table.next_id();
  plan_ = plan_->with(node.id, std::move(task));
  return Error::kSuccess;
}

Error GraphExec::enabled(const Node& node, bool* out) const {
  const std::lock_guard lock(mutex_);
  const GraphTask* task = plan_->find(node.id);
  if (!task || node.kind() > NodeKind::kFill) return Error::kInvalidValue;
  *out = task->enabled;
  return Error::kSuccess;
}

UpdateReport GraphExec::update(const Graph& graph) {
  const std::lock_guard lock(mutex_);
  const UpdateReport report =
      update_plan(services_, graph, (flags_ & kUseNodePriority) != 0, &plan_);
  if (report.result == UpdateResult::kSuccess) user_objects_ = objects_of(graph);
  return report;
}

UpdateReport GraphExec::update_child(const Node& node, const Graph& graph) {
  const std::lock_guard lock(mutex_);
  const GraphTask* old = plan_->find(node.id);
  if (!old) return {UpdateResult::kError, &node};
  // The new graph's objects come with it.
  GraphTask task = *old;
  ChildWork work;
  if (!ok(graph.clone(nullptr, &work.graph))) return {UpdateResult::kNotSupported};
  task.work = std::move(work);
  const UpdateReport report =
      update_child_plan(services_, node.id, graph, (flags_ & kUseNodePriority) != 0, &plan_);
  if (report.result == UpdateResult::kSuccess) plan_ = plan_->with(node.id, std::move(task));
  return report;
}

Error GraphExec::as_graph(std::shared_ptr<Graph>* out) const {
  const std::lock_guard lock(mutex_);
  auto graph = std::make_shared<Graph>(services_.table);
  std::vector<Node*> nodes(plan_->size());
  for (std::uint32_t at = 0; at < plan_->size(); ++at) {
    const GraphTask& task = plan_->task(at);
    const NodeKind kind = kind_of(task.work);
    if (kind >= NodeKind::kAlloc) return Error::kStreamCaptureUnsupported;
    if (task.version != 0) return Error::kStreamCaptureUnsupported;
    // A child graph's own nodes follow.
    Work work = kind == NodeKind::kChild || !task.enabled ? Work(EmptyWork{}) : task.work;
    if (Error error = graph->add(std::move(work), {}, &nodes[at]); !ok(error)) return error;
  }
  for (std::uint32_t at = 0; at < plan_->size(); ++at) {
    for (const std::uint32_t next : plan_->order().places[at].next) {
      nodes[at]->dependents.push_back(nodes[next]);
      nodes[next]->dependencies.push_back(nodes[at]);
    }
  }
  if (user_objects_) graph->user_objects.copy(*user_objects_);
  *out = std::move(graph);
  return Error::kSuccess;
}

}  // namespace heddle::engine
