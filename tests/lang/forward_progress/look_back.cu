// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// A scan in one pass: each tile looks back at what the tiles before it have published. Tiles in the
// order of a counter, and in the reverse order of blocks, where each waits for a later block.
#include "../check.h"

constexpr unsigned kEmpty = 0, kSum = 1, kPrefix = 2;

__global__ void one_thread_looks(const unsigned* in, unsigned* out,
                                 volatile unsigned long long* status, bool reversed) {
  __shared__ unsigned values[64], before;
  const unsigned t = threadIdx.x, tile = reversed ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  values[t] = in[tile * 64 + t];
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 64; ++i) sum += values[i];
    status[tile] = (unsigned long long)(tile == 0 ? kPrefix : kSum) << 32 | sum;
    __threadfence();
    unsigned prefix = 0;
    for (int at = (int)tile - 1; at >= 0;) {
      const unsigned long long seen = status[at];
      const unsigned state = (unsigned)(seen >> 32);
      if (state == kEmpty) continue;
      prefix += (unsigned)seen;
      if (state == kPrefix) break;
      --at;
    }
    status[tile] = (unsigned long long)kPrefix << 32 | (prefix + sum);
    before = prefix;
  }
  __syncthreads();
  unsigned sum = before;
  for (unsigned i = 0; i <= t; ++i) sum += values[i];
  out[tile * 64 + t] = sum;
}

// A warp looks at 32 tiles at once.
__global__ void warp_looks(const unsigned* in, unsigned* out, volatile unsigned long long* status,
                           bool reversed) {
  const unsigned lane = threadIdx.x, tile = reversed ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  unsigned value = in[tile * 32 + lane], scan = value;
  for (unsigned d = 1; d < 32; d *= 2) {
    unsigned other = __shfl_up_sync(~0u, scan, d);
    if (lane >= d) scan += other;
  }
  const unsigned sum = __shfl_sync(~0u, scan, 31);
  if (lane == 0) status[tile] = (unsigned long long)(tile == 0 ? kPrefix : kSum) << 32 | sum;
  unsigned prefix = 0;
  for (int window = (int)tile - 1; tile != 0; window -= 32) {
    const int at = window - (int)lane;
    unsigned long long seen;
    do {
      seen = at >= 0 ? status[at] : (unsigned long long)kPrefix << 32;
    } while (__any_sync(~0u, (seen >> 32) == kEmpty));
    const unsigned ends = __ballot_sync(~0u, (seen >> 32) == kPrefix);
    const unsigned last = ends ? __ffs(ends) - 1 : 31;
    unsigned part = lane <= last ? (unsigned)seen : 0;
    for (unsigned d = 16; d > 0; d /= 2) part += __shfl_xor_sync(~0u, part, d);
    prefix += part;
    if (ends) break;
  }
  if (lane == 0) status[tile] = (unsigned long long)kPrefix << 32 | (prefix + sum);
  out[tile * 32 + lane] = prefix + scan;
}

// Each lane looks back in a column of its own, as radix sorts do with a bin a lane.
__global__ void each_lane_looks(const unsigned* in, unsigned* out, volatile unsigned* status,
                                bool reversed) {
  const unsigned t = threadIdx.x, tile = reversed ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const unsigned value = in[tile * 64 + t];
  status[tile * 64 + t] = 1u << 30 | value;
  unsigned sum = value;
  for (int before = (int)tile - 1; before >= 0; --before) {
    unsigned seen;
    do {
      __threadfence_block();
      seen = status[before * 64 + t];
    } while (seen == 0);
    sum += seen & 0x3fffffff;
    if (seen >> 31) break;
  }
  status[tile * 64 + t] = 1u << 31 | sum;
  out[tile * 64 + t] = sum;
}

int main() {
  constexpr unsigned tiles = 90, n = tiles * 64;
  static unsigned in[n], out[n];
  for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i) % 1000;
  auto *device_in = check::device_array<unsigned>(n),
       *device_out = check::device_array<unsigned>(n);
  auto* status = check::device_array<unsigned long long>(n);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  for (unsigned kind = 0; kind < 4; ++kind) {
    const unsigned width = kind / 2 ? 32 : 64;
    cudaMemset(status, 0, tiles * 8);
    cudaMemset(device_out, 0, sizeof out);
    if (kind / 2) {
      warp_looks<<<tiles, 32>>>(device_in, device_out, status, kind % 2);
    } else {
      one_thread_looks<<<tiles, 64>>>(device_in, device_out, status, kind % 2);
    }
    check::cuda(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost), "look back");
    unsigned sum = 0;
    for (unsigned i = 0; i < tiles * width; ++i) check::equal(out[i], sum += in[i], "look back");
  }
  for (bool reversed : {false, true}) {
    cudaMemset(status, 0, n * 4);
    each_lane_looks<<<tiles, 64>>>(device_in, device_out, (unsigned*)status, reversed);
    check::cuda(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost), "columns");
    for (unsigned t = 0; t < 64; ++t) {
      unsigned sum = 0;
      for (unsigned i = t; i < n; i += 64) check::equal(out[i], sum += in[i], "columns");
    }
  }
  return check::result();
}
