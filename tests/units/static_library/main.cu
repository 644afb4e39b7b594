// SPDX-License-Identifier: Apache-2.0
#include "check.h"

void launch_twice(dim3 grid, dim3 block, const unsigned* in, unsigned* out);

// The same template in two translation units: one of the copies is used, both register.
template <class T>
__global__ void twice(const T* in, T* out) {
  out[check::gid()] = in[check::gid()] * 2;
}

int main() {
  auto want = [](const check::Thread& t, const unsigned* in) { return in[t.global] * 2; };
  check::run<unsigned>("from the archive", launch_twice, want);
  check::run<unsigned>(
      "own copy",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { twice<<<g, b>>>(in, out); }, want);
  return check::result();
}
