// SPDX-License-Identifier: Apache-2.0
// What is wrong of pools, each with its documented error.
#include "memory.h"

using memory::refused;

int main() {
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  unsigned* p = nullptr;
  gate::ok(cudaMallocAsync(&p, 4096, s), "cudaMallocAsync");
  memory::count_from<<<1, 64, 0, s>>>(p, 1024, 2);
  refused(cudaMallocAsync((void**)nullptr, 4096, s), cudaErrorInvalidValue, "no place");
  refused(cudaMallocAsync(&p, 4096, (cudaStream_t)0x1234), cudaErrorInvalidResourceHandle,
          "stream");
  unsigned* q = nullptr;
  refused(cudaMallocAsync(&q, 1ull << 60, s), cudaErrorMemoryAllocation, "too much");

  // Frees.
  unsigned host = 0;
  refused(cudaFreeAsync(p + 4, s), cudaErrorInvalidValue, "inside an allocation");
  refused(cudaFreeAsync(&host, s), cudaErrorInvalidValue, "host memory");
  refused(cudaFreeAsync((void*)0x10, s), cudaErrorInvalidValue, "no memory");
  refused(cudaFreeAsync(nullptr, s), cudaErrorInvalidValue, "null");
  gate::that(memory::holds(p, 1024, 2), "it is still there");
  gate::ok(cudaFreeAsync(p, s), "once");
  refused(cudaFreeAsync(p, s), cudaErrorInvalidValue, "twice");
  refused(cudaFree(p), cudaErrorInvalidValue, "and by cudaFree");
  refused(cudaMemcpyAsync(&host, p, 4, cudaMemcpyDeviceToHost, s), cudaErrorInvalidValue,
          "a copy of what was freed");
  gate::ok(cudaMallocAsync(&p, 4096, s), "cudaMallocAsync");
  gate::ok(cudaFree(p), "by cudaFree");
  refused(cudaFreeAsync(p, s), cudaErrorInvalidValue, "and again in a stream");
  // What cudaMalloc gave may be freed in a stream, once.
  gate::ok(cudaMalloc(&p, 4096), "cudaMalloc");
  gate::ok(cudaFreeAsync(p, s), "in a stream");
  refused(cudaFreeAsync(p, s), cudaErrorInvalidValue, "twice");
  refused(cudaFree(p), cudaErrorInvalidValue, "and by cudaFree");

  // Pools.
  cudaMemPool_t pool, standard;
  gate::ok(cudaDeviceGetDefaultMemPool(&standard, 0), "default pool");
  refused(cudaDeviceGetDefaultMemPool(&pool, 99), cudaErrorInvalidDevice, "device");
  refused(cudaDeviceGetDefaultMemPool(nullptr, 0), cudaErrorInvalidValue, "no place");
  refused(cudaDeviceGetMemPool(&pool, -1), cudaErrorInvalidDevice, "device");
  refused(cudaMemPoolDestroy(standard), cudaErrorInvalidValue, "the default pool stays");
  refused(cudaMemPoolDestroy(nullptr), cudaErrorInvalidValue, "null");
  refused(cudaMemPoolTrimTo((cudaMemPool_t)&host, 0), cudaErrorInvalidValue, "foreign");
  refused(cudaDeviceSetMemPool(0, nullptr), cudaErrorInvalidValue, "null");
  cudaMemPoolProps props = {};
  refused(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue, "no kind");
  props.allocType = cudaMemAllocationTypePinned;
  refused(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue, "no place");
  props.location = {cudaMemLocationTypeDevice, 77};
  refused(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidDevice, "no such device");
  props.location.id = 0;
  props.handleTypes = cudaMemHandleTypeWin32;
  refused(cudaMemPoolCreate(&pool, &props), cudaErrorNotSupported, "handles of another system");
  props.handleTypes = cudaMemHandleTypeNone;
  gate::ok(cudaMemPoolCreate(&pool, &props), "cudaMemPoolCreate");
  int fd = 0;
  refused(cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypePosixFileDescriptor, 0),
          cudaErrorInvalidValue, "made without handles");
  refused(cudaMemPoolImportFromShareableHandle(&pool, (void*)(size_t)0,
                                               cudaMemHandleTypePosixFileDescriptor, 0),
          cudaErrorInvalidValue, "a file that no pool made");
  unsigned long long one = 1;
  refused(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one), cudaErrorInvalidValue,
          "a high mark is set to 0");
  refused(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &one), cudaErrorInvalidValue,
          "what is used is not set");
  refused(cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)99, &one), cudaErrorInvalidValue,
          "no such attribute");
  cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtNone};
  refused(cudaMemPoolSetAccess(pool, &access, 1), cudaErrorInvalidValue, "its own device");
  access.location.id = 55;
  refused(cudaMemPoolSetAccess(pool, &access, 1), cudaErrorInvalidDevice, "no such device");
  cudaMemAccessFlags flags;
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  gate::ok(cudaMemPoolGetAccess(&flags, pool, &here), "cudaMemPoolGetAccess");
  gate::that(flags == cudaMemAccessFlagsProtReadWrite, "its own device reads and writes");
  gate::ok(cudaMallocFromPoolAsync(&p, 100, pool, s), "from it");
  gate::ok(cudaMemPoolDestroy(pool), "cudaMemPoolDestroy");
  refused(cudaMemPoolDestroy(pool), cudaErrorInvalidValue, "twice");
  refused(cudaMallocFromPoolAsync(&q, 100, pool, s), cudaErrorInvalidValue, "it is gone");
  gate::ok(cudaFreeAsync(p, s), "what it gave is freed later");
  gate::ok(cudaStreamSynchronize(s), "wait");
  refused(cudaFreeAsync(p, s), cudaErrorInvalidValue, "twice");
  return gate::result();
}
