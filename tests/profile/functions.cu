// SPDX-License-Identifier: Apache-2.0
// What tests/profile/count-functions counts: functions that are one to many instructions on a GPU,
// and memory that is not the GPU's own or not the block's. Each kernel runs as 4 warps.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kThreads = 128;

// Functions of float are code, but for those that are one instruction or two.
__global__ void single_functions(const float* in, float* out) {
  const float x = in[threadIdx.x];
  out[threadIdx.x] = 2.5f / x + sqrtf(x) + rsqrtf(x) + __expf(x);
}
__global__ void double_functions(const double* in, double* out) {
  const double x = in[threadIdx.x];
  out[threadIdx.x] =
      2.5 / x + sqrt(x) + rsqrt(x) + exp(x) + log(x) + sin(x) + pow(x, 0.7) + tanh(x);
}

template <class T>
__global__ void divisions(const T* in, T* out) {
  const int i = threadIdx.x;
  out[i] = 1000 / in[i] + 1000 % in[i + 1] + in[i] / 7;  // the last one is a multiplication
}

// A remainder goes with its division.
__global__ void digits(unsigned number, unsigned base, int* out) {
  unsigned sum = 0;
  for (unsigned left = number + threadIdx.x / 32; left != 0; left /= base) sum += left % base;
  out[threadIdx.x] = sum;
}

// Each is one instruction: the sum of four products of bytes, and of two of half-words and bytes.
__global__ void words(const int* in, int* out) {
  const int i = threadIdx.x;
  out[i] = __dp2a_lo(__dp4a(in[i], 0x01020304, i), in[i], 5);
}

// Three lookups, the last one of every second lane.
__global__ void textures(cudaTextureObject_t texture, float* out) {
  const int i = threadIdx.x;
  float sum = tex2D<float>(texture, i + 0.5f, 1.5f) + tex2D<float>(texture, i + 0.5f, 2.5f);
  if (i % 2 == 0) sum += tex2D<float>(texture, i + 0.5f, sum);
  out[i] = sum;
}

__global__ void copies(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 2;
}

__global__ void exchanges(unsigned* word) {
  atomicExch(word, threadIdx.x);
  atomicInc(word + 1, 17);
  atomicAdd(word + 2, threadIdx.x);
}

// Loads of the next block's memory without conflicts, then with two words of each bank; an addition
// there whose old value is looked at.
__global__ void of_the_cluster(int* out) {
  __shared__ int memory[2 * kThreads];
  auto cluster = cg::this_cluster();
  const int i = threadIdx.x;
  memory[i] = memory[i + kThreads] = i;
  cluster.sync();
  int* other = cluster.map_shared_rank(memory, cluster.block_rank() ^ 1);
  const int sum = other[i] + other[2 * i];
  const int old = atomicAdd(other + i, 1);
  cluster.sync();
  out[blockIdx.x * kThreads + i] = sum + old;
}

int main() {
  std::vector<double> twos(2 * kThreads, 2.0);
  std::vector<float> floats(2 * kThreads, 2.0f);
  std::vector<int> ints(2 * kThreads, 3);
  std::vector<long long> longs(2 * kThreads, 3);
  char *in, *out;
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&out, 1 << 16);
  const auto give = [&](const auto& values) {
    cudaMemcpy(in, values.data(), values.size() * sizeof values[0], cudaMemcpyDefault);
  };
  give(floats);
  single_functions<<<1, kThreads>>>((const float*)in, (float*)out);
  give(twos);
  double_functions<<<1, kThreads>>>((const double*)in, (double*)out);
  give(ints);
  divisions<<<1, kThreads>>>((const int*)in, (int*)out);
  digits<<<1, kThreads>>>(30, 3, (int*)out);
  words<<<1, kThreads>>>((const int*)in, (int*)out);
  give(longs);
  divisions<<<1, kThreads>>>((const long long*)in, (long long*)out);

  cudaArray_t array;
  const auto desc = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &desc, kThreads, 4);
  cudaMemcpy2DToArray(array, 0, 0, floats.data(), kThreads * 4, kThreads * 4, 2,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  textures<<<1, kThreads>>>(texture, (float*)out);

  exchanges<<<1, kThreads>>>((unsigned*)out);

  float* pinned;
  cudaHostAlloc(&pinned, 1 << 16, cudaHostAllocMapped);
  for (int i = 0; i < kThreads; ++i) pinned[i] = 1;
  copies<<<1, kThreads>>>(pinned, (float*)out);
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
  copies<<<2, kThreads>>>((float*)in, (float*)out);

  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = kThreads;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, of_the_cluster, (int*)out);
  const auto status = cudaDeviceSynchronize();
  if (status != cudaSuccess) std::printf("%s\n", cudaGetErrorString(status));
  return status != cudaSuccess;
}
