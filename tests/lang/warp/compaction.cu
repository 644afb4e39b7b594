// SPDX-License-Identifier: Apache-2.0
// Lanes whose condition holds store side by side: the rank of a lane is the number of those below
// it in a ballot. Indices and elements of several types; a ballot of more lanes than store; under
// divergence; warps and blocks that ask one counter for their places.
#include "../check.h"

constexpr unsigned kMost = 2048;  // values of a block

HD inline bool kept(unsigned v) {
  return v % 3 != 0;
}

// Each warp writes its part of the block's place in `out`.
template <class T, class Index>
__global__ void by_warp(const unsigned* in, T* out) {
  const unsigned v = in[check::gid()], lane = check::lane();
  const Index first = (Index)blockIdx.x * kMost + check::tid() / 32 * 32;
  const unsigned ballot = __ballot_sync(check::warp_mask(), kept(v));
  if (kept(v)) out[first + (Index)__popc(ballot & ((1u << lane) - 1))] = (T)v;
}

// Lanes of the ballot that do not store leave gaps.
__global__ void gaps(const unsigned* in, unsigned* out) {
  const unsigned v = in[check::gid()], lane = check::lane();
  unsigned* warp_out = out + blockIdx.x * kMost + check::tid() / 32 * 32;
  const unsigned ballot = __ballot_sync(check::warp_mask(), kept(v));
  if (kept(v) && v % 5 != 0) warp_out[__popc(ballot & ((1u << lane) - 1))] = v;
}

__global__ void divergent(const unsigned* in, unsigned* out) {
  const unsigned v = in[check::gid()];
  unsigned lower;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));
  unsigned* warp_out = out + blockIdx.x * kMost + check::tid() / 32 * 64;
  if (v % 7 < 4) {
    const unsigned ballot = __ballot_sync(__activemask(), kept(v));
    if (kept(v)) warp_out[__popc(ballot & lower)] = v;
  } else {
    const unsigned ballot = __ballot_sync(__activemask(), !kept(v));
    if (!kept(v)) warp_out[32 + __popc(ballot & lower)] = v;
  }
}

// One counter for all: which warp gets which place is not known.
__global__ void from_counter(const unsigned* in, unsigned* out, unsigned* count) {
  const unsigned v = in[check::gid()], lane = check::lane();
  const unsigned ballot = __ballot_sync(check::warp_mask(), kept(v));
  unsigned place = 0;
  if (lane == 0) place = atomicAdd(count, (unsigned)__popc(ballot));
  place = __shfl_sync(check::warp_mask(), place, 0) + __popc(ballot & ((1u << lane) - 1));
  if (kept(v)) out[place] = check::gid();
}

// What the host expects in out[block * kMost + ...]; 0 where nobody writes.
enum Way { kByWarp, kGaps, kDivergent };

unsigned expected(Way way, const check::Shape& s, const unsigned* in, unsigned at) {
  const unsigned block = at / kMost, place = at % kMost, width = way == kDivergent ? 64 : 32;
  const unsigned warp = place / width, want = place % 32, half = place % width / 32;
  unsigned rank = 0;
  for (unsigned lane = 0; lane < 32 && warp * 32 + lane < s.threads(); ++lane) {
    const unsigned v = in[block * s.threads() + warp * 32 + lane];
    if (way == kDivergent && (v % 7 < 4 ? 0u : 1u) != half) continue;
    if (kept(v) == (half == 1)) continue;
    if (rank++ == want) return way == kGaps && v % 5 == 0 ? 0 : v;
  }
  return 0;
}

template <class T, class Launch>
void test(const char* name, Way way, Launch launch) {
  constexpr unsigned blocks = 3, n = blocks * kMost;
  unsigned* in = (unsigned*)malloc(n * 4);
  for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i + 11) | 1;
  unsigned* device_in = check::device_array<unsigned>(n);
  T *device_out = check::device_array<T>(n), *out = (T*)malloc(n * sizeof(T));
  check::cuda(cudaMemcpy(device_in, in, n * 4, cudaMemcpyHostToDevice), "in");
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    check::cuda(cudaMemset(device_out, 0, n * sizeof(T)), "zero");
    launch(dim3(blocks), dim3(s.x, s.y, s.z), device_in, device_out);
    check::cuda(cudaMemcpy(out, device_out, n * sizeof(T), cudaMemcpyDeviceToHost), "out");
    for (unsigned i = 0; i < n; ++i) {
      const T want = (T)expected(way, s, in, i);
      if (out[i] != want) {
        printf("%s: %ux%ux%u place %u: %f instead of %f\n", name, s.x, s.y, s.z, i, (double)out[i],
               (double)want);
        check::equal(0, 1, name);
        break;
      }
    }
  }
  cudaFree(device_in);
  cudaFree(device_out);
  free(in);
  free(out);
}

void test_counter() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const unsigned blocks = 40, n = blocks * s.threads();
    unsigned* in = (unsigned*)malloc(n * 4);
    unsigned* out = (unsigned*)malloc(n * 4 + 4);
    unsigned want = 0;
    for (unsigned i = 0; i < n; ++i) want += kept(in[i] = check::mix(i + 3));
    unsigned* device_in = check::device_array<unsigned>(n);
    unsigned* device_out = check::device_array<unsigned>(n + 1);
    check::cuda(cudaMemcpy(device_in, in, n * 4, cudaMemcpyHostToDevice), "in");
    check::cuda(cudaMemset(device_out, 0, n * 4 + 4), "zero");
    from_counter<<<blocks, dim3(s.x, s.y, s.z)>>>(device_in, device_out + 1, device_out);
    check::cuda(cudaMemcpy(out, device_out, n * 4 + 4, cudaMemcpyDeviceToHost), "out");
    check::equal(out[0], want, "counter");
    unsigned* seen = (unsigned*)calloc(n, 4);
    for (unsigned k = 1; k <= out[0] && k <= n; ++k) ++seen[out[k] % n];
    for (unsigned i = 0; i < n; ++i) check::equal(seen[i], (unsigned)kept(in[i]), "kept once");
    free(seen);
    free(in);
    free(out);
    cudaFree(device_in);
    cudaFree(device_out);
  }
}

int main() {
  test<unsigned>("int", kByWarp, [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
    by_warp<unsigned, int><<<g, b>>>(in, out);
  });
  test<float>("unsigned", kByWarp, [](dim3 g, dim3 b, const unsigned* in, float* out) {
    by_warp<float, unsigned><<<g, b>>>(in, out);
  });
  test<double>("size_t", kByWarp, [](dim3 g, dim3 b, const unsigned* in, double* out) {
    by_warp<double, size_t><<<g, b>>>(in, out);
  });
  test<unsigned>("gaps", kGaps, [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
    gaps<<<g, b>>>(in, out);
  });
  test<unsigned>("divergent", kDivergent, [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
    divergent<<<g, b>>>(in, out);
  });
  test_counter();
  return check::result();
}
