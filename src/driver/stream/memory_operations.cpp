// SPDX-License-Identifier: Apache-2.0
// Stream Memory Operations: a stream waits for a value in memory, or writes one.
#include "driver/stream/memory_operations.h"

#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/stream/call.h"
#include "engine/stream/value_wait.h"
#include "runtime/memory/transfer.h"

namespace heddle::driver {
namespace {

using engine::Error;
using engine::Stream;

constexpr unsigned kMostOperations = 256;
constexpr std::uint64_t kLow = 0xffffffff;

template <class T>
T load(const void* at) {
  return std::atomic_ref(*static_cast<T*>(const_cast<void*>(at))).load(std::memory_order_acquire);
}

struct MemoryOperation {
  bool is_wait = false, is_wide = false;
  void* at = nullptr;
  std::uint64_t value = 0;
  unsigned flags = 0;

  std::size_t bytes() const { return is_wide ? 8 : 4; }

  bool is_there() const {
    const std::uint64_t now = is_wide ? load<std::uint64_t>(at) : load<std::uint32_t>(at);
    switch (flags) {
      case CU_STREAM_WAIT_VALUE_GEQ:  // cyclic
        return is_wide ? static_cast<std::int64_t>(now - value) >= 0
                       : static_cast<std::int32_t>(now - value) >= 0;
      case CU_STREAM_WAIT_VALUE_EQ:
        return now == value;
      case CU_STREAM_WAIT_VALUE_AND:
        return (now & value) != 0;
      default:  // NOR
        return (~(now | value) & (is_wide ? ~std::uint64_t{0} : kLow)) != 0;
    }
  }

  void write() const {
    if (is_wide) {
      std::atomic_ref(*static_cast<std::uint64_t*>(at)).store(value, std::memory_order_release);
    } else {
      std::atomic_ref(*static_cast<std::uint32_t*>(at))
          .store(static_cast<std::uint32_t>(value), std::memory_order_release);
    }
  }
};

// CUDA_ERROR_INVALID_VALUE; CUDA_ERROR_NOT_SUPPORTED for what flushes writes of other machines
// (CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES is 0).
CUresult check(const MemoryOperation& operation) {
  if (operation.is_wait) {
    if (operation.flags & CU_STREAM_WAIT_VALUE_FLUSH)
      return not_supported("CU_STREAM_WAIT_VALUE_FLUSH");
    if (operation.flags > CU_STREAM_WAIT_VALUE_NOR) return CUDA_ERROR_INVALID_VALUE;
  } else if (operation.flags > CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const bool aligned = reinterpret_cast<std::uintptr_t>(operation.at) % operation.bytes() == 0;
  const auto error = engine::check_box(the_engine().pointers(), runtime::box(operation.at),
                                       {operation.bytes()}, true);
  return aligned && engine::ok(error) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

MemoryOperation wait_for(CUdeviceptr at, std::uint64_t value, unsigned flags, bool wide) {
  return {true, wide, pointer(at), value, flags};
}
MemoryOperation write_to(CUdeviceptr at, std::uint64_t value, unsigned flags, bool wide) {
  return {false, wide, pointer(at), value, flags};
}

// Barriers are what the order of a stream is anyway.
CUresult read(const CUstreamBatchMemOpParams& given, std::vector<MemoryOperation>* out) {
  const auto& wait = given.waitValue;
  const auto& write = given.writeValue;
  switch (given.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
      out->push_back(wait_for(wait.address, wait.value, wait.flags, false));
      return CUDA_SUCCESS;
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
      out->push_back(wait_for(wait.address, wait.value64, wait.flags, true));
      return CUDA_SUCCESS;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
      out->push_back(write_to(write.address, write.value, write.flags, false));
      return CUDA_SUCCESS;
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
      out->push_back(write_to(write.address, write.value64, write.flags, true));
      return CUDA_SUCCESS;
    case CU_STREAM_MEM_OP_BARRIER:
      return given.memoryBarrier.flags > CU_STREAM_MEMORY_BARRIER_TYPE_GPU
                 ? CUDA_ERROR_INVALID_VALUE
                 : CUDA_SUCCESS;
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
      return not_supported("CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES");
  }
  return CUDA_ERROR_INVALID_VALUE;
}

engine::ValueStep step_of(const MemoryOperation& operation) {
  if (operation.is_wait) return {[operation] { return operation.is_there(); }};
  const auto write = [operation] {
    operation.write();
    return true;
  };
  return {write, runtime::box(operation.at), operation.bytes()};
}

}  // namespace

CUresult describe(const CUstreamBatchMemOpParams* given, unsigned count, unsigned flags,
                  engine::MemoryOperationsWork* out) {
  if (count > kMostOperations || (count && !given) || flags) return CUDA_ERROR_INVALID_VALUE;
  std::vector<MemoryOperation> operations;
  for (unsigned i = 0; i < count; ++i) {
    if (const CUresult result = read(given[i], &operations); result != CUDA_SUCCESS) return result;
  }
  std::vector<engine::ValueStep> steps;
  for (const MemoryOperation& operation : operations) {
    if (const CUresult result = check(operation); result != CUDA_SUCCESS) return result;
    steps.push_back(step_of(operation));
  }
  out->steps = std::make_shared<const std::vector<engine::ValueStep>>(std::move(steps));
  out->spelling = std::vector<CUstreamBatchMemOpParams>(given, given + count);
  return CUDA_SUCCESS;
}

namespace {

void submit(Stream& stream, const engine::ValueStep& step) {
  if (step.bytes == 0) {
    // A device whose kernel has faulted ends all that waits.
    stream.submit(engine::make_value_wait(stream.device.scheduler,
                                          [take = step.take, &device = stream.device] {
                                            return take() || !engine::ok(device.status());
                                          }));
    return;
  }
  const engine::TransferNote note = runtime::note_transfer(stream, step.written, {}, {step.bytes});
  const auto call = engine::make_call(
      [take = step.take, note] {
        const engine::TransferNote::Making now(note);
        take();
      },
      engine::Operation::Size::kSmall);
  note.name(*call);
  stream.submit(call);
}

CUresult give(CUstream handle, std::vector<CUstreamBatchMemOpParams> given) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  engine::MemoryOperationsWork work;
  const auto count = static_cast<unsigned>(given.size());
  if (const CUresult result = describe(given.data(), count, 0, &work); result != CUDA_SUCCESS)
    return result;
  return in_context([&] {
    return runtime::on_stream(handle, [&](Stream& stream) {
      if (stream.is_capturing()) return the_engine().captures().add(stream, std::move(work));
      for (const engine::ValueStep& step : *work.steps) submit(stream, step);
      return Error::kSuccess;
    });
  });
}

CUstreamBatchMemOpParams wait_params(CUstreamBatchMemOpType type, CUdeviceptr at, cuuint64_t value,
                                     unsigned flags) {
  CUstreamBatchMemOpParams params{};
  params.waitValue = {type, at, {}, flags, 0};
  params.waitValue.value64 = value;
  return params;
}
CUstreamBatchMemOpParams write_params(CUstreamBatchMemOpType type, CUdeviceptr at, cuuint64_t value,
                                      unsigned flags) {
  CUstreamBatchMemOpParams params{};
  params.writeValue = {type, at, {}, flags, 0};
  params.writeValue.value64 = value;
  return params;
}

}  // namespace

HEDDLE_DRIVER CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr at, cuuint32_t value,
                                           unsigned int flags) {
  return give(stream, {wait_params(CU_STREAM_MEM_OP_WAIT_VALUE_32, at, value, flags)});
}
HEDDLE_DRIVER CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr at, cuuint64_t value,
                                           unsigned int flags) {
  return give(stream, {wait_params(CU_STREAM_MEM_OP_WAIT_VALUE_64, at, value, flags)});
}
HEDDLE_DRIVER CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr at, cuuint32_t value,
                                            unsigned int flags) {
  return give(stream, {write_params(CU_STREAM_MEM_OP_WRITE_VALUE_32, at, value, flags)});
}
HEDDLE_DRIVER CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr at, cuuint64_t value,
                                            unsigned int flags) {
  return give(stream, {write_params(CU_STREAM_MEM_OP_WRITE_VALUE_64, at, value, flags)});
}

HEDDLE_DRIVER CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                                          CUstreamBatchMemOpParams* given, unsigned int flags) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (count > kMostOperations || (count && !given) || flags) return CUDA_ERROR_INVALID_VALUE;
  return give(stream, {given, given + count});
}

}  // namespace heddle::driver
