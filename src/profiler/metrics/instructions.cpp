// SPDX-License-Identifier: Apache-2.0
// Section "Instruction Statistics": what warps execute, as compiled here.
#include "profiler/metrics/sections.h"

namespace heddle::profiler {
namespace {

using Class = probes::InstructionClass;

template <Class id>
Value threads_of(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.threads_of(id)));
}

template <probes::MatrixPath path>
Value operations_of(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.operations_of(path)));
}

template <Class id>
Value warps_of(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.warps_of(id)));
}

Value textures(const Seen& s) {
  const auto id = static_cast<unsigned>(probes::Function::kTexture);
  return Value::of(static_cast<double>(s.profile.rounds.functions[id]));
}

Value warp_instructions(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.all_warp_instructions()));
}

Value thread_instructions(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.all_thread_instructions()));
}

Value threads_per_instruction(const Seen& s) {
  return ratio(static_cast<double>(s.totals.all_thread_instructions()),
               static_cast<double>(s.totals.all_warp_instructions()), "nothing was executed");
}

Value branches(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.branches));
}

Value divergent(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.divergent_branches));
}

Value uniform_percent(const Seen& s) {
  return ratio(100 * static_cast<double>(s.totals.branches - s.totals.divergent_branches),
               static_cast<double>(s.totals.branches), "there was no conditional branch");
}

constexpr auto kAsCompiled = Kind::kAsCompiled;
constexpr std::string_view kCounted = "counted";
constexpr std::string_view kMatrix = "instructions x 2 m n k, of sparse ones half";
constexpr std::string_view kThreads = "threads that executed one, added up";

constexpr Metric kRows[] = {
    {"smsp__inst_executed.sum", "Executed Instructions", "inst", kAsCompiled,
     "Instructions that warps executed.",
     "each block of code: how often a warp ran it x its instructions", warp_instructions, true},
    {"smsp__thread_inst_executed.sum", "Executed Thread Instructions", "inst", kAsCompiled,
     "Instructions that threads executed.",
     "each block of code: how many threads ran it x its instructions", thread_instructions, true},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", "Avg. Threads Per Instruction", "thread",
     kAsCompiled, "Threads of a warp that take part in an instruction on average; 32 is best.",
     "thread instructions / instructions", threads_per_instruction, true},
    {"smsp__sass_branch_targets.sum", "Branches", "", kAsCompiled,
     "Conditional branches that warps came to.", kCounted, branches, true},
    {"smsp__sass_branch_targets_threads_divergent.sum", "Divergent Branches", "", kAsCompiled,
     "Of these, those whose active threads did not all go the same way.", kCounted, divergent,
     true},
    {"smsp__sass_average_branch_targets_threads_uniform.pct", "Branch Efficiency", "%", kAsCompiled,
     "Branches whose active threads all went the same way.", "(branches - divergent) / branches",
     uniform_percent, true},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "FADD Thread Instructions", "inst",
     kAsCompiled, "Additions and subtractions of float.", kThreads, threads_of<Class::kFloatAdd>,
     true},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "FMUL Thread Instructions", "inst",
     kAsCompiled, "Multiplications of float.", kThreads, threads_of<Class::kFloatMultiply>, true},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "FFMA Thread Instructions", "inst",
     kAsCompiled, "Fused multiply-adds of float.", kThreads, threads_of<Class::kFloatFma>, true},
    {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", "DADD Thread Instructions", "inst",
     kAsCompiled, "Additions and subtractions of double.", kThreads, threads_of<Class::kDoubleAdd>,
     true},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", "DMUL Thread Instructions", "inst",
     kAsCompiled, "Multiplications of double.", kThreads, threads_of<Class::kDoubleMultiply>, true},
    {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", "DFMA Thread Instructions", "inst",
     kAsCompiled, "Fused multiply-adds of double.", kThreads, threads_of<Class::kDoubleFma>, true},
    {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", "HADD Thread Operations", "",
     kAsCompiled, "Additions and subtractions of half and bfloat16, of which a pair counts two.",
     kThreads, threads_of<Class::kHalfAdd>, true},
    {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", "HMUL Thread Operations", "",
     kAsCompiled, "Multiplications of half and bfloat16, of which a pair counts two.", kThreads,
     threads_of<Class::kHalfMultiply>, true},
    {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", "HFMA Thread Operations", "",
     kAsCompiled, "Fused multiply-adds of half and bfloat16, of which a pair counts two.", kThreads,
     threads_of<Class::kHalfFma>, true},
    {"heddle__inst_executed_integer.sum", "Integer Instructions", "inst", kAsCompiled,
     "Arithmetic, logic, comparisons and selections of integers.", kCounted,
     warps_of<Class::kInteger>, true},
    {"heddle__inst_executed_integer_division.sum", "Integer Divisions", "inst", kAsCompiled,
     "Divisions and remainders of integers, not by a constant; each is about 20 instructions on a "
     "GPU.",
     kCounted, warps_of<Class::kIntegerDivide>, true},
    {"heddle__inst_executed_address.sum", "Address Instructions", "inst", kAsCompiled,
     "Computations of addresses.", kCounted, warps_of<Class::kAddress>, true},
    {"heddle__inst_executed_conversion.sum", "Conversions", "inst", kAsCompiled,
     "Conversions between integers and floats, and between floats.", kCounted,
     warps_of<Class::kConvert>, true},
    {"heddle__inst_executed_float_other.sum", "Other Float Instructions", "inst", kAsCompiled,
     "Minimum, maximum, rounding and comparison of floats.", kCounted, warps_of<Class::kFloatOther>,
     true},
    {"heddle__inst_executed_float_division.sum", "Float Divisions", "inst", kAsCompiled,
     "Divisions and remainders of floats; each is several instructions on a GPU.", kCounted,
     warps_of<Class::kFloatDivide>, true},
    {"heddle__inst_executed_special.sum", "Special Functions", "inst", kAsCompiled,
     "Square roots and functions of mathematics; each is one to many instructions on a GPU.",
     kCounted, warps_of<Class::kSpecial>, true},
    {"smsp__inst_executed_pipe_tex.sum", "Texture Instructions", "inst", kAsCompiled,
     "Texture lookups of warps; what they load is not among the requests to global memory.",
     kCounted, textures, true},
    {"heddle__inst_executed_shuffle.sum", "Shuffles", "inst", kAsCompiled, "Shuffles of a warp.",
     kCounted, warps_of<Class::kShuffle>, true},
    {"heddle__inst_executed_vote.sum", "Votes", "inst", kAsCompiled,
     "Votes, matches, reductions and barriers of a warp.", kCounted, warps_of<Class::kVote>, true},
    {"heddle__inst_executed_barrier.sum", "Barriers", "inst", kAsCompiled,
     "Barriers of a block, a cluster or the grid that warps came to.", kCounted,
     warps_of<Class::kBarrier>, true},
    {"heddle__inst_executed_fence.sum", "Fences", "inst", kAsCompiled, "Memory fences.", kCounted,
     warps_of<Class::kFence>, true},
    {"sm__inst_executed_pipe_tensor.sum", "Executed Matrix Instructions", "inst", kAsCompiled,
     "mma and wgmma, of which each of the four warps counts one.", kCounted,
     warps_of<Class::kMatrix>, true},
    {"sm__ops_path_tensor_src_fp16_dst_fp16.sum", "Matrix Operations (half, half)", "", kAsCompiled,
     "Multiplications and additions of matrix instructions of half with sums of half.", kMatrix,
     operations_of<probes::MatrixPath::kHalfToHalf>, true},
    {"sm__ops_path_tensor_src_fp16_dst_fp32.sum", "Matrix Operations (half, float)", "",
     kAsCompiled, "The same of half with sums of float.", kMatrix,
     operations_of<probes::MatrixPath::kHalfToFloat>, true},
    {"sm__ops_path_tensor_src_bf16_dst_fp32.sum", "Matrix Operations (bfloat16)", "", kAsCompiled,
     "The same of bfloat16.", kMatrix, operations_of<probes::MatrixPath::kBrainToFloat>, true},
    {"sm__ops_path_tensor_src_tf32_dst_fp32.sum", "Matrix Operations (TF32)", "", kAsCompiled,
     "The same of TF32.", kMatrix, operations_of<probes::MatrixPath::kTf32ToFloat>, true},
    {"sm__ops_path_tensor_src_fp8.sum", "Matrix Operations (FP8)", "", kAsCompiled,
     "The same of e4m3 and e5m2.", kMatrix, operations_of<probes::MatrixPath::kFp8>, true},
    {"sm__ops_path_tensor_src_fp64.sum", "Matrix Operations (double)", "", kAsCompiled,
     "The same of double.", kMatrix, operations_of<probes::MatrixPath::kDouble>, true},
    {"sm__ops_path_tensor_src_int8.sum", "Matrix Operations (8-bit integers)", "", kAsCompiled,
     "The same of integers of 8 bits.", kMatrix, operations_of<probes::MatrixPath::kInt8>, true},
    {"sm__ops_path_tensor_src_int4.sum", "Matrix Operations (4-bit integers)", "", kAsCompiled,
     "The same of integers of 4 bits.", kMatrix, operations_of<probes::MatrixPath::kInt4>, true},
    {"sm__ops_path_tensor_src_int1.sum", "Matrix Operations (bits)", "", kAsCompiled,
     "The same of single bits.", kMatrix, operations_of<probes::MatrixPath::kInt1>, true},
    {"heddle__inst_executed_call.sum", "Calls", "inst", kAsCompiled,
     "Calls of functions that are not inlined.", kCounted, warps_of<Class::kCall>, true},
};

}  // namespace

std::span<const Metric> instruction_metrics() {
  return kRows;
}

}  // namespace heddle::profiler
