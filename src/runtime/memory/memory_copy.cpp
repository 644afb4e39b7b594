// SPDX-License-Identifier: Apache-2.0
// Copies and fills of linear memory.
#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/stream/call.h"
#include "runtime/blocking.h"
#include "runtime/memory/transfer.h"

namespace heddle::runtime {
namespace {

// Copies from pageable memory that the host does not wait for (CUDA C++ Programming Guide,
// "Concurrent Execution between Host and Device"), or not in calls with Async.
constexpr std::size_t kStagedCopy = 64 << 10, kStagedAsyncCopy = 4 << 20;

using Size = engine::Operation::Size;

std::size_t bytes_of(const engine::Extent& extent) {
  return extent.width * extent.height * extent.depth;
}

enum class Memory : std::uint8_t { kPageable, kPinned, kDevice };

Memory memory_of(const void* address) {
  const engine::Allocation* row = the_engine().peek(address);
  return !row                                  ? Memory::kPageable
         : row->on_host() && !row->on_device() ? Memory::kPinned
                                               : Memory::kDevice;
}

// The copy engine that a copy goes through: null within the device and within the host.
OperationRef* engine_of(Device& device, Memory to, Memory from) {
  if ((to == Memory::kDevice) == (from == Memory::kDevice)) return nullptr;
  const bool one = device.model.chip.copy_engines.value_or(1) < 2;
  return &device.streams.copies[!one && to != Memory::kDevice];
}

// A copy of what the box holds now, without gaps.
std::vector<std::byte> read_now(const engine::Box& from, const engine::Extent& extent) {
  std::vector<std::byte> bytes(bytes_of(extent));
  engine::copy_box({bytes.data(), extent.width, extent.width * extent.height}, from, extent);
  return bytes;
}

// Whether a call may work on a stream now; `captured`: by becoming a node.
Error check_capture(Submission submission, bool* captured) {
  *captured = submission.stream.is_capturing();
  if (*captured && submission.blocking) return the_engine().captures().refuse(submission.stream);
  return submission.blocking ? refuse_unsafe() : Error::kSuccess;
}

// A copy that is allowed and not captured, when its turn comes.
[[gnu::noinline]] Error submit_copy(Submission submission, const engine::Box& to,
                                    const engine::Box& from, const engine::Extent& extent,
                                    const engine::TransferNote& note) {
  const Memory target = memory_of(to.at), source = memory_of(from.at);
  const std::size_t bytes = bytes_of(extent);
  const bool staged = target == Memory::kDevice && source == Memory::kPageable &&
                      bytes <= (submission.blocking ? kStagedCopy : kStagedAsyncCopy);
  OperationRef operation;
  if (!staged) {
    operation = engine::make_call(
        [=] {
          const engine::TransferNote::Making now(note);
          engine::copy_box(to, from, extent);
        },
        bytes <= engine::kSmallTransfer ? Size::kSmall : Size::kLarge);
  } else {
    operation = engine::make_call(
        [to, extent, note, held = read_now(from, extent)]() mutable {
          const engine::TransferNote::Making now(note);
          engine::copy_box(to, {held.data(), extent.width, extent.width * extent.height}, extent);
        },
        Size::kLarge);
  }
  Stream& stream = submission.stream;
  note.name(*operation);
  stream.submit(operation, nullptr, engine_of(stream.device, target, source));
  const bool within_device = target == Memory::kDevice && source == Memory::kDevice;
  const bool pageable = target == Memory::kPageable || source == Memory::kPageable;
  const bool waits = !staged && (submission.blocking ? !within_device : pageable);
  if (waits || is_blocking()) stream.device.scheduler.wait(operation);
  // What a program may build on: of a blocking copy from pageable memory the target is taken to be
  // there, whatever was staged; of one with Async only the source has been read.
  const bool told =
      is_blocking() || (submission.blocking ? !within_device : target == Memory::kPageable);
  if (told) stream.order_events().waited(*operation);
  return Error::kSuccess;
}

// copy() of one row, with little on the way of what is small: while the last copy's stores go to
// the cache, every store of ours waits in line behind them.
Error copy_bytes(Submission submission, void* to, const void* from, std::size_t bytes,
                 cudaMemcpyKind kind) {
  const auto by = direction(kind);
  const bool unusual = submission.stream.is_capturing() ||
                       (submission.blocking && the_engine().captures().any()) || bytes == 0 ||
                       !engine::is_direction(by) || the_engine().memory_events().transfers_wanted();
  if (unusual) [[unlikely]]
    return copy(submission, box(to), box(from), {bytes}, kind);
  // They come while the rest of this is looked up.
  for (std::size_t at = 0; at < std::min<std::size_t>(bytes, 1024); at += 64)
    __builtin_prefetch(static_cast<char*>(to) + at, 1);
  const engine::Engine& engine = the_engine();
  if (!may_be_target(target_of(by), engine.peek(to), to, bytes) ||
      !may_be(source_of(by), engine.peek(from), from, bytes)) {
    return Error::kInvalidValue;
  }
  const auto move = [&] { std::memmove(to, from, bytes); };
  if (bytes <= engine::kSmallTransfer && submission.stream.do_now(move)) return Error::kSuccess;
  return submit_copy(submission, box(to), box(from), {bytes}, {});
}

}  // namespace

engine::TransferNote note_transfer(const Stream& stream, const engine::Box& to,
                                   const engine::Box& from, const engine::Extent& extent) {
  const engine::MemoryEvents& events = the_engine().memory_events();
  if (!events.transfers_wanted()) return {};
  return {events, {stream.device.ordinal, stream.id}, to, from, extent};
}

Error copy(Submission submission, const engine::Box& to, const engine::Box& from,
           const engine::Extent& extent, cudaMemcpyKind kind) {
  bool captured = false;
  HEDDLE_RETURN_IF_ERROR(check_capture(submission, &captured));
  const Error error =
      engine::check_copy(the_engine().pointers(), to, from, extent, direction(kind));
  Stream& stream = submission.stream;
  if (!ok(error)) {
    note_transfer(stream, to, from, extent).refuse();
    return error;
  }
  if (extent.empty()) return error;
  if (captured) [[unlikely]] {
    return the_engine().captures().add(stream,
                                       engine::CopyWork{to, from, extent, direction(kind), {}});
  }
  const engine::TransferNote note = note_transfer(stream, to, from, extent);
  const bool small = bytes_of(extent) <= engine::kSmallTransfer && !note;
  if (small && stream.do_now([&] { engine::copy_box(to, from, extent); })) return Error::kSuccess;
  return submit_copy(submission, to, from, extent, note);
}

Error fill(Submission submission, const engine::Box& to, const engine::Extent& extent,
           std::uint32_t value, unsigned element) {
  bool captured = false;
  HEDDLE_RETURN_IF_ERROR(check_capture(submission, &captured));
  if (extent.empty()) return Error::kSuccess;
  const Error error = engine::check_box(the_engine().pointers(), to, extent, true);
  if (!ok(error)) {
    note_transfer(submission.stream, to, {}, extent).refuse();
    return error;
  }
  if (element == 1) value &= 0xff;
  if (captured) [[unlikely]] {
    return the_engine().captures().add(submission.stream,
                                       engine::FillWork{to, extent, value, element});
  }
  const engine::TransferNote note = note_transfer(submission.stream, to, {}, extent);
  const auto operation = engine::make_call(
      [=] {
        const engine::TransferNote::Making now(note);
        engine::fill_box(to, extent, value, element);
      },
      bytes_of(extent) <= engine::kSmallTransfer ? Size::kSmall : Size::kLarge);
  note.name(*operation);
  submission.stream.submit(operation);
  if ((submission.blocking && memory_of(to.at) == Memory::kPinned) || is_blocking()) {
    submission.stream.device.scheduler.wait(operation);
    submission.stream.order_events().waited(*operation);
  }
  return Error::kSuccess;
}

HEDDLE_API cudaError_t cudaMemcpy(void* to, const void* from, size_t count, cudaMemcpyKind kind) {
  return blocking(
      [&](Submission submission) { return copy_bytes(submission, to, from, count, kind); });
}

HEDDLE_API cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) { return copy_bytes(s, to, from, count, kind); });
}

HEDDLE_API cudaError_t cudaMemset(void* to, int value, size_t count) {
  return on_stream(nullptr, [&](Stream& s) { return fill({s, true}, box(to), {count}, value); });
}

HEDDLE_API cudaError_t cudaMemsetAsync(void* to, int value, size_t count, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) { return fill(s, box(to), {count}, value); });
}

}  // namespace heddle::runtime
