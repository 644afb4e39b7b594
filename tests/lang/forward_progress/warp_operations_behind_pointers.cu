// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Functions behind pointers that have warp operations, called from a kernel whose lanes wait for
// each other: there each thread runs alone, and meets the others of its warp in the function all
// the same. Pointers that kernels of one kind have stored are called by kernels of the other.
#include <new>

#include "../check.h"

using Operation = unsigned (*)(unsigned);

__device__ __noinline__ unsigned sum_of_warp(unsigned x) {
  for (unsigned step = 16; step > 0; step /= 2) x += __shfl_xor_sync(~0u, x, step);
  return x;
}
__device__ __noinline__ unsigned odd_ones(unsigned x) {
  const unsigned ballot = __ballot_sync(~0u, x % 2);
  __syncwarp();
  return ballot + (__any_sync(~0u, x == 3) ? 1 : 0) + __popc(__activemask());
}
__device__ __noinline__ unsigned neighbours(unsigned x) {
  const unsigned of_half = threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u;
  if (threadIdx.x % 32 < 16) return __shfl_down_sync(of_half, x, 1, 16) * 3;
  return __shfl_up_sync(of_half, x, 1, 16) * 5 + __match_any_sync(of_half, x % 4);
}
__device__ unsigned scale = 3;
__device__ __noinline__ unsigned all_of_them(unsigned x);  // calls through the table
__device__ Operation operations[4] = {sum_of_warp, odd_ones, neighbours, all_of_them};
__device__ __noinline__ unsigned all_of_them(unsigned x) {
  unsigned total = 0;
  for (unsigned k = 0; k < 3; ++k) total = total * scale + operations[k](x + k);
  return total;
}
// No warp operation, a value of another kind.
using Plain = double2 (*)(double2, int);
__device__ __noinline__ double2 turned(double2 v, int by) {
  return double2{v.y + by, v.x * threadIdx.x};
}
__device__ Plain plain = turned;

struct Shape {
  __device__ virtual unsigned vote(unsigned x) const = 0;
};
struct Most : Shape {
  unsigned of;
  __device__ explicit Most(unsigned n) : of(n) {}
  __device__ unsigned vote(unsigned x) const override {
    return __reduce_max_sync(~0u, x * of) + __shfl_sync(~0u, x, of % 32);
  }
};

struct Results {
  unsigned values[6][64];
};

__device__ void compute(Results* out, Operation* stored, const Shape* shape) {
  const unsigned t = threadIdx.x, x = check::mix(t) % 1000;
  for (unsigned k = 0; k < 4; ++k) out->values[k][t] = stored[k](x);
  out->values[4][t] = shape->vote(x);
  const double2 v = plain(double2{double(t), 2.0}, 7);
  out->values[5][t] = unsigned(v.x + v.y);
}

__global__ void store(Operation* stored, char* object) {
  if (threadIdx.x < 4) stored[threadIdx.x] = operations[threadIdx.x];
  if (threadIdx.x == 0) new (object) Most(7);
}
__global__ void as_warps(Results* out, Operation* stored, const Shape* shape) {
  compute(out, stored, shape);
}

__device__ void take_turns(unsigned* turn) {
  while (*(volatile unsigned*)turn != threadIdx.x) {
  }
  *(volatile unsigned*)turn = threadIdx.x + 1;
}
// Each lane waits for the one before it.
__global__ void as_threads(Results* out, Operation* stored, const Shape* shape, unsigned* turn) {
  take_turns(turn);
  __syncwarp();
  compute(out, stored, shape);
}
__global__ void store_as_threads(Operation* stored, char* object, unsigned* turn) {
  take_turns(turn);
  if (threadIdx.x < 4) stored[threadIdx.x] = operations[threadIdx.x];
  if (threadIdx.x == 0) new (object) Most(7);
}

unsigned expected(unsigned k, unsigned t, unsigned more = 0) {
  const auto x = [&](unsigned lane) { return check::mix(t / 32 * 32 + lane) % 1000 + more; };
  const unsigned lane = t % 32;
  unsigned result = 0;
  switch (k) {
    case 0:
      for (unsigned i = 0; i < 32; ++i) result += x(i);
      return result;
    case 1: {
      bool any = false;
      for (unsigned i = 0; i < 32; ++i) {
        result |= x(i) % 2 << i;
        any |= x(i) == 3;
      }
      return result + any + 32;
    }
    case 2: {
      if (lane < 16) return x(lane < 15 ? lane + 1 : lane) * 3;
      for (unsigned i = 16; i < 32; ++i) result |= unsigned(x(i) % 4 == x(lane) % 4) << i;
      return x(lane > 16 ? lane - 1 : lane) * 5 + result;
    }
    case 3:
      for (unsigned i = 0; i < 3; ++i) result = result * 3 + expected(i, t, i);
      return result;
    case 4:
      for (unsigned i = 0; i < 32; ++i) result = x(i) * 7 > result ? x(i) * 7 : result;
      return result + x(7);
    default:
      return 2 + 7 + t * t;
  }
}

int main() {
  static Results results;
  auto* out = check::device_array<Results>(1);
  auto* stored = check::device_array<Operation>(4);
  auto* object = check::device_array<char>(64);
  auto* turn = check::device_array<unsigned>(1);
  const auto* shape = reinterpret_cast<const Shape*>(object);
  for (unsigned how = 0; how < 4; ++how) {
    const char* what = how == 0   ? "stored by warps, called by warps"
                       : how == 1 ? "stored by warps, called by threads"
                       : how == 2 ? "stored by threads, called by warps"
                                  : "stored by threads, called by threads";
    cudaMemset(out, 0, sizeof results);
    cudaMemset(turn, 0, 4);
    if (how < 2) {
      store<<<1, 32>>>(stored, object);
    } else {
      store_as_threads<<<1, 32>>>(stored, object, turn);
    }
    cudaMemset(turn, 0, 4);
    if (how % 2 == 0) {
      as_warps<<<1, 64>>>(out, stored, shape);
    } else {
      as_threads<<<1, 64>>>(out, stored, shape, turn);
    }
    check::cuda(cudaMemcpy(&results, out, sizeof results, cudaMemcpyDeviceToHost), what);
    for (unsigned k = 0; k < 6; ++k) {
      for (unsigned t = 0; t < 64; ++t) check::equal(results.values[k][t], expected(k, t), what);
    }
  }
  return check::result();
}
