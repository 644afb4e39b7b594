// SPDX-License-Identifier: Apache-2.0
// What few warps of an SM wait for, by the time of whole launches: instructions side by side and
// one after the other, loads of shared memory, barriers, copies that are waited for some rounds
// later, loads from L1 that begin anywhere; and loops of compare and swap, whose threads get into
// each other's way.
#include <cuda_pipeline.h>

#include "common.h"

constexpr int kSms = 132;

template <class T>
__device__ T next(T x, T b, T c) {
  return x * b + c;
}
// kOwn chains side by side.
template <class T, int kOwn>
__global__ void chains(T* out, T b, T c, int rounds) {
  T x[kOwn];
  for (int k = 0; k < kOwn; ++k) x[k] = T(threadIdx.x + k);
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int q = 0; q < 64 / kOwn; ++q) {
#pragma unroll
      for (int k = 0; k < kOwn; ++k) x[k] = next(x[k], b, c);
    }
  }
  T sum = 0;
  for (int k = 0; k < kOwn; ++k) sum += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <class T, int kOwn>
void chain_rows(const char* name, void* out) {
  for (int warps : {1, 4, 8, 16, 32}) {
    if (kOwn == 64 && warps > 8) break;  // they need more registers than there are
    row(std::string(name) + ", " + std::to_string(kOwn) + " side by side, " +
            std::to_string(warps) + " warps of an SM",
        64 * 2000, [&] { chains<T, kOwn><<<kSms, 32 * warps>>>((T*)out, T(1), T(3), 2000); });
  }
}
// A thread's kOwn loads, of which the next ones need the sum; stores go between where kStores.
template <int kOwn, bool kStores, class T>
__global__ void shared_loads(T* out, int rounds) {
  __shared__ T s[2048];
  for (int k = threadIdx.x; k < 2048; k += blockDim.x) s[k] = 0;
  __syncthreads();
  int at = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    T sum = 0;
#pragma unroll
    for (int k = 0; k < kOwn; ++k) sum += s[(at + 32 * k) & 2047];
    if (kStores) s[1024 + threadIdx.x] = sum;
    at = threadIdx.x + int(sum);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
template <int kOwn, bool kStores, class T>
void shared_rows(const char* name, void* out) {
  for (int warps : {1, 4, 8, 16, 32}) {
    row(std::string(name) + (kStores ? ", a store" : "") + ", " + std::to_string(kOwn) +
            " at once, " + std::to_string(warps) + " warps of an SM",
        4000, [&] { shared_loads<kOwn, kStores><<<kSms, 32 * warps>>>((T*)out, 4000); });
  }
}
// A line of shared memory, smoothed in place of another one: nothing is known of the stores.
__global__ void smooth(float* out, int each, int rounds) {
  extern __shared__ float line[];
  float *from = line, *to = line + each;
  for (int k = threadIdx.x; k < each; k += blockDim.x) from[k] = k;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    for (int k = threadIdx.x; k < each; k += blockDim.x)
      to[k] = 0.5f * from[k] + 0.25f * (from[k == 0 ? 0 : k - 1] + from[k == each - 1 ? k : k + 1]);
    __syncthreads();
    float* other = from;
    from = to;
    to = other;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = from[threadIdx.x];
}
__global__ void barriers(float* out, int rounds) {
  for (int r = 0; r < rounds; ++r) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
// Pieces of 16 bytes a thread, kAhead rounds before they are used.
template <int kAhead>
__global__ void pieces(const float4* in, float* out, int rounds) {
  __shared__ float4 s[(kAhead + 1) * 256];
  const int t = threadIdx.x, n = blockDim.x;
  const float4* own = in + size_t(blockIdx.x) * rounds * n;
  for (int k = 0; k < kAhead; ++k) {
    __pipeline_memcpy_async(&s[k * n + t], &own[k * n + t], 16);
    __pipeline_commit();
  }
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    if (k + kAhead < rounds)
      __pipeline_memcpy_async(&s[(k + kAhead) % (kAhead + 1) * n + t], &own[(k + kAhead) * n + t],
                              16);
    __pipeline_commit();
    __pipeline_wait_prior(kAhead);
    __syncthreads();
    sum += s[k % (kAhead + 1) * n + (t ^ 32)].x;
    __syncthreads();
  }
  out[blockIdx.x * n + t] = sum;
}
template <int kAhead>
void piece_rows(const float4* in, float* out) {
  for (int blocks : {1, 4}) {
    for (int threads : {64, 256}) {
      for (bool cold : {false, true}) {
        row(
            "pieces, " + std::to_string(kAhead) + " rounds ahead, " + std::to_string(blocks) +
                " blocks of an SM, " + std::to_string(threads) + " threads",
            64, [&] { pieces<kAhead><<<blocks * kSms, threads>>>(in, out, 64); }, cold);
      }
    }
  }
}
// What L1 holds, lanes so many words apart.
__global__ void held(const float* a, float* out, int shift, int apart, int rounds) {
  float sum = 0;
  const float* own = a + threadIdx.x % 32 * apart + shift;
#pragma unroll 8
  for (int k = 0; k < rounds; ++k) sum += own[(k & 15) * 32 * apart];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// A loop of so many instructions that need each other, and its branch.
template <int kInstructions>
__global__ void loop(float* out, float b, float c, int rounds) {
  float x = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < kInstructions; ++k) x = x * b + c;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
template <int kInstructions>
void loop_rows(float* out) {
  for (int warps : {1, 4, 8, 16, 32})
    row("loop of " + std::to_string(kInstructions) + ", " + std::to_string(warps) +
            " warps of an SM",
        20000, [&] { loop<kInstructions><<<kSms, 32 * warps>>>(out, 1, 3, 20000); });
}
// Bits of shared memory that a warp sets one after the other.
__global__ void set_bits(unsigned* out, int step, int rounds) {
  __shared__ unsigned bits[1024];
  unsigned at = threadIdx.x;
  for (int r = 0; r < rounds; ++r, at += step) atomicOr(&bits[at / 32 % 1024], 1u << at % 32);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = bits[threadIdx.x % 1024];
}
// A float's sum or greatest by compare and swap.
template <bool kGreatest>
__global__ void retry(unsigned* places, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned* p = &places[spread(i) & mask];
  const float own = spread(i) % 1000 * 0.001f;
  unsigned old = *p, seen;
  do {
    seen = old;
    const float now = __uint_as_float(seen);
    if (kGreatest && now >= own) return;
    old = atomicCAS(p, seen, __float_as_uint(kGreatest ? own : now + own));
  } while (old != seen);
}

int main() {
  make_others();
  void* out;
  CHECK(cudaMalloc(&out, 64 << 20));
  CHECK(cudaMemset(out, 0, 64 << 20));
  chain_rows<float, 1>("float", out);
  chain_rows<float, 4>("float", out);
  chain_rows<float, 16>("float", out);
  chain_rows<double, 1>("double", out);
  chain_rows<double, 4>("double", out);
  chain_rows<double, 16>("double", out);
  chain_rows<double, 64>("double", out);
  chain_rows<int, 1>("integer", out);
  chain_rows<int, 4>("integer", out);
  shared_rows<1, false, int>("words", out);
  shared_rows<4, false, int>("words", out);
  shared_rows<1, true, int>("words", out);
  shared_rows<4, true, int>("words", out);
  shared_rows<4, false, double>("doubles", out);
  CHECK(cudaFuncSetAttribute(smooth, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 << 10));
  for (int warps : {1, 4, 8, 16, 32})
    row("smoothing, of a warp's 32, " + std::to_string(warps) + " warps of an SM",
        20 * 20480 / (32 * warps),
        [&] { smooth<<<kSms, 32 * warps, 160 << 10>>>((float*)out, 20480, 20); });
  for (int warps : {1, 2, 4, 8, 16, 32})
    row("barrier of " + std::to_string(warps) + " warps", 10000,
        [&] { barriers<<<kSms, 32 * warps>>>((float*)out, 10000); });
  float4* in;
  CHECK(cudaMalloc(&in, size_t(4) * kSms * 64 * 256 * 16));
  CHECK(cudaMemset(in, 0, size_t(4) * kSms * 64 * 256 * 16));
  piece_rows<0>(in, (float*)out);
  piece_rows<1>(in, (float*)out);
  piece_rows<2>(in, (float*)out);
  piece_rows<3>(in, (float*)out);
  for (int shift : {0, 1, 4, 8, 16})
    row("loads from L1 " + std::to_string(shift) + " words on, 32 warps of an SM", 4096.0 * 32,
        [&] { held<<<kSms, 1024>>>((float*)in, (float*)out, shift, 1, 4096); });
  for (int apart : {0, 2, 3, 4, 5, 8, 9, 10, 12, 16, 17, 32, 33, 40, 64, 65})
    row("loads from L1 " + std::to_string(apart) + " words apart, 32 warps of an SM", 4096.0 * 32,
        [&] { held<<<kSms, 1024>>>((float*)in, (float*)out, 0, apart, 4096); });
  loop_rows<1>((float*)out);
  loop_rows<4>((float*)out);
  loop_rows<16>((float*)out);
  for (int step : {1, 32, 33, 1024, 1056})
    for (int warps : {1, 8, 32})
      row("bits of shared memory, " + std::to_string(step) + " on each time, " +
              std::to_string(warps) + " warps of an SM",
          4096.0 * warps, [&] { set_bits<<<kSms, 32 * warps>>>((unsigned*)out, step, 4096); });
  const auto zero = [&] { CHECK(cudaMemset(out, 0, 4 << 20)); };
  for (int places : {1, 32, 1024, 32768}) {
    for (int blocks : {1, 8, 32, 132, 1056}) {
      if (places == 1 && blocks > 32) continue;
      if (places == 32 && blocks > 132) continue;
      const int n = blocks * 256;
      const auto what =
          " of " + std::to_string(places) + " places, " + std::to_string(blocks) + " blocks of 256";
      row(
          "sums by compare and swap" + what, n,
          [&] { retry<false><<<blocks, 256>>>((unsigned*)out, places - 1, n); }, false, zero);
      row(
          "greatest by compare and swap" + what, n,
          [&] { retry<true><<<blocks, 256>>>((unsigned*)out, places - 1, n); }, false, zero);
    }
  }
}
