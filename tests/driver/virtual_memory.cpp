// SPDX-License-Identifier: Apache-2.0
// Virtual memory management: a vector that grows without moving, one memory at two addresses,
// access rights, another process, and what is refused.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>

#include "driver.h"

namespace {

constexpr std::size_t kMB = std::size_t{1} << 20, kChunk = 2 * kMB;

CUmemAllocationProp on_device(bool shareable = false) {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  if (shareable) wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return wanted;
}
CUmemAccessDesc access(CUmemAccess_flags flags) {
  return {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, flags};
}
const auto everything = access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);

void grows() {
  const auto wanted = on_device();
  std::size_t granularity = 0;
  OK(cuMemGetAllocationGranularity(&granularity, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  THAT(granularity == kChunk);
  CUdeviceptr base = 0;
  OK(cuMemAddressReserve(&base, std::size_t{1} << 40, 0, 0, 0));  // more than the device has
  std::size_t free_before = 0, free_now = 0, total = 0;
  OK(cuMemGetInfo(&free_before, &total));
  for (std::size_t size = 0; size < 4 * kChunk; size += kChunk) {
    CUmemGenericAllocationHandle memory = 0;
    OK(cuMemCreate(&memory, kChunk, &wanted, 0));
    OK(cuMemMap(base + size, kChunk, 0, memory, 0));
    OK(cuMemSetAccess(base + size, kChunk, &everything, 1));
    OK(cuMemRelease(memory));  // stays while it is mapped
    IS(cuMemRelease(memory), CUDA_ERROR_INVALID_VALUE);
    // Across the seams, and what was there is still there.
    OK(cuMemsetD32(base, static_cast<unsigned>(size / kChunk + 1), (size + kChunk) / 4));
    THAT(read<int>(base + size + kChunk - 4, 1)[0] == static_cast<int>(size / kChunk + 1));
  }
  OK(cuMemGetInfo(&free_now, &total));
  THAT(free_before - free_now == 4 * kChunk);
  IS(cuMemsetD8(base + 4 * kChunk - 1, 0, 2), CUDA_ERROR_INVALID_VALUE);  // behind the end
  IS(cuMemFree(base), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemAddressFree(base, std::size_t{1} << 40),
     CUDA_ERROR_INVALID_VALUE);  // something is mapped
  IS(cuMemUnmap(base + kChunk / 2, kChunk), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemUnmap(base + kChunk, 2 * kChunk));  // a hole of two
  THAT(read<int>(base + 3 * kChunk, 1)[0] == 4);
  IS(cuMemsetD8(base, 0, kChunk + 1), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemUnmap(base, kChunk));
  OK(cuMemUnmap(base + 3 * kChunk, kChunk));
  OK(cuMemGetInfo(&free_now, &total));
  THAT(free_before == free_now);
  IS(cuMemAddressFree(base, kChunk), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemAddressFree(base, std::size_t{1} << 40));
}

void is_seen_twice(CUfunction axpy) {
  const auto wanted = on_device();
  CUmemGenericAllocationHandle memory = 0, again = 0;
  OK(cuMemCreate(&memory, kChunk, &wanted, 0));
  CUdeviceptr base = 0;
  OK(cuMemAddressReserve(&base, 2 * kChunk, 4 * kMB, 0, 0));
  THAT(base % (4 * kMB) == 0);
  OK(cuMemMap(base, kChunk, 0, memory, 0));
  IS(cuMemMap(base, kChunk, 0, memory, 0), CUDA_ERROR_INVALID_VALUE);  // taken
  OK(cuMemMap(base + kChunk, kChunk, 0, memory, 0));
  OK(cuMemSetAccess(base, 2 * kChunk, &everything, 1));
  OK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(base + kChunk + 100)));
  THAT(again == memory);
  OK(cuMemRelease(again));

  // A kernel writes through the second address, the host reads at the first one.
  std::vector<float> values(128);
  for (int i = 0; i < 64; ++i) values[64 + i] = static_cast<float>(i);
  OK(cuMemcpyHtoD(base, values.data(), 128 * sizeof(float)));
  CUdeviceptr second = base + kChunk, x = base + 64 * sizeof(float);
  float a = 2;
  int n = 64;
  void* parameters[] = {&second, &x, &a, &n};
  OK(cuLaunchKernel(axpy, 2, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
  OK(cuCtxSynchronize());
  THAT(read<float>(base, 64)[63] == 126);

  // To read only.
  auto reads = access(CU_MEM_ACCESS_FLAGS_PROT_READ);
  OK(cuMemSetAccess(base + kChunk, kChunk, &reads, 1));
  unsigned long long flags = 0;
  const CUmemLocation here{CU_MEM_LOCATION_TYPE_DEVICE, 0};
  OK(cuMemGetAccess(&flags, &here, base + kChunk));
  THAT(flags == CU_MEM_ACCESS_FLAGS_PROT_READ);
  THAT(read<float>(second, 64)[63] == 126);
  IS(cuMemsetD8(second, 0, 1), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemsetD8(base, 0, 1));
  CUmemAllocationProp properties;
  OK(cuMemGetAllocationPropertiesFromHandle(&properties, memory));
  THAT(properties.location.id == 0 && properties.requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE);
  int file = -1;
  IS(cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
     CUDA_ERROR_INVALID_VALUE);
  OK(cuMemUnmap(base, 2 * kChunk));
  OK(cuMemRelease(memory));
  IS(cuMemGetAllocationPropertiesFromHandle(&properties, memory), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemAddressFree(base, 2 * kChunk));
}

// The same memory by its descriptor, as another process would get it.
void is_shared() {
  const auto wanted = on_device(true);
  CUmemGenericAllocationHandle memory = 0, other = 0;
  OK(cuMemCreate(&memory, kChunk, &wanted, 0));
  int file = -1;
  OK(cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  const auto by_file = reinterpret_cast<void*>(static_cast<std::intptr_t>(file));
  OK(cuMemImportFromShareableHandle(&other, by_file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(file);
  IS(cuMemImportFromShareableHandle(&other, reinterpret_cast<void*>(std::intptr_t{0}),
                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
     CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr base = 0;
  OK(cuMemAddressReserve(&base, 2 * kChunk, 0, 0, 0));
  OK(cuMemMap(base, kChunk, 0, memory, 0));
  OK(cuMemMap(base + kChunk, kChunk, 0, other, 0));
  OK(cuMemSetAccess(base, 2 * kChunk, &everything, 1));
  OK(cuMemsetD32(base + 400, 77, 5));
  THAT(read<int>(base + kChunk + 416, 1)[0] == 77);
  OK(cuMemUnmap(base, 2 * kChunk));
  OK(cuMemAddressFree(base, 2 * kChunk));
  OK(cuMemRelease(memory));
  OK(cuMemRelease(other));
}

// More pieces than a process has descriptors, and what is given back is zero when it comes again.
void are_many() {
  rlimit limit{}, few{};
  THAT(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  few = {64, limit.rlim_max};
  THAT(setrlimit(RLIMIT_NOFILE, &few) == 0);
  const auto wanted = on_device();
  constexpr std::size_t kCount = 100;
  CUmemGenericAllocationHandle pieces[kCount];
  CUdeviceptr base = 0;
  OK(cuMemAddressReserve(&base, kCount * kChunk, 0, 0, 0));
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < kCount; ++i) {
      OK(cuMemCreate(&pieces[i], kChunk, &wanted, 0));
      OK(cuMemMap(base + i * kChunk, kChunk, 0, pieces[i], 0));
    }
    OK(cuMemSetAccess(base, kCount * kChunk, &everything, 1));
    for (std::size_t i = 0; i < kCount; ++i) {
      THAT(read<unsigned>(base + i * kChunk + 4096, 1)[0] == 0);
      OK(cuMemsetD32(base + i * kChunk + 4096, static_cast<unsigned>(i + 1), 1));
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      THAT(read<unsigned>(base + i * kChunk + 4096, 1)[0] == i + 1);
      OK(cuMemUnmap(base + i * kChunk, kChunk));
      OK(cuMemRelease(pieces[i]));
    }
  }
  OK(cuMemAddressFree(base, kCount * kChunk));
  THAT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
}

// Access that is given again while kernels are at work there.
void stays_open(CUfunction axpy) {
  const auto wanted = on_device();
  CUmemGenericAllocationHandle memory = 0;
  OK(cuMemCreate(&memory, kChunk, &wanted, 0));
  CUdeviceptr base = 0;
  OK(cuMemAddressReserve(&base, kChunk, 0, 0, 0));
  OK(cuMemMap(base, kChunk, 0, memory, 0));
  OK(cuMemSetAccess(base, kChunk, &everything, 1));
  int n = 1 << 18;
  CUdeviceptr y = base, x = base + (1 << 20);
  OK(cuMemsetD32(x, 0x3f800000, static_cast<std::size_t>(n)));  // 1.0f
  OK(cuMemsetD32(y, 0, static_cast<std::size_t>(n)));
  float a = 1;
  void* parameters[] = {&y, &x, &a, &n};
  constexpr int kLaunches = 300;
  for (int i = 0; i < kLaunches; ++i) {
    OK(cuLaunchKernel(axpy, 1024, 1, 1, 256, 1, 1, 0, nullptr, parameters, nullptr));
    for (int k = 0; k < 20; ++k) OK(cuMemSetAccess(base, kChunk, &everything, 1));
  }
  OK(cuCtxSynchronize());
  THAT(read<float>(y + (n - 1) * sizeof(float), 1)[0] == kLaunches);
  OK(cuMemUnmap(base, kChunk));
  OK(cuMemRelease(memory));
  OK(cuMemAddressFree(base, kChunk));
}

void is_refused() {
  auto wanted = on_device();
  CUmemGenericAllocationHandle memory = 0;
  IS(cuMemCreate(&memory, kChunk + 4096, &wanted, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemCreate(&memory, 0, &wanted, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemCreate(&memory, kChunk, &wanted, 1), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemCreate(&memory, std::size_t{1} << 50, &wanted, 0), CUDA_ERROR_OUT_OF_MEMORY);
  wanted.location.id = 99;
  IS(cuMemCreate(&memory, kChunk, &wanted, 0), CUDA_ERROR_INVALID_DEVICE);
  wanted = on_device();
  wanted.location.type = CU_MEM_LOCATION_TYPE_HOST_NUMA;
  IS(cuMemCreate(&memory, kChunk, &wanted, 0), CUDA_ERROR_NOT_SUPPORTED);
  wanted = on_device();
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
  IS(cuMemCreate(&memory, kChunk, &wanted, 0), CUDA_ERROR_NOT_SUPPORTED);

  wanted = on_device();
  OK(cuMemCreate(&memory, kChunk, &wanted, 0));
  CUdeviceptr base = 0;
  IS(cuMemAddressReserve(&base, 4096, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemAddressReserve(&base, kChunk, 3 * kMB, 0, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemAddressReserve(&base, kChunk, 0, 0, 0));
  IS(cuMemMap(base, 2 * kChunk, 0, memory, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemMap(base, kChunk, kChunk, memory, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemMap(base, kChunk, 0, memory + 1000, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuMemSetAccess(base, kChunk, &everything, 1), CUDA_ERROR_INVALID_VALUE);  // nothing is mapped
  OK(cuMemMap(base, kChunk, 0, memory, 0));
  IS(cuMemsetD8(base, 0, 1), CUDA_ERROR_INVALID_VALUE);  // nobody has access
  OK(cuMemUnmap(base, kChunk));
  OK(cuMemAddressFree(base, kChunk));
  OK(cuMemRelease(memory));
}

// A kernel that writes where it may only read.
void is_not_written(CUfunction axpy) {
  const auto wanted = on_device();
  CUmemGenericAllocationHandle memory = 0;
  OK(cuMemCreate(&memory, kChunk, &wanted, 0));
  CUdeviceptr base = 0;
  OK(cuMemAddressReserve(&base, kChunk, 0, 0, 0));
  OK(cuMemMap(base, kChunk, 0, memory, 0));
  const auto reads = access(CU_MEM_ACCESS_FLAGS_PROT_READ);
  OK(cuMemSetAccess(base, kChunk, &reads, 1));
  float a = 1;
  int n = 64;
  void* parameters[] = {&base, &base, &a, &n};
  OK(cuLaunchKernel(axpy, 2, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
  IS(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  int supported = 0;
  OK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
  THAT(supported == 1);
  grows();
  CUfunction axpy = function(kernels(), "axpy");
  is_seen_twice(axpy);
  are_many();
  stays_open(axpy);
  is_shared();
  is_refused();
  is_not_written(axpy);  // the context is of no use behind it
  return 0;
}
