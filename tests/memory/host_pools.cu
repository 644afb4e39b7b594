// SPDX-License-Identifier: Apache-2.0
// Pools of host memory: allocated and freed in stream order, seen by the host and by kernels, with
// the access that was given; what no system has is an invalid value.
#include <unistd.h>

#include "memory.h"

using memory::refused;

namespace {

constexpr unsigned kCount = 5000;

void use(cudaMemLocationType type, cudaStream_t s) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {type, 0};
  cudaMemPool_t pool, current;
  gate::ok(cudaMemPoolCreate(&pool, &props), "create");

  // The host's own access is there, that of the device is given.
  cudaMemLocation host = {type, 0}, device = {cudaMemLocationTypeDevice, 0};
  cudaMemAccessFlags flags;
  gate::ok(cudaMemPoolGetAccess(&flags, pool, &host), "the host's access");
  gate::that(flags == cudaMemAccessFlagsProtReadWrite, "the host reads and writes");
  gate::ok(cudaMemPoolGetAccess(&flags, pool, &device), "the device's access");
  gate::that(flags == cudaMemAccessFlagsProtNone, "the device does not, at first");
  cudaMemAccessDesc access = {host, cudaMemAccessFlagsProtNone};
  refused(cudaMemPoolSetAccess(pool, &access, 1), cudaErrorInvalidValue, "the host's own");
  access = {device, cudaMemAccessFlagsProtReadWrite};
  gate::ok(cudaMemPoolSetAccess(pool, &access, 1), "give access");
  gate::ok(cudaMemPoolGetAccess(&flags, pool, &device), "the device's access");
  gate::that(flags == cudaMemAccessFlagsProtReadWrite, "now it does");

  unsigned *a, *b;
  gate::ok(cudaMallocFromPoolAsync(&a, kCount * 4, pool, s), "allocate");
  memory::count_from<<<4, 64, 0, s>>>(a, kCount, 40);
  gate::ok(cudaStreamSynchronize(s), "wait");
  bool good = true;
  for (unsigned i = 0; i < kCount; ++i) good = good && a[i] == 40 + i;
  gate::that(good, "the host sees what the kernel wrote");
  for (unsigned i = 0; i < kCount; ++i) a[i] = 7 * i;
  cudaPointerAttributes what;
  gate::ok(cudaPointerGetAttributes(&what, a + 10), "attributes");
  gate::that(
      what.type == cudaMemoryTypeHost && what.hostPointer == a + 10 && what.devicePointer == a + 10,
      "host memory that the device sees");
  unsigned* there;
  gate::ok(cudaMalloc(&there, kCount * 4), "cudaMalloc");
  gate::ok(cudaMemcpyAsync(there, a, kCount * 4, cudaMemcpyDefault, s), "copy");
  gate::ok(cudaStreamSynchronize(s), "wait");
  unsigned last = 0;
  gate::ok(cudaMemcpy(&last, there + kCount - 1, 4, cudaMemcpyDefault), "read");
  gate::that(last == 7 * (kCount - 1), "copied to the device");

  unsigned long long used = 0, reserved = 0;
  gate::ok(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "used");
  gate::that(used >= kCount * 4, "it counts");
  refused(cudaFreeHost(a), cudaErrorInvalidValue, "cudaFreeHost");
  gate::ok(cudaFreeAsync(a, s), "free");
  refused(cudaFreeAsync(a, s), cudaErrorInvalidValue, "twice");
  gate::ok(cudaMallocFromPoolAsync(&b, kCount * 4, pool, s), "again");
  gate::that(a == b, "the same memory, in the stream's order");
  gate::ok(cudaFreeAsync(b, s), "free");
  gate::ok(cudaStreamSynchronize(s), "wait");
  gate::ok(cudaMemPoolTrimTo(pool, 0), "trim");
  gate::ok(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved), "reserved");
  gate::that(reserved == 0, "nothing is kept");

  // The place's current pool, and its default one.
  cudaMemPool_t standard;
  gate::ok(cudaMemGetDefaultMemPool(&standard, &host, cudaMemAllocationTypePinned), "default");
  gate::ok(cudaMemGetMemPool(&current, &host, cudaMemAllocationTypePinned), "current");
  gate::that(current == standard && current != pool, "the default one");
  gate::ok(cudaMemSetMemPool(&host, cudaMemAllocationTypePinned, pool), "set");
  gate::ok(cudaMemGetMemPool(&current, &host, cudaMemAllocationTypePinned), "current");
  gate::that(current == pool, "the one that was set");
  refused(cudaMemSetMemPool(&device, cudaMemAllocationTypePinned, pool), cudaErrorInvalidValue,
          "of another place");
  refused(cudaDeviceSetMemPool(0, pool), cudaErrorInvalidValue, "of another place");
  refused(cudaMemPoolDestroy(standard), cudaErrorInvalidValue, "the default pool stays");
  gate::ok(cudaMallocFromPoolAsync(&a, 100, standard, s), "from the default pool");
  a[3] = 5;
  gate::ok(cudaFree(a), "cudaFree");
  gate::ok(cudaMemPoolDestroy(pool), "destroy");
  gate::ok(cudaMemGetMemPool(&current, &host, cudaMemAllocationTypePinned), "current");
  gate::that(current == standard, "the default one again");

  // Allocation nodes are of device memory.
  cudaGraph_t graph;
  gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed), "capture");
  refused(cudaMallocFromPoolAsync(&a, 100, standard, s), cudaErrorStreamCaptureUnsupported,
          "in a capture");
  cudaStreamEndCapture(s, &graph);
  cudaGetLastError();
  cudaFree(there);
}

void errors() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  cudaMemPool_t pool;
  for (const auto type : {cudaMemLocationTypeHostNumaCurrent, cudaMemLocationTypeInvalid}) {
    props.location = {type, 0};
    refused(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue, "no place");
  }
  props.location = {cudaMemLocationTypeHostNuma, 99};
  refused(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidDevice, "no such node");
  // Of what is anywhere on the host no handles are made; of a node's memory they are.
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  props.location = {cudaMemLocationTypeHost, 0};
  refused(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue, "handles");
  props.location = {cudaMemLocationTypeHostNuma, 0};
  gate::ok(cudaMemPoolCreate(&pool, &props), "of a node");
  int fd = -1;
  gate::ok(cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypePosixFileDescriptor, 0),
           "export");
  cudaMemPool_t imported;
  gate::ok(cudaMemPoolImportFromShareableHandle(&imported, (void*)(size_t)fd,
                                                cudaMemHandleTypePosixFileDescriptor, 0),
           "import");
  unsigned *p, *q;
  cudaMemPoolPtrExportData data;
  gate::ok(cudaMallocFromPoolAsync(&p, 4096, pool, 0), "allocate");
  gate::ok(cudaMemPoolExportPointer(&data, p), "export a pointer");
  gate::ok(cudaMemPoolImportPointer((void**)&q, imported, &data), "import it");
  p[77] = 123;
  gate::that(q != p && q[77] == 123, "one memory at two addresses");
  gate::ok(cudaFree(q), "free the import");
  gate::ok(cudaFree(p), "free");
  close(fd);
  cudaMemLocation none = {cudaMemLocationTypeHostNuma, 5}, host = {cudaMemLocationTypeHost, 0};
  refused(cudaMemGetDefaultMemPool(&pool, &none, cudaMemAllocationTypePinned),
          cudaErrorInvalidValue, "no such node");
  refused(cudaMemGetDefaultMemPool(nullptr, &host, cudaMemAllocationTypePinned),
          cudaErrorInvalidValue, "no place to answer");
  refused(cudaMemGetMemPool(&pool, &host, cudaMemAllocationTypeInvalid), cudaErrorInvalidValue,
          "no kind");
  refused(cudaMemSetMemPool(&host, cudaMemAllocationTypePinned, nullptr), cudaErrorInvalidValue,
          "no pool");
}

}  // namespace

int main() {
  cudaStream_t s;
  gate::ok(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
  use(cudaMemLocationTypeHost, s);
  use(cudaMemLocationTypeHostNuma, s);
  errors();
  int has = 0;
  gate::ok(cudaDeviceGetAttribute(&has, cudaDevAttrHostMemoryPoolsSupported, 0), "attribute");
  gate::that(has == 1, "the attribute says so");
  return gate::result();
}
