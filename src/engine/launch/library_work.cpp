// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/library_work.h"

#include <algorithm>

#include "engine/device/device.h"
#include "engine/launch/kernel_operation.h"
#include "engine/stream/operation_memory.h"
#include "engine/stream/order_events.h"

namespace heddle::engine {
namespace {

class LibraryOperation final : public Operation {
 public:
  LibraryOperation(std::shared_ptr<const LibraryWork> work, const Device& device, unsigned threads,
                   const OrderEvents& events)
      : size_(size_of(*work)), threads_(threads), events_(events), run_(std::move(work), device) {}
  unsigned prepare() override {
    events_.at_work(told_as(), false);
    return run_.prepare(threads_);
  }
  void work(unsigned) override { run_.work(); }
  void finish() override {
    run_.finish();
    events_.at_work(told_as(), true);
  }
  Size size() const override { return size_; }

 private:
  const Size size_;
  const unsigned threads_;
  const OrderEvents& events_;
  LibraryRun run_;
};

}  // namespace

unsigned LibraryRun::prepare(unsigned threads) {
  runs_ = ok(device_.status());
  if (!runs_) return 0;
  scratch_.assign((work_->scratch_bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t),
                  {});
  return std::min(work_->parts, threads);
}

void LibraryRun::work() {
  auto* const scratch = reinterpret_cast<std::byte*>(scratch_.data());
  while (true) {
    const unsigned part = next_.fetch_add(1, std::memory_order_relaxed);
    if (part >= work_->parts) return;
    work_->run(part, scratch);
  }
}

void LibraryRun::finish() {
  if (runs_) work_->end(reinterpret_cast<std::byte*>(scratch_.data()));
}

Operation::Size size_of(const LibraryWork& work) {
  return KernelOperation::size_of(work.nanoseconds);
}

OperationRef make_library_operation(std::shared_ptr<const LibraryWork> work, const Device& device,
                                    unsigned threads, const OrderEvents& events) {
  const LibraryWork& what = *work;
  auto operation = make_operation<LibraryOperation>(std::move(work), device, threads, events);
  for (const auto& use : what.uses) {
    operation->note_use({use.address, (use.height - 1) * use.pitch + use.width, use.writes});
  }
  return operation;
}

}  // namespace heddle::engine
