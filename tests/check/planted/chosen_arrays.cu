// SPDX-License-Identifier: Apache-2.0
// Beyond arrays that were chosen before, by ?: or by an if: each has bounds of its own.
// What an access that is kept from memory does not write is read later.
// OPTIONS: --tool memcheck
#include "planted.h"

__global__ void of_two_shared(int* y, int n) {
  __shared__ int small[32];
  __shared__ int large[64];
  const int i = threadIdx.x;
  if (i < 32) small[i] = i;
  large[i] = 2 * i;
  __syncthreads();
  int* from = i % 2 == 0 ? small : large;
  y[i] = from[(i + n) % PLANT(64, 32)];  // ERROR out-of-bounds (32,0,0)
}
// The one that is chosen decides, not the sum of both.
__global__ void below_the_second(int* y, int n) {
  __shared__ int first[16];
  __shared__ int second[32];
  const int i = threadIdx.x;
  first[i % 16] = 1;
  second[i] = 2;
  __syncthreads();
  int* to = n == 0 ? second : first;
  to[i + PLANT(-1, 0)] = i;  // ERROR out-of-bounds (0,0,0)
  __syncthreads();
  y[i] = first[i / 2] + second[i];
}

__global__ void of_two_local(int* y, int n) {
  int few[4] = {}, many[8] = {};
  const int i = threadIdx.x;
  int* own = (i & 1) != 0 ? few : many;
  own[(i + n) % PLANT(8, 4)] = i;  // ERROR out-of-bounds (5,0,0)
  y[i] = few[(n + 1) % 4] + many[(n + 2) % 8];
}
// Two buffers that change places in each round.
__global__ void in_turn(int* y, int rounds) {
  __shared__ int buffers[2][32];
  __shared__ int last[33];
  int *from = buffers[0], *to = last;
  const int i = threadIdx.x;
  buffers[0][i] = i;
  last[i] = 0;
  last[32] = 0;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const int beyond = PLANT((i == 31 ? round * 32 : 0), 0);
    to[i + beyond] = from[31 - i] + 1;  // ERROR out-of-bounds (31,0,0)
    __syncthreads();
    int* const before = from;
    from = to;
    to = before;
  }
  y[i] = from[i];
}
// A local array or one of the device.
__global__ void local_or_global(int* y, const int* x, int n) {
  int own[4];
  const int i = threadIdx.x;
  for (int k = 0; k < 4; ++k) own[k] = k + n;
  const int* from = i < 16 ? own : x;
  y[i] = from[(i + n) % PLANT((i < 16 ? 5 : 32), 4)];  // ERROR out-of-bounds (4,0,0)
}
__device__ int table[8];
__global__ void added_to(int* y, int n) {
  __shared__ int counts[4];
  const int i = threadIdx.x;
  if (i < 4) counts[i] = 0;
  __syncthreads();
  int* bins;
  if (i < 16 + n) {
    bins = counts;
  } else {
    bins = table;
  }
  atomicAdd(&bins[i % PLANT(8, 4)], 1);  // ERROR out-of-bounds (4,0,0)
  __syncthreads();
  y[i] = counts[i % 4];
}

// One of eight, of different sizes.
__global__ void of_eight_shared(int* y, int n) {
  __shared__ int a[4], b[5], c[6], d[7], e[8], f[9], g[10], h[11];
  const int i = threadIdx.x, k = i + n;
  int* const first = (k & 1) != 0 ? ((k & 2) != 0 ? d : b) : ((k & 2) != 0 ? c : a);
  int* const second = (k & 1) != 0 ? ((k & 2) != 0 ? h : f) : ((k & 2) != 0 ? g : e);
  int* const to = (k & 4) != 0 ? second : first;
  to[(k & 7) + PLANT((i == 11 ? 4 : 3), 3)] = i;  // ERROR out-of-bounds (11,0,0)
  __syncthreads();
  y[i] = a[3] + b[4] + c[5] + d[6] + e[7] + f[8] + g[9] + h[10];
}

// One of twenty.
#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define DECLARE(k) __shared__ int s##k[k];
#define CHOOSE(k) \
  case k:         \
    to = s##k;    \
    break;
#define ADD(k) sum += s##k[k - 1];
__global__ void of_twenty_shared(int* y, int n) {
  TEN(DECLARE, 1)
  TEN(DECLARE, 2)
  const int i = threadIdx.x + 10;
  int* to = s10;
  switch (i + n) { TEN(CHOOSE, 1) TEN(CHOOSE, 2) }
  to[i - PLANT((i == 29 ? 0 : 1), 1)] = i;  // ERROR out-of-bounds (19,0,0)
  __syncthreads();
  int sum = 0;
  TEN(ADD, 1)
  TEN(ADD, 2)
  y[i] = sum;
}

// One of ninety, by both digits of a number.
#define ARRAY(tens, ones) s##tens##ones
#define OF_TEN(tens)                                                      \
  (ones & 8   ? (ones & 1 ? ARRAY(tens, 9) : ARRAY(tens, 8))              \
   : ones & 4 ? (ones & 2 ? (ones & 1 ? ARRAY(tens, 7) : ARRAY(tens, 6))  \
                          : (ones & 1 ? ARRAY(tens, 5) : ARRAY(tens, 4))) \
              : (ones & 2 ? (ones & 1 ? ARRAY(tens, 3) : ARRAY(tens, 2))  \
                          : (ones & 1 ? ARRAY(tens, 1) : ARRAY(tens, 0))))
#define NINETY(X) \
  TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5) TEN(X, 6) TEN(X, 7) TEN(X, 8) TEN(X, 9)
__global__ void of_ninety_shared(int* y, int n) {
  NINETY(DECLARE)
  const int i = threadIdx.x + 10, ones = (i + n) % 10, tens = (i + n) / 10;
  int* const to = tens & 8   ? (tens & 1 ? OF_TEN(9) : OF_TEN(8))
                  : tens & 4 ? (tens & 2 ? (tens & 1 ? OF_TEN(7) : OF_TEN(6))
                                         : (tens & 1 ? OF_TEN(5) : OF_TEN(4)))
                  : tens & 2 ? (tens & 1 ? OF_TEN(3) : OF_TEN(2))
                             : OF_TEN(1);
  to[i - PLANT((i == 77 ? 0 : 1), 1)] = i;  // ERROR out-of-bounds (67,0,0)
  __syncthreads();
  int sum = 0;
  NINETY(ADD)
  y[i] = sum;
}
// By a switch, of which the compiler makes a table of addresses.
__global__ void from_a_table(int* y, int n) {
  NINETY(DECLARE)
  const int i = threadIdx.x + 10;
  int* to = s10;
  switch (i + n) { NINETY(CHOOSE) }
  to[i - 1] = i;
  __syncthreads();
  int sum = 0;
  NINETY(ADD)
  y[i] = sum;
}

int main() {
  int *x = make<int>(32), *y = make<int>(128);
  of_two_shared<<<1, 64>>>(y, 0);
  below_the_second<<<1, 32>>>(y, 0);
  of_two_local<<<1, 32>>>(y, 0);
  in_turn<<<1, 32>>>(y, 3);
  local_or_global<<<1, 32>>>(y, x, 0);
  added_to<<<1, 32>>>(y, 0);
  of_eight_shared<<<1, 32>>>(y, 0);
  of_twenty_shared<<<1, 20>>>(y, 0);
  of_ninety_shared<<<1, 90>>>(y, 0);
  from_a_table<<<1, 90>>>(y, 0);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
