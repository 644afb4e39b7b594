// SPDX-License-Identifier: Apache-2.0
// Divisions, functions of mathematics, texture lookups and what a GPU's driver does for a kernel:
// of these a GPU has no one instruction, or one that takes long. How long each takes is a fact of
// devices/*.toml.
#pragma once

#include <cstdint>
#include <iterator>

namespace heddle::probes {

//  name                     in reports                    sentence
#define HEDDLE_COUNTED_FUNCTIONS(X)                                                             \
  X(kNone, "none", "no such function")                                                          \
  X(kFloatDivide, "fp32 division", "divisions of float")                                        \
  X(kFloatRoot, "fp32 root", "square roots of float")                                           \
  X(kFloatReciprocalRoot, "fp32 reciprocal root", "reciprocal square roots of float")           \
  X(kFloatExponential, "fp32 exponential", "exponentials of float")                             \
  X(kFloatLogarithm, "fp32 logarithm", "logarithms of float")                                   \
  X(kFloatSine, "fp32 sine", "sines, cosines and tangents of float")                            \
  X(kFloatPower, "fp32 power", "powers of float")                                               \
  X(kFloatFast, "fp32 fast", "functions of float with the hardware's accuracy")                 \
  X(kFloatOther, "fp32 other", "other functions of float")                                      \
  X(kDoubleDivide, "fp64 division", "divisions of double")                                      \
  X(kDoubleRoot, "fp64 root", "square roots of double")                                         \
  X(kDoubleReciprocalRoot, "fp64 reciprocal root", "reciprocal square roots of double")         \
  X(kDoubleExponential, "fp64 exponential", "exponentials of double")                           \
  X(kDoubleLogarithm, "fp64 logarithm", "logarithms of double")                                 \
  X(kDoubleSine, "fp64 sine", "sines, cosines and tangents of double, and functions not named") \
  X(kDoublePower, "fp64 power", "powers of double")                                             \
  X(kIntegerDivide, "int32 division",                                                           \
    "divisions and remainders of up to 32 bits, not by a constant")                             \
  X(kLongDivide, "int64 division", "divisions and remainders of 64 bits, not by a constant")    \
  X(kTexture, "texture", "texture lookups")                                                     \
  X(kGridBarrier, "grid barrier", "barriers of the whole grid")                                 \
  X(kClusterBarrier, "cluster barrier", "barriers of a cluster's blocks")                       \
  X(kDeviceFence, "device fence", "fences between the threads of the device")                   \
  X(kSystemFence, "system fence", "fences between them and the host's")                         \
  X(kAllocate, "allocation", "allocations from the device's heap")                              \
  X(kRelease, "release", "memory given back to it")                                             \
  X(kPrint, "print", "calls of printf")                                                         \
  X(kXorwowSkip, "XORWOW skip", "XORWOW states that skip sequences or numbers")                 \
  X(kMrgSkip, "MRG32k3a skip", "MRG32k3a states that skip sequences or numbers")                \
  X(kBitCount, "bit count", "counts of bits, searches for one, and reversals of their order")   \
  X(kDoubleCompare, "fp64 comparison", "comparisons, minima and maxima of double")              \
  X(kBlockChain, "block chain", "waits of blocks for what others write behind the same wait")   \
  X(kLookBack, "look-back", "such waits of blocks that have written something before")

enum class Function : std::uint32_t {
#define HEDDLE_PROBE_ROW(id, name, sentence) id,
  HEDDLE_COUNTED_FUNCTIONS(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};

struct FunctionRow {
  Function id;
  const char* name;
  const char* sentence;
};
inline constexpr FunctionRow kFunctions[] = {
#define HEDDLE_PROBE_ROW(id, name, sentence) {Function::id, name, sentence},
    HEDDLE_COUNTED_FUNCTIONS(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};
inline constexpr unsigned kFunctionCount = std::size(kFunctions);

// What lanes of an SM compute, and no wait or service.
constexpr bool is_computed(Function id) {
  return (id != Function::kNone && id < Function::kTexture) || id == Function::kXorwowSkip ||
         id == Function::kMrgSkip || id == Function::kBitCount || id == Function::kDoubleCompare;
}
// Each is one instruction of a GPU, and of lanes that are few.
constexpr bool is_instruction(Function id) {
  return id == Function::kBitCount || id == Function::kDoubleCompare;
}

}  // namespace heddle::probes
