// SPDX-License-Identifier: Apache-2.0
// Ranges of managed memory that are prefetched or discarded together. What is discarded gives its
// pages back: what is read there before it is written has no value that a program may know.
#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "engine/stream/call.h"
#include "runtime/memory/managed.h"

namespace heddle::runtime {
namespace {

constexpr std::uintptr_t kPage = 4096;

struct Range {
  void* at;
  size_t bytes;
};

struct Batch {
  void** addresses;
  size_t* sizes;
  size_t count;
};

struct Locations {
  const cudaMemLocation* all;
  const size_t* first;  // of the ranges that go there
  size_t count;
};

Error check(const Stream& stream, const Batch& batch, unsigned long long flags) {
  if (!batch.addresses || !batch.sizes || batch.count == 0 || flags) return Error::kInvalidValue;
  if (&stream == &stream.device.null_stream) return Error::kInvalidValue;
  for (size_t i = 0; i < batch.count; ++i) {
    HEDDLE_RETURN_IF_ERROR(check_managed(batch.addresses[i], batch.sizes[i]));
  }
  return Error::kSuccess;
}

// The first range has a location, and the ranges follow each other.
Error check(const Locations& to, size_t ranges) {
  if (!to.all || !to.first || to.count == 0 || to.count > ranges || to.first[0] != 0) {
    return Error::kInvalidValue;
  }
  for (size_t i = 0; i < to.count; ++i) {
    if (to.first[i] >= ranges || (i > 0 && to.first[i] <= to.first[i - 1])) {
      return Error::kInvalidValue;
    }
    HEDDLE_RETURN_IF_ERROR(check_location(to.all[i]));
  }
  return Error::kSuccess;
}

void prefetch_all(const Batch& batch, const Locations& to) {
  for (size_t i = 0, k = 0; i < batch.count; ++i) {
    while (k + 1 < to.count && to.first[k + 1] <= i) ++k;
    prefetched(batch.addresses[i], batch.sizes[i], to.all[k]);
  }
}

// Whole pages of it. Variables lie in the program's own data, which is a file's.
void discard_range(const Range& range) {
  const auto row = the_engine().find(range.at);
  if (!row || row->kind != engine::MemoryKind::kManaged) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(range.at);
  const std::uintptr_t first = (begin + kPage - 1) / kPage * kPage;
  const std::uintptr_t end = (begin + range.bytes) / kPage * kPage;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
}

void discard_all(Stream& stream, const Batch& batch) {
  // A tool that watches memory knows its pages.
  if (stream.device.arena.heard()) return;
  std::vector<Range> ranges;
  for (size_t i = 0; i < batch.count; ++i) ranges.push_back({batch.addresses[i], batch.sizes[i]});
  stream.submit(engine::make_call(
      [ranges = std::move(ranges)] { std::for_each(ranges.begin(), ranges.end(), discard_range); },
      engine::Operation::Size::kSmall));
}

template <class Call>
cudaError_t on_managed(cudaStream_t handle, const Batch& batch, unsigned long long flags,
                       Call call) {
  return on_stream(handle, [&](Stream& stream) {
    if (stream.is_capturing()) return the_engine().captures().refuse(stream);
    HEDDLE_RETURN_IF_ERROR(check(stream, batch, flags));
    return call(stream);
  });
}

}  // namespace

HEDDLE_API cudaError_t cudaMemPrefetchBatchAsync(void** addresses, size_t* sizes, size_t count,
                                                 cudaMemLocation* locations, size_t* first,
                                                 size_t number, unsigned long long flags,
                                                 cudaStream_t stream) {
  const Batch batch{addresses, sizes, count};
  return on_managed(stream, batch, flags, [&](Stream&) {
    const Locations to{locations, first, number};
    HEDDLE_RETURN_IF_ERROR(check(to, count));
    prefetch_all(batch, to);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaMemDiscardBatchAsync(void** addresses, size_t* sizes, size_t count,
                                                unsigned long long flags, cudaStream_t stream) {
  const Batch batch{addresses, sizes, count};
  return on_managed(stream, batch, flags, [&](Stream& s) {
    discard_all(s, batch);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** addresses, size_t* sizes,
                                                           size_t count, cudaMemLocation* locations,
                                                           size_t* first, size_t number,
                                                           unsigned long long flags,
                                                           cudaStream_t stream) {
  const Batch batch{addresses, sizes, count};
  return on_managed(stream, batch, flags, [&](Stream& s) {
    const Locations to{locations, first, number};
    HEDDLE_RETURN_IF_ERROR(check(to, count));
    discard_all(s, batch);
    prefetch_all(batch, to);
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
