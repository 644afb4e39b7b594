// SPDX-License-Identifier: Apache-2.0
// All lanes, warps and blocks add to one address, global and shared: the returned values are a
// permutation of 0..n-1 and the sum is exact; under divergence too, and aggregated by hand.
#include "../check.h"

__global__ void tickets(const unsigned* in, unsigned* counter, unsigned* seen, unsigned* sum) {
  unsigned i = check::gid();
  unsigned ticket = atomicAdd(counter, 1u);
  atomicAdd(&seen[ticket], 1u);
  if (in[i] % 3 == 0) atomicAdd(sum, in[i]);
  for (unsigned k = 0; k < in[i] % 4; ++k) atomicAdd(sum, k);
}

__global__ void in_shared(const unsigned* in, unsigned* out) {
  __shared__ unsigned counter, total;
  __shared__ unsigned owner[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  if (t == 0) counter = total = 0;
  __syncthreads();
  unsigned ticket = in[i] % 2 ? atomicAdd(&counter, 1u) : n - 1 - atomicAdd(&total, 1u);
  owner[ticket] = t;
  __syncthreads();
  unsigned odd = counter;
  unsigned ok =
      counter + total == n && owner[ticket] == t && (in[i] % 2 ? ticket < odd : ticket >= odd);
  out[i] = ok * 100000 + odd;
}

__global__ void aggregated(const unsigned* in, unsigned* counter, unsigned* list) {
  unsigned i = check::gid(), lane = check::lane();
  bool take = in[i] % 3 == 1;
  unsigned mask = __ballot_sync(check::warp_mask(), take);
  if (!take) return;
  unsigned leader = __ffs(mask) - 1, base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(mask));
  base = __shfl_sync(mask, base, leader);
  list[base + __popc(mask & ((1u << lane) - 1))] = i;
}

void test_global(const check::Shape& s) {
  unsigned blocks = 5, n = blocks * s.threads(), sum = 0, taken = 0;
  unsigned* in = (unsigned*)malloc(n * 4);
  for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i + 5);
  unsigned* device_in = check::device_array<unsigned>(n);
  unsigned* scratch = check::device_array<unsigned>(2 * n + 2);
  check::cuda(cudaMemcpy(device_in, in, n * 4, cudaMemcpyHostToDevice), "in");
  check::cuda(cudaMemset(scratch, 0, (2 * n + 2) * 4), "zero");
  tickets<<<blocks, dim3(s.x, s.y, s.z)>>>(device_in, scratch, scratch + 2, scratch + 1);
  unsigned* out = (unsigned*)malloc((2 * n + 2) * 4);
  check::cuda(cudaMemcpy(out, scratch, (n + 2) * 4, cudaMemcpyDeviceToHost), "out");
  for (unsigned i = 0; i < n; ++i) {
    if (in[i] % 3 == 0) sum += in[i];
    for (unsigned k = 0; k < in[i] % 4; ++k) sum += k;
    if (out[2 + i] != 1) check::report("ticket", check::thread_at(s, blocks, i), 1u, out[2 + i]);
  }
  check::equal(out[0], n, "counter");
  check::equal(out[1], sum, "sum");
  check::cuda(cudaMemset(scratch, 0, (2 * n + 2) * 4), "zero");
  aggregated<<<blocks, dim3(s.x, s.y, s.z)>>>(device_in, scratch, scratch + 1);
  check::cuda(cudaMemcpy(out, scratch, (n + 1) * 4, cudaMemcpyDeviceToHost), "out");
  unsigned* found = (unsigned*)calloc(n, 4);
  for (unsigned k = 0; k < out[0] && k < n; ++k) {
    if (out[1 + k] < n) ++found[out[1 + k]];
  }
  for (unsigned i = 0; i < n; ++i) {
    taken += in[i] % 3 == 1;
    unsigned want = in[i] % 3 == 1;
    if (found[i] != want)
      check::report("aggregated", check::thread_at(s, blocks, i), want, found[i]);
  }
  check::equal(out[0], taken, "aggregated counter");
  cudaFree(device_in);
  cudaFree(scratch);
  free(found);
  free(in);
  free(out);
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (check::wanted(s)) test_global(s);
  }
  check::run<unsigned>(
      "shared",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { in_shared<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned odd = 0;
        for (unsigned k = 0; k < t.block_threads; ++k) odd += in[t.block_first + k] % 2;
        return 100000 + odd;
      });
  return check::result();
}
