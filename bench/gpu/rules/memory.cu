// SPDX-License-Identifier: Apache-2.0
// Random words, parts of sectors, stores to one place, arrays of a thread, latencies of random
// lines. Counts are accesses of lanes.
#include "common.h"

template <int kEach, class T>
__global__ void load_random(const T* a, float* out, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const T v = a[spread(i + k * n) & mask];
    sum += *(const float*)&v;
  }
  out[i] = sum;
}
// `together` lanes side by side go to one place.
__global__ void load_groups(const float* a, float* out, unsigned mask, int together, int rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  float sum = 0;
  for (int k = 0; k < rounds; ++k)
    sum += a[(spread(i / together + k * n) & mask / together) * together + i % together];
  out[i] = sum;
}
__global__ void store_groups(float* a, unsigned mask, int together) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[(spread(i / together) & mask / together) * together + i % together] = float(i);
}
__global__ void store_stride(float* a, int stride) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[size_t(i) * stride] = float(i);
}
__global__ void store_one_place(int* a, int each, int lanes, int distance, int places) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (lane < lanes)
    for (int k = 0; k < each; ++k) *(volatile int*)&a[warp % places * 32 + lane * distance] = k;
}
template <int kWords, bool kStores, bool kSame>
__global__ void own_array(unsigned* out, int rounds) {
  unsigned v[kWords];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < kWords; ++k) v[k] = i + k;
  unsigned at = kSame ? 1 : i * 7, sum = 0;
  for (int k = 0; k < rounds; ++k) {
    at = at * 5 + 1;
    const unsigned p = at >> 3 & (kWords - 1);
    if (kStores)
      v[p] = sum + k;
    else
      sum += v[p];
    sum ^= k;
  }
  if (kStores) sum += v[at & (kWords - 1)];
  out[i] = sum;
}
__global__ void chase(const unsigned* next, unsigned* out, int steps) {
  unsigned at = 0;
  const long long begin = clock64();
  for (int k = 0; k < steps; ++k) at = next[size_t(at) * 32];
  out[0] = at;
  out[1] = unsigned((clock64() - begin) / steps);
}

template <int kWords, bool kStores, bool kSame>
void array_rows(const char* what, unsigned* out) {
  for (int blocks : {132, 1056, 4224})
    row(std::string(what) + " " + std::to_string(kWords) +
            " words, blocks of 256: " + std::to_string(blocks),
        blocks * 256.0 * 64, [&] { own_array<kWords, kStores, kSame><<<blocks, 256>>>(out, 64); });
}

int main() {
  const size_t most = size_t(256) << 20;  // words: 1 GB
  float *a, *out;
  CHECK(cudaMalloc(&a, most * 4));
  CHECK(cudaMemset(a, 0, most * 4));
  CHECK(cudaMalloc(&out, 64 << 20));
  for (unsigned mb : {4, 16, 32, 64, 256, 1024}) {
    const unsigned mask = mb * (1u << 18) - 1;
    const auto name = [&](const char* what) {
      return std::string(what) + " in " + std::to_string(mb) + " MB";
    };
    row(name("random words, 1 each"), 4 << 20,
        [&] { load_random<1><<<16384, 256>>>(a, out, mask); });
    row(name("random words, 8 each"), 8 << 20,
        [&] { load_random<8><<<4096, 256>>>(a, out, mask); });
    if (mb <= 256)
      row(
          name("random words, 1 each"), 4 << 20,
          [&] { load_random<1><<<16384, 256>>>(a, out, mask); }, true);
    row(name("random float4, 1 each"), 4 << 20,
        [&] { load_random<1><<<16384, 256>>>((const float4*)a, out, mask / 4); });
  }
  for (int together : {8, 16, 32})
    for (unsigned mb : {16, 512})
      row("random groups of " + std::to_string(together) + " words in " + std::to_string(mb) +
              " MB",
          8 << 20, [&] { load_groups<<<8192, 256>>>(a, out, mb * (1u << 18) - 1, together, 4); });
  for (int together : {1, 2, 4, 8, 16, 32})
    for (unsigned mb : {16, 256})
      for (bool cold : {false, true})
        row(
            "stores of groups of " + std::to_string(together) + " words in " + std::to_string(mb) +
                " MB",
            2 << 20, [&] { store_groups<<<8192, 256>>>(a, mb * (1u << 18) - 1, together); }, cold);
  for (int stride : {1, 2, 4, 8, 16, 32, 64})
    for (bool cold : {false, true})
      row(
          "stores " + std::to_string(stride) + " words apart", 1 << 20,
          [&] { store_stride<<<4096, 256>>>(a, stride); }, cold);
  for (int blocks : {1, 132, 1056}) {
    const double warps = blocks * 8.0 * 64;
    const std::string of = ", blocks of 256: " + std::to_string(blocks);
    row("stores of a warp's lane to one word" + of, warps,
        [&] { store_one_place<<<blocks, 256>>>((int*)a, 64, 1, 1, 1); });
    row("stores of all lanes to one word" + of, warps,
        [&] { store_one_place<<<blocks, 256>>>((int*)a, 64, 32, 0, 1); });
    row("stores of all lanes to one line" + of, warps,
        [&] { store_one_place<<<blocks, 256>>>((int*)a, 64, 32, 1, 1); });
    row("stores of a warp's lane to 64 lines" + of, warps,
        [&] { store_one_place<<<blocks, 256>>>((int*)a, 64, 1, 1, 64); });
  }
  auto* words = (unsigned*)out;
  array_rows<16, false, true>("loads of an array, one index", words);
  array_rows<16, false, false>("loads of an array, lanes anywhere", words);
  array_rows<16, true, true>("stores to an array, one index", words);
  array_rows<16, true, false>("stores to an array, lanes anywhere", words);
  array_rows<64, false, false>("loads of an array, lanes anywhere", words);
  array_rows<64, true, true>("stores to an array, one index", words);
  array_rows<64, true, false>("stores to an array, lanes anywhere", words);
  array_rows<256, false, false>("loads of an array, lanes anywhere", words);
  array_rows<256, true, false>("stores to an array, lanes anywhere", words);
  for (unsigned mb : {2, 16, 40, 128, 1024}) {
    const unsigned lines = mb * 8192;
    std::vector<unsigned> order(lines), next(size_t(lines) * 32);
    for (unsigned k = 0; k < lines; ++k) order[k] = k;
    unsigned state = 99;
    for (unsigned k = lines - 1; k > 0; --k) {
      state = state * 1664525u + 1013904223u;
      std::swap(order[k], order[(state >> 4) % (k + 1)]);
    }
    for (unsigned k = 0; k < lines; ++k) next[size_t(order[k]) * 32] = order[(k + 1) % lines];
    CHECK(cudaMemcpy(a, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
    for (bool cold : {false, true}) {
      row(
          "chase through lines in " + std::to_string(mb) + " MB", 4000,
          [&] { chase<<<1, 1>>>((unsigned*)a, words, 4000); }, cold);
      unsigned cycles[2];
      CHECK(cudaMemcpy(cycles, words, 8, cudaMemcpyDeviceToHost));
      printf("  cycles of a step,%u\n", cycles[1]);
    }
  }
}
