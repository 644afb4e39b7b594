// SPDX-License-Identifier: Apache-2.0
// Section "GPU Speed Of Light Roofline Chart": the kernel's work, its traffic, and the GPU's peaks.
// What caches hold is not known here, so the traffic is what L2 would be asked for if L1 held
// nothing; the intensity is the lowest that the kernel can have.
#include "profiler/metrics/sections.h"

namespace heddle::profiler {
namespace {

using Class = probes::InstructionClass;
constexpr double kSectorBytes = 32;
constexpr double kMicroseconds = 1e6;

double flops(const Seen& s, Class add, Class multiply, Class fma) {
  const auto& t = s.totals;
  return static_cast<double>(t.threads_of(add) + t.threads_of(multiply) + 2 * t.threads_of(fma));
}

double single_flops(const Seen& s) {
  return flops(s, Class::kFloatAdd, Class::kFloatMultiply, Class::kFloatFma);
}

double double_flops(const Seen& s) {
  return flops(s, Class::kDoubleAdd, Class::kDoubleMultiply, Class::kDoubleFma);
}

double half_flops(const Seen& s) {
  return flops(s, Class::kHalfAdd, Class::kHalfMultiply, Class::kHalfFma);
}

double matrix_flops(const Seen& s) {
  using Path = probes::MatrixPath;
  double sum = 0;
  for (const auto path : {Path::kHalfToHalf, Path::kHalfToFloat, Path::kBrainToFloat,
                          Path::kTf32ToFloat, Path::kFp8, Path::kDouble}) {
    sum += static_cast<double>(s.totals.operations_of(path));
  }
  return sum;
}

double bytes(const Seen& s) {
  return static_cast<double>(s.totals.all_accesses().global_sectors) * kSectorBytes;
}

Value single_value(const Seen& s) {
  return Value::of(single_flops(s));
}
Value double_value(const Seen& s) {
  return Value::of(double_flops(s));
}
Value half_value(const Seen& s) {
  return Value::of(half_flops(s));
}
Value matrix_value(const Seen& s) {
  return Value::of(matrix_flops(s));
}
Value bytes_value(const Seen& s) {
  return Value::of(bytes(s));
}

constexpr const char* kNoTraffic = "there was no access to global memory";

Value single_intensity(const Seen& s) {
  return ratio(single_flops(s), bytes(s), kNoTraffic);
}
Value double_intensity(const Seen& s) {
  return ratio(double_flops(s), bytes(s), kNoTraffic);
}

Value matrix_intensity(const Seen& s) {
  return ratio(matrix_flops(s), bytes(s), kNoTraffic);
}

Value single_ridge(const Seen& s) {
  return Value::of(s.model.fp32_flops() / s.model.memory_bytes_per_second());
}
Value double_ridge(const Seen& s) {
  return Value::of(s.model.fp64_flops() / s.model.memory_bytes_per_second());
}

Value matrix_ridge(const Seen& s) {
  const auto peak = s.model.matrix_flops();
  if (peak <= 0) return Value::none("the peak of this GPU's matrix instructions is not known");
  return Value::of(peak / s.model.memory_bytes_per_second());
}

Value time_at_peak(const Seen& s) {
  return Value::of(kMicroseconds * (single_flops(s) / s.model.fp32_flops() +
                                    double_flops(s) / s.model.fp64_flops()));
}

Value time_of_traffic(const Seen& s) {
  return Value::of(kMicroseconds * bytes(s) / s.model.memory_bytes_per_second());
}

constexpr auto kAsCompiled = Kind::kAsCompiled;

constexpr Metric kRows[] = {
    {"heddle__flop_count_sp.sum", "FLOPs (float)", "FLOP", kAsCompiled,
     "Floating point operations in float; a fused multiply-add is two.",
     "fadd + fmul + 2 ffma, of all threads", single_value, true},
    {"heddle__flop_count_dp.sum", "FLOPs (double)", "FLOP", kAsCompiled, "The same in double.",
     "dadd + dmul + 2 dfma, of all threads", double_value, true},
    {"heddle__flop_count_hp.sum", "FLOPs (half)", "FLOP", kAsCompiled,
     "The same in half and bfloat16.", "hadd + hmul + 2 hfma, of all threads", half_value, true},
    {"heddle__flop_count_tensor.sum", "FLOPs (matrix)", "FLOP", kAsCompiled,
     "Floating point operations of matrix instructions, of all types.",
     "sm__ops_path_tensor_src_..., added up", matrix_value, true},
    {"heddle__l2_theoretical_bytes.sum", "L2 Theoretical Bytes", "byte", Kind::kExact,
     "Bytes of global memory that L2 would be asked for if L1 held nothing.",
     "32 x memory_l2_theoretical_sectors_global", bytes_value, true},
    {"heddle__arithmetic_intensity_sp.ratio", "Arithmetic Intensity (float)", "FLOP/byte",
     kAsCompiled,
     "Operations for each of these bytes: the lowest that it can be. What caches hold moves the "
     "kernel "
     "to the right in a roofline.",
     "FLOPs / L2 theoretical bytes", single_intensity, true},
    {"heddle__arithmetic_intensity_dp.ratio", "Arithmetic Intensity (double)", "FLOP/byte",
     kAsCompiled, "The same in double.", "FLOPs / L2 theoretical bytes", double_intensity, true},
    {"heddle__arithmetic_intensity_tensor.ratio", "Arithmetic Intensity (matrix)", "FLOP/byte",
     kAsCompiled, "The same of matrix instructions.", "FLOPs / L2 theoretical bytes",
     matrix_intensity, true},
    {"heddle__ridge_point_sp", "Ridge Point (float)", "FLOP/byte", Kind::kExact,
     "The intensity from which on the GPU's float peak, and not its memory, is the limit.",
     "float peak / memory bandwidth, both at the highest clock", single_ridge, false},
    {"heddle__ridge_point_dp", "Ridge Point (double)", "FLOP/byte", Kind::kExact,
     "The same of double.", "double peak / memory bandwidth", double_ridge, false},
    {"heddle__ridge_point_tensor", "Ridge Point (matrix)", "FLOP/byte", Kind::kExact,
     "The same of matrix instructions of half with sums of float.",
     "peak of dense matrix instructions / memory bandwidth", matrix_ridge, false},
    {"heddle__time_at_peak.sum", "Time Of FLOPs At Peak", "us", kAsCompiled,
     "The kernel's operations in float and double at the GPU's peaks: a lower bound of its time.",
     "FLOPs / peak, added up", time_at_peak, true},
    {"heddle__time_of_theoretical_bytes.sum", "Time Of Theoretical Bytes", "us", Kind::kExact,
     "How long the memory would take for the theoretical bytes. No bound: caches save some of "
     "them.",
     "L2 theoretical bytes / memory bandwidth", time_of_traffic, true},
};

}  // namespace

std::span<const Metric> roofline_metrics() {
  return kRows;
}

}  // namespace heddle::profiler
