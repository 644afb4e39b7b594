// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// A bounded buffer behind a lock that is tried: a lane that has got the lock and finds the buffer
// empty (or full) gives it back and tries again. For it to go on another lane of its warp has to
// get the lock, so it may not be the first again and again.
#include "../check.h"

constexpr unsigned kPlaces = 4, kEach = 4;

struct Buffer {
  unsigned lock, filled, first, free, taken, number[kPlaces];
};

// Consumers are even, producers odd.
template <class TryLock>
__device__ void pass_on(Buffer* buffer, TryLock try_lock) {
  const unsigned thread = check::gid();
  volatile Buffer& b = *buffer;
  for (unsigned round = 0; round < kEach; ++round) {
    for (bool done = false; !done;) {
      if (!try_lock(&buffer->lock)) continue;
      __threadfence();
      if (thread % 2 && b.filled < kPlaces) {
        b.number[b.free % kPlaces] = thread * 100 + round;
        b.free = b.free + 1;
        b.filled = b.filled + 1;
        done = true;
      } else if (thread % 2 == 0 && b.filled > 0) {
        b.taken = b.taken + b.number[b.first % kPlaces];
        b.first = b.first + 1;
        b.filled = b.filled - 1;
        done = true;
      }
      __threadfence();
      atomicExch(&buffer->lock, 0);
    }
  }
}

__global__ void by_swap(Buffer* buffer) {
  pass_on(buffer, [](unsigned* lock) { return atomicCAS(lock, 0, 1) == 0; });
}
__global__ void by_exchange(Buffer* buffer) {
  pass_on(buffer, [](unsigned* lock) { return atomicExch(lock, 1) == 0; });
}
// A lock of the block lies in shared memory.
__global__ void in_block(Buffer* out) {
  __shared__ Buffer buffer;
  if (check::tid() == 0) buffer = Buffer{};
  __syncthreads();
  pass_on(&buffer, [](unsigned* lock) { return atomicCAS(lock, 0, 1) == 0; });
  __syncthreads();
  if (check::tid() == 0) out->taken = buffer.taken;
}

void run(const char* what, void (*kernel)(Buffer*), unsigned blocks, unsigned threads) {
  Buffer *buffer, end;
  check::cuda(cudaMalloc(&buffer, sizeof end), "cudaMalloc");
  check::cuda(cudaMemset(buffer, 0, sizeof end), "cudaMemset");
  kernel<<<blocks, threads>>>(buffer);
  check::cuda(cudaMemcpy(&end, buffer, sizeof end, cudaMemcpyDeviceToHost), what);
  check::cuda(cudaFree(buffer), "cudaFree");
  unsigned sum = 0;
  for (unsigned thread = 1; thread < blocks * threads; thread += 2)
    for (unsigned round = 0; round < kEach; ++round) sum += thread * 100 + round;
  check::equal(end.taken, sum, what);
}

int main() {
  for (const unsigned threads : {2u, 32u, 66u}) {
    run("atomicCAS", by_swap, 1, threads);
    run("atomicExch", by_exchange, 1, threads);
    run("in shared memory", in_block, 1, threads);
  }
  run("atomicCAS, blocks", by_swap, 5, 34);
  run("atomicExch, blocks", by_exchange, 12, 2);
  return check::result();
}
