// SPDX-License-Identifier: Apache-2.0
// -0.0 added to -0.0 is -0.0: what lanes that add nothing contribute must not change that.
#include <cmath>

#include "check.h"

using namespace check;

template <typename T>
__global__ void add(T* sums, unsigned lanes) {
  if (threadIdx.x % 32 < lanes) atomicAdd(&sums[0], T(-0.0));
  if (threadIdx.x % 32 < lanes) atomicAdd(&sums[1 + threadIdx.x], T(-0.0));
  __shared__ T own;
  if (threadIdx.x == 0) own = T(-0.0);
  __syncthreads();
  if (threadIdx.x % 32 >= lanes) atomicAdd(&own, T(-0.0));
  __syncthreads();
  if (threadIdx.x == 0) sums[100] = own;
}

template <typename T>
void test(const char* what) {
  T host[101];
  T* sums = device_array<T>(101);
  for (const unsigned threads : {32u, 48u, 96u}) {
    for (const unsigned lanes : {32u, 13u, 1u}) {
      for (auto& sum : host) sum = T(-0.0);
      cuda(cudaMemcpy(sums, host, sizeof(host), cudaMemcpyHostToDevice), what);
      add<<<3, threads>>>(sums, lanes);
      cuda(cudaMemcpy(host, sums, sizeof(host), cudaMemcpyDeviceToHost), what);
      for (const T sum : host) that(sum == 0 && std::signbit(sum), what);
    }
  }
  cuda(cudaFree(sums), what);
}

int main() {
  test<float>("float");
  test<double>("double");
  return result();
}
