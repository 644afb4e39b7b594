// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_strand.h"

#include <utility>

#include "engine/device/device.h"
#include "engine/graph/graph_environment.h"
#include "engine/stream/call.h"
#include "engine/stream/operation_memory.h"

namespace heddle::engine {
namespace {

// Ready tasks that are worth another thread even if each takes little.
constexpr std::size_t kMany = 64;

}  // namespace

GraphRun::Strand::Strand(std::shared_ptr<GraphRun> run, bool main)
    : run_(std::move(run)), main_(main), begun_(!main) {}

GraphRun::Strand::Strand(std::shared_ptr<GraphRun> run, Ready at,
                         std::shared_ptr<KernelOperation> kernel)
    : Strand(std::move(run), false) {
  current_ = at;
  kernel_ = std::move(kernel);
  kernel_->run_within(*this);
}

Operation::Size GraphRun::Strand::size() const {
  return run_->size_;
}

bool GraphRun::Strand::is_host_function() const {
  return current_ && std::holds_alternative<HostWork>(current_->task().work) &&
         !current_->task().library();
}

bool GraphRun::Strand::waits() const {
  if (!current_) return false;
  if (const auto* library = current_->task().library()) return library->waits;
  if (!current_->task().kernel) return false;
  const ReadyKernel& kernel = *current_->task().kernel;
  return kernel.launch.cooperative || kernel.variant->waits;
}

unsigned GraphRun::Strand::prepare() {
  if (!begun_) {
    begun_ = true;
    run_->start_root();
  }
  if (current_ && current_->task().library()) {
    library_.emplace(std::get<HostWork>(current_->task().work).library, run_->device_,
                     run_->library_note(*current_));
    return library_->prepare(run_->services_.launcher.scheduler().threads());
  }
  if (!current_ || !current_->task().kernel || kernel_) return 1;
  std::optional<ChangedKernel> changed;
  kernel_ = make_operation<KernelOperation>(run_->services_.launcher,
                                            run_->kernel_of(current_->task(), &changed));
  kernel_->run_within(*this);
  kernel_->let_others_join(true);
  kernel_->is_node_of(run_->environment_of(*current_));
  kernel_->tell_as(run_->number_of(*current_));
  return kernel_->prepare();
}

void GraphRun::Strand::work(unsigned share) {
  if (!current_) {
    run_->run_small();
  } else if (kernel_ && kernel_->was_left()) {
    kernel_->go_on(share);
  } else if (kernel_) {
    kernel_->work(share);
  } else if (library_) {
    library_->work();
  } else {
    run_->run_one(*current_);
  }
}

void GraphRun::Strand::finish() {
  if (kernel_) kernel_->finish();
  kernel_ = nullptr;
  if (library_) library_->finish();
  library_.reset();
  bool over = false;
  std::vector<std::unique_ptr<Environment>> gone;
  {
    const std::lock_guard lock(run_->mutex_);
    if (current_) run_->end(*current_, false);
    current_.reset();
    over = run_->over();
    gone.swap(run_->gone_);
  }
  gone.clear();  // without the lock, as in let_go()
  if (!main_ || !over) return;
  run_->let_go();
  run_->services_.launcher.scheduler().order_events().at_work(run_->told_as_, true);
}

Operation::Next GraphRun::Strand::next() {
  GraphRun& run = *run_;
  const std::lock_guard lock(run.mutex_);
  if (!run.long_.empty()) {
    current_ = run.long_.front();
    run.long_.pop_front();
    if (run.node_priorities_) {
      const auto* kernel = std::get_if<KernelWork>(&current_->task().work);
      set_priority(kernel ? kernel->priority : run.priority_);
    }
    if (!run.long_.empty() || !run.small_.empty()) run.call_strand();
    return Next::kAgain;
  }
  if (!run.small_.empty()) {
    if (run.small_.size() > kMany) run.call_strand();
    return Next::kAgain;
  }
  if (main_) {
    if (run.released_) return Next::kEnded;
    if (run.over()) return Next::kAgain;  // to let go in finish()
    run.parked_ = run.main_.lock();
    return Next::kLater;
  }
  if (run.over() && run.parked_) run.call_strand();
  return Next::kEnded;
}

}  // namespace heddle::engine
