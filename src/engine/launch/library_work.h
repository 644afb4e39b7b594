// SPDX-License-Identifier: Apache-2.0
// What a library of Heddle's own (cuBLAS) gives a stream: code of the host that works on device
// memory in the place of a kernel.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/stream/operation.h"

namespace heddle::engine {

class Device;
class OrderEvents;

// `height` rows of `width` bytes, each `pitch` bytes behind the one before.
struct LibraryUse {
  std::uintptr_t address;
  std::uint64_t width, height, pitch;
  bool writes;
};

// Told once, run as often as its graph is launched, by several threads at once: nothing in it
// changes. What belongs to one run lies in `scratch`.
class LibraryWork {
 public:
  virtual ~LibraryWork() = default;
  // In any order, each once, also at the same time.
  virtual void run(unsigned part, std::byte* scratch) const = 0;
  // When all parts have ended.
  virtual void end(std::byte* scratch) const {}

  const char* name = "";  // of the call, for tools
  unsigned parts = 1;
  std::size_t scratch_bytes = 0;  // zeroed before the parts run
  float nanoseconds = 0;          // that it will take, on one thread
  std::vector<LibraryUse> uses;
};

// One run of it. Does nothing on a device whose kernel faulted.
class LibraryRun {
 public:
  LibraryRun(std::shared_ptr<const LibraryWork> work, const Device& device)
      : work_(std::move(work)), device_(device) {}
  // As an operation has them.
  unsigned prepare(unsigned threads);
  void work();
  void finish();

 private:
  const std::shared_ptr<const LibraryWork> work_;
  const Device& device_;
  std::atomic<unsigned> next_{0};
  std::vector<std::max_align_t> scratch_;
  bool runs_ = false;
};

Operation::Size size_of(const LibraryWork& work);

OperationRef make_library_operation(std::shared_ptr<const LibraryWork> work, const Device& device,
                                    unsigned threads, const OrderEvents& events);

}  // namespace heddle::engine
