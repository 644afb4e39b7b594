// SPDX-License-Identifier: Apache-2.0
// curandGeneratePoisson: the distribution, of every generator, at means from small to the largest;
// on the host the same numbers; a call goes on where the last ended.
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../libraries/checks.h"

constexpr int kCount = 1 << 16;

// How often each number came beside how often it should: chi-square of the numbers that should come
// at least 20 times, beside what it is for as many (mean n, deviation sqrt(2n)).
void check_distribution(const std::vector<unsigned>& got, double mean) {
  std::vector<int> count(static_cast<std::size_t>(mean + 20 * std::sqrt(mean) + 60));
  for (const unsigned k : got) {
    CHECK(k < count.size());
    ++count[k];
  }
  double chi = 0;
  int cells = 0;
  // Of large means, numbers that lie side by side are one cell.
  const int width = 1 + static_cast<int>(std::sqrt(mean) / 8);
  for (std::size_t k = 0; k + width <= count.size(); k += width) {
    double wanted = 0;
    int came = 0;
    for (std::size_t j = k; j < k + width; ++j) {
      wanted += kCount * std::exp(j * std::log(mean) - mean - std::lgamma(j + 1.0));
      came += count[j];
    }
    if (wanted < 20) continue;
    chi += (came - wanted) * (came - wanted) / wanted;
    ++cells;
  }
  if (chi > cells + 5 * std::sqrt(2.0 * cells) + 5) {
    std::printf("mean %g: chi-square %g of %d cells\n", mean, chi, cells);
    std::exit(1);
  }
}

int main() {
  unsigned* out;
  cudaMalloc(&out, kCount * sizeof *out);
  for (const curandRngType_t type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                     CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                     CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32})
    for (const double mean : {0.05, 1.0, 7.5, 63.9, 500.0, 4001.0, 20000.0, 400000.0}) {
      // MT19937's 8192 generators take half a second to make.
      if (type == CURAND_RNG_PSEUDO_MT19937 && mean != 7.5) continue;
      std::vector<unsigned> device(kCount), host(kCount);
      curandGenerator_t g, h;
      CHECK(curandCreateGenerator(&g, type) == CURAND_STATUS_SUCCESS);
      CHECK(curandCreateGeneratorHost(&h, type) == CURAND_STATUS_SUCCESS);
      const int part = 10007;
      CHECK(curandGeneratePoisson(g, out, part, mean) == CURAND_STATUS_SUCCESS);
      CHECK(curandGeneratePoisson(g, out + part, kCount - part, mean) == CURAND_STATUS_SUCCESS);
      cudaMemcpy(device.data(), out, kCount * sizeof *out, cudaMemcpyDeviceToHost);
      CHECK(curandGeneratePoisson(h, host.data(), part, mean) == CURAND_STATUS_SUCCESS);
      CHECK(curandGeneratePoisson(h, host.data() + part, kCount - part, mean) ==
            CURAND_STATUS_SUCCESS);
      CHECK(device == host);
      check_distribution(device, mean);
      CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
      CHECK(curandDestroyGenerator(h) == CURAND_STATUS_SUCCESS);
    }
  std::puts("Poisson's distribution");
  return 0;
}
