// SPDX-License-Identifier: Apache-2.0
// Rates of: atomic operations at one address; memory of the host that a kernel reads and writes;
// texture fetches; byte-wise differences; shared memory of another block of the cluster.
// nvcc -arch=sm_90 -O3 -std=c++17 questions.cu -o questions && ./questions   (some seconds)
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>
using u64 = unsigned long long;
namespace cg = cooperative_groups;
static int sms;
static double ghz;

template <class F>
double seconds(F launch) {
  cudaEvent_t a, b;
  cudaEventCreate(&a), cudaEventCreate(&b);
  std::vector<float> all;
  for (int i = 0; i < 5; ++i) {
    cudaEventRecord(a), launch(), cudaEventRecord(b), cudaEventSynchronize(b);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    all.push_back(ms);
  }
  std::sort(all.begin(), all.end());
  if (auto e = cudaGetLastError()) printf("# error %s\n", cudaGetErrorString(e));
  return all[2] / 1000;
}

// clang-format off
#define ATOMICS(X)                                                                      \
  X(unsigned, add, atomicAdd(p, x))                                                     \
  X(unsigned, exch, atomicExch(p, x)) X(unsigned, cas, atomicCAS(p, x - 1, x))          \
      X(unsigned, inc, atomicInc(p, 17)) X(unsigned, dec, atomicDec(p, 137))            \
          X(unsigned, max, atomicMax(p, x)) X(unsigned, min, atomicMin(p, x))           \
              X(unsigned, and, atomicAnd(p, x)) X(unsigned, or, atomicOr(p, x))         \
                  X(unsigned, xor, atomicXor(p, x)) X(u64, add64, atomicAdd(p, (u64)x)) \
                      X(u64, exch64, atomicExch(p, (u64)x))                             \
                          X(u64, cas64, atomicCAS(p, (u64)x - 1, (u64)x))               \
                              X(float, addf, atomicAdd(p, (float)x))                    \
                                  X(double, addd, atomicAdd(p, (double)x))
// clang-format on
// spread: 0 all lanes at one word, 1 each warp has one, 2 each lane has one
#define KERNEL(T, name, e)                                                            \
  template <bool used>                                                                \
  __global__ void at_##name(T* data, T* out, int rounds, int spread, unsigned mask) { \
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;                         \
    T* p = data + (spread == 0 ? 0 : spread == 1 ? (t / 32 * 8 & mask) : (t & mask)); \
    T sum = 0;                                                                        \
    for (int i = 0; i < rounds; ++i) {                                                \
      const unsigned x = t * 3 + i;                                                   \
      const T old = e;                                                                \
      if (used) sum += old;                                                           \
    }                                                                                 \
    if (used && sum == T(12345.678)) *out = sum;                                      \
  }
ATOMICS(KERNEL)

template <int kind>
__global__ void over_link(float4* data, size_t count, float4* sink) {  // 0 read, 1 write, 2 both
  float4 sum = {};
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    float4 v = {1, 2, 3, 4};
    if (kind != 1) v = data[i];
    if (kind == 0) sum.x += v.x + v.y + v.z + v.w;
    if (kind == 2) v.x += 1;
    if (kind != 0) data[i] = v;
  }
  if (sum.x == 1.2345f) *sink = sum;
}
template <int kind>
__global__ void over_link_words(float* a, float* b, float* c, size_t count) {  // c = a + b
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}
__global__ void chase(unsigned* data, long long* cycles, int rounds) {
  unsigned at = 0;
  for (int i = 0; i < 4; ++i) at = *(volatile unsigned*)(data + at);
  const long long begin = clock64();
  for (int i = 0; i < rounds; ++i) at = *(volatile unsigned*)(data + at);
  *cycles = clock64() - begin + (at == 0xffffffff);
}

template <class T>
__device__ float value(T v) {
  return float(v);
}
template <>
__device__ float value(uchar4 v) {
  return v.x + v.y;
}
template <>
__device__ float value(float4 v) {
  return v.x + v.y;
}
template <class T, int chains>
__global__ void fetch(cudaTextureObject_t tex, long long* cycles, float* out, float step) {
  float x[chains], sum = 0;
  for (int c = 0; c < chains; ++c) x[c] = threadIdx.x % 32 + 0.5f + c;
  const float y = threadIdx.x / 32 % 32 + 0.5f;
  __syncthreads();
  const long long begin = clock64();
  for (int i = 0; i < 256; ++i)
    for (int c = 0; c < chains; ++c) {
      const float v = value(tex2D<T>(tex, x[c], y));
      sum += v;
      x[c] += v * step;
    }
  const long long own = clock64() - begin;
  if (sum == 12345.678f) *out = sum;
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 0) cycles[0] = own, cycles[1] = clock64() - begin;
}
template <class T>
void textures(const char* name, bool linear, cudaTextureReadMode mode, long long* cycles,
              float* out) {
  cudaArray_t array;
  const auto desc = cudaCreateChannelDesc<T>();
  cudaMallocArray(&array, &desc, 64, 64);
  std::vector<char> zero(64 * 64 * sizeof(T));
  cudaMemcpy2DToArray(array, 0, 0, zero.data(), 64 * sizeof(T), 64 * sizeof(T), 64,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray, r.res.array.array = array;
  cudaTextureDesc t = {};
  t.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint, t.readMode = mode;
  t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t tex = 0;
  cudaCreateTextureObject(&tex, &r, &t, nullptr);
  long long got[2], one[2];
  for (int k = 0; k < 3; ++k) fetch<T, 1><<<1, 32>>>(tex, cycles, out, 1.0f);
  cudaMemcpy(one, cycles, 16, cudaMemcpyDefault);
  for (int k = 0; k < 3; ++k) fetch<T, 4><<<sms, 1024>>>(tex, cycles, out, 1.0f);
  cudaMemcpy(got, cycles, 16, cudaMemcpyDefault);
  printf("texture,%s,%s,latency=%.1f,cycles_of_sm_per_warp_fetch=%.3f\n", name,
         linear ? "linear" : "point", one[0] / 256.0, got[1] / (256.0 * 4 * 32));
  if (auto e = cudaGetLastError()) printf("# error %s\n", cudaGetErrorString(e));
}

template <int chains>
__global__ void bytes(unsigned* out, long long* cycles, unsigned b) {
  unsigned v[chains];
  for (int c = 0; c < chains; ++c) v[c] = threadIdx.x * 77777 + c;
  __syncthreads();
  const long long begin = clock64();
  for (int i = 0; i < 256; ++i)
    for (int c = 0; c < chains; ++c)
      asm volatile("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;"
                   : "=r"(v[c])
                   : "r"(v[c]), "r"(b), "r"(v[c]));
  unsigned sum = 0;
  for (int c = 0; c < chains; ++c) sum += v[c];
  if (sum == 123456) *out = sum;
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - begin;
}

// Loads of the own block (0) or the next one of the cluster (1): dependent, and four chains.
template <int chains>
__global__ void cluster_loads(long long* cycles, int* out, int other) {
  __shared__ int memory[4096];
  auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) memory[i] = (i + 32) & 4095;
  cluster.sync();
  volatile int* there =
      cluster.map_shared_rank(memory, (cluster.block_rank() + other) % cluster.num_blocks());
  int at[chains];
  for (int c = 0; c < chains; ++c) at[c] = threadIdx.x + 1024 * c;
  const long long begin = clock64();
  for (int i = 0; i < 256; ++i)
    for (int c = 0; c < chains; ++c) at[c] = there[at[c]];
  int sum = 0;
  for (int c = 0; c < chains; ++c) sum += at[c];
  if (sum == -5) *out = 1;
  __syncthreads();
  const long long own = clock64() - begin;
  cluster.sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = own;
}

int main() {
  int khz;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
  ghz = khz / 1e6;
  long long* cycles;
  char *data, *out;
  cudaMalloc(&cycles, 64), cudaMalloc(&data, 64 << 20), cudaMalloc(&out, 64);
  cudaMemset(data, 0, 64 << 20);
  printf(
      "# atomics: 132 blocks of 256, G operations of lanes a "
      "second\noperation,used,one_address,one_a_warp,spread_4MB\n");
#define RUN(T, name, e)                                                                      \
  for (int used = 0; used < 2; ++used) {                                                     \
    double rate[3];                                                                          \
    for (int spread = 0; spread < 3; ++spread) {                                             \
      const int rounds = spread == 0 ? 8 : 32;                                               \
      const double s = seconds([&] {                                                         \
        if (used)                                                                            \
          at_##name<true><<<sms, 256>>>((T*)data, (T*)out, rounds, spread, (1u << 20) - 1);  \
        else                                                                                 \
          at_##name<false><<<sms, 256>>>((T*)data, (T*)out, rounds, spread, (1u << 20) - 1); \
      });                                                                                    \
      rate[spread] = double(sms) * 256 * rounds / s / 1e9;                                   \
    }                                                                                        \
    printf("%s,%d,%.3f,%.3f,%.3f\n", #name, used, rate[0], rate[1], rate[2]);                \
  }
  ATOMICS(RUN)

  const size_t bytes_ = size_t(64) << 20;
  char* host;
  cudaHostAlloc(&host, bytes_ * 3, cudaHostAllocMapped);
  for (size_t i = 0; i < bytes_ * 3; ++i) host[i] = 0;
  printf("# memory of the host\n");
  for (int grid : {1, 8, 32, sms, sms * 2, sms * 8}) {
    const size_t n = bytes_ / 16 / (grid < 8 ? 16 : 1);
    const double r = seconds([&] { over_link<0><<<grid, 256>>>((float4*)host, n, (float4*)out); });
    const double w = seconds([&] { over_link<1><<<grid, 256>>>((float4*)host, n, (float4*)out); });
    const double b = seconds([&] { over_link<2><<<grid, 256>>>((float4*)host, n, (float4*)out); });
    printf("link,blocks=%d,read_gb_s=%.2f,write_gb_s=%.2f,both_gb_s_each_way=%.2f\n", grid,
           n * 16 / r / 1e9, n * 16 / w / 1e9, n * 16 / b / 1e9);
  }
  for (size_t n :
       {size_t(1) << 16, size_t(1) << 18, size_t(1) << 20, size_t(1) << 22, size_t(1) << 24}) {
    float* f = (float*)host;
    const double s =
        seconds([&] { over_link_words<0><<<unsigned(n / 256), 256>>>(f, f + n, f + 2 * n, n); });
    printf("link,vector_add,n=%zu,us=%.2f,read_gb_s=%.2f\n", n, s * 1e6, n * 8 / s / 1e9);
  }
  for (unsigned i = 0; i < 65536; ++i) ((unsigned*)host)[i * 64] = (i * 4093 + 1) % 65536 * 64;
  long long got[2];
  chase<<<1, 1>>>((unsigned*)host, cycles, 256);
  cudaMemcpy(got, cycles, 8, cudaMemcpyDefault);
  printf("link,latency_cycles=%.1f\n", got[0] / 256.0);

  textures<float>("float", false, cudaReadModeElementType, cycles, (float*)out);
  textures<float>("float", true, cudaReadModeElementType, cycles, (float*)out);
  textures<unsigned>("unsigned", false, cudaReadModeElementType, cycles, (float*)out);
  textures<uchar4>("uchar4", false, cudaReadModeElementType, cycles, (float*)out);
  textures<float4>("float4", false, cudaReadModeElementType, cycles, (float*)out);
  textures<float4>("float4", true, cudaReadModeElementType, cycles, (float*)out);

  for (int k = 0; k < 3; ++k) bytes<1><<<1, 32>>>((unsigned*)out, cycles, 5);
  cudaMemcpy(got, cycles, 8, cudaMemcpyDefault);
  const double l = got[0] / 256.0;
  for (int k = 0; k < 3; ++k) bytes<4><<<sms, 1024>>>((unsigned*)out, cycles, 5);
  cudaMemcpy(got, cycles, 8, cudaMemcpyDefault);
  printf("vabsdiff4,latency=%.2f,cycles_of_sm_per_warp_operation=%.3f\n", l,
         got[0] / (256.0 * 4 * 32));

  for (int cluster : {2, 8})
    for (int other : {0, 1})
      for (int threads : {32, 1024}) {
        cudaLaunchAttribute a[1];
        a[0].id = cudaLaunchAttributeClusterDimension;
        a[0].val.clusterDim.x = cluster, a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
        cudaLaunchConfig_t c = {};
        c.gridDim = cluster, c.blockDim = threads, c.attrs = a, c.numAttrs = 1;
        int* o = (int*)out;
        double each[2];
        for (int chains = 0; chains < 2; ++chains) {
          for (int k = 0; k < 2; ++k)
            chains ? cudaLaunchKernelEx(&c, cluster_loads<4>, cycles, o, other)
                   : cudaLaunchKernelEx(&c, cluster_loads<1>, cycles, o, other);
          cudaMemcpy(got, cycles, 8, cudaMemcpyDefault);
          each[chains] = got[0] / 256.0 / (chains ? 4 : 1) / (threads / 32);
        }
        printf(
            "cluster_load,cluster=%d,other=%d,threads=%d,cycles_per_warp_load_1=%.3f,cycles_per_"
            "warp_load_4=%.3f\n",
            cluster, other, threads, each[0], each[1]);
      }
  return 0;
}
