// SPDX-License-Identifier: Apache-2.0
// The kernels of spec/000 to spec/004 in textbook form, each launched with the shape in which an
// H200's counters were read (data/ladder_counters.csv). The rows of that table are these launches,
// in order.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace groups = cooperative_groups;

constexpr int kM = 1024, kN = 512, kK = 256;  // C[M][N] = A[M][K] * B[K][N]
constexpr int kElements = 1 << 20, kSide = 1024, kBins = 2048;

// Each thread one element; neighbouring threads take neighbouring rows.
__global__ void product_rows_along_x(const float* a, const float* b, float* c) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= kM || column >= kN) return;
  float sum = 0;
  for (int k = 0; k < kK; ++k) sum += a[row * kK + k] * b[k * kN + column];
  c[row * kN + column] = sum;
}

// The same; neighbouring threads take neighbouring columns.
__global__ void product_columns_along_x(const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= kM || column >= kN) return;
  float sum = 0;
  for (int k = 0; k < kK; ++k) sum += a[row * kK + k] * b[k * kN + column];
  c[row * kN + column] = sum;
}

// Square tiles of both factors in shared memory.
template <int tile>
__global__ void product_tiled(const float* a, const float* b, float* c) {
  __shared__ float as[tile][tile];
  __shared__ float bs[tile][tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int first = 0; first < kK; first += tile) {
    as[y][x] = row < kM && first + x < kK ? a[row * kK + first + x] : 0;
    bs[y][x] = first + y < kK && column < kN ? b[(first + y) * kN + column] : 0;
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  if (row < kM && column < kN) c[row * kN + column] = sum;
}

// A thread computes eight elements below each other of a tile of 64 x 64.
__global__ void product_thread_column(const float* a, const float* b, float* c) {
  constexpr int kTile = 64, kDepth = 8, kEach = 8;
  __shared__ float as[kTile * kDepth];
  __shared__ float bs[kDepth * kTile];
  const int column = threadIdx.x % kTile, group = threadIdx.x / kTile;
  const float* a_tile = a + blockIdx.y * kTile * kK;
  const float* b_tile = b + blockIdx.x * kTile;
  float sums[kEach] = {};
  for (int first = 0; first < kK; first += kDepth) {
    const int ay = threadIdx.x / kDepth, ax = threadIdx.x % kDepth;
    const int by = threadIdx.x / kTile, bx = threadIdx.x % kTile;
    as[ay * kDepth + ax] = a_tile[ay * kK + ax];
    bs[by * kTile + bx] = b_tile[by * kN + bx];
    __syncthreads();
    a_tile += kDepth;
    b_tile += kDepth * kN;
    for (int k = 0; k < kDepth; ++k) {
      const float factor = bs[k * kTile + column];
      for (int i = 0; i < kEach; ++i) sums[i] += as[(group * kEach + i) * kDepth + k] * factor;
    }
    __syncthreads();
  }
  float* out = c + blockIdx.y * kTile * kN + blockIdx.x * kTile;
  for (int i = 0; i < kEach; ++i) out[(group * kEach + i) * kN + column] = sums[i];
}

// A thread computes 8 x 8 elements of a tile of 128 x 128; accesses of four elements.
template <int depth>
__global__ void __launch_bounds__(256)
    product_thread_square(const float* a, const float* b, float* c) {
  constexpr int kTile = 128, kEach = 8, kThreads = 256;
  __shared__ float as[depth * kTile];  // transposed
  __shared__ float bs[depth * kTile];
  const int tx = threadIdx.x % (kTile / kEach), ty = threadIdx.x / (kTile / kEach);
  const float* a_tile = a + size_t(blockIdx.y) * kTile * kK;
  const float* b_tile = b + blockIdx.x * kTile;
  const int ay = threadIdx.x / (depth / 4), ax = threadIdx.x % (depth / 4);
  const int by = threadIdx.x / (kTile / 4), bx = threadIdx.x % (kTile / 4);
  float sums[kEach][kEach] = {};
  for (int first = 0; first < kK; first += depth) {
    for (int y = 0; y < kTile; y += kThreads / (depth / 4)) {
      const float4 four = *reinterpret_cast<const float4*>(&a_tile[size_t(ay + y) * kK + ax * 4]);
      as[(ax * 4 + 0) * kTile + ay + y] = four.x;
      as[(ax * 4 + 1) * kTile + ay + y] = four.y;
      as[(ax * 4 + 2) * kTile + ay + y] = four.z;
      as[(ax * 4 + 3) * kTile + ay + y] = four.w;
    }
    for (int y = 0; y < depth; y += kThreads / (kTile / 4)) {
      *reinterpret_cast<float4*>(&bs[(by + y) * kTile + bx * 4]) =
          *reinterpret_cast<const float4*>(&b_tile[size_t(by + y) * kN + bx * 4]);
    }
    __syncthreads();
    a_tile += depth;
    b_tile += size_t(depth) * kN;
    for (int k = 0; k < depth; ++k) {
      float left[kEach], right[kEach];
      for (int i = 0; i < kEach; ++i) left[i] = as[k * kTile + ty * kEach + i];
      for (int j = 0; j < kEach; ++j) right[j] = bs[k * kTile + tx * kEach + j];
      for (int i = 0; i < kEach; ++i) {
        for (int j = 0; j < kEach; ++j) sums[i][j] += left[i] * right[j];
      }
    }
    __syncthreads();
  }
  float* out = c + size_t(blockIdx.y) * kTile * kN + blockIdx.x * kTile;
  for (int i = 0; i < kEach; ++i) {
    for (int j = 0; j < kEach; j += 4) {
      *reinterpret_cast<float4*>(&out[size_t(ty * kEach + i) * kN + tx * kEach + j]) =
          make_float4(sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
    }
  }
}

template <class T>
__global__ void copy(int n, const T* from, T* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

__global__ void read_every(int stride, int n, const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[size_t(i) * stride];
}

__global__ void transpose(const float* from, float* to) {
  const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x < kSide && y < kSide) to[size_t(x) * kSide + y] = from[size_t(y) * kSide + x];
}

template <int padding>
__global__ void transpose_tiled(const float* from, float* to) {
  __shared__ float tile[32][32 + padding];
  const int left = blockDim.x * blockIdx.x, top = blockDim.y * blockIdx.y;
  tile[threadIdx.x][threadIdx.y] = from[size_t(top + threadIdx.y) * kSide + left + threadIdx.x];
  __syncthreads();
  to[size_t(left + threadIdx.y) * kSide + top + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

// Lanes of a warp read words a stride apart, 64 times.
__global__ void banks(int stride, float* out) {
  extern __shared__ float words[];
  for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x) words[i] = i;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += words[(threadIdx.x % 32) * stride + k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void histogram_global(const int* values, size_t n, int* bins) {
  const size_t step = size_t(blockDim.x) * gridDim.x;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&bins[values[i]], 1);
  }
}

__global__ void histogram_shared(const int* values, size_t n, int* bins) {
  extern __shared__ int own[];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const size_t step = size_t(blockDim.x) * gridDim.x;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&own[values[i]], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}

// The bins lie in the shared memory of the blocks of a cluster.
__global__ void histogram_cluster(const int* values, size_t n, int* bins, int bins_of_block) {
  extern __shared__ int own[];
  auto cluster = groups::this_cluster();
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) own[i] = 0;
  cluster.sync();
  const size_t step = size_t(blockDim.x) * gridDim.x;
  for (size_t i = groups::this_grid().thread_rank(); i < n; i += step) {
    const int bin = min(max(values[i], 0), kBins - 1);
    atomicAdd(cluster.map_shared_rank(own, bin / bins_of_block) + bin % bins_of_block, 1);
  }
  cluster.sync();
  int* part = bins + cluster.block_rank() * bins_of_block;
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) atomicAdd(&part[i], own[i]);
}

__global__ void sum_by_shuffles(int n, const float* values, float* result) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += values[i];
  for (int distance = 16; distance; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  __shared__ float of_warps[32];
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : 0;
  for (int distance = 16; distance; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

__global__ void sum_by_atomics(int n, const float* values, float* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(result, values[i]);
}

__global__ void gelu(int n, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = in[i];
  out[i] = 0.5f * v * (1 + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
}

__global__ void multiply(int n, const float* a, const float* b, float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] * b[i];
}

__global__ void combine(int n, float alpha, const float* a, float beta, const float* b, float gamma,
                        float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = alpha * a[i] + beta * b[i] + gamma;
}

__global__ void hyperbolic_tangent(int n, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tanhf(in[i]);
}

// The lanes of a warp run loops of up to `ways` different lengths.
__global__ void diverge(int n, int ways, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i;
  const int rounds = 64 * (threadIdx.x % ways + 1);
  for (int k = 0; k < rounds; ++k) value = value * 0.999f + 1;
  if (i < n) out[i] = value;
}

template <class T>
T* device_array(size_t elements) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, elements * sizeof(T)) != cudaSuccess) std::exit(1);
  cudaMemset(memory, 0, elements * sizeof(T));
  return static_cast<T*>(memory);
}

// The bins' values are those of the measured run: rand() of the C library, behind the numbers that
// the run drew before.
int* random_bins() {
  constexpr int kDrawnBefore = kM * kK + kElements;
  for (int i = 0; i < kDrawnBefore; ++i) rand();
  std::vector<int> values(kElements);
  for (int& value : values) value = rand() % kBins;
  int* on_device = device_array<int>(kElements);
  cudaMemcpy(on_device, values.data(), kElements * sizeof(int), cudaMemcpyHostToDevice);
  return on_device;
}

void launch_products(const float* a, const float* b, float* c) {
  for (const int side : {8, 16, 32}) {
    const dim3 block(side, side);
    product_rows_along_x<<<dim3(kM / side, kN / side), block>>>(a, b, c);
    product_columns_along_x<<<dim3(kN / side, kM / side), block>>>(a, b, c);
  }
  product_tiled<16><<<dim3(kN / 16, kM / 16), dim3(16, 16)>>>(a, b, c);
  product_tiled<32><<<dim3(kN / 32, kM / 32), dim3(32, 32)>>>(a, b, c);
  product_thread_column<<<dim3(kN / 64, kM / 64), 512>>>(a, b, c);
  product_thread_square<8><<<dim3(kN / 128, kM / 128), 256>>>(a, b, c);
  product_thread_square<16><<<dim3(kN / 128, kM / 128), 256>>>(a, b, c);
}

void launch_copies(const float* from, float* to) {
  copy<<<kElements / 256, 256>>>(kElements, from, to);
  copy<<<kElements / 1024, 256>>>(kElements / 4, reinterpret_cast<const float4*>(from),
                                  reinterpret_cast<float4*>(to));
  for (const int stride : {1, 2, 4, 8, 16, 32}) {
    read_every<<<kElements / 32 / 256, 256>>>(stride, kElements / 32, from, to);
  }
  const dim3 grid(kSide / 32, kSide / 32), block(32, 32);
  transpose<<<grid, block>>>(from, to);
  transpose_tiled<0><<<grid, block>>>(from, to);
  transpose_tiled<1><<<grid, block>>>(from, to);
  for (const int stride : {1, 2, 3, 4, 8, 16, 32}) banks<<<1024, 256, 4 * 32 * 33>>>(stride, to);
}

void launch_histograms(const int* values, int* bins) {
  histogram_global<<<1024, 256>>>(values, kElements, bins);
  histogram_shared<<<1024, 256, kBins * sizeof(int)>>>(values, kElements, bins);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1024;
  config.blockDim = 256;
  config.dynamicSmemBytes = kBins / 2 * sizeof(int);
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = 2;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, histogram_cluster, values, size_t(kElements), bins, kBins / 2);
}

void launch_elementwise(const float* in, float* out, float* sum) {
  constexpr int kBlocks = kElements / 256;
  sum_by_shuffles<<<132 * 8, 256>>>(kElements, in, sum);
  sum_by_atomics<<<kBlocks, 256>>>(kElements, in, sum);
  gelu<<<kBlocks, 256>>>(kElements, in, out);
  multiply<<<kBlocks, 256>>>(kElements, in, in, out);
  multiply<<<kBlocks, 256>>>(kElements, out, in, out);
  combine<<<kBlocks, 256>>>(kElements, 0.79788456f, in, 0.79788456f * 0.044715f, out, 0, out);
  hyperbolic_tangent<<<kBlocks, 256>>>(kElements, out, out);
  combine<<<kBlocks, 256>>>(kElements, 0.5f, out, 0, out, 0.5f, out);
  multiply<<<kBlocks, 256>>>(kElements, in, out, out);
  for (const int ways : {1, 2, 4, 32}) diverge<<<4096, 256>>>(4096 * 256, ways, out);
}

int main() {
  const auto* a = device_array<float>(kM * kK);
  const auto* b = device_array<float>(kK * kN);
  auto* c = device_array<float>(kM * kN);
  launch_products(a, b, c);
  const auto* in = device_array<float>(kElements);
  auto* out = device_array<float>(kElements);
  launch_copies(in, out);
  launch_histograms(random_bins(), device_array<int>(kBins));
  launch_elementwise(in, out, device_array<float>(1));
  const auto error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
