// SPDX-License-Identifier: Apache-2.0
// planted HOW: errors that show only where threads change places between two accesses. In order,
// and where warps and blocks change at barriers, the result is right.
//   counter    blocks add to a counter by a load and a store
//   slot       threads look for a free slot and take it by a store
//   publish    a flag is set before what it says is there
//   lock       a lock is given back before what it guards is stored
//   last       a block says that it has ended before it stores its part
//   arrivals   threads of a block count themselves in shared memory by a load and a store
// The same programs, mended, with "mended-" in front: right in each schedule.
#include <cstdio>
#include <cstring>

__global__ void counter(volatile int* sum, bool mended) {
  if (mended) {
    atomicAdd(const_cast<int*>(sum), 1);
  } else {
    *sum = *sum + 1;
  }
}

__global__ void slot(int* slots, int* taken, bool mended) {
  const int me = 1 + threadIdx.x;
  if (threadIdx.x % 32 != 0) return;
  for (int i = 0; i < 8; ++i) {
    if (mended ? atomicCAS(slots + i, 0, me) != 0 : slots[i] != 0) continue;
    if (!mended) slots[i] = me;
    taken[threadIdx.x / 32] = i;
    return;
  }
}

__global__ void publish(volatile int* data, volatile int* ready, volatile int* seen, bool mended) {
  if (threadIdx.x == 32) {
    if (mended) *data = 7;
    __threadfence();
    *ready = 1;
    __threadfence();
    if (!mended) *data = 7;
  } else if (threadIdx.x == 0) {
    const bool is_ready = *ready;
    __threadfence();
    if (is_ready) *seen = 1 + *data;
  }
}

__global__ void lock(int* taken, volatile int* sum, bool mended) {
  while (atomicCAS(taken, 0, 1) != 0) continue;
  __threadfence();
  const int before = *sum;
  if (mended) *sum = before + 1;
  __threadfence();
  atomicExch(taken, 0);
  if (!mended) *sum = before + 1;
}

__global__ void last(int* ended, volatile int* parts, int* sum, bool mended) {
  if (mended) parts[blockIdx.x] = 1;
  __threadfence();
  const int before = atomicAdd(ended, 1);
  if (!mended) parts[blockIdx.x] = 1;
  __threadfence();
  if (before != int(gridDim.x) - 1) return;
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += parts[b];
  *sum = all;
}

__global__ void arrivals(int* sum, bool mended) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    if (mended) {
      atomicAdd(&count, 1);
    } else {
      count += 1;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *sum = count;
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  const bool mended = !std::strncmp(how, "mended-", 7);
  if (mended) how += 7;
  const auto is = [&](const char* name) { return !std::strcmp(how, name); };
  int *m, h[32];
  cudaMalloc(&m, sizeof h);
  cudaMemset(m, 0, sizeof h);
  if (is("counter")) counter<<<4, 1>>>(m, mended);
  if (is("slot")) slot<<<1, 128>>>(m, m + 16, mended);
  if (is("publish")) publish<<<1, 64>>>(m, m + 1, m + 2, mended);
  if (is("lock")) lock<<<2, 4>>>(m + 1, m, mended);
  if (is("last")) last<<<3, 1>>>(m + 1, m + 2, m, mended);
  if (is("arrivals")) arrivals<<<1, 128>>>(m, mended);
  if (cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
  bool good = is("publish") ? h[2] == 0 || h[2] == 8 : true;
  if (is("counter") || is("arrivals")) good = h[0] == 4;
  if (is("lock")) good = h[0] == 8;
  if (is("last")) good = h[0] == 3;
  for (int i = 0; is("slot") && i < 4; ++i) good = good && h[i] != 0;
  if (!good) std::puts("wrong");
  return good ? 0 : 3;
}
