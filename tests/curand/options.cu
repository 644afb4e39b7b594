// SPDX-License-Identifier: Apache-2.0
// Options of a generator that has generated: another seed, offset, order or number of dimensions
// goes on where the sequence was, or begins anew, as an H200 answered to these calls.
#include <cuda_runtime.h>
#include <curand.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "../libraries/checks.h"

constexpr std::size_t kMost = 4096, kLooked = 64;
using Words = std::vector<unsigned>;

#define OK(call) CHECK(int(call) == 0)

struct Generator {
  curandRngType_t type;
  bool on_host;
  curandGenerator_t g;
  Generator(curandRngType_t type, bool on_host) : type(type), on_host(on_host) {
    OK((on_host ? curandCreateGeneratorHost : curandCreateGenerator)(&g, type));
  }
  ~Generator() { curandDestroyGenerator(g); }
  Words words(std::size_t n) {
    unsigned* out;
    OK(cudaMallocManaged(&out, n * 4));
    OK(curandGenerate(g, out, n));
    OK(cudaDeviceSynchronize());
    Words made(out, out + n);
    OK(cudaFree(out));
    return made;
  }
  void normals(std::size_t n) {
    float* out;
    OK(cudaMallocManaged(&out, n * 4));
    OK(curandGenerateNormal(g, out, n, 0, 1));
    OK(cudaDeviceSynchronize());
    OK(cudaFree(out));
  }
  void seed(unsigned long long seed) { OK(curandSetPseudoRandomGeneratorSeed(g, seed)); }
  void offset(unsigned long long offset) { OK(curandSetGeneratorOffset(g, offset)); }
  void order(curandOrdering_t order) { OK(curandSetGeneratorOrdering(g, order)); }
};

struct Case {
  const char* name;
  std::function<void(Generator&)> steps;  // of a generator of seed 77
  int seed;                               // of the sequence that goes on,
  std::size_t lanes, philox, twister;     // and from where
};

const Case kCases[] = {
    {"the same seed", [](Generator& g) { g.words(1003), g.seed(77); }, 77, 1003, 1003, 1003},
    {"another seed", [](Generator& g) { g.words(1003), g.seed(78); }, 78, 1003, 250, 0},
    {"there and back", [](Generator& g) { g.words(1000), g.seed(78), g.seed(77); }, 77, 1000, 250,
     0},
    {"two seeds", [](Generator& g) { g.words(1000), g.seed(79), g.words(1000), g.seed(78); }, 78,
     2000, 500, 0},
    {"behind three calls",
     [](Generator& g) { g.words(1001), g.words(1001), g.words(1001), g.seed(78); }, 78, 3003, 750,
     0},
    {"behind normal numbers", [](Generator& g) { g.normals(1000), g.seed(78); }, 78, 500, 250, 0},
    {"another order",
     [](Generator& g) {
       g.words(1000), g.order(CURAND_ORDERING_PSEUDO_LEGACY),
           g.order(CURAND_ORDERING_PSEUDO_DEFAULT);
     },
     77, 1000, 250, 0},
    {"the same order", [](Generator& g) { g.words(1000), g.order(CURAND_ORDERING_PSEUDO_DEFAULT); },
     77, 1000, 1000, 1000},
};
// Of generators that have an offset.
const Case kOffsets[] = {
    {"offset and seed", [](Generator& g) { g.offset(41), g.words(1001), g.seed(78); }, 78, 1042,
     291, 0},
    {"an offset anew", [](Generator& g) { g.words(1001), g.offset(7); }, 77, 7, 7, 0},
    {"seed, then offset", [](Generator& g) { g.words(1000), g.seed(78), g.offset(7); }, 78, 7, 7,
     0},
    {"offset, then seed", [](Generator& g) { g.words(1000), g.offset(7), g.seed(78); }, 78, 7, 7,
     0},
};

int failed = 0;

void expect(const char* what, curandRngType_t type, bool on_host, const Words& got,
            const Words& all, std::size_t at) {
  if (std::equal(got.begin(), got.end(), all.begin() + at)) return;
  ++failed;
  std::printf("type %d%s, %s: not from %zu on\n", type, on_host ? " on the host" : "", what, at);
}

void pseudo(curandRngType_t type, bool on_host) {
  Words of[2];
  for (int i : {0, 1}) {
    Generator g(type, on_host);
    g.seed(77 + i);
    of[i] = g.words(kMost);
  }
  const bool is_twister = type == CURAND_RNG_PSEUDO_MT19937;
  const auto look = [&](const Case& one) {
    Generator g(type, on_host);
    g.seed(77);
    one.steps(g);
    expect(one.name, type, on_host, g.words(kLooked), of[one.seed - 77],
           is_twister                                ? one.twister
           : type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? one.philox
                                                     : one.lanes);
  };
  for (const Case& one : kCases) look(one);
  for (const Case& one : kOffsets)
    if (!is_twister) look(one);
}

// Its states stay those of the first seed.
void mtgp(bool on_host) {
  Generator whole(CURAND_RNG_PSEUDO_MTGP32, on_host), g(CURAND_RNG_PSEUDO_MTGP32, on_host);
  whole.seed(77);
  const Words all = whole.words(kMost);
  g.seed(78), g.seed(77);
  g.words(1003);
  g.seed(78);
  expect("another seed", CURAND_RNG_PSEUDO_MTGP32, on_host, g.words(kLooked), all, 1003);
}

void quasi(curandRngType_t type, bool on_host) {
  Generator two(type, on_host), g(type, on_host);
  OK(curandSetQuasiRandomGeneratorDimensions(two.g, 2));
  OK(curandSetGeneratorOffset(two.g, 1000));
  g.words(1000);
  OK(curandSetQuasiRandomGeneratorDimensions(g.g, 2));
  expect("two dimensions", type, on_host, g.words(kLooked), two.words(kLooked), 0);
}

int main() {
  for (const bool on_host : {false, true}) {
    for (const auto type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                            CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_MT19937})
      pseudo(type, on_host);
    quasi(CURAND_RNG_QUASI_SOBOL32, on_host);
    quasi(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, on_host);
    curandGenerator_t g;
    const curandStatus_t status = curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32);
    if (status == CURAND_STATUS_SUCCESS) {
      curandDestroyGenerator(g);
      mtgp(on_host);
    }
  }
  std::puts(failed ? "failed" : "passed");
  return failed != 0;
}
