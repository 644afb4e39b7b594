// SPDX-License-Identifier: Apache-2.0
// What compiled code counts where a tool asks for kCount: records in the kernel's object, as the
// sites are. probes/counters.h says how.
#pragma once

#include <cstdint>
#include <iterator>

#include "probes/site.h"

namespace heddle::probes {

// What an instruction of the program becomes on a GPU, as far as the code of one thread tells. What
// becomes no instruction of its own (phis, casts of pointers, constant offsets) is in no class.
//  name                in reports      sentence
#define HEDDLE_INSTRUCTION_CLASSES(X)                                                              \
  X(kFloatAdd, "fadd", "additions and subtractions of float")                                      \
  X(kFloatMultiply, "fmul", "multiplications of float")                                            \
  X(kFloatFma, "ffma", "fused multiply-adds of float")                                             \
  X(kDoubleAdd, "dadd", "additions and subtractions of double")                                    \
  X(kDoubleMultiply, "dmul", "multiplications of double")                                          \
  X(kDoubleFma, "dfma", "fused multiply-adds of double")                                           \
  X(kHalfAdd, "hadd", "additions and subtractions of half and bfloat16")                           \
  X(kHalfMultiply, "hmul", "multiplications of half and bfloat16")                                 \
  X(kHalfFma, "hfma", "fused multiply-adds of half and bfloat16")                                  \
  X(kFloatOther, "float other", "minimum, maximum, rounding and comparison of floats")             \
  X(kFloatDivide, "float division", "divisions and remainders of floats")                          \
  X(kSpecial, "special function", "square roots and functions of mathematics")                     \
  X(kInteger, "integer", "arithmetic, logic, comparisons and selections of integers")              \
  X(kIntegerDivide, "integer division", "divisions and remainders of integers, not by a constant") \
  X(kAddress, "address", "computations of addresses")                                              \
  X(kConvert, "conversion", "conversions between types")                                           \
  X(kLoad, "load", "loads")                                                                        \
  X(kStore, "store", "stores")                                                                     \
  X(kAtomic, "atomic", "atomic operations and reductions")                                         \
  X(kBranch, "branch", "conditional branches")                                                     \
  X(kExit, "exit", "ends of threads, and returns")                                                 \
  X(kCall, "call", "calls of functions")                                                           \
  X(kShuffle, "shuffle", "shuffles")                                                               \
  X(kVote, "vote", "votes, matches, reductions and barriers of a warp")                            \
  X(kBarrier, "barrier", "barriers of a block, a cluster or the grid")                             \
  X(kFence, "fence", "memory fences")                                                              \
  X(kMatrix, "matrix", "matrix instructions: mma, wgmma")                                          \
  X(kOther, "other", "what is none of these")

enum class InstructionClass : std::uint32_t {
#define HEDDLE_PROBE_ROW(id, name, sentence) id,
  HEDDLE_INSTRUCTION_CLASSES(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};

struct InstructionClassRow {
  InstructionClass id;
  const char* name;
  const char* sentence;
};
inline constexpr InstructionClassRow kInstructionClasses[] = {
#define HEDDLE_PROBE_ROW(id, name, sentence) {InstructionClass::id, name, sentence},
    HEDDLE_INSTRUCTION_CLASSES(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};
inline constexpr unsigned kInstructionClassCount = std::size(kInstructionClasses);

// What matrix instructions multiply and add, by the types of their operands and sums. As Nsight
// Compute names it, behind sm__ops_path_tensor_src_.
//  id                  in reports         sentence
#define HEDDLE_MATRIX_PATHS(X)                                 \
  X(kHalfToHalf, "fp16_dst_fp16", "half, sums of half")        \
  X(kHalfToFloat, "fp16_dst_fp32", "half, sums of float")      \
  X(kBrainToFloat, "bf16_dst_fp32", "bfloat16, sums of float") \
  X(kTf32ToFloat, "tf32_dst_fp32", "TF32, sums of float")      \
  X(kFp8, "fp8", "8-bit floating point (e4m3, e5m2)")          \
  X(kDouble, "fp64", "double")                                 \
  X(kInt8, "int8", "8-bit integers")                           \
  X(kInt4, "int4", "4-bit integers")                           \
  X(kInt1, "int1", "single bits")

enum class MatrixPath : std::uint32_t {
#define HEDDLE_PROBE_ROW(id, name, sentence) id,
  HEDDLE_MATRIX_PATHS(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};

struct MatrixPathRow {
  MatrixPath id;
  const char* name;
  const char* sentence;
};
inline constexpr MatrixPathRow kMatrixPaths[] = {
#define HEDDLE_PROBE_ROW(id, name, sentence) {MatrixPath::id, name, sentence},
    HEDDLE_MATRIX_PATHS(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};
inline constexpr unsigned kMatrixPathCount = std::size(kMatrixPaths);
// Operations are counted in so many: those of the smallest instruction, m8n8k4 of double. A product
// that is added is two.
inline constexpr std::uint64_t kMatrixUnit = 512;

enum class CountedKind : std::uint32_t {
  kInstructions,  // the instructions of one place in the source in one block of code
  kBranch,
  kAccess,
  kWait,
};

// What a thread waits for that no count of instructions tells. How often a loop goes round that
// only waits depends on the machine: its code counts as one round, and the wait where it begins.
enum class WaitKind : std::uint32_t {
  kCycles,       // that go by (a loop that looks at clock64())
  kNanoseconds,  // the same (%globaltimer, __nanosleep)
  kLook,         // for what another thread writes: at least one look at it
  kLock,         // for a lock: an atomic operation of each thread until it has changed something
};
inline constexpr unsigned kWaitKindCount = 4;

struct Counted {
  const Site* site;
  CountedKind kind;
  // Where in a worker's words its block of code has two: how often a warp ran it, and how many of
  // its lanes did, over all times.
  std::uint32_t block;
  // kBranch: the word that counts how often lanes of a warp went both ways. kAccess: where its
  // AccessCounter begins. kInstructions: of the block's pace (probes/pace.h), as is `phases`.
  // kWait: the word to which each warp adds how long its longest lane waits; 0: not known when it
  // begins.
  std::uint32_t word;
  std::uint32_t phases;  // kAccess: of its AccessCounter. kWait: a WaitKind
  // kInstructions: how many of each class one run of the block executes.
  std::uint16_t instructions[kInstructionClassCount];
  // And how much of its matrix instructions a warp does in one, in units of kMatrixUnit.
  std::uint16_t matrix_work[kMatrixPathCount];
  // kAccess, loads: with the first, second ... of the rounds that its block of code adds
  // (probes/pace.h). 0: with those of code before it. kInstructions: all of the row are this
  // function (probes/functions.h); and who leads to the block's loop (probes/pace.h).
  std::uint32_t round;
  // Added to it, loads: each round of their loop loads from the same address, where no other thread
  // is meant to write meanwhile.
  static constexpr std::uint32_t kAgain = 1u << 31;
  // Functions behind pointers: where the engine says which of the functions' words is the first of
  // this object (abi::KernelCode::first_word). Null: the row of a kernel.
  const std::uint64_t* first_word;
};

}  // namespace heddle::probes
