// SPDX-License-Identifier: Apache-2.0
// One event is one memory instruction of a GPU: up to 16 aligned bytes a lane.
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

// The words at both ends of four: one instruction of a GPU, in which two words go nowhere.
struct Ends : counter::Counter {
  void access(const probes::Access& event) override {
    Counter::access(event);
    if (event.site.access == probes::AccessKind::kLoad) touched = event.site.touched;
  }
  std::uint32_t touched = 0;
};
__global__ void ends(const Four* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x].a - in[threadIdx.x].d;
}

void gaps(float* in, float* out) {
  Ends c;
  counter::listen(c, [&] { ends<<<1, 32>>>(reinterpret_cast<Four*>(in), out); });
  EXPECT(c.counts.loads.events, 1);
  EXPECT(c.counts.loads.bytes.of(16), 1);
  EXPECT(c.touched, 0xf00f);
  for (int i = 0; i < 32; ++i) EXPECT(out[i] == in[4 * i] - in[4 * i + 3], true);
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
  structures(in, out);
  return counter::result();
}
