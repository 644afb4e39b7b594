// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes, atomics and shared memory inside functions that are not inlined, called by all
// lanes, by a branch's lanes with their mask, through pointers, and in recursion.
#include "../check.h"

__device__ __noinline__ unsigned sum_over(unsigned mask, unsigned v) {
  unsigned sum = 0, left = mask;
  while (left) {
    int from = __ffs(left) - 1;
    sum = sum * 3 + __shfl_sync(mask, v, from);
    left &= left - 1;
  }
  return sum;
}

__device__ __noinline__ unsigned rank(unsigned mask, bool p) {
  return __popc(__ballot_sync(mask, p) & ((1u << check::lane()) - 1));
}

__device__ __noinline__ unsigned count_down(unsigned mask, unsigned v, unsigned n) {
  unsigned still = __ballot_sync(mask, n > 0);
  if (n == 0) return v;
  return count_down(still, v + __popc(still), n - 1) * 3 + 1;
}

using Function = unsigned (*)(unsigned, unsigned);
__device__ __noinline__ unsigned first_value(unsigned mask, unsigned v) {
  return __shfl_sync(mask, v, __ffs(mask) - 1);
}
__device__ Function functions[2] = {sum_over, first_value};

__global__ void kernel(const unsigned* in, uint4* out, unsigned which) {
  unsigned i = check::gid(), all = check::warp_mask(), v = in[i];
  uint4 r;
  r.x = sum_over(all, v) + rank(all, v % 2);
  unsigned mask = __ballot_sync(all, v % 3 == 0);
  r.y = v % 3 == 0 ? sum_over(mask, v) : rank(all & ~mask, v % 5 < 2) + 7;
  r.z = count_down(all, v, v % 4);
  r.w = functions[which](all, v);
  out[i] = r;
}

// atomics and shared memory in a function
__device__ __noinline__ void put(unsigned* bins, unsigned v) {
  atomicAdd(&bins[v % 7], v);
}
__device__ __noinline__ unsigned* bins_of_block() {
  __shared__ unsigned bins[7];
  return bins;
}
__global__ void in_shared(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), t = check::tid();
  for (unsigned k = t; k < 7; k += check::block_threads()) bins_of_block()[k] = k;
  __syncthreads();
  if (in[i] % 4) put(bins_of_block(), in[i]);
  __syncthreads();
  out[i] = bins_of_block()[(in[i] >> 5) % 7];
}

unsigned model_sum(const unsigned* w, unsigned mask) {
  unsigned sum = 0;
  for (unsigned k = 0; k < 32; ++k) {
    if (mask >> k & 1) sum = sum * 3 + w[k];
  }
  return sum;
}

uint4 model(const check::Thread& t, const unsigned* in, unsigned which) {
  const unsigned* w = in + t.warp_first;
  unsigned all = t.warp_lanes == 32 ? ~0u : (1u << t.warp_lanes) - 1, mask = 0, odd = 0, low = 0;
  for (unsigned k = 0; k < t.warp_lanes; ++k) {
    mask |= (w[k] % 3 == 0) << k;
    if (k < t.lane) odd += w[k] % 2, low += w[k] % 3 && w[k] % 5 < 2;
  }
  unsigned me = w[t.lane], z = me, depth = me % 4;
  for (unsigned d = 0; d < depth; ++d) {
    for (unsigned k = 0; k < t.warp_lanes; ++k) z += w[k] % 4 > d;
  }
  for (unsigned d = 0; d < depth; ++d) z = z * 3 + 1;
  return make_uint4(model_sum(w, all) + odd, me % 3 == 0 ? model_sum(w, mask) : low + 7, z,
                    which ? w[0] : model_sum(w, all));
}

int main() {
  for (unsigned which : {0u, 1u}) {
    check::run<uint4>(
        "functions",
        [=](dim3 g, dim3 b, const unsigned* in, uint4* out) { kernel<<<g, b>>>(in, out, which); },
        [=](const check::Thread& t, const unsigned* in) { return model(t, in, which); });
  }
  check::run<unsigned>(
      "atomics in functions",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { in_shared<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned bin = (in[t.global] >> 5) % 7, sum = bin;
        for (unsigned k = t.block_first; k < t.block_first + t.block_threads; ++k) {
          if (in[k] % 4 && in[k] % 7 == bin) sum += in[k];
        }
        return sum;
      });
  return check::result();
}
