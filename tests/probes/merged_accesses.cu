// SPDX-License-Identifier: Apache-2.0
// One event is one memory instruction of a GPU: up to 16 aligned bytes a lane.
#include <cmath>

#include "counter.h"

using counter::count;
namespace probes = heddle::probes;

__global__ void copy_float4(const float4* in, float4* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void scale_float4(const float4* in, float4* out) {
  float4 v = in[threadIdx.x];
  v.x *= 2, v.y *= 3, v.z *= 4, v.w *= 5;
  out[threadIdx.x] = v;
}

void vectors(float4* in, float4* out) {
  for (int kernel = 0; kernel < 2; ++kernel) {
    const auto c =
        count([&] { kernel ? scale_float4<<<1, 40>>>(in, out) : copy_float4<<<1, 40>>>(in, out); });
    EXPECT(c.loads.events, 2);
    EXPECT(c.loads.bytes.of(16), 2);
    EXPECT(c.loads.lanes, 40);
    EXPECT(c.stores.events, 2);
    EXPECT(c.stores.bytes.of(16), 2);
  }
  for (int i = 0; i < 40; ++i) {
    EXPECT(out[i].x == 2 * in[i].x && out[i].w == 5 * in[i].w, true);
  }
}

struct __align__(16) Four {
  float a, b, c, d;
};
// Adjacent scalars of known alignment, in another order.
__global__ void adjacent(const Four* in, float* out) {
  const Four& f = in[threadIdx.x];
  out[threadIdx.x] = f.d - f.b * f.a + f.c;
}

struct Three {
  float a, b, c;
};
// 12 bytes, aligned to 4: nothing to merge.
__global__ void unaligned(const Three* in, float* out) {
  const Three& f = in[threadIdx.x];
  out[threadIdx.x] = f.a - f.b * f.c;
}

struct __align__(8) Two {
  float a, b;
};
__global__ void pairs(const Two* in, Two* out) {
  const float a = in[threadIdx.x].a, b = in[threadIdx.x].b;
  out[threadIdx.x].b = a;
  out[threadIdx.x].a = b;
}

// A store between two loads that may be to the same place keeps them apart.
__global__ void interrupted(Two* p, float* q) {
  const float a = p[threadIdx.x].a;
  q[threadIdx.x] = 1;
  const float b = p[threadIdx.x].b;
  q[threadIdx.x] = a + b;
}

void scalars(float* in, float* out) {
  auto c = count([&] { adjacent<<<1, 32>>>(reinterpret_cast<Four*>(in), out); });
  EXPECT(c.loads.events, 1);
  EXPECT(c.loads.bytes.of(16), 1);
  EXPECT(c.stores.bytes.of(4), 1);
  for (int i = 0; i < 32; ++i) {
    const float* f = in + 4 * i;
    EXPECT(out[i] == f[3] - f[1] * f[0] + f[2], true);
  }
  c = count([&] { unaligned<<<1, 32>>>(reinterpret_cast<Three*>(in), out); });
  EXPECT(c.loads.events, 3);
  EXPECT(c.loads.bytes.of(4), 3);
  EXPECT(c.loads.lanes, 96);
  c = count([&] { pairs<<<1, 32>>>(reinterpret_cast<Two*>(in), reinterpret_cast<Two*>(out)); });
  EXPECT(c.stores.events, 1);
  EXPECT(c.stores.bytes.of(8), 1);
  for (int i = 0; i < 64; ++i) EXPECT(out[i] == in[i ^ 1], true);
  c = count([&] { interrupted<<<1, 32>>>(reinterpret_cast<Two*>(in), out); });
  EXPECT(c.loads.events, 2);
  EXPECT(c.loads.bytes.of(4), 2);
}

// Some words of four, as ptxas 13.0 loads them for sm_90 (read from its machine code): one word may
// go nowhere.
template <unsigned words>
__global__ void some_words(const Four* in, float* out) {
  const Four& f = in[threadIdx.x];
  float r = 1;
  if (words & 1) r *= f.a;
  if (words & 2) r *= f.b;
  if (words & 4) r *= f.c;
  if (words & 8) r *= f.d;
  out[threadIdx.x] = r;
}

struct Loads : counter::Counter {
  void access(const probes::Access& event) override {
    Counter::access(event);
    const std::lock_guard lock(mutex_);
    if (event.site.access == probes::AccessKind::kLoad) touched = event.site.touched;
  }
  std::uint32_t touched = 0;
};

template <unsigned words>
void words_of_four(const float* in, float* out, unsigned n32, unsigned n64, unsigned n128) {
  Loads c;
  counter::listen(c, [&] { some_words<words><<<1, 32>>>(reinterpret_cast<const Four*>(in), out); });
  const auto& loads = c.counts.loads;
  EXPECT(loads.events, n32 + n64 + n128);
  EXPECT(loads.bytes.of(4), n32);
  EXPECT(loads.bytes.of(8), n64);
  EXPECT(loads.bytes.of(16), n128);
  if (n128) {
    std::uint32_t bytes = 0;
    for (unsigned k = 0; k < 4; ++k) bytes |= (words >> k & 1 ? 0xfu : 0u) << 4 * k;
    EXPECT(c.touched, bytes);
  }
  for (int i = 0; i < 32; ++i) {
    float want = 1;
    for (int k = 0; k < 4; ++k) want *= words >> k & 1 ? in[4 * i + k] : 1.0f;
    EXPECT(out[i] == want, true);
  }
}

void gaps(const float* in, float* out) {
  words_of_four<0b0011>(in, out, 0, 1, 0);
  words_of_four<0b0101>(in, out, 2, 0, 0);
  words_of_four<0b0110>(in, out, 2, 0, 0);
  words_of_four<0b1001>(in, out, 2, 0, 0);
  words_of_four<0b1010>(in, out, 2, 0, 0);
  words_of_four<0b1100>(in, out, 0, 1, 0);
  words_of_four<0b0111>(in, out, 0, 0, 1);
  words_of_four<0b1011>(in, out, 0, 0, 1);
  words_of_four<0b1101>(in, out, 0, 0, 1);
  words_of_four<0b1110>(in, out, 1, 1, 0);
  words_of_four<0b1111>(in, out, 0, 0, 1);
}

// The tiled product: of the two tiles, one is read along its rows (four elements at once), one down
// its columns. For one step over k ptxas makes 2 loads from global memory, 16 and 4 from shared.
__global__ void tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (unsigned t = 0; t < n; t += 16) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (unsigned k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

void matrix_product(const float* in, float* out) {
  const auto c = count([&] { tiled<<<dim3(2, 2), dim3(16, 16)>>>(in, in + 1024, out, 32); });
  const unsigned steps = 4 * 8 * 2;  // blocks, warps, tiles
  EXPECT(c.loads.bytes.of(4), steps * (2 + 16));
  EXPECT(c.loads.bytes.of(16), steps * 4);
  EXPECT(c.stores.events, steps * 2 + 4 * 8);
  EXPECT(c.barriers.events, steps * 2);
  for (int i = 0; i < 32; ++i) {
    for (int j = 0; j < 32; ++j) {
      double sum = 0;
      for (int k = 0; k < 32; ++k) sum += double{in[i * 32 + k]} * in[1024 + k * 32 + j];
      EXPECT(std::abs(out[i * 32 + j] - sum) <= 1e-5 * sum, true);
    }
  }
}

// Dynamic shared memory is aligned too.
__global__ void from_dynamic(float* out) {
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float r = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) r = r * 1.5f + buffer[k];
  out[threadIdx.x] = r;
}

void dynamic_shared(float* out) {
  const auto c = count([&] { from_dynamic<<<1, 32, 1024>>>(out); });
  EXPECT(c.loads.bytes.of(4), 1);
  EXPECT(c.loads.bytes.of(16), 2);
}

// Shared memory, one row of four a lane, and a structure of 48 bytes in three instructions.
struct Big {
  float4 v[3];
};
__global__ void shared(const Big* in, Big* out) {
  __shared__ Big buffer[32];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[31 - threadIdx.x];
}

void structures(float* in, float* out) {
  const auto c =
      count([&] { shared<<<1, 32>>>(reinterpret_cast<Big*>(in), reinterpret_cast<Big*>(out)); });
  EXPECT(c.loads.events, 6);
  EXPECT(c.loads.bytes.of(16), 6);
  EXPECT(c.stores.bytes.of(16), 6);
  EXPECT(c.shared_lanes, 6 * 32);
  for (int i = 0; i < 32 * 12; ++i) EXPECT(out[i] == in[(31 - i / 12) * 12 + i % 12], true);
}

int main() {
  float* in = counter::device_array<float>(4096);
  float* out = counter::device_array<float>(4096);
  for (int i = 0; i < 4096; ++i) in[i] = static_cast<float>(i * i % 1237);
  vectors(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out));
  scalars(in, out);
  gaps(in, out);
  matrix_product(in, out);
  dynamic_shared(out);
  structures(in, out);
  return counter::result();
}
