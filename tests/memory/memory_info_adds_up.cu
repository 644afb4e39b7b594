// SPDX-License-Identifier: Apache-2.0
// What is free goes down by what is taken and comes back with it, whatever kind it is; more than
// there is is refused, and leaves all as it was.
#include <vector>

#include "memory.h"

namespace {

size_t free_memory() {
  size_t free = 0, total = 0;
  gate::ok(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  gate::that(free > 0 && free <= total, "free is of total");
  return free;
}

}  // namespace

int main() {
  constexpr size_t kMiB = 1 << 20;
  memory::refused(cudaMemGetInfo(nullptr, nullptr), cudaErrorInvalidValue, "no place");
  const size_t before = free_memory();
  void *a, *b, *c, *d, *none;
  size_t pitch, other_pitch;
  gate::ok(cudaMalloc(&a, 8 * kMiB), "8 MiB");
  gate::that(before - free_memory() == 8 * kMiB, "cudaMalloc");
  gate::ok(cudaMallocManaged(&b, 4 * kMiB), "4 MiB");
  gate::that(before - free_memory() == 12 * kMiB, "cudaMallocManaged");
  gate::ok(cudaMallocPitch(&c, &pitch, 4000, 1024), "4096 x 1024");
  gate::that(before - free_memory() == 12 * kMiB + pitch * 1024, "cudaMallocPitch");
  gate::ok(cudaMallocAsync(&d, 4 * kMiB, 0), "4 MiB");
  gate::that(before - free_memory() == 16 * kMiB + pitch * 1024, "cudaMallocAsync");
  memory::refused(cudaMalloc(&none, before), cudaErrorMemoryAllocation, "more than is free");
  memory::refused(cudaMalloc(&none, ~size_t{0}), cudaErrorMemoryAllocation,
                  "more than there can be");
  memory::refused(cudaMallocPitch(&none, &other_pitch, ~size_t{0}, 2), cudaErrorMemoryAllocation,
                  "pitched");
  gate::that(before - free_memory() == 16 * kMiB + pitch * 1024, "as it was");
  gate::ok(cudaFreeAsync(d, 0), "free");
  gate::ok(cudaStreamSynchronize(0), "wait");
  gate::ok(cudaFree(c), "free");
  gate::ok(cudaFree(b), "free");
  memory::count_from<<<1, 64>>>((unsigned*)a, 64, 0);
  gate::ok(cudaFree(a), "free");
  gate::that(free_memory() == before, "all is back");

  // Small ones come from a common piece, and there is no end to taking and giving.
  std::vector<void*> many(3000);
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < many.size(); ++i) gate::ok(cudaMalloc(&many[i], 100 + i), "small");
    const size_t taken = before - free_memory();
    gate::that(taken >= 3000 * 100 && taken < 16 * kMiB, "small ones");
    for (void* p : many) gate::ok(cudaFree(p), "free");
  }
  gate::ok(cudaDeviceReset(), "reset");
  gate::that(free_memory() == before, "a reset gives all back");
  return gate::result();
}
