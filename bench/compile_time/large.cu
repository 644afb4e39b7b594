// SPDX-License-Identifier: Apache-2.0
// Two kernels that are far too large to be compiled as vectors within the budget, one with
// barriers. Prints a hash of the bits that each of them computes; `budget` beside this compares
// them.
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kThreads = 96, kBlocks = 3, kCount = kThreads * kBlocks;

// One of many pieces, all different: branches, divisions, square roots on doubles.
template <int k>
__device__ double piece(double x, std::uint32_t& bits) {
  if ((bits >> (k % 23)) & 1) {
    x = x * (1.0 + k % 7) / (x * x + k + 0.5) + sqrt(fabs(x) + k);
    bits = bits * (2 * k + 3) + k;
  } else {
    x = x / (k + 1.25) - k % 5;
    bits ^= bits >> (k % 13 + 1);
  }
  if (x > 100.0 + k) x -= static_cast<double>(bits % (k + 2));
  return x;
}

template <int first, int count>
__device__ double pieces(double x, std::uint32_t& bits) {
  if constexpr (count == 1) {
    return piece<first>(x, bits);
  } else {
    x = pieces<first, count / 2>(x, bits);
    return pieces<first + count / 2, count - count / 2>(x, bits);
  }
}

__global__ void straight(double* out) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t bits = i * 2654435761u + 12345;
  out[i] = pieces<0, 400>(i * 0.37, bits) + bits % 1000;
}

__global__ void with_barriers(double* out) {
  __shared__ double neighbour[kThreads];
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t bits = i * 40503u + 977;
  double x = i * 0.61;
  for (int round = 0; round < 3; ++round) {
    x = pieces<0, 400>(x, bits);
    neighbour[threadIdx.x] = x;
    __syncthreads();
    x += neighbour[(threadIdx.x * 5 + round) % kThreads];
    __syncthreads();
  }
  out[i] = x + bits % 1000;
}

int main() {
  double* values = nullptr;
  if (cudaMallocManaged(&values, kCount * sizeof *values) != cudaSuccess) return 1;
  using Kernel = void (*)(double*);
  for (const Kernel kernel : {Kernel{straight}, Kernel{with_barriers}}) {
    kernel<<<kBlocks, kThreads>>>(values);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::uint64_t hash = 14695981039346656037u;
    const auto* bytes = reinterpret_cast<const unsigned char*>(values);
    for (std::size_t k = 0; k < kCount * sizeof *values; ++k)
      hash = (hash ^ bytes[k]) * 1099511628211u;
    std::printf("%016llx %.17g\n", static_cast<unsigned long long>(hash), values[kCount / 2]);
  }
}
