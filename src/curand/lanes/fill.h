// SPDX-License-Identifier: Apache-2.0
// Generators that run side by side, and the numbers that they fill memory with. One set of
// functions for each instruction set.
#pragma once

#include <cstdint>

struct mtgp32_params_fast;

namespace heddle::curand {

enum class Numbers {
  words,
  longs,
  floats,
  doubles,
  normals,
  normal_doubles,
  log_normals,
  log_normal_doubles,
};

// XORWOW and MRG32k3a: `lanes` generators with a state each. An item is what one of them gives at
// once, a number or a pair of normal ones; item k is given by generator (first + k) % lanes.
struct LaneFill {
  Numbers numbers;
  void* out;
  std::int64_t items, lanes, first;
  std::uint32_t* state;  // word w of generator g is state[w * lanes + g]
  double mean, deviation;
};
// Philox: number k is given by its place `position + k` alone.
struct PhiloxFill {
  Numbers numbers;
  void* out;
  std::uint64_t position, seed;
  double mean, deviation;
};
// Sobol': `count` numbers of each dimension, one dimension behind the other.
struct SobolFill {
  Numbers numbers;
  void* out;
  std::int64_t count;
  std::uint64_t position;
  const void* vectors;    // 32 words or 64 long ones for each dimension
  const void* constants;  // one for each dimension, or null
  double mean, deviation;
};

// MT19937: 8192 generators; number k is given by generator (position + k) / 8 % 8192.
struct MtFill {
  Numbers numbers;
  void* out;
  std::int64_t count;
  std::uint64_t position;
  std::uint32_t* renewed;  // how often the words of 16 generators were made anew, for each 16
  std::uint32_t* state;    // word w of generator g is state[w * 8192 + g]
  double mean, deviation;
};

// MTGP32: number k is given by set (position + k) / 256 % sets.
constexpr std::int64_t kMtgpStride = 351 + 256;  // words of a state, and the block made of them
struct MtgpFill {
  Numbers numbers;
  void* out;
  std::int64_t count;
  std::uint64_t position;
  std::int64_t sets;
  const mtgp32_params_fast* params;
  std::int64_t* made;  // how many blocks each set has made
  std::uint32_t* state;
  double mean, deviation;
};

struct Functions {
  // The states of `lanes` generators (a multiple of 16) whose next number is at `offset`.
  void (*start_xorwow)(std::uint32_t* state, std::int64_t lanes, std::uint64_t seed,
                       std::uint64_t offset);
  void (*start_mrg)(std::uint32_t* state, std::int64_t lanes, std::uint64_t seed,
                    std::uint64_t offset);
  // What generators [begin, end) give, multiples of 64.
  void (*fill_xorwow)(const LaneFill& fill, std::int64_t begin, std::int64_t end);
  void (*fill_mrg)(const LaneFill& fill, std::int64_t begin, std::int64_t end);
  // Numbers [begin, end).
  void (*fill_philox)(const PhiloxFill& fill, std::int64_t begin, std::int64_t end);
  // Numbers [begin, end) of all dimensions; 32 bits and 64.
  void (*fill_sobol32)(const SobolFill& fill, std::int64_t begin, std::int64_t end);
  void (*fill_sobol64)(const SobolFill& fill, std::int64_t begin, std::int64_t end);
  // What generators [begin, end) give, multiples of 16.
  void (*fill_mt)(const MtFill& fill, std::int64_t begin, std::int64_t end);
  // What sets [begin, end) give.
  void (*fill_mtgp)(const MtgpFill& fill, std::int64_t begin, std::int64_t end);
  // A generator's 624 words become those of the next one.
  void (*mt_jump)(std::uint32_t* state);
};
extern const Functions functions_baseline, functions_avx2, functions_avx512;

// Of this CPU, or what HEDDLE_ISA says.
const Functions& functions();

}  // namespace heddle::curand
