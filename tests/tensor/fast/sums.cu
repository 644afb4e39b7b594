// SPDX-License-Identifier: Apache-2.0
// Prints a hash of products of bf16; with HEDDLE_TENSOR_CORES=fast it is another one, and all forms
// that it changes are as right.
#include "../h200.cuh"

int main() {
  test<3>(1);   // halves and floats
  test<4>(1);   // halves
  test<5>(1);   // bf16
  test<7>(1);   // tf32
  test<14>(1);  // e4m3 and e5m2
  with_room([](unsigned* in, unsigned* out) {
    for (unsigned seed = 0; seed < 8; ++seed) fill<5>(in + seed * 10 * 32, kNearOne, seed);
    run<5><<<4, 64>>>(in, out);
    cuda(cudaDeviceSynchronize(), "bf16");
    std::printf("%llx\n", static_cast<unsigned long long>(hash(out, 8 * 4 * 32)));
  });
  return failures != 0;
}
