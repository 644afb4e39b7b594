// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/library_work.h"

#include <dlfcn.h>

#include <algorithm>

#include "runtime/blocking.h"
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

// As a host node has it: who asks for its parameters may put them into a node of his own.
void run_whole(void* data) {
  const auto& work = *static_cast<const engine::LibraryWork*>(data);
  std::vector<std::max_align_t> scratch(work.scratch_bytes / sizeof(std::max_align_t) + 1);
  auto* const bytes = reinterpret_cast<std::byte*>(scratch.data());
  for (unsigned part = 0; part < work.parts; ++part) work.run(part, bytes);
  work.end(bytes);
}

// The frames of the library, which has `code`, are left out of the trace.
engine::LibraryNote note_of(const Stream& stream, const void* code) {
  const engine::MemoryEvents& events = the_engine().memory_events();
  if (!events.transfers_wanted()) return {};
  auto by = events.caller();
  Dl_info library, frame;
  if (dladdr(code, &library) != 0) {
    const auto program = std::find_if(by.trace.begin(), by.trace.end(), [&](const void* at) {
      return dladdr(at, &frame) == 0 || frame.dli_fbase != library.dli_fbase;
    });
    by.trace.erase(by.trace.begin(), program);
  }
  return {&events, stream.device.ordinal, stream.id, std::move(by),
          engine::Operation::take_numbers()};
}

}  // namespace

HEDDLE_API cudaError_t heddle_library_submit(cudaStream_t handle,
                                             std::shared_ptr<const engine::LibraryWork> work) {
  const void* const library = __builtin_return_address(0);
  return on_stream(handle, [&](Stream& stream) {
    if (stream.is_capturing()) {
      engine::HostWork node = host_work(&run_whole, const_cast<engine::LibraryWork*>(work.get()));
      node.owned = std::const_pointer_cast<engine::LibraryWork>(work);
      node.library = std::move(work);
      return the_engine().captures().add(stream, std::move(node));
    }
    const unsigned threads = the_engine().scheduler().threads();
    stream.submit(engine::make_library_operation(std::move(work), stream.device, threads,
                                                 note_of(stream, library)));
    if (is_blocking()) stream.wait();
    return Error::kSuccess;
  });
}

HEDDLE_API unsigned heddle_library_threads() {
  return the_engine().scheduler().threads();
}

}  // namespace heddle::runtime
