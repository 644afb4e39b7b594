// SPDX-License-Identifier: Apache-2.0
// The two sides of a row: a kernel of one thread an element, and the loop that a programmer writes
// instead. BENCH_SIDE, a namespace, is `device` for the first and the compiler's setting for the
// second, which is compiled once for each.
#pragma once

#include <cstdio>

#include "bench/loops/row.h"

#ifdef __CUDACC__
#define BENCH_SIDE device
#define ELEMENT __host__ __device__ static inline
#else
#define ELEMENT static inline
#endif

namespace bench::BENCH_SIDE {

#ifdef __CUDACC__
using Pixel = uchar4;
using Float2 = float2;
using Float3 = float3;
using Float4 = float4;
#else
struct alignas(4) Pixel {
  Byte x, y, z, w;
};
struct alignas(8) Float2 {
  float x, y;
};
struct Float3 {
  float x, y, z;
};
struct alignas(16) Float4 {
  float x, y, z, w;
};
#endif
struct Double4 {
  double v, x, y, z;
};

template <class T>
struct Same {
  using type = T;
};

#ifdef __CUDACC__
inline void finish() {
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(1);
  }
}

template <auto f, class... P>
__global__ void line(int n, P... p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i, n, p...);
}

template <auto f, class... P>
__global__ void plane(int w, int h, P... p) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) f(x, y, w, h, p...);
}

template <auto f, class... P>
Run run_line(void (*)(int, int, P...), int n, typename Same<P>::type... p) {
  return [=] {
    line<f, P...><<<(n + 255) / 256, 256>>>(n, p...);
    finish();
  };
}

template <auto f, int bx, int by, class... P>
Run run_plane(void (*)(int, int, int, int, P...), int w, int h, typename Same<P>::type... p) {
  return [=] {
    plane<f, P...><<<dim3((w + bx - 1) / bx, (h + by - 1) / by), dim3(bx, by)>>>(w, h, p...);
    finish();
  };
}
#else
template <auto f, class... P>
[[gnu::noinline]] void line(int n, P... p) {
  for (int i = 0; i < n; ++i) f(i, n, p...);
}

template <auto f, class... P>
[[gnu::noinline]] void plane(int w, int h, P... p) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) f(x, y, w, h, p...);
}

template <auto f, class... P>
Run run_line(void (*)(int, int, P...), int n, typename Same<P>::type... p) {
  return [=] { line<f, P...>(n, p...); };
}

template <auto f, int bx, int by, class... P>
Run run_plane(void (*)(int, int, int, int, P...), int w, int h, typename Same<P>::type... p) {
  return [=] { plane<f, P...>(w, h, p...); };
}
#endif

// f(i, n, arguments...) for each i below n; a kernel has blocks of 256.
template <auto f, class... A>
Run along(int n, A... arguments) {
  return run_line<f>(f, n, arguments...);
}

// f(x, y, w, h, arguments...) for each place of a plane; a kernel has blocks of bx x by.
template <auto f, int bx = 32, int by = 8, class... A>
Run across(int w, int h, A... arguments) {
  return run_plane<f, bx, by>(f, w, h, arguments...);
}

constexpr int kWidth = 512, kHeight = 400, kPlane = kWidth * kHeight;  // of most rows

}  // namespace bench::BENCH_SIDE
