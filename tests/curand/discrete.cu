// SPDX-License-Identifier: Apache-2.0
// curand_discrete and curand_discrete4: each number is the quantile of the word that its thread
// would have drawn, of every generator, in threads that draw differently often.
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../libraries/checks.h"

constexpr int kThreads = 96, kDraws = 40;
struct Draw {
  double u;
  unsigned number;
};

__device__ double uniform_of(unsigned x) {
  return (x + 1.0) * 0x1p-32;
}
__device__ double uniform_of(unsigned long long x) {
  return static_cast<double>(x >> 11) * 0x1p-53 + 0x1p-54;
}

// Thread t draws kDraws - t % 7 numbers.
template <class State>
__device__ void draw(State s, curandDiscreteDistribution_t d, Draw* out) {
  for (unsigned k = 0; k < kDraws - threadIdx.x % 7; ++k) {
    State before = s;
    out[threadIdx.x * kDraws + k] = {uniform_of(curand(&before)), curand_discrete(&s, d)};
    if (curand(&s) != curand(&before)) out[threadIdx.x * kDraws + k].number = ~0u;
  }
}
template <class State>
__global__ void pseudo(curandDiscreteDistribution_t d, Draw* out) {
  State s;
  curand_init(1234, threadIdx.x, 3, &s);
  draw(s, d, out);
}
template <class State, class Word>
__global__ void sobol(Word* vectors, curandDiscreteDistribution_t d, Draw* out) {
  State s;
  curand_init(vectors, threadIdx.x * 1000, &s);
  draw(s, d, out);
}
template <class State, class Word>
__global__ void scrambled(Word* vectors, curandDiscreteDistribution_t d, Draw* out) {
  State s;
  curand_init(vectors, Word(0x1234567), threadIdx.x * 1000, &s);
  draw(s, d, out);
}
__global__ void four(curandDiscreteDistribution_t d, Draw* out) {
  curandStatePhilox4_32_10_t s;
  curand_init(99, threadIdx.x, threadIdx.x % 4, &s);
  for (unsigned k = 0; k < kDraws - threadIdx.x % 7; k += 4) {
    curandStatePhilox4_32_10_t before = s;
    const uint4 x = curand4(&before), n = curand_discrete4(&s, d);
    Draw* const at = out + threadIdx.x * kDraws + k;
    at[0] = {uniform_of(x.x), n.x}, at[1] = {uniform_of(x.y), n.y};
    at[2] = {uniform_of(x.z), n.z}, at[3] = {uniform_of(x.w), n.w};
  }
}

// The distribution function by recurrence from the mean on, both ways.
class Poisson {
 public:
  explicit Poisson(double mean)
      : below_(static_cast<std::size_t>(mean + 20 * std::sqrt(mean) + 90)) {
    const auto middle = static_cast<std::size_t>(mean);
    std::vector<long double> weight(below_.size());
    weight[middle] = 1;
    for (std::size_t k = middle; k-- > 0;) weight[k] = weight[k + 1] * (k + 1) / mean;
    for (std::size_t k = middle + 1; k < weight.size(); ++k) weight[k] = weight[k - 1] * mean / k;
    long double total = 0, sum = 0;
    for (const long double w : weight) total += w;
    for (std::size_t k = 0; k < weight.size(); ++k) below_[k] = (sum += weight[k]) / total;
  }
  void check(const Draw& draw) const {
    constexpr double kNear = 2e-9;
    CHECK(draw.number < below_.size());
    CHECK(below_[draw.number] >= draw.u - kNear);
    CHECK(draw.number == 0 || below_[draw.number - 1] < draw.u + kNear);
  }

 private:
  std::vector<long double> below_;
};

int main() {
  Draw* out;
  cudaMallocManaged(&out, kThreads * kDraws * sizeof *out);
  curandDirectionVectors32_t *v32, *s32;
  curandDirectionVectors64_t *v64, *s64;
  CHECK(curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_32_JOEKUO6) == 0);
  CHECK(curandGetDirectionVectors32(&s32, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) == 0);
  CHECK(curandGetDirectionVectors64(&v64, CURAND_DIRECTION_VECTORS_64_JOEKUO6) == 0);
  CHECK(curandGetDirectionVectors64(&s64, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) == 0);
  unsigned* words;
  unsigned long long* longs;
  cudaMallocManaged(&words, 64 * sizeof *words);
  cudaMallocManaged(&longs, 128 * sizeof *longs);
  for (int i = 0; i < 32; ++i) words[i] = v32[3][i], words[32 + i] = s32[3][i];
  for (int i = 0; i < 64; ++i) longs[i] = v64[3][i], longs[64 + i] = s64[3][i];
  for (const double mean : {0.03, 1.0, 6.7, 300.0, 12345.6, 400000.0}) {
    const Poisson poisson(mean);
    curandDiscreteDistribution_t d = nullptr;
    CHECK(curandCreatePoissonDistribution(mean, &d) == CURAND_STATUS_SUCCESS);
    const auto check = [&] {
      CHECK(cudaDeviceSynchronize() == cudaSuccess);
      for (int t = 0; t < kThreads; ++t)
        for (int k = 0; k < kDraws - t % 7; ++k) poisson.check(out[t * kDraws + k]);
      cudaMemset(out, 0xff, kThreads * kDraws * sizeof *out);
    };
    pseudo<curandStateXORWOW_t><<<1, kThreads>>>(d, out), check();
    pseudo<curandStateMRG32k3a_t><<<1, kThreads>>>(d, out), check();
    pseudo<curandStatePhilox4_32_10_t><<<1, kThreads>>>(d, out), check();
    sobol<curandStateSobol32_t><<<1, kThreads>>>(words, d, out), check();
    sobol<curandStateSobol64_t><<<1, kThreads>>>(longs, d, out), check();
    scrambled<curandStateScrambledSobol32_t><<<1, kThreads>>>(words + 32, d, out), check();
    scrambled<curandStateScrambledSobol64_t><<<1, kThreads>>>(longs + 64, d, out), check();
    four<<<1, kThreads>>>(d, out), check();
    CHECK(curandDestroyDistribution(d) == CURAND_STATUS_SUCCESS);
    CHECK(curandDestroyDistribution(d) == CURAND_STATUS_NOT_INITIALIZED);
  }
  curandDiscreteDistribution_t none = nullptr;
  CHECK(curandCreatePoissonDistribution(10, nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  for (const double mean : {0.0, -1.0, 400001.0, 0.0 / 0.0})
    CHECK(curandCreatePoissonDistribution(mean, &none) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(none == nullptr && curandDestroyDistribution(none) == CURAND_STATUS_NOT_INITIALIZED);
  std::puts("discrete distributions");
  return 0;
}
