// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_run.h"

#include <utility>

#include "engine/device/device.h"
#include "engine/graph/graph_environment.h"
#include "engine/graph/graph_strand.h"
#include "engine/graph/updatable_kernel.h"
#include "engine/stream/call.h"
#include "engine/stream/operation_memory.h"

namespace heddle::engine {
namespace {

// Graphs of more tasks do not run in the calling thread.
constexpr std::uint32_t kFewTasks = 8;

std::size_t bytes_of(const Extent& extent) {
  return extent.width * extent.height * extent.depth;
}

std::uint32_t value_of(const Conditional& conditional) {
  return *static_cast<const volatile std::uint32_t*>(&conditional.value);
}

}  // namespace

GraphRun::GraphRun(GraphServices& services, const Stream& stream, DeviceGraph graph, int priority,
                   bool node_priorities)
    : services_(services),
      device_(stream.device),
      stream_(stream),
      priority_(priority),
      node_priorities_(node_priorities),
      outside_(std::make_unique<Environment>(*this, nullptr, DeviceGraph{})),
      root_(std::make_unique<Environment>(*this, outside_.get(), std::move(graph))) {
  ++*root_->graph.running;
  const MemoryEvents* events = device_.arena.events();
  if (events && events->transfers_wanted()) by_ = events->caller();
}

GraphRun::~GraphRun() = default;

OperationRef GraphRun::begin() {
  size_ = size_of_all();
  set_up(*root_);
  tell_order();
  wait_for_events();
  announce_records();
  auto strand = std::make_shared<Strand>(shared_from_this(), true);
  strand->tell_as(told_as_);
  main_ = strand;
  return strand;
}

void GraphRun::tell_order() {
  const OrderEvents& events = services_.launcher.scheduler().order_events();
  if (!events) return;
  std::vector<probes::NodeOrder> edges;
  const auto& places = root_->plan->order().places;
  for (std::uint32_t at = 0; at < places.size(); ++at) {
    for (const std::uint32_t next : places[at].next) edges.push_back({at, next});
  }
  told_as_ = events.graph(root_->plan->size(), edges);
}

std::uint64_t GraphRun::number_of(Ready ready) const {
  if (told_as_ == 0) return 0;
  while (ready.level->parent) ready = {ready.level->parent, ready.level->at};
  // Of graphs that kernels have launched no order is told.
  return ready.level == root_.get() ? told_as_ + 1 + ready.at : 0;
}

void GraphRun::set_up(Level& level) {
  const GraphOrder& order = level.plan->order();
  level.left = level.plan->size();
  level.before.clear();
  level.before.reserve(level.left);
  for (const GraphOrder::Place& place : order.places) level.before.push_back(place.before);
  for (const std::uint32_t first : order.first) ++level.before[first];  // the start
}

void GraphRun::start(Level& level) {
  for (const std::uint32_t first : level.plan->order().first) {
    if (--level.before[first] == 0) offer({&level, first});
  }
}

void GraphRun::start_root() {
  services_.launcher.scheduler().order_events().at_work(told_as_, false);
  const std::lock_guard lock(mutex_);
  start_all(*root_);
}

void GraphRun::offer(Ready ready) {
  (is_long(ready.task()) ? long_ : small_).push_back(ready);
}

void GraphRun::end(Ready ready, bool body_ended) {
  if (open_body(ready, body_ended)) return;
  Level& level = *ready.level;
  for (const std::uint32_t next : level.plan->order().places[ready.at].next) {
    if (--level.before[next] == 0) offer({&level, next});
  }
  if (--level.left > 0) return;
  if (level.parent) {
    end({level.parent, level.at}, true);
  } else {
    close(&static_cast<Environment&>(level));
  }
}

// Whether a body of a conditional task begins: the task ends when that has ended.
bool GraphRun::open_body(Ready ready, bool body_ended) {
  const GraphTask& task = ready.task();
  if (task.bodies.empty()) return false;
  const auto& work = std::get<ConditionalWork>(task.work);
  const std::uint32_t value = value_of(*work.conditional);
  std::size_t body = 0;
  switch (work.condition) {
    case Condition::kIf:
      if (body_ended) return false;
      body = value != 0 ? 0 : 1;
      break;
    case Condition::kWhile:
      if (value == 0) return false;
      break;
    case Condition::kSwitch:
      if (body_ended) return false;
      body = value;
      break;
  }
  // A loop whose body does nothing would never end.
  if (body >= task.bodies.size() || task.bodies[body]->size() == 0) return false;
  Level& level = level_of_body(ready, body);
  set_up(level);
  start(level);
  return true;
}

GraphRun::Level& GraphRun::level_of_body(Ready ready, std::size_t body) {
  for (const auto& level : bodies_) {
    if (level->parent == ready.level && level->at == ready.at && level->body == body) return *level;
  }
  Level& made = *bodies_.emplace_back(std::make_unique<Level>());
  made.plan = ready.task().bodies[body].get();
  made.parent = ready.level;
  made.at = ready.at;
  made.body = body;
  return made;
}

// Not large: all of it is done in one step.
Operation::Size GraphRun::size_of_all() const {
  const GraphPlan& plan = *root_->plan;
  if (plan.size() > kFewTasks || root_->graph.held || !plan.order().event_waits.empty() ||
      !plan.order().event_records.empty()) {
    return Operation::Size::kLarge;
  }
  float time = 0;
  for (std::uint32_t at = 0; at < plan.size(); ++at) {
    const GraphTask& task = plan.task(at);
    if (!task.bodies.empty() || task.updatable() || is_long(task) || value_work_of(task.work))
      return Operation::Size::kLarge;
    // It may launch graphs that are large.
    if (task.kernel && task.kernel->variant->code.code->launches != 0)
      return Operation::Size::kLarge;
    if (task.kernel) time += KernelOperation::expected(*task.kernel);
    if (const auto* library = task.library()) time += library->nanoseconds;
  }
  return KernelOperation::size_of(time);
}

bool GraphRun::is_long(const GraphTask& task) const {
  if (!is_enabled(task) || size_ != Operation::Size::kLarge) return false;
  if (task.kernel) return !KernelOperation::is_small(*task.kernel);
  if (const auto* copy = std::get_if<CopyWork>(&task.work))
    return bytes_of(copy->extent) > kSmallTransfer;
  if (const auto* fill = std::get_if<FillWork>(&task.work))
    return bytes_of(fill->extent) > kSmallTransfer;
  if (const auto* library = task.library()) return size_of(*library) == Operation::Size::kLarge;
  return std::holds_alternative<HostWork>(task.work);
}

bool GraphRun::is_enabled(const GraphTask& task) {
  const UpdatableKernel* updatable = task.updatable();
  return updatable ? updatable->state().enabled : task.enabled;
}

const ReadyKernel& GraphRun::kernel_of(const GraphTask& task,
                                       std::optional<ChangedKernel>* changed) {
  const UpdatableKernel* updatable = task.updatable();
  if (!updatable) return *task.kernel;
  UpdatableKernel::State now = updatable->state();
  if (!now.changed) return *task.kernel;
  Launch launch = task.kernel->launch;
  launch.grid = now.grid;
  launch.args = now.parameters->values();
  ChangedKernel& made = changed->emplace(ChangedKernel{*task.kernel, std::move(now.parameters)});
  if (const Error error = services_.launcher.make_ready(launch, &made.ready); !ok(error)) {
    device_.fail(error);
  }
  return made.ready;
}

// All small tasks that are ready and become ready, until there is a long one.
void GraphRun::run_small() {
  std::unique_lock lock(mutex_);
  while (!small_.empty() && long_.empty()) {
    const Ready ready = small_.front();
    small_.pop_front();
    lock.unlock();
    const bool ended = run_one(ready);
    lock.lock();
    if (ended) end(ready, false);
  }
}

TransferNote GraphRun::note(std::uint64_t work, const Box& to, const Box& from,
                            const Extent& extent) const {
  const MemoryEvents* events = device_.arena.events();
  if (!events || !events->transfers_wanted()) return {};
  return {*events, {device_.ordinal, 0}, to, from, extent, by_, work};
}

// False: it has taken long and was left in the middle. Another strand goes on with it, beside what
// else there is and what the program does that has launched the graph.
bool GraphRun::run_kernel(Ready ready) {
  std::optional<ChangedKernel> changed;
  const auto kernel =
      make_operation<KernelOperation>(services_.launcher, kernel_of(ready.task(), &changed));
  kernel->tell_as(number_of(ready));
  kernel->is_node_of(environment_of(ready));
  kernel->let_leave(true);
  if (kernel->prepare() > 0) kernel->work(0);
  kernel->let_leave(false);
  if (kernel->was_left()) {
    const auto strand = std::make_shared<Strand>(shared_from_this(), ready, kernel);
    Scheduler& scheduler = services_.launcher.scheduler();
    const auto lock = scheduler.lock();
    scheduler.hold(*strand, priority_);
    scheduler.release(strand);
    return false;
  }
  kernel->finish();
  return true;
}

// False: it ends later.
bool GraphRun::run_one(Ready ready) {
  const GraphTask& task = ready.task();
  if (!is_enabled(task)) return true;
  if (task.kernel) return run_kernel(ready);
  if (const auto* copy = std::get_if<CopyWork>(&task.work)) {
    const auto noted = note(number_of(ready), copy->to, copy->from, copy->extent);
    const TransferNote::Making now(noted);
    copy_box(copy->to, copy->from, copy->extent);
  } else if (const auto* fill = std::get_if<FillWork>(&task.work)) {
    const auto noted = note(number_of(ready), fill->to, {}, fill->extent);
    const TransferNote::Making now(noted);
    fill_box(fill->to, fill->extent, fill->value, fill->element);
  } else if (const auto* host = std::get_if<HostWork>(&task.work)) {
    if (host->library) {
      LibraryRun library(host->library, device_, library_note(ready));
      if (library.prepare(1) > 0) library.work();
      library.finish();
      return true;
    }
    const OrderEvents& events = services_.launcher.scheduler().order_events();
    events.at_work(number_of(ready), false);
    if (ok(device_.status())) host->call(*host);
    events.at_work(number_of(ready), true);
  } else if (std::holds_alternative<EventRecordWork>(task.work)) {
    services_.launcher.scheduler().carry_out(records_.at(&task));
  } else if (value_work_of(task.work)) {
    return run_steps(ready, 0);
  }
  return true;
}

LibraryNote GraphRun::library_note(Ready ready) const {
  const MemoryEvents* events = device_.arena.events();
  if (!events || !events->transfers_wanted()) return {};
  return {events, device_.ordinal, 0, by_, number_of(ready)};
}

void GraphRun::call_strand() {
  Scheduler& scheduler = services_.launcher.scheduler();
  if (parked_) {
    scheduler.resume(std::exchange(parked_, nullptr));
    return;
  }
  const OperationRef strand = std::make_shared<Strand>(shared_from_this(), false);
  scheduler.hold(*strand, priority_);
  scheduler.release(strand);
}

// What an event wait comes after is there.
void GraphRun::arrive(std::uint32_t at) {
  const auto scheduler = services_.launcher.scheduler().lock();
  const std::lock_guard lock(mutex_);
  if (--root_->before[at] > 0) return;
  offer({root_.get(), at});
  call_strand();
}

void GraphRun::wait_for_events() {
  Scheduler& scheduler = services_.launcher.scheduler();
  for (const std::uint32_t at : root_->plan->order().event_waits) {
    const auto* wait = std::get_if<EventWaitWork>(&root_->plan->task(at).work);
    const auto last = wait->event->last();
    if (last) services_.launcher.scheduler().order_events().follows(stream_, *last);
    if (!last || last->ended()) continue;
    ++root_->before[at];
    const OperationRef arrival =
        make_call([run = shared_from_this(), at] { run->arrive(at); }, Operation::Size::kSmall);
    const auto lock = scheduler.lock();
    scheduler.hold(*arrival, priority_);
    Scheduler::follow(arrival, last);
    scheduler.release(arrival);
  }
}

// Whatever waits for the events from now on waits for this launch.
void GraphRun::announce_records() {
  for (const std::uint32_t at : root_->plan->order().event_records) {
    const GraphTask& task = root_->plan->task(at);
    auto record = std::get<EventRecordWork>(task.work).event->begin_record();
    if (told_as_ != 0) record->tell_as(told_as_ + 1 + at);
    const auto lock = services_.launcher.scheduler().lock();
    services_.launcher.scheduler().hold(*record, priority_);
    records_.emplace(&task, std::move(record));
  }
}

// Without any lock: what is let go may be the program's.
void GraphRun::let_go() {
  --*root_->graph.running;
  root_->graph = {};
  records_.clear();
  released_ = true;
}

}  // namespace heddle::engine
