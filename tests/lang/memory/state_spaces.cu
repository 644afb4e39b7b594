// SPDX-License-Identifier: Apache-2.0
// Where a pointer points: __isShared, __isGlobal, __isLocal, where the compiler sees it and where
// it does not, in calls and under divergence.
#include "../check.h"

__device__ unsigned ask(const void* p) {
  return (__isShared(p) ? 1 : 0) + (__isLocal(p) ? 2 : 0) + (__isGridConstant(p) ? 4 : 0) +
         (__isGlobal(p) ? 8 : 0) + (__isConstant(p) ? 16 : 0);
}
__device__ __noinline__ unsigned ask_called(const void* p, unsigned v) {
  return ask(p) + (v & 16 ? 100 : 200);
}

__global__ void kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned shared[1024];
  __shared__ const void* pointers[1024];
  unsigned local[4], t = check::tid(), i = check::gid(), v = in[i];
  local[v % 4] = v;
  shared[t] = v;
  unsigned r = ask(&shared[t]) == 1 && ask(&in[i]) == 8 && (ask(&local[v & 3]) & 3) == 2;
  // One of several.
  const void* some = v % 3 == 0   ? (const void*)&shared[t]
                     : v % 3 == 1 ? (const void*)local
                                  : &in[i];
  r = r * 10 + (__isShared(some) ? 1 : 0) + (__isLocal(some) ? 2 : 0);
  // Behind memory and calls.
  pointers[t] = v % 2 ? (const void*)&in[i] : &shared[v % 7];
  __syncwarp(check::warp_mask());
  const void* other = *(const void* volatile*)&pointers[t / 32 * 32];
  r = r * 10 + (__isShared(other) ? 1 : 0) + (__isLocal(other) ? 2 : 0);
  if (v & 8) r = r * 1000 + ask_called(&shared[v % 9], v) % 1000;
  out[i] = r + 0 * local[0];
}

int main() {
  check::run<unsigned>(
      "state spaces",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global], r = 1;
        r = r * 10 + (v % 3 == 0 ? 1 : v % 3 == 1 ? 2 : 0);
        r = r * 10 + (in[t.warp_first] % 2 ? 0 : 1);
        if (v & 8) r = r * 1000 + 1 + (v & 16 ? 100 : 200);
        return r;
      });
  return check::result();
}
