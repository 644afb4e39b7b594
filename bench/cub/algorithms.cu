// SPDX-License-Identifier: Apache-2.0
// CUB's device-wide algorithms on COUNT items, for bench/cub/compare.
#include <cuda_runtime.h>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "timing.h"

namespace {

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}
template <class T>
T* array(std::size_t count) {
  T* out;
  must(cudaMalloc(&out, count * sizeof(T)));
  must(cudaMemset(out, 0, count * sizeof(T)));
  return out;
}
template <class T>
std::uint64_t mixed_of(const T* device, std::size_t count) {
  std::vector<T> host(count);
  must(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDefault));
  return mixed(host);
}

struct IsOdd {
  __host__ __device__ bool operator()(std::uint32_t x) const { return x & 1; }
};

// call(storage, bytes), its storage made once.
template <class Call, class Sum>
void time_call(const char* name, Call call, Sum sum) {
  std::size_t bytes = 0;
  must(call(nullptr, bytes));
  void* const storage = array<char>(bytes);
  time_of(name, [] {}, [&] { must(call(storage, bytes)), must(cudaDeviceSynchronize()); }, sum);
  must(cudaFree(storage));
}

}  // namespace

int main(int, char** words) {
  const int n = std::atoi(words[1]);
  const std::vector<std::uint32_t> host = items(n);
  std::uint32_t* const in = array<std::uint32_t>(n);
  std::uint32_t* const out = array<std::uint32_t>(n);
  std::uint32_t* const values = array<std::uint32_t>(n);
  std::uint32_t* const values_out = array<std::uint32_t>(n);
  int* const found = array<int>(256);
  must(cudaMemcpy(in, host.data(), n * sizeof *in, cudaMemcpyDefault));
  const auto result = [&] { return mixed_of(out, n); };
  time_call(
      "sort",
      [&](void* s, std::size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n); },
      result);
  time_call(
      "sort_pairs",
      [&](void* s, std::size_t& b) {
        return cub::DeviceRadixSort::SortPairs(s, b, in, out, values, values_out, n);
      },
      result);
  time_call(
      "reduce", [&](void* s, std::size_t& b) { return cub::DeviceReduce::Sum(s, b, in, out, n); },
      [&] { return mixed_of(out, 1); });
  time_call(
      "scan",
      [&](void* s, std::size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, in, out, n); },
      result);
  must(cudaMemset(out, 0, n * sizeof *out));
  time_call(
      "select",
      [&](void* s, std::size_t& b) {
        return cub::DeviceSelect::If(s, b, in, out, found, n, IsOdd());
      },
      result);
  const auto* const bytes_in = reinterpret_cast<const unsigned char*>(in);
  time_call(
      "histogram",
      [&](void* s, std::size_t& b) {
        return cub::DeviceHistogram::HistogramEven(s, b, bytes_in, found, 257, 0, 256, n);
      },
      [&] { return mixed_of(found, 256); });
}
