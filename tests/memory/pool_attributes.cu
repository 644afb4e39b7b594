// SPDX-License-Identifier: Apache-2.0
// What a pool says of itself adds up: used, reserved, their high marks, what it keeps, what
// trimming gives back, and what cudaMemGetInfo sees of it.
#include <cstdint>

#include "memory.h"

namespace {

uint64_t get(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  uint64_t value = ~0ull;
  gate::ok(cudaMemPoolGetAttribute(pool, attribute, &value), "cudaMemPoolGetAttribute");
  return value;
}
void set(cudaMemPool_t pool, cudaMemPoolAttr attribute, uint64_t value) {
  gate::ok(cudaMemPoolSetAttribute(pool, attribute, &value), "cudaMemPoolSetAttribute");
}
size_t free_memory() {
  size_t free = 0, total = 0;
  gate::ok(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  gate::that(free <= total, "free is of total");
  return free;
}

}  // namespace

int main() {
  constexpr uint64_t kMiB = 1 << 20;
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  gate::ok(cudaMemPoolCreate(&pool, &props), "cudaMemPoolCreate");
  int flag = 0;
  for (auto attribute :
       {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic,
        cudaMemPoolReuseAllowInternalDependencies}) {
    gate::ok(cudaMemPoolGetAttribute(pool, attribute, &flag), "flag");
    gate::that(flag == 1, "allowed by default");
  }
  for (auto attribute : {cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent,
                         cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
                         cudaMemPoolAttrUsedMemHigh}) {
    gate::that(get(pool, attribute) == 0, "zero at first");
  }

  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  const size_t before = free_memory();
  unsigned *p, *q;
  gate::ok(cudaMallocFromPoolAsync(&p, 4 * kMiB, pool, s), "4 MiB");
  gate::ok(cudaMallocFromPoolAsync(&q, 2 * kMiB, pool, s), "2 MiB");
  memory::count_from<<<4, 64, 0, s>>>(p, kMiB, 3);
  memory::count_from<<<4, 64, 0, s>>>(q, kMiB / 2, 9);
  gate::that(get(pool, cudaMemPoolAttrUsedMemCurrent) == 6 * kMiB, "used");
  gate::that(get(pool, cudaMemPoolAttrReservedMemCurrent) >= 6 * kMiB, "reserved");
  gate::that(before - free_memory() == get(pool, cudaMemPoolAttrReservedMemCurrent),
             "what is reserved is not free");
  gate::that(memory::holds(p, kMiB, 3) && memory::holds(q, kMiB / 2, 9), "two allocations");

  // The threshold is 0: what is free goes when the host waits.
  gate::ok(cudaFreeAsync(p, s), "free");
  gate::that(get(pool, cudaMemPoolAttrUsedMemCurrent) == 2 * kMiB, "used is what is not freed");
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::that(get(pool, cudaMemPoolAttrReservedMemCurrent) == 2 * kMiB, "the rest goes");
  gate::that(get(pool, cudaMemPoolAttrReservedMemHigh) == 6 * kMiB, "high mark of reserved");
  gate::that(get(pool, cudaMemPoolAttrUsedMemHigh) == 6 * kMiB, "high mark of used");
  set(pool, cudaMemPoolAttrUsedMemHigh, 0);
  set(pool, cudaMemPoolAttrReservedMemHigh, 0);
  gate::that(get(pool, cudaMemPoolAttrUsedMemHigh) == 2 * kMiB, "high mark set back");
  gate::that(get(pool, cudaMemPoolAttrReservedMemHigh) == 2 * kMiB, "high mark set back");

  // Above it everything stays, until it is trimmed.
  set(pool, cudaMemPoolAttrReleaseThreshold, ~0ull);
  gate::that(get(pool, cudaMemPoolAttrReleaseThreshold) == ~0ull, "threshold");
  gate::ok(cudaMallocFromPoolAsync(&p, 8 * kMiB, pool, s), "8 MiB");
  gate::ok(cudaFreeAsync(p, s), "free");
  gate::ok(cudaDeviceSynchronize(), "wait");
  gate::that(get(pool, cudaMemPoolAttrReservedMemCurrent) == 10 * kMiB, "it stays");
  gate::ok(cudaMemPoolTrimTo(pool, 10 * kMiB), "trim to what there is");
  gate::that(get(pool, cudaMemPoolAttrReservedMemCurrent) == 10 * kMiB, "nothing to do");
  gate::ok(cudaMemPoolTrimTo(pool, 0), "trim");
  gate::that(get(pool, cudaMemPoolAttrReservedMemCurrent) == 2 * kMiB, "what is used stays");
  gate::that(memory::holds(q, kMiB / 2, 9), "and is what it was");

  // cudaFree takes from pools too; all is as it was.
  gate::ok(cudaFree(q), "cudaFree");
  gate::that(get(pool, cudaMemPoolAttrUsedMemCurrent) == 0, "nothing is used");
  gate::ok(cudaMemPoolTrimTo(pool, 0), "trim");
  gate::that(free_memory() == before, "all is free again");

  // A pool that may hold so much and no more.
  props.maxSize = 4 * kMiB;
  cudaMemPool_t small;
  gate::ok(cudaMemPoolCreate(&small, &props), "small pool");
  gate::ok(cudaMallocFromPoolAsync(&p, 3 * kMiB, small, s), "3 MiB");
  memory::refused(cudaMallocFromPoolAsync(&q, 3 * kMiB, small, s), cudaErrorMemoryAllocation,
                  "beyond its size");
  gate::ok(cudaFreeAsync(p, s), "free");
  gate::ok(cudaMallocFromPoolAsync(&q, 4 * kMiB, small, s), "room again");
  gate::ok(cudaFreeAsync(q, s), "free");

  // The current pool is what cudaMallocAsync takes from; a destroyed one is no more.
  cudaMemPool_t current, standard;
  gate::ok(cudaDeviceSetMemPool(0, small), "cudaDeviceSetMemPool");
  gate::ok(cudaDeviceGetMemPool(&current, 0), "cudaDeviceGetMemPool");
  gate::that(current == small, "it is current");
  gate::ok(cudaMallocAsync(&p, kMiB, s), "cudaMallocAsync");
  gate::that(get(small, cudaMemPoolAttrUsedMemCurrent) == kMiB, "from the current pool");
  gate::ok(cudaMemPoolDestroy(small), "cudaMemPoolDestroy");
  gate::ok(cudaDeviceGetMemPool(&current, 0), "cudaDeviceGetMemPool");
  gate::ok(cudaDeviceGetDefaultMemPool(&standard, 0), "cudaDeviceGetDefaultMemPool");
  gate::that(current == standard, "the default one is current again");
  memory::count_from<<<4, 64, 0, s>>>(p, kMiB / 4, 1);
  gate::that(memory::holds(p, kMiB / 4, 1), "its memory lives until it is freed");
  gate::ok(cudaFreeAsync(p, s), "free");
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::ok(cudaMemPoolDestroy(pool), "cudaMemPoolDestroy");
  gate::that(free_memory() == before, "all is free again");
  return gate::result();
}
