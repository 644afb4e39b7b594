// SPDX-License-Identifier: Apache-2.0
// The same calls of Thrust on its OpenMP back end, for bench/cub/compare. It has no histogram: that
// is a loop by hand, with counts for each thread.
#include <omp.h>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/omp/execution_policy.h>

#include <cstring>

#include "timing.h"

int main(int, char** words) {
  const int n = std::atoi(words[1]);
  const std::vector<std::uint32_t> in = items(n);
  std::vector<std::uint32_t> out(n), values(n);
  const auto result = [&] { return mixed(out); };
  const auto fill = [&] { out = in; };
  const auto nothing = [] {};
  time_of("sort", fill, [&] { thrust::sort(thrust::omp::par, out.begin(), out.end()); }, result);
  if (std::getenv("STD_SORT"))
    time_of("std_sort", fill, [&] { std::sort(out.begin(), out.end()); }, result);
  time_of(
      "sort_pairs", fill,
      [&] { thrust::sort_by_key(thrust::omp::par, out.begin(), out.end(), values.begin()); },
      result);
  time_of(
      "reduce", nothing, [&] { out[0] = thrust::reduce(thrust::omp::par, in.begin(), in.end()); },
      [&] { return std::uint64_t{out[0]}; });
  time_of(
      "scan", nothing,
      [&] { thrust::inclusive_scan(thrust::omp::par, in.begin(), in.end(), out.begin()); }, result);
  std::fill(out.begin(), out.end(), 0);
  time_of(
      "select", nothing,
      [&] {
        thrust::copy_if(thrust::omp::par, in.begin(), in.end(), out.begin(),
                        [](std::uint32_t x) { return x & 1; });
      },
      result);
  std::vector<int> bins(256);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(in.data());
  time_of(
      "histogram", nothing,
      [&] {
        std::fill(bins.begin(), bins.end(), 0);
#pragma omp parallel
        {
          int own[4][256] = {};
          const int threads = omp_get_num_threads(), me = omp_get_thread_num();
          const long long from = 1LL * n * me / threads, to = 1LL * n * (me + 1) / threads;
          long long i = from;
          for (; i + 4 <= to; i += 4)
            for (int k = 0; k < 4; ++k) ++own[k][bytes[i + k]];
          for (; i < to; ++i) ++own[0][bytes[i]];
#pragma omp critical
          for (int k = 0; k < 256; ++k) bins[k] += own[0][k] + own[1][k] + own[2][k] + own[3][k];
        }
      },
      [&] { return mixed(bins); });
}
