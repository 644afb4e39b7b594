// SPDX-License-Identifier: Apache-2.0
// CUB's algorithms of a device: radix sort, look-back scan, selection, histogram; and of a block.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

namespace {

int failures = 0;
void check(bool good, const char* what) {
  if (!good) std::printf("FAIL %s\n", what);
  failures += !good;
}

// Asks for the memory first, as CUB's calls want it.
template <class Call>
void run(Call call) {
  std::size_t bytes = 0;
  void* memory = nullptr;
  check(call(nullptr, bytes) == cudaSuccess, "asking for memory");
  cudaMalloc(&memory, bytes);
  check(call(memory, bytes) == cudaSuccess, "the call");
  check(cudaDeviceSynchronize() == cudaSuccess, "the kernels");
  cudaFree(memory);
}

struct Odd {
  __host__ __device__ bool operator()(unsigned x) const { return x & 1; }
};

__global__ void block_sum(const unsigned* in, unsigned* out) {
  using Reduce = cub::BlockReduce<unsigned, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const unsigned sum = Reduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

}  // namespace

int main() {
  const int n = 30000;
  std::vector<unsigned> host(n);
  for (int i = 0; i < n; ++i) host[i] = i * 2654435761u >> 7;
  unsigned *in, *out;
  int* count;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  cudaMallocManaged(&count, 257 * sizeof(int));
  std::copy(host.begin(), host.end(), in);

  run([&](void* at, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(at, bytes, in, out, n);
  });
  std::vector<unsigned> sorted = host;
  std::sort(sorted.begin(), sorted.end());
  check(std::equal(sorted.begin(), sorted.end(), out), "DeviceRadixSort");

  run([&](void* at, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(at, bytes, in, out, n);
  });
  unsigned sum = 0;
  bool scanned = true;
  for (int i = 0; i < n; ++i) scanned = scanned && out[i] == (sum += host[i]);
  check(scanned, "DeviceScan");

  run([&](void* at, std::size_t& bytes) {
    return cub::DeviceSelect::If(at, bytes, in, out, count, n, Odd());
  });
  std::vector<unsigned> odd;
  std::copy_if(host.begin(), host.end(), std::back_inserter(odd), Odd());
  check(*count == static_cast<int>(odd.size()) && std::equal(odd.begin(), odd.end(), out),
        "DeviceSelect");

  block_sum<<<16, 128>>>(in, out);
  check(cudaDeviceSynchronize() == cudaSuccess, "block_sum");
  for (int b = 0; b < 16; ++b) {
    unsigned wanted = 0;
    for (int i = 0; i < 128; ++i) wanted += host[b * 128 + i];
    check(out[b] == wanted, "BlockReduce");
  }
  if (!failures) std::printf("PASS\n");
  return failures != 0;
}
