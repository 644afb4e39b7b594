// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/library_work.h"

#include <algorithm>

#include "engine/device/device.h"
#include "engine/launch/kernel_operation.h"
#include "engine/stream/operation_memory.h"

namespace heddle::engine {
namespace {

class LibraryOperation final : public Operation {
 public:
  LibraryOperation(std::shared_ptr<const LibraryWork> work, const Device& device, unsigned threads,
                   LibraryNote note)
      : size_(size_of(*work)),
        waits_(work->waits),
        threads_(threads),
        run_(std::move(work), device, std::move(note)) {}
  unsigned prepare() override { return run_.prepare(threads_); }
  void work(unsigned) override { run_.work(); }
  void finish() override { run_.finish(); }
  Size size() const override { return size_; }
  bool waits() const override { return waits_; }

 private:
  const Size size_;
  const bool waits_;
  const unsigned threads_;
  LibraryRun run_;
};

}  // namespace

void LibraryNote::begin(const LibraryWork& what) const {
  if (!events) return;
  std::vector<LibraryUse> uses = what.uses;
  if (what.late_uses) what.late_uses(uses);
  // What is read is told before anything is written.
  for (const bool writes : {false, true}) {
    for (const LibraryUse& use : uses) {
      if (use.writes != writes) continue;
      const probes::TransferBox box{use.address, use.pitch, 0};
      events->transfer({writes ? probes::TransferKind::kSet : probes::TransferKind::kRead, false,
                        device, stream, writes ? box : probes::TransferBox{},
                        writes ? probes::TransferBox{} : box, use.width, use.height, 1, what.name,
                        by.trace, work});
    }
  }
}

void LibraryNote::end() const {
  if (events) events->transfer_ended(work);
}

unsigned LibraryRun::prepare(unsigned threads) {
  runs_ = ok(device_.status());
  if (!runs_) return 0;
  note_.begin(*work_);
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
  if (!runs_) return;
  work_->end(reinterpret_cast<std::byte*>(scratch_.data()));
  note_.end();
}

Operation::Size size_of(const LibraryWork& work) {
  if (work.waits) return Operation::Size::kLarge;
  return KernelOperation::size_of(work.nanoseconds);
}

OperationRef make_library_operation(std::shared_ptr<const LibraryWork> work, const Device& device,
                                    unsigned threads, LibraryNote note) {
  const LibraryWork& what = *work;
  const std::uint64_t number = note.work;
  auto operation =
      make_operation<LibraryOperation>(std::move(work), device, threads, std::move(note));
  if (number == 0) return operation;
  operation->tell_as(number);
  for (const auto& use : what.uses) {
    operation->note_use({use.address, (use.height - 1) * use.pitch + use.width, use.writes});
  }
  return operation;
}

}  // namespace heddle::engine
