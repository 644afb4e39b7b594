// SPDX-License-Identifier: Apache-2.0
// mbarriers that are not used as they may be. Where more arrive than are expected, the launch
// fails: such kernels run in children.
#include "planted.h"

using Barrier = unsigned long long;

__device__ unsigned at(Barrier* barrier) {
  return static_cast<unsigned>(__cvta_generic_to_shared(barrier));
}
__device__ void start(Barrier* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at(barrier)), "r"(count) : "memory");
}
__device__ void arrive(Barrier* barrier) {
  asm volatile(
      "{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(at(barrier))
      : "memory");
}
__device__ void arrive_and_expect(Barrier* barrier, unsigned bytes) {
  asm volatile(
      "{\n .reg .b64 state;\n mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1;\n}" ::"r"(
          at(barrier)),
      "r"(bytes)
      : "memory");
}
__device__ void wait(Barrier* barrier, unsigned parity) {
  int ready = 0;
  while (ready == 0) {
    asm volatile(
        "{\n .reg .pred p;\n mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
        " selp.b32 %0, 1, 0, p;\n}"
        : "=r"(ready)
        : "r"(at(barrier)), "r"(parity)
        : "memory");
  }
}

__global__ void never_initialised(int* y) {
  __shared__ Barrier barrier;
  if (PLANT(false, true) && threadIdx.x == 0) start(&barrier, 32);
  __syncthreads();
  arrive(&barrier);  // ERROR barrier-misuse (0,0,0)
  y[threadIdx.x] = 1;
}

// The other one of two is initialised.
__global__ void another_one(int* y) {
  __shared__ Barrier barriers[2];
  if (threadIdx.x == 0) {
    start(&barriers[0], 32);
    if (PLANT(false, true)) start(&barriers[1], 32);
  }
  __syncthreads();
  arrive(&barriers[threadIdx.x % 2]);  // ERROR barrier-misuse (1,0,0)
  y[threadIdx.x] = 1;
}

__global__ void more_than_expected(int* y) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) start(&barrier, PLANT(33, 32));
  __syncthreads();
  if (threadIdx.x == 0 && PLANT(true, false)) {
    asm volatile(
        // ^ ERROR barrier-misuse (0,0,0)
        "{\n .reg .b64 s;\n mbarrier.arrive.shared.b64 s, [%0], 34;\n}" ::"r"(at(&barrier))
        : "memory");
  }
  arrive(&barrier);
  y[threadIdx.x] = 1;
}

__global__ void initialised_twice(int* y) {
  __shared__ Barrier barrier;
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    if (threadIdx.x == 0 && (PLANT(true, false) || round == 0)) {
      start(&barrier, 32);  // ERROR barrier-misuse (0,0,0)
    }
    __syncthreads();
    arrive(&barrier);
    wait(&barrier, PLANT(0, round));
  }
  y[threadIdx.x] = 1;
}

__global__ void after_inval(int* y) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) start(&barrier, 32);
  __syncthreads();
  arrive(&barrier);
  wait(&barrier, 0);
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at(&barrier)) : "memory");
  }
  __syncthreads();
  if (PLANT(true, false)) arrive(&barrier);  // ERROR barrier-misuse (0,0,0)
  y[threadIdx.x] = 1;
}

// Bytes are expected that nobody copies.
__global__ void bytes_that_never_come(int* y) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    start(&barrier, 1);
    arrive_and_expect(&barrier, PLANT(256, 0));  // ERROR barrier-misuse (0,0,0)
  }
  y[threadIdx.x] = 1;
}

// One thread initialises, and the others do not wait for it.
__global__ void not_yet_initialised(int* y) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) start(&barrier, 64);  // ERROR race
  PLANT(__syncwarp(), __syncthreads());
  arrive(&barrier);  // ERROR race
  wait(&barrier, 0);
  y[threadIdx.x] = 1;
}

// The phase is not waited for.
__global__ void wait_is_missing(int* y) {
  __shared__ Barrier barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0) start(&barrier, 64);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;  // ERROR race
  arrive(&barrier);
  if (PLANT(false, true)) wait(&barrier, 0);
  y[threadIdx.x] = tile[63 - threadIdx.x];  // ERROR race
}

// Waits for the phase before: who comes first goes past, and who comes last waits for ever.
__global__ void phase_before(int* y) {
  __shared__ Barrier barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0) start(&barrier, 64);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    tile[threadIdx.x] = threadIdx.x + round;  // ERROR race
    arrive(&barrier);
    const unsigned parity = PLANT(round == 1 ? 0 : round & 1, round & 1);
    wait(&barrier, parity);         // ERROR deadlock (32,0,0) // ERROR barrier-misuse
    sum += tile[63 - threadIdx.x];  // ERROR race
    __syncthreads();
  }
  y[threadIdx.x] = sum;
}

// Warp 1 fills, warp 0 takes: nobody waits for it to have taken before it is filled again. Two more
// warps take part, so that a phase ends while warp 0 can still see it.
__global__ void nobody_waits_for_it(int* y) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) start(&barrier, PLANT(64, 96));
  __syncthreads();
  if (threadIdx.x >= 32) {
    arrive(&barrier);
    wait(&barrier, 0);
    arrive(&barrier);
    wait(&barrier, 1);
  } else {
    if (PLANT(false, true)) arrive(&barrier);
    wait(&barrier, 0);  // ERROR barrier-misuse (0,0,0)
    if (PLANT(false, true)) arrive(&barrier);
  }
  y[threadIdx.x] = 1;
}
// Both phases have ended when it looks first: it waits for ever.
__global__ void ended_before_it_looks(int* y) {
  __shared__ Barrier full, taken;
  if (threadIdx.x == 0) {
    start(&full, 32);
    start(&taken, 32);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    arrive(&full);
    if (PLANT(false, true)) wait(&taken, 0);
    arrive(&full);
  } else {
    wait(&full, 0);  // ERROR barrier-misuse (32,0,0) // ERROR deadlock (32,0,0)
    if (PLANT(false, true)) arrive(&taken);
  }
  y[threadIdx.x] = 1;
}
// Of one thread of the warp the others know nothing: it arrives for them without having met them.
__global__ void one_arrives_for_all(int* y) {
  __shared__ Barrier full, taken;
  if (threadIdx.x == 0) {
    start(&full, 32);
    start(&taken, 1);
  }
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x < 32) {
      arrive(&full);
      wait(&taken, round & 1);
    } else {
      wait(&full, round & 1);  // ERROR barrier-misuse (33,0,0)
      if (PLANT(false, true)) __syncwarp();
      if (threadIdx.x == 32) arrive(&taken);
    }
  }
  y[threadIdx.x] = 1;
}

// A loop goes too far, out of the array and into the barrier beside it.
struct Tile {
  int values[8];
  Barrier barrier;
};
__global__ void overwritten(int* y) {
  __shared__ Tile tile;
  if (threadIdx.x == 0) start(&tile.barrier, 32);
  __syncthreads();
  int* values = tile.values;
  for (int i = threadIdx.x; i < PLANT(10, 8); i += 32) values[i] = 7 * i;
  __syncthreads();
  arrive(&tile.barrier);  // ERROR barrier-misuse (0,0,0)
  y[threadIdx.x] = tile.values[threadIdx.x % 8];
}

// Its memory is used for something else when it has been invalidated, and anew behind another init.
__global__ void used_again(int* y) {
  __shared__ Barrier barrier;
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x == 0) start(&barrier, 32);
    __syncthreads();
    arrive(&barrier);
    wait(&barrier, 0);
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at(&barrier)) : "memory");
      barrier = 1000 + round;
    }
    __syncthreads();
    sum += static_cast<int>(barrier);
    __syncthreads();
  }
  y[threadIdx.x] = sum;
}

int main() {
  in_child([] { never_initialised<<<1, 32>>>(make<int>(32)); });
  in_child([] { another_one<<<1, 32>>>(make<int>(32)); });
  in_child([] { more_than_expected<<<1, 32>>>(make<int>(32)); });
  in_child([] { not_yet_initialised<<<1, 64>>>(make<int>(64)); });
  in_child([] { after_inval<<<1, 32>>>(make<int>(32)); });
  in_child([] { ended_before_it_looks<<<1, 64>>>(make<int>(64)); });
  in_child([] { nobody_waits_for_it<<<1, 96>>>(make<int>(96)); });
  in_child([] { phase_before<<<1, 64>>>(make<int>(64)); });
  in_child([] { overwritten<<<1, 32>>>(make<int>(32)); });
  int* y = make<int>(64);
  used_again<<<1, 32>>>(y);
  initialised_twice<<<1, 32>>>(y);
  bytes_that_never_come<<<1, 32>>>(y);
  wait_is_missing<<<1, 64>>>(y);
  one_arrives_for_all<<<1, 64>>>(y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
