// SPDX-License-Identifier: Apache-2.0
#include "curand/direction_vectors.h"

#include <bit>
#include <vector>

#include "curand/generator.h"
#include "heddle/rand_philox.h"

namespace heddle::curand {
namespace {

// scripts/make_joe_kuo says what is in it.
constexpr unsigned char kNumbers[] = {
#embed "joe_kuo.bin"
};

u64 read_bytes(const unsigned char*& at, unsigned count) {
  u64 value = 0;
  for (unsigned i = 0; i < count; ++i) value |= u64{*at++} << 8 * i;
  return value;
}

// P. Bratley, B. Fox, Algorithm 659: a vector from those before it by the polynomial.
std::vector<u64> make_vectors() {
  std::vector<u64> all(std::size_t{kDimensions} * 64);
  const unsigned char* at = kNumbers;
  for (unsigned dimension = 0; dimension < kDimensions; ++dimension) {
    u64* const v = all.data() + std::size_t{dimension} * 64;
    const u64 polynomial = read_bytes(at, 3);
    const unsigned degree = static_cast<unsigned>(std::bit_width(polynomial)) - 1;
    for (unsigned i = 0; i < degree; ++i) v[i] = read_bytes(at, (i + 8) / 8) << (63 - i);
    for (unsigned i = degree; i < 64; ++i) {
      if (degree == 0) {
        v[i] = u64{1} << (63 - i);
        continue;
      }
      v[i] = v[i - degree] ^ (v[i - degree] >> degree);
      for (unsigned k = 1; k < degree; ++k)
        if (polynomial >> (degree - k) & 1) v[i] ^= v[i - k];
    }
  }
  return all;
}

// Random bits that belong to a dimension and an index.
u64 scramble_bits(unsigned dimension, unsigned index) {
  unsigned out[4];
  const unsigned counter[4] = {index, 0, dimension, 0};
  heddle_rand::philox(counter, 0x48656464u, 0x6c655361u, out);
  return out[0] | u64{out[1]} << 32;
}

// A linear scramble (J. Matousek, On the L2-discrepancy for anchored boxes, 1998): each bit of a
// number goes to itself and to random ones below it.
std::vector<u64> scramble(const std::vector<u64>& plain) {
  std::vector<u64> all(plain.size());
  for (unsigned dimension = 0; dimension < kDimensions; ++dimension) {
    u64 column[64];
    for (unsigned bit = 0; bit < 64; ++bit) {
      const u64 itself = u64{1} << bit;
      column[bit] = itself | (scramble_bits(dimension, bit) & (itself - 1));
    }
    for (unsigned i = 0; i < 64; ++i) {
      u64 sum = 0;
      for (u64 bits = plain[dimension * 64 + i]; bits != 0; bits &= bits - 1)
        sum ^= column[std::countr_zero(bits)];
      all[dimension * 64 + i] = sum;
    }
  }
  return all;
}

std::vector<std::uint32_t> upper_halves(const u64* of, bool vectors) {
  const unsigned count = vectors ? 32 : 1, apart = vectors ? 64 : 1;
  std::vector<std::uint32_t> all(std::size_t{kDimensions} * count);
  for (unsigned dimension = 0; dimension < kDimensions; ++dimension)
    for (unsigned i = 0; i < count; ++i)
      all[dimension * count + i] =
          static_cast<std::uint32_t>(of[std::size_t{dimension} * apart + i] >> 32);
  return all;
}

const std::vector<u64>& plain64() {
  static const auto* const kept = new std::vector<u64>(make_vectors());
  return *kept;
}

}  // namespace

const std::uint64_t* vectors64(bool scrambled) {
  if (!scrambled) return plain64().data();
  static const auto* const kept = new std::vector<u64>(scramble(plain64()));
  return kept->data();
}
const std::uint32_t* vectors32(bool scrambled) {
  if (scrambled) {
    static const auto* const kept =
        new std::vector<std::uint32_t>(upper_halves(vectors64(true), true));
    return kept->data();
  }
  static const auto* const kept =
      new std::vector<std::uint32_t>(upper_halves(vectors64(false), true));
  return kept->data();
}
const std::uint64_t* constants64() {
  static const auto* const kept = [] {
    auto* const all = new std::vector<u64>(kDimensions);
    for (unsigned dimension = 0; dimension < kDimensions; ++dimension)
      (*all)[dimension] = scramble_bits(dimension, 64);
    return all;
  }();
  return kept->data();
}
const std::uint32_t* constants32() {
  static const auto* const kept =
      new std::vector<std::uint32_t>(upper_halves(constants64(), false));
  return kept->data();
}

namespace {

// They are the program's to read; the interface has them without const.
template <class T, class To>
Status give(To** out, const T* vectors) {
  *out = reinterpret_cast<To*>(const_cast<T*>(vectors));
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CURAND curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                          curandDirectionVectorSet_t set) {
  if (!vectors) return CURAND_STATUS_OUT_OF_RANGE;
  if (set == CURAND_DIRECTION_VECTORS_32_JOEKUO6) return give(vectors, vectors32(false));
  if (set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) return give(vectors, vectors32(true));
  return CURAND_STATUS_OUT_OF_RANGE;
}
HEDDLE_CURAND curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                          curandDirectionVectorSet_t set) {
  if (!vectors) return CURAND_STATUS_OUT_OF_RANGE;
  if (set == CURAND_DIRECTION_VECTORS_64_JOEKUO6) return give(vectors, vectors64(false));
  if (set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) return give(vectors, vectors64(true));
  return CURAND_STATUS_OUT_OF_RANGE;
}
HEDDLE_CURAND curandGetScrambleConstants32(unsigned int** constants) {
  return constants ? give(constants, constants32()) : CURAND_STATUS_OUT_OF_RANGE;
}
HEDDLE_CURAND curandGetScrambleConstants64(unsigned long long** constants) {
  return constants ? give(constants, constants64()) : CURAND_STATUS_OUT_OF_RANGE;
}

}  // namespace heddle::curand
