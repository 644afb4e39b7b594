// SPDX-License-Identifier: Apache-2.0
// Two processes: one exports a pool and what it has of it, the other imports both, adds to what it
// finds, and the first sees the sums.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../descriptors.h"
#include "memory.h"

namespace {

constexpr unsigned kCount = 300000;

__global__ void add(unsigned* values, unsigned count, unsigned more) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) values[i] += more;
}

struct Message {
  cudaMemPoolPtrExportData first, second;
};

int import_and_add(int socket) {
  Message message;
  const int fd = descriptors::receive(socket, &message, sizeof message);
  gate::that(fd >= 0, "recvmsg");
  cudaMemPool_t pool;
  gate::ok(cudaMemPoolImportFromShareableHandle(&pool, (void*)(size_t)fd,
                                                cudaMemHandleTypePosixFileDescriptor, 0),
           "import");
  close(fd);
  unsigned *first, *second, *none;
  gate::ok(cudaMemPoolImportPointer((void**)&first, pool, &message.first), "first pointer");
  gate::ok(cudaMemPoolImportPointer((void**)&second, pool, &message.second), "second pointer");
  memory::refused(cudaMallocFromPoolAsync(&none, 64, pool, 0), cudaErrorInvalidValue,
                  "an imported pool gives nothing");
  message.first.reserved[20] ^= 0x55;
  memory::refused(cudaMemPoolImportPointer((void**)&none, pool, &message.first),
                  cudaErrorInvalidValue, "a broken message");
  gate::that(memory::holds(first, kCount, 10), "what the other process wrote");
  cudaPointerAttributes attributes;
  gate::ok(cudaPointerGetAttributes(&attributes, second + 5), "attributes");
  gate::that(attributes.type == cudaMemoryTypeDevice && attributes.device == 0, "device memory");
  add<<<1, 256>>>(first, kCount, 1000);
  add<<<1, 64>>>(second, 10, 7);
  gate::ok(cudaFreeAsync(first, 0), "free");
  gate::ok(cudaDeviceSynchronize(), "add");
  gate::ok(cudaFree(second), "free");
  memory::refused(cudaFree(second), cudaErrorInvalidValue, "twice");
  gate::ok(cudaMemPoolDestroy(pool), "destroy");
  char done = 1;
  gate::that(write(socket, &done, 1) == 1, "tell");
  return gate::result();
}

}  // namespace

int main() {
  int sockets[2];
  gate::that(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0, "socketpair");
  const pid_t child = fork();
  if (child == 0) return import_and_add(sockets[1]);

  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  gate::ok(cudaMemPoolCreate(&pool, &props), "create");
  int fd = -1;
  gate::ok(cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypePosixFileDescriptor, 0),
           "export");
  unsigned *first, *second, *plain;
  gate::ok(cudaMallocFromPoolAsync(&second, 40, pool, 0), "second");
  gate::ok(cudaMallocFromPoolAsync(&first, kCount * 4, pool, 0), "first");
  gate::ok(cudaMalloc(&plain, 64), "plain");
  memory::count_from<<<4, 64>>>(first, kCount, 10);
  memory::count_from<<<1, 64>>>(second, 10, 1);
  gate::ok(cudaDeviceSynchronize(), "count");
  Message message;
  gate::ok(cudaMemPoolExportPointer(&message.first, first), "first pointer");
  gate::ok(cudaMemPoolExportPointer(&message.second, second), "second pointer");
  cudaMemPoolPtrExportData none;
  memory::refused(cudaMemPoolExportPointer(&none, plain), cudaErrorInvalidValue, "of no pool");
  gate::that(descriptors::send(sockets[0], fd, &message, sizeof message), "sendmsg");
  char done = 0;
  gate::that(read(sockets[0], &done, 1) == 1, "told");
  gate::that(memory::holds(first, kCount, 1010), "what the other process added");
  gate::that(memory::holds(second, 10, 8), "and here");
  int status = 1;
  gate::that(waitpid(child, &status, 0) == child && status == 0, "the other process");
  gate::ok(cudaFreeAsync(first, 0), "free");
  gate::ok(cudaFreeAsync(second, 0), "free");
  gate::ok(cudaDeviceSynchronize(), "wait");
  gate::ok(cudaMemPoolDestroy(pool), "destroy");
  return gate::result();
}
