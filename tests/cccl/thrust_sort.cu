// SPDX-License-Identifier: Apache-2.0
// Thrust's sort, scan, reduction and transformation against the standard library's.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

int main() {
  const int n = 20000;
  std::vector<int> keys(n), values(n);
  for (int i = 0; i < n; ++i) {
    keys[i] = static_cast<int>(i * 2654435761u) >> 3;
    values[i] = i;
  }
  thrust::device_vector<int> k = keys, v = values;
  thrust::sort_by_key(k.begin(), k.end(), v.begin());
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  bool good = true;
  std::vector<int> sorted(n), moved(n);
  thrust::copy(k.begin(), k.end(), sorted.begin());
  thrust::copy(v.begin(), v.end(), moved.begin());
  for (int i = 0; i < n; ++i) good = good && sorted[i] == keys[order[i]];
  good = good && moved == order;
  if (!good) std::printf("FAIL sort_by_key\n");

  const long long sum = thrust::reduce(v.begin(), v.end(), 0LL);
  const bool summed = sum == static_cast<long long>(n) * (n - 1) / 2;
  if (!summed) std::printf("FAIL reduce: %lld\n", sum);

  thrust::device_vector<int> scanned(n);
  thrust::exclusive_scan(v.begin(), v.end(), scanned.begin());
  std::vector<int> got(n), wanted(n);
  thrust::copy(scanned.begin(), scanned.end(), got.begin());
  std::exclusive_scan(moved.begin(), moved.end(), wanted.begin(), 0);
  if (got != wanted) std::printf("FAIL exclusive_scan\n");
  const bool all = good && summed && got == wanted;
  if (all) std::printf("PASS\n");
  return all ? 0 : 1;
}
