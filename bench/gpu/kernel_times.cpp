// SPDX-License-Identifier: Apache-2.0
// A row for each kernel that a program runs, as CUPTI's activities tell it: bench/gpu/capture_times
// loads this into the program (CUDA_INJECTION64_PATH), and KERNEL_TIMES names the file.
#include <cupti.h>

#include <cstdio>
#include <cstdlib>

namespace {

// The record of this CUPTI (-DKERNEL=CUpti_ActivityKernel10); only members that all of them have
// are read.
using Kernel = KERNEL;

FILE* out = nullptr;

void give_buffer(uint8_t** buffer, size_t* size, size_t* most) {
  *size = 4 << 20;
  *most = 0;
  *buffer = static_cast<uint8_t*>(aligned_alloc(8, *size));
}

void take_buffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
    const auto* k = reinterpret_cast<const Kernel*>(record);
    fprintf(out, "%s,%dx%dx%d,%dx%dx%d,%d,%d,%d,%llu\n", k->name, k->gridX, k->gridY, k->gridZ,
            k->blockX, k->blockY, k->blockZ, k->registersPerThread, k->staticSharedMemory,
            k->dynamicSharedMemory, static_cast<unsigned long long>(k->end - k->start));
  }
  free(buffer);
}

void end_of_process() {
  cuptiActivityFlushAll(1);
  fclose(out);
}

}  // namespace

// The driver calls this before the first call of the program.
extern "C" int InitializeInjection() {
  const char* path = getenv("KERNEL_TIMES");
  if (!path || !(out = fopen(path, "a"))) return 0;
  if (cuptiActivityRegisterCallbacks(give_buffer, take_buffer) != CUPTI_SUCCESS) return 0;
  if (cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS) return 0;
  atexit(end_of_process);
  return 1;
}
