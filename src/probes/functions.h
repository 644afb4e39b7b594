// SPDX-License-Identifier: Apache-2.0
// Divisions, functions of mathematics and texture lookups: of these a GPU has no one instruction,
// or one that takes long. How long each takes is a fact of devices/*.toml.
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
  X(kTexture, "texture", "texture lookups")

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

}  // namespace heddle::probes
