// SPDX-License-Identifier: Apache-2.0
// MTGP32 against its definition, word by word: of the host interface in both orderings and in
// several calls, and in kernels, whose blocks draw from states of their own.
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../libraries/checks.h"

// A generator as its authors define it, one word after the other.
class Reference {
 public:
  Reference(int set, unsigned seed) : p_(mtgp32dc_params_fast_11213[set]) {
    const unsigned hidden = p_.tbl[4] ^ p_.tbl[8] << 16;
    unsigned byte = hidden + (hidden >> 16);
    byte += byte >> 8;
    words_.assign(351, (byte & 255) * 0x01010101u);
    words_[0] = seed;
    words_[1] = hidden;
    for (unsigned i = 1; i < 351; ++i)
      words_[i] ^= 1812433253u * (words_[i - 1] ^ words_[i - 1] >> 30) + i;
  }
  // Tempered, and what is kept of it for floats.
  unsigned operator()(float* single = nullptr) {
    const std::size_t i = words_.size() - 351;
    unsigned x = (words_[i] & p_.mask) ^ words_[i + 1];
    x ^= x << p_.sh1;
    const unsigned y = x ^ words_[i + p_.pos] >> p_.sh2;
    const unsigned word = y ^ p_.tbl[y % 16];
    words_.push_back(word);
    unsigned t = words_[i + p_.pos - 1];
    t ^= t >> 16;
    t ^= t >> 8;
    if (single) {
      const unsigned bits = word >> 9 ^ p_.flt_tmp_tbl[t % 16];
      std::memcpy(single, &bits, 4);
    }
    return word ^ p_.tmp_tbl[t % 16];
  }

 private:
  const mtgp32_params_fast_t& p_;
  std::vector<unsigned> words_;
};

// Blocks of 256 of each set in turn.
std::vector<unsigned> reference_of(int sets, unsigned long long seed, std::size_t n) {
  std::vector<Reference> all;
  for (int i = 0; i < sets; ++i) all.emplace_back(i, unsigned(seed ^ seed >> 32) + i + 1);
  std::vector<unsigned> words;
  for (std::size_t block = 0; words.size() < n; ++block)
    for (int i = 0; i < 256; ++i) words.push_back(all[block % sets]());
  words.resize(n);
  return words;
}

void check_host(unsigned long long seed, curandOrdering_t order, int sets) {
  const std::size_t n = 192 * 256 * 2 + 5000;
  const std::vector<unsigned> wanted = reference_of(sets, seed, n);
  unsigned* out;
  cudaMallocManaged(&out, n * sizeof *out);
  for (const bool on_host : {false, true}) {
    curandGenerator_t g;
    CHECK((on_host ? curandCreateGeneratorHost : curandCreateGenerator)(
              &g, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_SUCCESS);
    CHECK(curandSetPseudoRandomGeneratorSeed(g, seed) == CURAND_STATUS_SUCCESS);
    CHECK(curandSetGeneratorOrdering(g, order) == CURAND_STATUS_SUCCESS);
    std::size_t at = 0;
    for (const std::size_t part :
         {std::size_t(1), std::size_t(255), std::size_t(700), std::size_t(50000), n - 50956}) {
      CHECK(curandGenerate(g, out + at, part) == CURAND_STATUS_SUCCESS);
      at += part;
    }
    CHECK(at == n && cudaDeviceSynchronize() == cudaSuccess);
    for (std::size_t i = 0; i < n; ++i) CHECK(out[i] == wanted[i]);
    // A number of each kind takes a word.
    CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
    CHECK((on_host ? curandCreateGeneratorHost : curandCreateGenerator)(
              &g, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_SUCCESS);
    CHECK(curandSetPseudoRandomGeneratorSeed(g, seed) == CURAND_STATUS_SUCCESS);
    CHECK(curandSetGeneratorOrdering(g, order) == CURAND_STATUS_SUCCESS);
    auto* const floats = reinterpret_cast<float*>(out);
    CHECK(curandGenerateUniform(g, floats, 1001) == CURAND_STATUS_SUCCESS);
    cudaDeviceSynchronize();
    for (int i = 0; i < 1001; ++i)
      CHECK(std::fabs(floats[i] - (wanted[i] + 0.5) * 0x1p-32) < 1e-7 && floats[i] > 0);
    CHECK(curandGenerateNormal(g, floats, 999, 1, 2) == CURAND_STATUS_SUCCESS);
    cudaDeviceSynchronize();
    for (int i = 0; i < 999; ++i) {
      const double u = std::erfc((1 - double(floats[i])) / 2 / std::sqrt(2.0)) / 2;
      CHECK(std::fabs(u - (wanted[1001 + i] + 0.5) * 0x1p-32) < 1e-6);
    }
    auto* const doubles = reinterpret_cast<double*>(out);
    CHECK(curandGenerateUniformDouble(g, doubles, 500) == CURAND_STATUS_SUCCESS);
    cudaDeviceSynchronize();
    for (int i = 0; i < 500; ++i) CHECK(doubles[i] == (wanted[2000 + i] + 1.0) * 0x1p-32);
    CHECK(curandSetGeneratorOffset(g, 5) == CURAND_STATUS_TYPE_ERROR);
    unsigned long long word;
    CHECK(curandGenerateLongLong(g, &word, 1) == CURAND_STATUS_TYPE_ERROR);
    CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
  }
  cudaFree(out);
}

constexpr int kBlocks = 3, kRounds = 8;
struct Drawn {
  unsigned word, specific, discrete;
  float uniform, single, normal;
  double wide;
};

__global__ void draw(curandStateMtgp32* states, curandDiscreteDistribution_t d, Drawn* out) {
  curandStateMtgp32* const s = states + blockIdx.x;
  const int threads = blockDim.x * blockDim.y, t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int k = 0; k < kRounds; ++k) {
    Drawn& o = out[(blockIdx.x * kRounds + k) * threads + t];
    o.word = curand(s);
    // In the opposite order of threads.
    o.specific = curand_mtgp32_specific(s, threads - 1 - t, threads);
    o.uniform = curand_uniform(s);
    o.single = curand_mtgp32_single(s);
    o.normal = curand_normal(s);
    o.wide = curand_uniform_double(s);
    o.discrete = curand_discrete(s, d);
  }
}

void check_device(dim3 block) {
  const int threads = block.x * block.y;
  mtgp32_kernel_params_t* k;
  curandStateMtgp32* states;
  Drawn* out;
  cudaMalloc(&k, sizeof *k);
  cudaMalloc(&states, kBlocks * sizeof *states);
  cudaMallocManaged(&out, kBlocks * kRounds * threads * sizeof *out);
  CHECK(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, k) == CURAND_STATUS_SUCCESS);
  CHECK(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, k, kBlocks, 77) ==
        CURAND_STATUS_SUCCESS);
  curandDiscreteDistribution_t d;
  CHECK(curandCreatePoissonDistribution(20, &d) == CURAND_STATUS_SUCCESS);
  draw<<<kBlocks, block>>>(states, d, out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int b = 0; b < kBlocks; ++b) {
    Reference reference(b, 77 + b + 1);
    for (int k = 0; k < kRounds; ++k) {
      Drawn* const o = out + (b * kRounds + k) * threads;
      for (int t = 0; t < threads; ++t) CHECK(o[t].word == reference());
      for (int t = threads - 1; t >= 0; --t) CHECK(o[t].specific == reference());
      for (int t = 0; t < threads; ++t)
        CHECK(std::fabs(o[t].uniform - (reference() + 0.5) * 0x1p-32) < 1e-7);
      for (int t = 0; t < threads; ++t) {
        float single;
        reference(&single);
        CHECK(o[t].single == 2 - single);
      }
      for (int t = 0; t < threads; ++t)
        CHECK(std::fabs(std::erfc(-double(o[t].normal) / std::sqrt(2.0)) / 2 -
                        (reference() + 0.5) * 0x1p-32) < 1e-6);
      for (int t = 0; t < threads; ++t) CHECK(o[t].wide == (reference() + 1.0) * 0x1p-32);
      for (int t = 0; t < threads; ++t) {
        const double u = (reference() + 1.0) * 0x1p-32;
        unsigned n = 0;
        for (double weight = std::exp(-20.0), sum = weight; sum < u; sum += weight)
          weight *= 20.0 / ++n;
        CHECK(o[t].discrete == n);
      }
    }
  }
  CHECK(curandDestroyDistribution(d) == CURAND_STATUS_SUCCESS);
  CHECK(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, k, 201, 1) ==
        CURAND_STATUS_OUT_OF_RANGE);
  for (void* memory : {(void*)k, (void*)states, (void*)out}) cudaFree(memory);
}

int main() {
  check_host(0, CURAND_ORDERING_PSEUDO_DEFAULT, 192);
  check_host(0x123456789abcull, CURAND_ORDERING_PSEUDO_LEGACY, 64);
  check_device(128);
  check_device(dim3(20, 5));
  check_device(255);
  std::puts("MTGP32");
  return 0;
}
