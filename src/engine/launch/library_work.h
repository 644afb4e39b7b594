// SPDX-License-Identifier: Apache-2.0
// What a library of Heddle's own (cuBLAS) gives a stream: code of the host that works on device
// memory in the place of a kernel.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/memory/memory_events.h"
#include "engine/stream/operation.h"

namespace heddle::engine {

class Device;

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
  // Each once, also at the same time; they begin in order, so one may wait for those before it.
  virtual void run(unsigned part, std::byte* scratch) const = 0;
  // When all parts have ended.
  virtual void end(std::byte* scratch) const {}

  const char* name = "";  // of the call, for tools
  unsigned parts = 1;
  std::size_t scratch_bytes = 0;  // zeroed before the parts run
  float nanoseconds = 0;          // that it will take, on one thread
  // For what others do, perhaps other processes: the thread that runs it is one more than
  // HEDDLE_THREADS says. It has one part.
  bool waits = false;
  std::vector<LibraryUse> uses;
  // What it uses beside those, where only memory of the device says so: empty, or called when the
  // work begins and a tool wants to know.
  std::function<void(std::vector<LibraryUse>&)> late_uses;
};

// What tools are told of a run: of what it reads and writes (probes/events.h, Transfer). Nothing
// in a plain one.
struct LibraryNote {
  const MemoryEvents* events = nullptr;
  int device = 0;
  std::uint64_t stream = 0;  // 0: a graph's node
  MemoryEvents::Caller by;
  std::uint64_t work = 0;  // the number that it is known by

  void begin(const LibraryWork& what) const;
  void end() const;
};

// One run of it. Does nothing on a device whose kernel faulted.
class LibraryRun {
 public:
  LibraryRun(std::shared_ptr<const LibraryWork> work, const Device& device, LibraryNote note)
      : work_(std::move(work)), device_(device), note_(std::move(note)) {}
  // As an operation has them.
  unsigned prepare(unsigned threads);
  void work();
  void finish();

 private:
  const std::shared_ptr<const LibraryWork> work_;
  const Device& device_;
  const LibraryNote note_;
  std::atomic<unsigned> next_{0};
  std::vector<std::max_align_t> scratch_;
  bool runs_ = false;
};

Operation::Size size_of(const LibraryWork& work);

OperationRef make_library_operation(std::shared_ptr<const LibraryWork> work, const Device& device,
                                    unsigned threads, LibraryNote note);

}  // namespace heddle::engine
