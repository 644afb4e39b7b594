// SPDX-License-Identifier: Apache-2.0
// Things that nvcc accepts and programs do, which clang or the host's headers alone would refuse.
// Each function is one such thing; the file must compile in both passes.
#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

using namespace std;

__device__ int mixed_min_and_max(int i, unsigned u, float f, double d, long l, size_t n) {
  return min(i, u) + max(u, i) + min(f, d) + max(d, f) + max(f, 2.0f) + min(l, l) + max(n, n) +
         std::max(i, 3) + std::min<float>(f, 1) + max(i, 1) + fmax(f, 1.0f) + fminf(f, 2);
}
__device__ double math_of_integers(int i, long l, unsigned u) {
  return sqrt(i) + std::sqrt(l) + sin(i) + std::cos(u) + pow(2, i) + std::pow(2, i) + exp(i) +
         log(i) + floor(i) + ceil(l) + fabs(i) + abs(i) + std::abs(l) + atan2(i, u) + pow(2.0f, i) +
         pow(2.0, i) + fmod(i, 3) + log2(i) + round(i) + cbrt(i);
}
__device__ float math_of_floats(float x, double y) {
  float a = std::sqrt(x) + sqrt(x) + std::sin(x) + std::exp(x) + std::pow(x, 2.0f) + std::abs(x) +
            std::fabs(x) + std::floor(x) + std::round(x) + std::fmin(x, 1.0f) + std::atan2(x, x) +
            std::tanh(x) + std::erf(x) + std::log1p(x) + std::hypot(x, x) + std::fma(x, x, x) +
            std::copysign(x, 1.0f) + std::cbrt(x) + std::trunc(x) + std::ldexp(x, 2) + abs(x);
  double b = std::sqrt(y) + std::pow(y, 2) + pow(y, x) + fmax(x, y) + std::max(y, 2.0) + abs(y) +
             fma(x, x, y) + std::lround(y) + std::nearbyint(y) + std::remainder(y, 2.0);
  return a + b + isnan(x) + isinf(y) + std::isfinite(x) + signbit(x) + std::isnan(y) + isfinite(y);
}
static_assert(sizeof(decltype(std::sqrt(1.0f))) == 4 && sizeof(decltype(::sqrt(1.0f))) == 4 &&
                  sizeof(decltype(::abs(1.0))) == 8,
              "float math stays float");
__device__ float limits() {
  return numeric_limits<float>::max() + FLT_MAX + (float)INT_MAX + std::numeric_limits<int>::min() +
         HUGE_VALF + INFINITY + NAN + M_PI;
}
__host__ __device__ float on_both_sides(float x) {
  return sqrtf(x) + rsqrtf(x) + rsqrt(x) + expf(x) + fmaxf(x, 1) + max(x, 1.0f) + sinpif(x) +
         normcdf(x) + __builtin_sqrtf(x) + fabsf(x) + powf(x, 2) + rcbrtf(x);
}
__host__ __device__ constexpr int constant(int n) {
  return n < 2 ? 1 : n * constant(n - 1);
}
constexpr int plain_constexpr(int n) {
  return n + 1;
}
__device__ int constexprs() {
  return constant(5) + plain_constexpr(3) + std::max({1, 2, 3});
}

struct Vec {
  float x, y;
  __host__ __device__ Vec operator+(const Vec& o) const { return {x + o.x, y + o.y}; }
};
__host__ __device__ float4 operator*(float4 a, float s) {
  return make_float4(a.x * s, a.y * s, a.z * s, a.w * s);
}
__device__ float library_types(float x) {
  std::array<float, 3> a = {x, x, x};
  std::pair<int, float> p(1, x);
  return a[1] + p.second + std::get<0>(p);
}

enum class Op { kAdd, kMul };
template <Op op, class T>
__device__ T apply(T a, T b) {
  if constexpr (op == Op::kAdd)
    return a + b;
  else
    return a * b;
}

__constant__ float table[16];
__constant__ dim3 shape;
__device__ volatile int flag;
__device__ float4 vectors[4];
__managed__ int managed_value = 7;
extern __shared__ float dynamic_shared[];
extern __shared__ __align__(16) unsigned char raw_shared[];

template <typename F>
__global__ void with_lambda(F f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

template <int N, class T = float>
__global__ __launch_bounds__(256, 2) void kernel(const T* __restrict__ in, T* out, int n, Vec v,
                                                 const __grid_constant__ Vec w) {
  __shared__ T tile[N][N + 1];
  __shared__ union {
    int i;
    float f;
  } u;
  const dim3 block = blockDim;
  const auto index = threadIdx;
  uint3 id = blockIdx;
  unsigned lane = threadIdx.x % warpSize;
  T* carved = (T*)raw_shared;
  tile[index.y][index.x] = in[id.x * block.x + lane];
  __syncthreads();
  assert(n > 0);
  if (threadIdx.x == 0) printf("%d %s %f\n", n, "text", (double)v.x);
  u.i = __syncthreads_or(lane > 3) + __syncthreads_and(1) + __syncthreads_count(lane);
  carved[0] = __ldg(&in[0]) + __ldg((const float4*)in).x;
  T sum = tile[0][0];
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset >>= 1)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  for (int offset = 16; offset; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset, 16);
  size_t count = __shfl_sync(~0u, (size_t)n, 0) + n;
  bool any = __any_sync(__activemask(), sum > 0) && __all_sync(~0, sum < 1);
  atomicAdd(&out[0], sum);
  atomicAdd((unsigned long long*)out, 1ULL);
  atomicMax((int*)out, __float_as_int(sum));
  atomicCAS((int*)out, 1, 2);
  atomicExch(out, w.y);
  atomicSub((int*)out, any);
  atomicAdd_block((int*)out, 1);
  atomicAnd_system((unsigned*)out, 3u);
  float4 q = vectors[0] * 2.0f;
  q.x += make_float2(1, 2).y + make_int3(1, 2, 3).z + float3{1, 2, 3}.x + shape.x;
  out[1] = apply<Op::kAdd, T>(q.x, table[lane]) + limits() + constexprs() + on_both_sides(sum);
  memcpy(out, in, 16);
  memset(&u, 0, sizeof u);
  int* heap = (int*)malloc(16);
  free(heap);
  Vec* object = new Vec{1, 2};
  delete object;
  out[4] = __viaddmax_s32(1, 2, 3) + __vimax3_s16x2(1u, 2u, 3u) + __vadd4(1u, 2u) +
           __fmaf_ieee_rn(1, 2, 3);
  long long start = clock64() + clock();
  flag = (int)start;
  __threadfence();
  __syncwarp();
  out[2] = count + mixed_min_and_max(1, 2u, 3, 4, 5, 6) + math_of_integers(1, 2, 3) +
           library_types(sum) + math_of_floats(1, 2);
}

int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64);
  cudaMalloc((void**)&out, 64 * sizeof(float));
  cudaMallocHost(&in, 3);
  cudaMallocManaged(&in, 3);
  float host[16] = {};
  cudaMemcpyToSymbol(table, host, sizeof(host));
  cudaMemcpyFromSymbol(host, table, sizeof(host), 0, cudaMemcpyDeviceToHost);
  void* address;
  cudaGetSymbolAddress(&address, vectors);
  dim3 grid(2, 2), block{16};
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  kernel<16><<<grid, block>>>(in, out, 1, Vec{}, Vec{});
  kernel<16><<<2, 32, 128, stream>>>(in, out, 1, Vec{}, Vec{});
  int n = 3;
  with_lambda<<<1, 32>>>([=] __device__(int i) { vectors[0].x = i + n; }, n);
  with_lambda<<<1, 32>>>([=] __host__ __device__(int i) { (void)on_both_sides(i); }, n);
  cudaFuncSetAttribute(kernel<16>, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
  cudaFuncSetCacheConfig(kernel<16>, cudaFuncCachePreferL1);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel<16>);
  int blocks = 0, size = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel<16>, 256, 0);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &size, kernel<16>, 0, 0);
  void* arguments[] = {&in, &out, &n, &n, &n};
  cudaLaunchKernel((void*)kernel<16>, grid, block, arguments, 0, stream);
  cudaLaunchKernel(kernel<16>, grid, block, arguments);
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  cudaLaunchKernelEx(&config, kernel<16>, (const float*)in, out, 1, Vec{}, Vec{});
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventCreate(&event, cudaEventDisableTiming);
  cudaMemcpyAsync(in, out, 4, cudaMemcpyDefault, stream);
  managed_value += max(1, 2) + min(1.0f, 2.0) + std::max(1, 2) + abs(-2);
  void (*pointer)(const float*, float*, int, Vec, Vec) = kernel<16>;
  pointer<<<1, 1>>>(in, out, 1, Vec{}, Vec{});
  printf("%s %f %d\n", cudaGetErrorString(cudaGetLastError()), on_both_sides(2.0f), managed_value);
  return plain_constexpr(-1);
}
