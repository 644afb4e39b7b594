// SPDX-License-Identifier: Apache-2.0
// Ranges of managed memory are prefetched and discarded together, in the stream's turn; what is
// wrong of one is found before any is touched.
#include "memory.h"

using memory::refused;

namespace {

constexpr size_t kBytes = 1 << 20;

int last_prefetch(const void* at) {
  int where = -9;
  gate::ok(cudaMemRangeGetAttribute(&where, sizeof where, cudaMemRangeAttributeLastPrefetchLocation,
                                    at, kBytes),
           "last prefetch");
  return where;
}

}  // namespace

int main() {
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  unsigned* part[3];
  void* all[3];
  size_t sizes[3] = {kBytes, kBytes, kBytes};
  for (int i = 0; i < 3; ++i) {
    gate::ok(cudaMallocManaged(&part[i], kBytes), "cudaMallocManaged");
    all[i] = part[i];
    memory::count_from<<<4, 128, 0, s>>>(part[i], kBytes / 4, 1000 * i);
  }

  // The second location begins with the third range.
  cudaMemLocation where[2] = {{cudaMemLocationTypeDevice, 0}, {cudaMemLocationTypeHost, 0}};
  size_t first[2] = {0, 2};
  gate::ok(cudaMemPrefetchBatchAsync(all, sizes, 3, where, first, 2, 0, s), "prefetch");
  gate::that(last_prefetch(part[0]) == 0 && last_prefetch(part[1]) == 0, "to the device");
  gate::that(last_prefetch(part[2]) == cudaCpuDeviceId, "to the host");
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::that(memory::holds(part[1], kBytes / 4, 1000), "nothing changes");

  // Not before the stream's turn: the kernel before it still reads what was there.
  auto* opened = gate::pinned<unsigned>(1);
  auto* seen = gate::pinned<unsigned>(1);
  gate::pass<<<1, 1, 0, s>>>(opened, seen, 1);
  gate::ok(cudaMemDiscardBatchAsync(all, sizes, 2, 0, s), "discard");
  gate::is(cudaStreamQuery(s), cudaErrorNotReady, "in the stream's turn");
  gate::that(part[0][5] == 5 && part[1][5] == 1005, "not yet");
  *(volatile unsigned*)opened = 1;
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::that(memory::holds(part[2], kBytes / 4, 2000), "others stay");
  memory::count_from<<<4, 128, 0, s>>>(part[0], kBytes / 4, 77);
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::that(memory::holds(part[0], kBytes / 4, 77), "written anew");

  first[0] = 0;
  gate::ok(cudaMemDiscardAndPrefetchBatchAsync(all, sizes, 3, where + 1, first, 1, 0, s), "both");
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::that(last_prefetch(part[0]) == cudaCpuDeviceId, "prefetched, too");

  // Errors; of a batch with one all other ranges stay as they were.
  first[0] = 0, first[1] = 1;
  where[0] = {cudaMemLocationTypeDevice, 0};
  const auto prefetch = [&](size_t count, size_t number, unsigned long long flags) {
    return cudaMemPrefetchBatchAsync(all, sizes, count, where, first, number, flags, s);
  };
  refused(prefetch(0, 1, 0), cudaErrorInvalidValue, "no ranges");
  refused(prefetch(3, 0, 0), cudaErrorInvalidValue, "no locations");
  refused(prefetch(1, 2, 0), cudaErrorInvalidValue, "more locations than ranges");
  refused(prefetch(3, 2, 1), cudaErrorInvalidValue, "flags");
  first[0] = 1;
  refused(prefetch(3, 1, 0), cudaErrorInvalidValue, "the first range has no location");
  first[0] = 0, first[1] = 0;
  refused(prefetch(3, 2, 0), cudaErrorInvalidValue, "locations that do not follow each other");
  first[1] = 1;
  where[1] = {cudaMemLocationTypeDevice, 99};
  refused(prefetch(3, 2, 0), cudaErrorInvalidDevice, "no such device");
  sizes[2] = kBytes + 1;
  where[1] = {cudaMemLocationTypeHost, 0};
  refused(prefetch(3, 2, 0), cudaErrorInvalidValue, "beyond the end");
  gate::that(last_prefetch(part[0]) == cudaCpuDeviceId, "nothing was prefetched");
  refused(cudaMemDiscardBatchAsync(all, sizes, 3, 0, s), cudaErrorInvalidValue, "beyond the end");
  unsigned* device;
  gate::ok(cudaMalloc(&device, kBytes), "cudaMalloc");
  all[1] = device;
  refused(cudaMemDiscardBatchAsync(all, sizes, 2, 0, s), cudaErrorInvalidValue, "device memory");
  refused(cudaMemDiscardBatchAsync(all, sizes, 1, 0, cudaStreamLegacy), cudaErrorInvalidValue,
          "the legacy default stream");
  refused(cudaMemDiscardBatchAsync(nullptr, sizes, 1, 0, s), cudaErrorInvalidValue, "no array");
  return gate::result();
}
