// SPDX-License-Identifier: Apache-2.0
// Host code that C++ leaves undefined, and that runs when nvcc gives it to g++ (up to 12; 13 traps
// at the end of the function), which optimises nothing by itself: a function ends without the value
// that nobody uses, is given a value that nobody has set, and reads an int that was written as a
// float.
#include <cstring>

#include "../check.h"

#pragma clang diagnostic ignored "-Wreturn-type"

__global__ void count(unsigned* out) {
  out[check::gid()] = check::gid() * 3;
}

// As programs check their results.
int verify(const unsigned* out, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    if (out[i] != 3 * i) return 1;
  }
}

unsigned* allocate(unsigned n, unsigned** out) {
  check::cuda(cudaMallocManaged(out, n * sizeof(unsigned)), "cudaMallocManaged");
}

__attribute__((noinline)) int choose(int value, bool is_set) {
  return is_set ? value : -1;
}

int main(int argc, char** argv) {
  const unsigned n = 100;
  unsigned* out = nullptr;
  allocate(n, &out);
  count<<<4, n / 4>>>(out);
  check::cuda(cudaDeviceSynchronize(), "count");
  verify(out, n);
  out[5] = 0;
  check::equal(verify(out, n), 1, "a wrong result is found");

  int value;
  if (argc > 1) value = argc;
  check::equal(choose(value, argc > 1), -1, "a value that is not set");

  float number = 1.5f;
  *reinterpret_cast<unsigned*>(&number) = out[7] + 0x3f800000 - 21;
  check::equal(number, 1.0f, "a float written as a word");
  return check::result();
}
