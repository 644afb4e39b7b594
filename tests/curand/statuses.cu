// SPDX-License-Identifier: Apache-2.0
// What the host interface answers to what it cannot do (cuRAND documentation, and an H200).
#include <curand.h>

#include <cstdio>

static int failed = 0;
#define IS(call, status)                                         \
  do {                                                           \
    const int is = (call);                                       \
    if (is != (status)) {                                        \
      std::printf("%d, not %d: %s\n", is, (int)(status), #call); \
      failed = 1;                                                \
    }                                                            \
  } while (0)

int main() {
  curandGenerator_t none = nullptr, g = nullptr, q = nullptr, wide = nullptr;
  unsigned* out = nullptr;
  cudaMalloc(&out, 1 << 16);
  auto* const floats = reinterpret_cast<float*>(out);
  auto* const doubles = reinterpret_cast<double*>(out);
  auto* const longs = reinterpret_cast<unsigned long long*>(out);
  IS(curandCreateGenerator(nullptr, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_NOT_INITIALIZED);
  IS(curandCreateGenerator(&none, static_cast<curandRngType_t>(77)), CURAND_STATUS_TYPE_ERROR);
  IS(curandGenerate(none, out, 4), CURAND_STATUS_NOT_INITIALIZED);
  IS(curandDestroyGenerator(none), CURAND_STATUS_NOT_INITIALIZED);
  IS(curandSetStream(none, nullptr), CURAND_STATUS_NOT_INITIALIZED);
  IS(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_SUCCESS);
  IS(curandCreateGenerator(&q, CURAND_RNG_QUASI_DEFAULT), CURAND_STATUS_SUCCESS);
  IS(curandCreateGenerator(&wide, CURAND_RNG_QUASI_SOBOL64), CURAND_STATUS_SUCCESS);
  IS(curandGenerateNormal(g, floats, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  IS(curandGenerateNormalDouble(g, doubles, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  IS(curandGenerateLogNormal(g, floats, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  IS(curandGenerateLongLong(g, longs, 4), CURAND_STATUS_TYPE_ERROR);
  IS(curandGenerateLongLong(q, longs, 4), CURAND_STATUS_TYPE_ERROR);
  IS(curandGenerate(wide, out, 4), CURAND_STATUS_TYPE_ERROR);
  IS(curandGenerateLongLong(wide, longs, 4), CURAND_STATUS_SUCCESS);
  IS(curandGenerate(wide, out, 0), CURAND_STATUS_SUCCESS);
  IS(curandGenerate(g, out, 0), CURAND_STATUS_SUCCESS);
  IS(curandSetQuasiRandomGeneratorDimensions(g, 3), CURAND_STATUS_TYPE_ERROR);
  IS(curandSetQuasiRandomGeneratorDimensions(q, 0), CURAND_STATUS_OUT_OF_RANGE);
  IS(curandSetQuasiRandomGeneratorDimensions(q, 20001), CURAND_STATUS_OUT_OF_RANGE);
  IS(curandSetQuasiRandomGeneratorDimensions(q, 3), CURAND_STATUS_SUCCESS);
  IS(curandGenerate(q, out, 4), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  IS(curandSetPseudoRandomGeneratorSeed(q, 1), CURAND_STATUS_TYPE_ERROR);
  IS(curandSetGeneratorOrdering(q, CURAND_ORDERING_PSEUDO_BEST), CURAND_STATUS_OUT_OF_RANGE);
  IS(curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT), CURAND_STATUS_OUT_OF_RANGE);
  curandGenerator_t twister = nullptr;
  IS(curandCreateGenerator(&twister, CURAND_RNG_PSEUDO_MT19937), CURAND_STATUS_SUCCESS);
  IS(curandSetGeneratorOffset(twister, 1), CURAND_STATUS_TYPE_ERROR);
  IS(curandSetGeneratorOrdering(twister, CURAND_ORDERING_PSEUDO_DYNAMIC),
     CURAND_STATUS_OUT_OF_RANGE);
  IS(curandDestroyGenerator(twister), CURAND_STATUS_SUCCESS);
  IS(curandCreateGeneratorHost(&twister, CURAND_RNG_PSEUDO_MT19937), CURAND_STATUS_SUCCESS);
  IS(curandSetGeneratorOrdering(twister, CURAND_ORDERING_PSEUDO_BEST), CURAND_STATUS_OUT_OF_RANGE);
  IS(curandSetGeneratorOrdering(twister, CURAND_ORDERING_PSEUDO_LEGACY), CURAND_STATUS_SUCCESS);
  IS(curandDestroyGenerator(twister), CURAND_STATUS_SUCCESS);
  IS(curandGenerateSeeds(g), CURAND_STATUS_SUCCESS);
  int version = 0;
  IS(curandGetVersion(&version), CURAND_STATUS_SUCCESS);
  IS(version, CURAND_VERSION);
  IS(curandGetProperty(MAJOR_VERSION, &version), CURAND_STATUS_SUCCESS);
  IS(version, CURAND_VER_MAJOR);
  IS(curandGeneratePoisson(none, out, 4, 1), CURAND_STATUS_NOT_INITIALIZED);
  for (const double mean : {0.0, -1.0, 400001.0, 0.0 / 0.0})
    IS(curandGeneratePoisson(g, out, 4, mean), CURAND_STATUS_OUT_OF_RANGE);
  IS(curandGeneratePoisson(g, out, 3, 400000), CURAND_STATUS_SUCCESS);
  IS(curandGeneratePoisson(wide, out, 4, 10), CURAND_STATUS_TYPE_ERROR);
  IS(curandGeneratePoisson(q, out, 4, 10), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  curandDirectionVectors32_t* vectors = nullptr;
  IS(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
     CURAND_STATUS_OUT_OF_RANGE);
  IS(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
     CURAND_STATUS_SUCCESS);
  IS(vectors[0][31], 1);
  IS(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
  IS(curandDestroyGenerator(g), CURAND_STATUS_NOT_INITIALIZED);
  return failed;
}
