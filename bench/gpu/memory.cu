// SPDX-License-Identifier: Apache-2.0
// L2 and DRAM of the whole chip: bandwidths when it is full, atomic operations, and how the
// bandwidth grows with the requests that are under way (Little's law: the latency under load).
#include "measure.h"

using namespace bench_gpu;

namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

__device__ float4 load_l2(const float4* at) {
  float4 v;
  asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(at));
  return v;
}

__global__ void read(const float4* data, std::size_t count, int rounds, float* sink) {
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
#pragma unroll 8
    for (std::size_t i = first; i < count; i += step) {
      const auto v = load_l2(data + i);
      sum += v.x + v.y + v.z + v.w;
    }
  }
  if (sum == 12345.678f) *sink = sum;
}

__global__ void write(float4* data, std::size_t count, int rounds) {
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (int r = 0; r < rounds; ++r) {
    const auto v = float(r);
#pragma unroll 8
    for (std::size_t i = first; i < count; i += step) data[i] = make_float4(v, v, v, v);
  }
}

__global__ void copy(const float4* from, float4* to, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

void bandwidths() {
  const int sms = sm_count();
  const std::size_t most = 4096 * kMega;
  Array<float4> a(most / 16), b(most / 16);
  Array<float> sink(1);
  const auto reads = [&](std::size_t bytes, int rounds) {
    return double(bytes) * rounds /
           seconds([&] { read<<<sms * 4, 512>>>(a.get(), bytes / 16, rounds, sink.get()); }) / 1e9;
  };
  const auto writes = [&](std::size_t bytes, int rounds) {
    return double(bytes) * rounds /
           seconds([&] { write<<<sms * 4, 512>>>(a.get(), bytes / 16, rounds); }) / 1e9;
  };
  fact("l2_read_gb_s", reads(16 * kMega, 40), "GB/s", "reads of 16 MiB that L2 holds");
  fact("l2_read_gb_s_24mb", reads(24 * kMega, 40), "GB/s", "the same of 24 MiB");
  fact("l2_read_gb_s_40mb", reads(40 * kMega, 40), "GB/s", "the same of 40 MiB");
  fact("l2_read_gb_s_60mb", reads(60 * kMega, 20), "GB/s", "the same of 60 MiB");
  fact("l2_read_gb_s_90mb", reads(90 * kMega, 20), "GB/s", "the same of 90 MiB");
  fact("l2_write_gb_s", writes(16 * kMega, 40), "GB/s", "writes of 16 MiB");
  fact("l2_write_gb_s_40mb", writes(40 * kMega, 40), "GB/s", "writes of 40 MiB");
  fact("dram_read_gb_s", reads(most, 1), "GB/s", "reads of 4 GiB");
  fact("dram_write_gb_s", writes(most, 1), "GB/s", "writes of 4 GiB");
  const auto time =
      seconds([&] { copy<<<unsigned(most / 16 / 512), 512>>>(a.get(), b.get(), most / 16); });
  fact("dram_copy_gb_s", 2.0 * double(most) / time / 1e9, "GB/s", "copy of 4 GiB, both ways added");
}

enum class Lanes { kOneAddress, kOneEach, kSpread, kScattered };

template <Lanes lanes>
__global__ void reductions(unsigned* data, unsigned mask, int rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = lanes == Lanes::kOneAddress ? 0
                : lanes == Lanes::kOneEach  ? thread / 32 * 32
                                            : thread;
  for (int i = 0; i < rounds; ++i) {
    if (lanes == Lanes::kScattered) at = at * 1664525u + 1013904223u;
    const auto index = lanes == Lanes::kScattered ? at >> 4 : at;
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(data + (index & mask)), "r"(1u));
  }
}

template <Lanes lanes>
void atomics(const char* name, std::size_t bytes, const char* sentence) {
  const int sms = sm_count();
  constexpr int kRounds = 64;
  Array<unsigned> data(bytes / 4);
  const auto time = seconds(
      [&] { reductions<lanes><<<sms * 2, 512>>>(data.get(), unsigned(bytes / 4 - 1), kRounds); });
  fact(name, double(sms) * 2 * 512 * kRounds / time / 1e9, "G lanes/s", sentence);
}

// Each warp has `kUnder` loads under way at once, of 128 bytes each, anywhere in `lines`.
template <int kUnder>
__global__ void __launch_bounds__(1024)
    under_way(const float* data, std::size_t lines, int rounds, float* sink) {
  const std::size_t warps = std::size_t{gridDim.x} * blockDim.x / 32;
  const std::size_t warp = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  std::size_t line = warp;
  float carry = 0;
  for (int r = 0; r < rounds; ++r) {
    float v[kUnder];
#pragma unroll
    for (int k = 0; k < kUnder; ++k) {
      std::size_t at = line + std::size_t(k) * warps;
      if (at >= lines) at %= lines;
      const float* address = data + at * 32 + threadIdx.x % 32 + int(carry);
      asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v[k]) : "l"(address));
    }
#pragma unroll
    for (int k = 0; k < kUnder; ++k) carry += v[k];
    line += warps * kUnder;
    if (line >= lines) line %= lines;
  }
  if (carry != 0) *sink = carry;
}

template <int kUnder>
void parallelism(const float* data, std::size_t bytes, const char* where, float* sink) {
  const int sms = sm_count();
  for (int warps : {1, 2, 4, 8, 16, 32, 64}) {
    const int rounds = std::max(64, 2048 / (warps * kUnder));
    const int block = std::min(warps, 16) * 32;
    const int grid = sms * std::max(warps / 16, 1);
    const auto time =
        seconds([&] { under_way<kUnder><<<grid, block>>>(data, bytes / 128, rounds, sink); }, 5);
    const double moved = double(sms) * warps * kUnder * rounds * 128;
    std::printf("# little,%s,warps_per_sm=%d,under_way=%d,gb_s=%.1f,ns_per_round=%.1f\n", where,
                warps, kUnder, moved / time / 1e9, time / rounds * 1e9);
  }
}

// Sectors apart: what a request of one sector for each lane costs L2 and DRAM.
__global__ void strided(const float* data, std::size_t count, int stride, float* sink) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  float sum = 0;
#pragma unroll 4
  for (std::size_t i = thread; i * stride < count; i += threads) sum += __ldcg(data + i * stride);
  if (sum == 12345.678f) *sink = sum;
}

void strides() {
  const int sms = sm_count();
  Array<float> data(2048 * kMega / 4);
  Array<float> sink(1);
  for (const std::size_t bytes : {16 * kMega, 2048 * kMega}) {
    for (int stride : {1, 2, 4, 8, 16, 32, 64}) {
      const std::size_t count = bytes / 4;
      const auto time =
          seconds([&] { strided<<<sms * 4, 512>>>(data.get(), count, stride, sink.get()); });
      const double sectors = double(count) / std::max(stride, 8);
      std::printf("# stride,%zu MiB,%d words,gb_s_of_sectors=%.1f,us=%.2f\n", bytes / kMega, stride,
                  sectors * 32 / time / 1e9, time * 1e6);
    }
  }
}

}  // namespace

int main() {
  bandwidths();
  atomics<Lanes::kOneAddress>("reduction_one_address", kMega, "red.add.u32, all at one address");
  atomics<Lanes::kOneEach>("reduction_one_address_a_warp", kMega,
                           "the same, one address for each warp");
  atomics<Lanes::kSpread>("reduction_coalesced", 4 * kMega, "the same, lanes side by side");
  atomics<Lanes::kScattered>("reduction_scattered_l2", 4 * kMega, "the same, anywhere in 4 MiB");
  atomics<Lanes::kScattered>("reduction_scattered_8k", 8192, "the same, anywhere in 8 KiB");
  atomics<Lanes::kScattered>("reduction_scattered_dram", 1024 * kMega,
                             "the same, anywhere in 1 GiB");
  Array<float> data(2048 * kMega / 4), sink(1);
  parallelism<1>(data.get(), 16 * kMega, "l2", sink.get());
  parallelism<4>(data.get(), 16 * kMega, "l2", sink.get());
  parallelism<1>(data.get(), 2048 * kMega, "dram", sink.get());
  parallelism<4>(data.get(), 2048 * kMega, "dram", sink.get());
  parallelism<8>(data.get(), 2048 * kMega, "dram", sink.get());
  strides();
}
