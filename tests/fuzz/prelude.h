// SPDX-License-Identifier: Apache-2.0
// What generated kernels are made of, and the main program that runs them.
//
//   program                      every kernel at its shapes: one line "kernel shape digest" each
//   program KERNEL SHAPE         the results of one, one word a line
#pragma once

#ifdef FUZZ_ORACLE
#include "oracle_children.h"
#include "oracle_cuda.h"
#include "oracle_groups.h"
#include "oracle_halves.h"
#include "oracle_matrices.h"
#include "oracle_pictures.h"
#define __restrict__
#define DYNAMIC_SHARED static double dynamic[2048];
#else
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>
#include <mma.h>
#define DYNAMIC_SHARED extern __shared__ double dynamic[];
namespace wmma = nvcuda::wmma;
// clang-format off
#define CHILD(kernel, blocks, threads, stream, ...) \
  kernel<<<blocks, threads, 0, (cudaStream_t)stream>>>(__VA_ARGS__)
// clang-format on
__device__ inline void look_again() {}
__device__ inline void barrier_of(unsigned id, unsigned threads) {
  asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
#endif
namespace cg = cooperative_groups;

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "pictures.h"
#include "words.h"

#define PARAMETERS                                                                           \
  const unsigned *__restrict__ in, const unsigned char *bytes, const unsigned short *halves, \
      const unsigned long long *wides, unsigned *out, unsigned *also, const unsigned *view,  \
      unsigned *sums, unsigned *far, unsigned *ranked, unsigned *small, unsigned *quads,     \
      unsigned *own, cudaTextureObject_t texels, const cudaTextureObject_t *pictures,        \
      cudaSurfaceObject_t canvas, unsigned p0, unsigned p1

#define PLAIN_PROLOGUE                                                                           \
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;                                 \
  const unsigned tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);      \
  const unsigned gid = blockIdx.x * threads + tid, lane = tid % 32u;                             \
  const unsigned mask =                                                                          \
      threads - tid / 32u * 32u >= 32u ? 0xffffffffu : (1u << (threads - tid / 32u * 32u)) - 1u; \
  (void)lane, (void)mask;

#define PROLOGUE                                                                  \
  PLAIN_PROLOGUE                                                                  \
  __shared__ unsigned s[1024], bins[16], tile[32][33], flag;                      \
  __shared__ __align__(32) unsigned ua[1024], ub[1024];                           \
  __shared__ __mbarrier_t phase;                                                  \
  DYNAMIC_SHARED                                                                  \
  __shared__ float fa[1024], fb[1024];                                            \
  s[tid] = in[gid] ^ tid;                                                         \
  for (unsigned j = tid; j < 1024u; j += threads) ua[j] = ub[j] = j & 15u;        \
  fa[tid] = fb[tid] = (float)(tid & 7u);                                          \
  for (unsigned j = tid; j < 16u; j += threads) bins[j] = j;                      \
  for (unsigned j = tid; j < 32u * 33u; j += threads) tile[j / 33u][j % 33u] = j; \
  __syncthreads();                                                                \
  (void)fa, (void)fb, (void)ua, (void)ub, (void)tile, (void)flag, (void)phase;

__constant__ unsigned constants[64];

template <class T>
__device__ T divide(T a, T b) {
  return b == 0 || b == (T)-1 ? a : (T)(a / b);
}
template <class T>
__device__ T modulo(T a, T b) {
  return b == 0 || b == (T)-1 ? a : (T)(a % b);
}
template <class T>
__device__ T least(T a, T b) {
  return a < b ? a : b;
}
template <class T>
__device__ T most(T a, T b) {
  return a > b ? a : b;
}
__device__ inline int to_int(double d) {
  return d > -1e9 && d < 1e9 ? (int)d : 7;
}
// Not inline: of a half that is made of an integer and made a float again LLVM 22 takes the
// integer, where it knows that its bits fit, although it may be too large for a half
// (docs/h200-differences.md).
__device__ __noinline__ float float_of(long long number) {
  return (float)number;
}
__device__ inline float clean(float f) {
  return f != f ? 1.5f : f;
}
__device__ inline double clean(double d) {
  return d != d ? 2.5 : d;
}
__device__ inline __half clean(__half h) {
  return __hisnan(h) ? __float2half_rn(3.5f) : h;
}
__device__ inline __nv_bfloat16 clean(__nv_bfloat16 h) {
  return __hisnan(h) ? __float2bfloat16_rn(4.5f) : h;
}
__device__ inline unsigned bits_of(__half h) {
  return __half_as_ushort(h);
}
__device__ inline unsigned bits_of(__nv_bfloat16 h) {
  return __bfloat16_as_ushort(h);
}

// Pairs of 16-bit floats: of two, of one, of a word's bits (below 2, so that few operations give no
// infinity).
template <class T>
__device__ auto halves_of(T x, T y);
template <>
__device__ inline auto halves_of(__half x, __half y) {
  return __half2{x, y};
}
template <>
__device__ inline auto halves_of(__nv_bfloat16 x, __nv_bfloat16 y) {
  return __nv_bfloat162{x, y};
}
template <class T>
__device__ auto halves_of(T x) {
  return halves_of(x, x);
}
template <class T>
__device__ T small_pair(unsigned word) {
  word &= 0xbfffbfffu;
  T pair;
  memcpy(&pair, &word, sizeof pair);
  return pair;
}
template <class T>
__device__ unsigned raw_bits(T pair) {
  unsigned word;
  memcpy(&word, &pair, sizeof word);
  return word;
}
template <class T>
__device__ unsigned bits_of_pair(T pair) {
  return bits_of(clean(pair.x)) | bits_of(clean(pair.y)) << 16;
}

template <unsigned N, class F>
__device__ unsigned times(F f, unsigned v) {
  for (unsigned k = 0; k < N; ++k) v = f(v, k);
  return v;
}

template <class T>
__device__ void fold(unsigned& digest, T v) {
  digest = digest * 31u + (unsigned)v + (unsigned)((unsigned long long)v >> 32);
}
__device__ inline void fold(unsigned& digest, float v) {
  fold(digest, __float_as_uint(clean(v)));
}
__device__ inline void fold(unsigned& digest, double v) {
  fold(digest, __double_as_longlong(clean(v)));
}
__device__ inline void fold(unsigned& digest, __half v) {
  fold(digest, bits_of(clean(v)));
}
__device__ inline void fold(unsigned& digest, __nv_bfloat16 v) {
  fold(digest, bits_of(clean(v)));
}

// Shuffles whose source lane always exists.
template <class T>
__device__ T shfl_index(unsigned mask, T v, unsigned from) {
  return __shfl_sync(mask, v, from % __popc(mask));
}
__device__ inline unsigned lane_index() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32u;
}
template <class T>
__device__ T shfl_down(unsigned mask, T v, unsigned by) {
  T r = __shfl_down_sync(mask, v, by);
  return lane_index() + by < __popc(mask) ? r : v;
}
template <class T>
__device__ T shfl_up(unsigned mask, T v, unsigned by) {
  return __shfl_up_sync(mask, v, by);
}
template <class T>
__device__ T shfl_xor(unsigned mask, T v, unsigned by) {
  T r = __shfl_xor_sync(mask, v, by);
  return (lane_index() ^ by) < __popc(mask) ? r : v;
}

// In parts of the warp, and there too.
template <class T>
__device__ T shfl_part(unsigned mask, T v, unsigned from, int width) {
  T r = __shfl_sync(mask, v, from, width);
  return lane_index() / width * width + from % width < __popc(mask) ? r : v;
}
template <class T>
__device__ T shfl_down_part(unsigned mask, T v, unsigned by, int width) {
  T r = __shfl_down_sync(mask, v, by, width);
  return lane_index() + by < __popc(mask) ? r : v;
}

struct Row {
  const char* name;
  void (*kernel)(PARAMETERS);
  void (*then)(PARAMETERS);  // runs after it, in blocks of one row; may be null
  unsigned blocks;
  const char* shapes;
};

inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorName(error));
  std::exit(1);
}

inline unsigned quads_at(unsigned n) {
  return (n * 6 + 1040 + 3) / 4 * 4;
}

// `also` and `view` are `out`.
#define KERNEL_ARGUMENTS                                                                        \
  in, (unsigned char*)in, (unsigned short*)in, (unsigned long long*)in, out, out, out,          \
      out + n * 4, out + n * 4 + 16, out + n * 4 + 1040, out + n * 5 + 1040, out + quads_at(n), \
      out + quads_at(n) + n * 4, texels, all_pictures(), canvas, 5, 12

inline void launch(void (*kernel)(PARAMETERS), dim3 block, unsigned blocks, unsigned* in,
                   unsigned* out, cudaTextureObject_t texels, cudaSurfaceObject_t canvas,
                   unsigned n) {
#ifdef FUZZ_ORACLE
  oracle::launch(blocks, block, [&] { kernel(KERNEL_ARGUMENTS); });
#else
  // clang-format off
  kernel<<<blocks, block, 16 * block.x * block.y * block.z>>>(KERNEL_ARGUMENTS);
  // clang-format on
#endif
}

// The first 1,024 words.
inline cudaTextureObject_t texture_of(unsigned* in) {
  cudaTextureObject_t texels = 0;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc<unsigned>();
  resource.res.linear.sizeInBytes = 4096;
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  must(cudaCreateTextureObject(&texels, &resource, &description, nullptr), "texels");
  return texels;
}

// Runs one kernel and returns its results (to be freed): 4 words a thread, 16 sums,
// `far`, then a word a thread of `ranked` and of `small`, and 4 of `quads`. Structures have holes:
// the 8 words a thread of `own` are not among them.
inline unsigned* results(const Row& row, const char* shape, unsigned& count) {
  unsigned x = 1, y = 1, z = 1;
  std::sscanf(shape, "%ux%ux%u", &x, &y, &z);
  const unsigned blocks = row.blocks, n = blocks * x * y * z, inputs = 4096;
  const dim3 shape_of_block(x, y, z);
  static unsigned host[inputs], table[64];
  unsigned v = 12345;
  for (unsigned& word : host) word = (v = v * 1664525u + 1013904223u) >> (v >> 30) * 8;
  for (unsigned k = 0; k < 64; ++k) table[k] = host[k] ^ k;
  must(cudaMemcpyToSymbol(constants, table, sizeof table), "constants");
  unsigned *in, *out;
  count = quads_at(n) + n * 4;
  must(cudaMalloc(&in, sizeof host), "in");
  must(cudaMalloc(&out, (count + n * 8) * 4), "out");
  must(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice), "in");
  must(cudaMemset(out, 0, (count + n * 8) * 4), "out");
  const cudaTextureObject_t texels = texture_of(in);
  const cudaSurfaceObject_t canvas = fresh_canvas();
  launch(row.kernel, shape_of_block, blocks, in, out, texels, canvas, n);
  if (row.then) launch(row.then, dim3(x * y * z), blocks, in, out, texels, canvas, n);
  must(cudaGetLastError(), row.name);
  must(cudaDeviceSynchronize(), row.name);
  unsigned* copy = static_cast<unsigned*>(std::malloc(count * 4));
  must(cudaMemcpy(copy, out, count * 4, cudaMemcpyDeviceToHost), "out");
  must(cudaDestroyTextureObject(texels), "texels");
  must(cudaFree(in), "in");
  must(cudaFree(out), "out");
  return copy;
}

// PROGRAM: all kernels, all their shapes. PROGRAM one: one shape of each, the first and the last in
// turn. PROGRAM KERNEL SHAPE: the words of that one.
template <unsigned N>
int run(const Row (&table)[N], int argc, char** argv) {
#ifndef FUZZ_ORACLE
  // On a GPU 1 KiB a thread is too little for recursion, and what goes beyond is not always an
  // error.
  must(cudaDeviceSetLimit(cudaLimitStackSize, 16384), "stack");
#endif
  for (const Row& row : table) {
    char shapes[128], *rest = shapes;
    std::snprintf(shapes, sizeof shapes, "%s", row.shapes);
    if (argc == 3) {
      if (std::strcmp(argv[1], row.name)) continue;
      rest = argv[2];
    } else if (argc == 2) {
      char* const last = std::strrchr(shapes, ' ');
      if (last && (&row - table) % 2) rest = last;
      if (last && rest == shapes) *std::strchr(shapes, ' ') = 0;
    }
    for (char* shape = std::strtok(rest, " "); shape; shape = std::strtok(nullptr, " ")) {
      unsigned count = 0;
      unsigned* words = results(row, shape, count);
      unsigned long long digest = 14695981039346656037ull;
      for (unsigned k = 0; k < count; ++k) {
        digest = (digest ^ words[k]) * 1099511628211ull;
        if (argc == 3) std::printf("%u\n", words[k]);
      }
      if (argc != 3) std::printf("%s %s %016llx\n", row.name, shape, digest);
      std::fflush(stdout);
      std::free(words);
    }
  }
  return 0;
}
