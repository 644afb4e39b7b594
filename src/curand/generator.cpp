// SPDX-License-Identifier: Apache-2.0
// Generators and their options.
#include "curand/generator.h"

#include <fmt/format.h>

#include <memory>

#include "curand/mtgp.h"
#include "curand/sequence.h"
#include "library/objects.h"
#include "library/submission.h"

namespace heddle::curand {
namespace {

constexpr unsigned kMostDimensions = 20000;

// Null: no type.
const char* name_of(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
      return "XORWOW";
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return "MRG32K3A";
    case CURAND_RNG_PSEUDO_MTGP32:
      return "MTGP32";
    case CURAND_RNG_PSEUDO_MT19937:
      return "MT19937";
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return "PHILOX4_32_10";
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return "SOBOL";
    default:
      return nullptr;
  }
}
bool is_supported(curandRngType_t type) {
  return type != CURAND_RNG_PSEUDO_MTGP32 || has_mtgp();
}

Status create(curandGenerator_t* out, curandRngType_t type, bool on_host) {
  if (!out) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
  if (!name_of(type)) return CURAND_STATUS_TYPE_ERROR;
  if (!is_supported(type)) {
    library::say_once(
        "cuRAND: CURAND_RNG_PSEUDO_MTGP32 is not supported in a build without "
        "scripts/install_mtgp");
    return CURAND_STATUS_TYPE_ERROR;
  }
  if (!on_host && cudaFree(nullptr) != cudaSuccess) return CURAND_STATUS_INITIALIZATION_FAILED;
  auto made = std::make_shared<Generator>();
  made->type = type;
  made->on_host = on_host;
  made->order = made->is_quasi() ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
  *out = library::Objects<Generator>::all().add<curandGenerator_t>(std::move(made));
  return CURAND_STATUS_SUCCESS;
}

// A sequence with another option goes on from where the one before it was, as on an H200: it is not
// rewound. Twisters begin anew, and of Philox each fourth number counts.
template <class Option>
void change(Generator& generator, Option& option, Option value) {
  if (option == value) return;
  option = value;
  const bool counts_fours = generator.type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  if (!generator.is_twister()) generator.offset += generator.given / (counts_fours ? 4 : 1);
  generator.given = 0;
  generator.sequence.reset();
}

}  // namespace

Generator* generator_of(curandGenerator_t generator) {
  return library::find_object<Generator>(generator).get();
}

HEDDLE_CURAND curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
HEDDLE_CURAND curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
// Works that are in a stream keep what they need.
HEDDLE_CURAND curandDestroyGenerator(curandGenerator_t generator) {
  return library::Objects<Generator>::all().remove(generator) ? CURAND_STATUS_SUCCESS
                                                              : CURAND_STATUS_NOT_INITIALIZED;
}

HEDDLE_CURAND curandGetVersion(int* version) {
  if (!version) return CURAND_STATUS_NOT_INITIALIZED;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
HEDDLE_CURAND curandGetProperty(libraryPropertyType type, int* value) {
  if (!value) return CURAND_STATUS_OUT_OF_RANGE;
  switch (type) {
    case MAJOR_VERSION:
      *value = CURAND_VER_MAJOR;
      return CURAND_STATUS_SUCCESS;
    case MINOR_VERSION:
      *value = CURAND_VER_MINOR;
      return CURAND_STATUS_SUCCESS;
    case PATCH_LEVEL:
      *value = CURAND_VER_PATCH;
      return CURAND_STATUS_SUCCESS;
  }
  return CURAND_STATUS_OUT_OF_RANGE;
}

HEDDLE_CURAND curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  known->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
HEDDLE_CURAND curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                 unsigned long long seed) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  if (known->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  // The states of MTGP32 stay what they were when it first generated, as on an H200.
  if (known->type != CURAND_RNG_PSEUDO_MTGP32 || !known->sequence)
    change(*known, known->seed, u64{seed});
  return CURAND_STATUS_SUCCESS;
}
HEDDLE_CURAND curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  if (known->is_twister()) return CURAND_STATUS_TYPE_ERROR;
  known->offset = offset;
  known->given = 0;
  known->sequence.reset();
  return CURAND_STATUS_SUCCESS;
}
HEDDLE_CURAND curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  const bool fits = known->is_quasi() ? order == CURAND_ORDERING_QUASI_DEFAULT
                                      : order >= CURAND_ORDERING_PSEUDO_BEST &&
                                            order <= CURAND_ORDERING_PSEUDO_DYNAMIC;
  if (!fits) return CURAND_STATUS_OUT_OF_RANGE;
  // Others do not have it, as on an H200.
  if (order == CURAND_ORDERING_PSEUDO_SEEDED) {
    if (known->type == CURAND_RNG_PSEUDO_XORWOW)
      library::say_once("cuRAND: CURAND_ORDERING_PSEUDO_SEEDED is not supported");
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  if (order == CURAND_ORDERING_PSEUDO_DYNAMIC &&
      (known->on_host || known->type == CURAND_RNG_PSEUDO_MT19937))
    return CURAND_STATUS_OUT_OF_RANGE;
  if (order == CURAND_ORDERING_PSEUDO_BEST && known->on_host &&
      known->type == CURAND_RNG_PSEUDO_MT19937)
    return CURAND_STATUS_OUT_OF_RANGE;
  change(*known, known->order, order);
  return CURAND_STATUS_SUCCESS;
}
HEDDLE_CURAND curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                      unsigned int dimensions) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  if (!known->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > kMostDimensions) return CURAND_STATUS_OUT_OF_RANGE;
  change(*known, known->dimensions, dimensions);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace heddle::curand
