// SPDX-License-Identifier: Apache-2.0
// Kernels of which no thread can go on. Such a launch leaves the process without its GPU, so each
// runs in a child.
#include <cooperative_groups.h>

#include "planted.h"

__global__ void lock_is_kept(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {  // ERROR deadlock (0,0,0)
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  if (PLANT(blockIdx.x > 0, true)) atomicExch(lock, 0);
}

__global__ void each_waits_first(int* flags) {
  int other = 1 - blockIdx.x;
  if (PLANT(false, true)) atomicExch(&flags[blockIdx.x], 1);
  while (atomicAdd(&flags[other], 0) == 0) {  // ERROR deadlock (0,0,0)
  }
  if (PLANT(true, false)) atomicExch(&flags[blockIdx.x], 1);
}

// Of one block, some wait at the barrier and one in a loop.
__global__ void behind_the_barrier(volatile int* flag) {
  if (threadIdx.x == 0) {
    while (PLANT(*flag, 1) == 0) {  // ERROR deadlock (0,0,0)
    }
  }
  __syncthreads();  // ERROR deadlock (32,0,0)
  if (threadIdx.x == 32) *flag = 1;
}

__device__ void wait_until(int* flag, int value) {
  while (atomicAdd(flag, 0) != value) {  // ERROR deadlock (5,0,0)
  }
}

// Inlined into another: the flag that is set is not the one that is waited for.
__global__ void wrong_flag(int* flags) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 5) wait_until(flags, 1);
  } else if (threadIdx.x == 0) {
    atomicExch(&flags[PLANT(1, 0)], 1);
  }
}

template <class T>
__global__ void counts_too_far(T* count) {
  atomicAdd(count, 1);
  const T all = gridDim.x * blockDim.x + PLANT(1, 0);
  if (threadIdx.x == 0) {
    while (*static_cast<volatile T*>(count) < all) {  // ERROR deadlock (0,0,0)
    }
  }
}

// A lane waits for one that waits for it.
__global__ void lanes_of_a_warp(volatile int* flag) {
  if (threadIdx.x == PLANT(3, 40)) {
    while (*flag == 0) {  // ERROR deadlock (3,0,0)
    }
  }
  __syncwarp();
  if (threadIdx.x == 1) *flag = 1;
}

__global__ void whole_grid(int* flag) {
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {  // ERROR deadlock (0,0,0)
    }
  }
  if (PLANT(false, true) && blockIdx.x == 0) atomicExch(flag, 1);
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0) atomicExch(flag, 1);
}

// The barrier expects one arrival more than there are threads.
__global__ void barrier_of_too_many(int* y) {
  __shared__ unsigned long long barrier;
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(PLANT(65, 64)) : "memory");
  }
  __syncthreads();
  asm volatile("{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(at)
               : "memory");
  int ready = 0;
  while (ready == 0) {  // ERROR deadlock (0,0,0)
    asm volatile(
        "{\n .reg .pred p;\n mbarrier.try_wait.parity.shared.b64 p, [%1], 0;\n"
        " selp.b32 %0, 1, 0, p;\n}"
        : "=r"(ready)
        : "r"(at)
        : "memory");
  }
  y[threadIdx.x] = 1;
}

int main() {
  in_child([] { lock_is_kept<<<4, 32>>>(make<int>(1), make<int>(1)); });
  in_child([] { each_waits_first<<<2, 1>>>(make<int>(2)); });
  in_child([] { behind_the_barrier<<<1, 64>>>(make<int>(1)); });
  in_child([] { wrong_flag<<<2, 32>>>(make<int>(2)); });
  in_child([] { counts_too_far<<<2, 64>>>(make<unsigned>(1)); });
  in_child([] { lanes_of_a_warp<<<1, 64>>>(make<int>(1)); });
  in_child([] {
    int* flag = make<int>(1);
    void* arguments[] = {&flag};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), dim3(2), dim3(1), arguments);
  });
  in_child([] { barrier_of_too_many<<<1, 64>>>(make<int>(64)); });
  std::printf("done\n");
}
