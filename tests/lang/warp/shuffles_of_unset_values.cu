// SPDX-License-Identifier: Apache-2.0
// Lanes whose value no shuffle reads need not have set it (CUDA C++ Programming Guide, "Warp
// Shuffle Functions", broadcast of a single value): the branch around the assignment stays one.
// Functions may be given values that nobody has set, and end without one that nobody uses.
#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

// The place of the calling thread in a list to which its warp's active lanes add one each.
__device__ unsigned place_by_mask(unsigned* count) {
  const unsigned active = __activemask();
  const unsigned below = active & ((1u << check::lane()) - 1);
  unsigned first;
  if (__popc(below) == 0) first = atomicAdd(count, __popc(active));
  first = __shfl_sync(active, first, __ffs((int)active) - 1);
  return first + __popc(below);
}
__device__ unsigned place_in_group(unsigned* count) {
  const cg::coalesced_group group = cg::coalesced_threads();
  unsigned first;
  if (group.thread_rank() == 0) first = atomicAdd(count, group.size());
  return group.shfl(first, 0) + group.thread_rank();
}

// Behind the shuffle the lanes are still known apart.
__global__ void broadcast(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned word;
  if (check::lane() == 0) word = in[i];
  word = __shfl_sync(check::warp_mask(), word, 0);
  double number;
  if (check::lane() % 4 == 0) number = in[i] * 0.5;
  number = __shfl_sync(check::warp_mask(), number, 0, 4);
  out[i] = word + 3 * check::lane() + (unsigned)(long long)(2 * number);
}

// All places are taken once: the sum over the list is as large as if each thread had one.
template <unsigned (*place)(unsigned*)>
__global__ void fill(const unsigned* in, unsigned* out, unsigned* list) {
  __shared__ unsigned count;
  const unsigned i = check::gid();
  if (check::tid() == 0) count = 0;
  __syncthreads();
  unsigned mine = ~0u;
  if (in[i] % 3) mine = place(&count);
  const unsigned first = i - check::tid();
  if (mine != ~0u) atomicAdd(&list[first + mine], in[i]);
  __syncthreads();
  unsigned sum = 0;
  for (unsigned t = 0; t < count; ++t) sum += list[first + t] * (list[first + t] | 1);
  out[i] = sum;
}

struct Two {
  unsigned a, b;
};
__device__ __noinline__ unsigned choose(unsigned value, bool is_set) {
  return is_set ? value : 5;
}
__device__ unsigned sum_of(Two two, bool is_set) {
  return is_set ? two.a + two.b : 7;
}
#pragma clang diagnostic ignored "-Wreturn-type"
__device__ unsigned half_of(unsigned value) {
  if (value % 2 == 0) return value / 2;
}

__global__ void unset(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned value;
  if (in[i] % 3) value = in[i];
  Two two;
  if (in[i] % 5) two = {in[i], in[i + 1]};
  const unsigned half = half_of(in[i]);
  out[i] = choose(value, in[i] % 3) + sum_of(two, in[i] % 5) + (in[i] % 2 ? 9 : half);
}

template <unsigned (*place)(unsigned*)>
void test_places(const char* what) {
  unsigned* list;
  const size_t bytes = 1 << 20;
  check::cuda(cudaMalloc(&list, bytes), "cudaMalloc");
  check::run<unsigned>(
      what,
      [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        check::cuda(cudaMemset(list, 0, bytes), "cudaMemset");
        fill<place><<<g, b>>>(in, out, list);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned sum = 0;
        for (unsigned k = 0; k < t.block_threads; ++k) {
          const unsigned v = in[t.block_first + k];
          if (v % 3) sum += v * (v | 1);
        }
        return sum;
      });
  check::cuda(cudaFree(list), "cudaFree");
}

int main() {
  check::run<unsigned>(
      "broadcast",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { broadcast<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.warp_first] + 3 * t.lane + in[t.global - t.lane % 4];
      });
  test_places<place_by_mask>("places by a mask");
  test_places<place_in_group>("places in a group");
  check::run<unsigned>(
      "unset", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { unset<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned v = in[t.global];
        return (v % 3 ? v : 5) + (v % 5 ? v + in[t.global + 1] : 7) + (v % 2 ? 9 : v / 2);
      });
  return check::result();
}
