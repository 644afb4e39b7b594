// SPDX-License-Identifier: Apache-2.0
// Runs a kernel over the block shapes that matter and compares every thread's result with a host
// computation. The input is random per thread, so a broken lane cannot hide behind equal values.
//
//   check::each<f>("what")               f(i, in), host and device, is the whole work of thread i
//   check::run<T>("what", launch, want)  launch(grid, block, in, out) starts the kernel,
//                                        want(thread, in) is what out[thread.global] must hold
//   return check::result();              0, or 1 after a message naming shape and thread
//
// CHECK_SHAPES="33 7x5x3" restricts the shapes (the settings matrix uses it).
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define HD __host__ __device__

namespace check {

inline constexpr unsigned kExtraInputs = 1024;  // in[i + 1024] is valid for every thread i
inline constexpr unsigned kGuard = 256;         // results behind the last one that must stay

struct Shape {
  unsigned x, y, z;
  unsigned threads() const { return x * y * z; }
};

inline constexpr Shape kShapes[] = {{1, 1, 1}, {31, 1, 1},  {32, 1, 1}, {33, 1, 1},
                                    {8, 8, 1}, {16, 16, 1}, {7, 5, 3},  {1024, 1, 1}};

// One thread as the host sees it; `global` is also its index in the arrays.
struct Thread {
  unsigned global, block, blocks, block_threads, block_first;
  unsigned x, y, z, linear;
  unsigned lane, warp, warp_first, warp_lanes;
  Shape shape;
};

HD inline unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}

__device__ inline unsigned tid() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline unsigned block_threads() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned gid() {
  return blockIdx.x * block_threads() + tid();
}
__device__ inline unsigned lane() {
  return tid() % 32;
}
// The lanes of the calling thread's warp that exist.
__device__ inline unsigned warp_mask() {
  unsigned left = block_threads() - tid() / 32 * 32;
  return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

inline int& failures() {
  static int count = 0;
  return count;
}
inline int result() {
  return failures() != 0;
}

inline void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s (%s)\n", what, cudaGetErrorName(error),
               cudaGetErrorString(error));
  std::exit(1);
}

// A plain statement about the program, without shape and thread.
inline void that(bool ok, const char* what) {
  if (ok) return;
  ++failures();
  std::fprintf(stderr, "FAIL %s\n", what);
}

template <class T>
void equal(const T& got, const T& want, const char* what) {
  if (std::memcmp(&got, &want, sizeof(T)) == 0) return;
  ++failures();
  std::fprintf(stderr, "FAIL %s: expected %lld got %lld\n", what, (long long)want, (long long)got);
}

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a && b != b) return true;
  }
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
void print(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    std::fprintf(stderr, "%.17g (%a)", (double)value, (double)value);
  } else if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) {
    std::fprintf(stderr, "%lld (0x%llx)", (long long)value, (unsigned long long)value);
  } else {
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&value);
    for (std::size_t i = 0; i < sizeof(T); ++i) std::fprintf(stderr, "%02x", bytes[i]);
  }
}

template <class T>
void report(const char* what, const Thread& t, const T& want, const T& got) {
  if (++failures() > 10) return;
  std::fprintf(stderr, "FAIL %s: block shape %ux%ux%u, block %u, thread (%u,%u,%u): expected ",
               what, t.shape.x, t.shape.y, t.shape.z, t.block, t.x, t.y, t.z);
  print(want);
  std::fprintf(stderr, " got ");
  print(got);
  std::fprintf(stderr, "\n");
}

// Whether a program with shapes of its own shall do with few of them.
inline bool restricted() {
  const char* list = std::getenv("CHECK_SHAPES");
  return list && *list;
}

inline bool wanted(const Shape& s) {
  const char* list = std::getenv("CHECK_SHAPES");
  if (!restricted()) return true;
  char names[3][32];
  std::snprintf(names[0], 32, " %ux%ux%u ", s.x, s.y, s.z);
  std::snprintf(names[1], 32, " %ux%u ", s.x, s.z == 1 ? s.y : 0u);
  std::snprintf(names[2], 32, " %u ", s.y * s.z == 1 ? s.x : 0u);
  char padded[256];
  std::snprintf(padded, 256, " %s ", list);
  for (const char* name : names) {
    if (std::strstr(padded, name)) return true;
  }
  return false;
}

inline Thread thread_at(const Shape& s, unsigned blocks, unsigned global) {
  Thread t{};
  t.shape = s;
  t.global = global;
  t.blocks = blocks;
  t.block_threads = s.threads();
  t.block = global / t.block_threads;
  t.block_first = t.block * t.block_threads;
  t.linear = global - t.block_first;
  t.x = t.linear % s.x;
  t.y = t.linear / s.x % s.y;
  t.z = t.linear / (s.x * s.y);
  t.lane = t.linear % 32;
  t.warp = t.linear / 32;
  t.warp_first = t.block_first + t.warp * 32;
  unsigned left = t.block_threads - t.warp * 32;
  t.warp_lanes = left < 32 ? left : 32;
  return t;
}

template <class T>
T* device_array(std::size_t count) {
  T* pointer = nullptr;
  cuda(cudaMalloc(reinterpret_cast<void**>(&pointer), count * sizeof(T)), "cudaMalloc");
  return pointer;
}

template <class T, class Launch, class Want>
void run_shape(const char* what, const Shape& shape, unsigned blocks, Launch launch, Want want) {
  unsigned n = blocks * shape.threads();
  unsigned* in = static_cast<unsigned*>(std::malloc((n + kExtraInputs) * sizeof(unsigned)));
  for (unsigned i = 0; i < n + kExtraInputs; ++i) in[i] = mix(i * 2654435761u + shape.x);
  std::size_t out_bytes = (n + kGuard) * sizeof(T);
  T* out = static_cast<T*>(std::malloc(out_bytes));
  unsigned* device_in = device_array<unsigned>(n + kExtraInputs);
  T* device_out = device_array<T>(n + kGuard);
  cuda(cudaMemcpy(device_in, in, (n + kExtraInputs) * sizeof(unsigned), cudaMemcpyHostToDevice),
       what);
  cuda(cudaMemset(device_out, 0xa5, out_bytes), what);
  launch(dim3(blocks), dim3(shape.x, shape.y, shape.z), device_in, device_out);
  cuda(cudaGetLastError(), what);
  cuda(cudaDeviceSynchronize(), what);
  cuda(cudaMemcpy(out, device_out, out_bytes, cudaMemcpyDeviceToHost), what);
  for (unsigned i = 0; i < n; ++i) {
    Thread t = thread_at(shape, blocks, i);
    T expected = want(t, static_cast<const unsigned*>(in));
    if (!same(expected, out[i])) report(what, t, expected, out[i]);
  }
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(out + n);
  for (std::size_t i = 0; i < kGuard * sizeof(T); ++i) {
    if (bytes[i] == 0xa5) continue;
    Thread t = thread_at(shape, blocks, n + (unsigned)(i / sizeof(T)));
    report("a write behind the last result", t, (unsigned char)0xa5, bytes[i]);
    break;
  }
  cuda(cudaFree(device_in), what);
  cuda(cudaFree(device_out), what);
  std::free(in);
  std::free(out);
}

template <class T, class Launch, class Want>
void run(const char* what, Launch launch, Want want) {
  for (const Shape& shape : kShapes) {
    if (wanted(shape)) run_shape<T>(what, shape, shape.threads() > 256 ? 2 : 3, launch, want);
  }
}

template <auto F, class T>
__global__ void __launch_bounds__(1024) each_thread(const unsigned* in, T* out) {
  unsigned i = gid();
  out[i] = F(i, in);
}

template <auto F>
void each(const char* what) {
  using T = decltype(F(0u, static_cast<const unsigned*>(nullptr)));
  run<T>(
      what,
      [](dim3 grid, dim3 block, const unsigned* in, T* out) {
        each_thread<F, T><<<grid, block>>>(in, out);
      },
      [](const Thread& t, const unsigned* in) { return F(t.global, in); });
}

}  // namespace check
