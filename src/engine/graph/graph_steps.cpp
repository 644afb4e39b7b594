// SPDX-License-Identifier: Apache-2.0
// Tasks that wait for values in memory or for semaphores. While one waits it holds no thread.
#include "engine/device/device.h"
#include "engine/graph/graph_environment.h"
#include "engine/graph/graph_run.h"
#include "engine/stream/call.h"
#include "engine/stream/value_wait.h"

namespace heddle::engine {

bool GraphRun::run_steps(Ready ready, std::size_t from) {
  const auto& steps = *value_work_of(ready.task().work)->steps;
  for (std::size_t i = from; i < steps.size(); ++i) {
    const ValueStep& step = steps[i];
    if (step.bytes == 0) {
      if (step.take()) continue;
      wait_for_step(ready, i);
      return false;
    }
    const TransferNote noted = note(number_of(ready), step.written, {}, {step.bytes});
    const TransferNote::Making now(noted);
    step.take();
  }
  return true;
}

// A device whose kernel has faulted ends all that waits.
void GraphRun::wait_for_step(Ready ready, std::size_t i) {
  Scheduler& scheduler = services_.launcher.scheduler();
  const ValueStep& step = (*value_work_of(ready.task().work)->steps)[i];
  const OperationRef there = make_value_wait(
      scheduler, [&device = device_, take = step.take] { return take() || !ok(device.status()); });
  const OperationRef rest = make_call(
      [run = shared_from_this(), ready, i] {
        if (!run->run_steps(ready, i + 1)) return;
        const auto lock = run->services_.launcher.scheduler().lock();
        const std::lock_guard inside(run->mutex_);
        run->end(ready, false);
        run->call_strand();
      },
      Operation::Size::kSmall);
  const auto lock = scheduler.lock();
  scheduler.hold(*there, priority_);
  scheduler.hold(*rest, priority_);
  Scheduler::follow(rest, there);
  scheduler.release(rest);
  scheduler.release(there);
}

}  // namespace heddle::engine
