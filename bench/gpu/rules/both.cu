// SPDX-License-Identifier: Apache-2.0
// What parts of a GPU do when two things are asked of them at once: loads and atomic operations
// anywhere in L2, stores of all warps to one word, words of constant memory behind a bounds check.
#include "common.h"

constexpr int kSms = 132;
__constant__ float table[4096];

// kWhat: 1 loads two words anywhere, 2 makes the lower one's place no more than the other, 4 says
// so in one word.
template <int kWhat>
__global__ void edges(const int2* ends, int* label, int* changed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int2 e = ends[i];
  int a = e.x, b = e.y;
  if (kWhat & 1) a = label[e.x], b = label[e.y];
  if (kWhat & 2) {
    if (a < b)
      atomicMin(&label[e.y], a);
    else if (b < a)
      atomicMin(&label[e.x], b);
  }
  if (kWhat & 4) {
    if (a != b) *changed = 1;
  } else if (a == -5) {
    changed[i] = b;
  }
}
template <int kWhat>
void edge_rows(const char* name, const int2* ends, int* label, int* old, int* changed) {
  for (int n : {200000, 800000})
    row(
        std::string(name) + ", " + std::to_string(n) + " edges", n,
        [&] { edges<kWhat><<<(n + 255) / 256, 256>>>(ends, label, changed, n); }, false,
        [&] { CHECK(cudaMemcpy(label, old, 200000 * 4, cudaMemcpyDeviceToDevice)); });
}
// Behind a check that threads may leave by.
template <int kWhat, class T>
__global__ void weigh(const float* in, float* out, int n, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < count; ++k) {
    const T t = reinterpret_cast<const T*>(table)[k];
    float w = 1;
    if constexpr (sizeof(T) == 16)
      w = t.x * t.y + t.z * t.w;
    else
      w = t;
    sum += (kWhat & 1 ? w : sum) * (kWhat & 2 ? in[i + k] : sum);
  }
  out[i] = sum;
}

int main() {
  char* a;
  CHECK(cudaMalloc(&a, 256 << 20));
  CHECK(cudaMemset(a, 0, 256 << 20));
  float* out = (float*)(a + (128 << 20));
  std::vector<int> labels(200000);
  std::vector<int2> pairs(800000);
  unsigned x = 12345;
  const auto rnd = [&] { return x ^= x << 13, x ^= x >> 17, x ^= x << 5, x; };
  for (auto& v : labels) v = rnd() % 200000;
  for (auto& v : pairs) v.x = rnd() % 200000, v.y = rnd() % 200000;
  int *label, *old;
  int2* ends;
  CHECK(cudaMalloc(&label, 200000 * 4));
  CHECK(cudaMalloc(&old, 200000 * 4));
  CHECK(cudaMalloc(&ends, 800000 * 8));
  CHECK(cudaMemcpy(old, labels.data(), 200000 * 4, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(ends, pairs.data(), 800000 * 8, cudaMemcpyHostToDevice));
  edge_rows<0>("nothing", ends, label, old, (int*)out);
  edge_rows<1>("loads", ends, label, old, (int*)out);
  edge_rows<2>("least of two", ends, label, old, (int*)out);
  edge_rows<3>("loads and least of two", ends, label, old, (int*)out);
  edge_rows<4>("one word", ends, label, old, (int*)out);
  edge_rows<5>("loads and one word", ends, label, old, (int*)out);
  edge_rows<7>("loads, least of two and one word", ends, label, old, (int*)out);
  for (int count : {64, 127, 1000}) {
    const std::string name =
        ", checked, " + std::to_string(count) + " times, ns of a warp of an SM";
    const double warps = count * 16.0 * 8;
    const int n = kSms * 16 * 256;
    row("constant words" + name, warps,
        [&] { weigh<1, float><<<kSms * 16, 256>>>((float*)a, out, n, count); });
    row("L1 words" + name, warps,
        [&] { weigh<2, float><<<kSms * 16, 256>>>((float*)a, out, n, count); });
    row("constant and L1 words" + name, warps,
        [&] { weigh<3, float><<<kSms * 16, 256>>>((float*)a, out, n, count); });
    row("constant quads" + name, warps,
        [&] { weigh<1, float4><<<kSms * 16, 256>>>((float*)a, out, n, count); });
    row("constant quads and L1 words" + name, warps,
        [&] { weigh<3, float4><<<kSms * 16, 256>>>((float*)a, out, n, count); });
  }
}
