// SPDX-License-Identifier: Apache-2.0
// Memory that one process has exported as a file descriptor is imported by another, as linear
// memory and as a mipmapped array.
#include <cuda_runtime_api.h>
#include <fcntl.h>
#include <sys/mman.h>

#include <vector>

#include "pass_descriptor.h"

namespace {

constexpr std::size_t kBytes = 2 << 20;
constexpr unsigned kWords = kBytes / 4;
constexpr std::size_t kOffset = 5 * 1024;  // not a page's

CUdeviceptr exported(int* fd) {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemGenericAllocationHandle memory = 0;
  OK(cuMemCreate(&memory, kBytes, &wanted, 0));
  OK(cuMemExportToShareableHandle(fd, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUdeviceptr at = 0;
  OK(cuMemAddressReserve(&at, kBytes, 0, 0, 0));
  OK(cuMemMap(at, kBytes, 0, memory, 0));
  const CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                               CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  OK(cuMemSetAccess(at, kBytes, &access, 1));
  return at;
}

CUDA_EXTERNAL_MEMORY_HANDLE_DESC handle(int fd, unsigned long long size = kBytes) {
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc{};
  desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  desc.handle.fd = fd;
  desc.size = size;
  return desc;
}

// The first process sees what the second one makes of its words.
void first(int socket) {
  start();
  int fd = -1;
  CUdeviceptr at = exported(&fd);
  std::vector<unsigned> words(kWords);
  for (unsigned i = 0; i < kWords; ++i) words[i] = i;
  OK(cuMemcpyHtoD(at, words.data(), kBytes));
  pass_descriptor(socket, fd);
  close(fd);
  char done = 0;
  THAT(read(socket, &done, 1) == 1);
  OK(cuMemcpyDtoH(words.data(), at, kBytes));
  for (unsigned i = 0; i < kWords; ++i) THAT(words[i] == (i < kOffset / 4 ? i : 5u));
}

int second(int socket) {
  start();
  const int fd = take_descriptor(socket);
  CUexternalMemory memory = nullptr;
  const auto desc = handle(fd);
  OK(cuImportExternalMemory(&memory, &desc));
  CUdeviceptr all = 0, part = 0;
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC buffer{};
  buffer.size = kBytes;
  OK(cuExternalMemoryGetMappedBuffer(&all, memory, &buffer));
  buffer.offset = kOffset;
  buffer.size = kBytes - kOffset;
  OK(cuExternalMemoryGetMappedBuffer(&part, memory, &buffer));
  OK(cuDestroyExternalMemory(memory));  // what is mapped stays
  const auto words = read<unsigned>(all, kWords);
  for (unsigned i = 0; i < kWords; ++i) THAT(words[i] == i);
  OK(cuMemsetD32(part, 5, (kBytes - kOffset) / 4));
  OK(cuCtxSynchronize());
  THAT(read<unsigned>(all, kWords)[kOffset / 4] == 5);
  OK(cuMemFree(part));
  IS(cuMemFree(part), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(all));
  THAT(write(socket, "d", 1) == 1);
  return 0;
}

// The levels of an array lie in it one after the other; by the runtime API.
void arrays() {
  int fd = -1;
  CUdeviceptr at = exported(&fd);
  OK(cuMemsetD32(at, 0, kWords));
  cudaExternalMemoryHandleDesc desc{};
  desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
  desc.handle.fd = fd;
  desc.size = kBytes;
  cudaExternalMemory_t memory = nullptr;
  THAT(cudaImportExternalMemory(&memory, &desc) == cudaSuccess);
  cudaExternalMemoryMipmappedArrayDesc wanted{};
  wanted.offset = 4096;
  wanted.formatDesc = {32, 0, 0, 0, cudaChannelFormatKindFloat};
  wanted.extent = {64, 16, 0};
  wanted.numLevels = 2;
  cudaMipmappedArray_t array = nullptr;
  THAT(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &wanted) == cudaSuccess);
  std::vector<float> texels(64 * 16);
  for (unsigned i = 0; i < texels.size(); ++i) texels[i] = 0.5f * i;
  cudaArray_t level = nullptr;
  THAT(cudaGetMipmappedArrayLevel(&level, array, 0) == cudaSuccess);
  THAT(cudaMemcpy2DToArray(level, 0, 0, texels.data(), 64 * 4, 64 * 4, 16,
                           cudaMemcpyHostToDevice) == cudaSuccess);
  const auto seen = read<float>(at + 4096, 64 * 16);
  for (unsigned i = 0; i < texels.size(); ++i) THAT(seen[i] == texels[i]);
  THAT(cudaFreeMipmappedArray(array) == cudaSuccess);
  wanted.offset = kBytes - 4096;
  wanted.extent = {64, 64, 0};
  THAT(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &wanted) == cudaErrorInvalidValue);
  THAT(cudaDestroyExternalMemory(memory) == cudaSuccess);
  THAT(cudaDestroyExternalMemory(memory) == cudaErrorInvalidResourceHandle);
}

void errors() {
  int fd = -1;
  exported(&fd);
  CUexternalMemory memory = nullptr;
  auto desc = handle(fd, kBytes + 1);
  IS(cuImportExternalMemory(&memory, &desc), CUDA_ERROR_INVALID_VALUE);
  desc.size = 0;
  IS(cuImportExternalMemory(&memory, &desc), CUDA_ERROR_INVALID_VALUE);
  desc = handle(fd);
  desc.flags = 8;
  IS(cuImportExternalMemory(&memory, &desc), CUDA_ERROR_INVALID_VALUE);
  desc.flags = 0;
  desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP;
  IS(cuImportExternalMemory(&memory, &desc), CUDA_ERROR_NOT_SUPPORTED);
  IS(cuImportExternalMemory(&memory, nullptr), CUDA_ERROR_INVALID_VALUE);
  // A file whose pages may go away.
  const int plain = memfd_create("plain", 0);
  THAT(ftruncate(plain, kBytes) == 0);
  desc = handle(plain);
  IS(cuImportExternalMemory(&memory, &desc), CUDA_ERROR_INVALID_VALUE);
  close(plain);
  desc = handle(fd);
  OK(cuImportExternalMemory(&memory, &desc));
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC buffer{};
  CUdeviceptr at = 0;
  IS(cuExternalMemoryGetMappedBuffer(&at, memory, &buffer), CUDA_ERROR_INVALID_VALUE);
  buffer.offset = kBytes - 8;
  buffer.size = 9;
  IS(cuExternalMemoryGetMappedBuffer(&at, memory, &buffer), CUDA_ERROR_INVALID_VALUE);
  buffer.size = 8;
  IS(cuExternalMemoryGetMappedBuffer(&at, reinterpret_cast<CUexternalMemory>(&at), &buffer),
     CUDA_ERROR_INVALID_HANDLE);
  OK(cuExternalMemoryGetMappedBuffer(&at, memory, &buffer));
  OK(cuMemFree(at));
  OK(cuDestroyExternalMemory(memory));
  IS(cuDestroyExternalMemory(memory), CUDA_ERROR_INVALID_HANDLE);
}

}  // namespace

int main() {
  in_two_processes(first, second);
  arrays();
  errors();
  std::puts("PASS");
}
