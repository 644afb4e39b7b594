// SPDX-License-Identifier: Apache-2.0
// constexpr functions that call mathematical functions, which gcc computes itself and clang takes
// for functions that can never be constant: PyCUDA's complex numbers have some.
#include "../check.h"

__device__ constexpr float one_over_root_of_nine() {
  return 1.0f / ::sqrt(9.0f);
}

__host__ __device__ constexpr double root(double x) {
  return ::sqrt(x);
}

HD unsigned roots(unsigned i, const unsigned* in) {
  const unsigned x = in[i] % 1000 + 1;
  unsigned r = (unsigned)root((double)x * x);
#ifdef __CUDA_ARCH__
  if (i % 3) r += one_over_root_of_nine() == 1.0f / 3;
#else
  if (i % 3) r += 1;
#endif
  return r;
}

int main() {
  check::each<roots>("roots");
  return check::result();
}
