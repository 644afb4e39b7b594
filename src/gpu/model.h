// SPDX-License-Identifier: Apache-2.0
// A GPU as data: what model_facts.inc lists, read from one file of devices/. Levels apart: limits
// of a launch, one multiprocessor (SM), the whole chip, textures.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::gpu {

using Integer = std::int64_t;
using Real = double;
using Text = std::string;
using Flag = bool;
using Integers = std::vector<Integer>;

enum class Section { launch, sm, chip, texture };
enum class Need { required, optional };

template <class T>
T nothing() {
  return T{};
}

#define HEDDLE_GPU_MEMBER_required(type, name) type name = nothing<type>();
#define HEDDLE_GPU_MEMBER_optional(type, name) std::optional<type> name;
#define HEDDLE_GPU_MEMBER(name, type, need, unit, sentence) HEDDLE_GPU_MEMBER_##need(type, name)
#define HEDDLE_GPU_SKIP(...)
#define HEDDLE_GPU_FACT(section, ...) HEDDLE_GPU_IN_##section(__VA_ARGS__)

#define HEDDLE_GPU_IN_launch HEDDLE_GPU_MEMBER
#define HEDDLE_GPU_IN_sm HEDDLE_GPU_SKIP
#define HEDDLE_GPU_IN_chip HEDDLE_GPU_SKIP
#define HEDDLE_GPU_IN_texture HEDDLE_GPU_SKIP
struct LaunchLimits {
#include "gpu/model_facts.inc"
};
#undef HEDDLE_GPU_IN_launch
#undef HEDDLE_GPU_IN_sm
#define HEDDLE_GPU_IN_launch HEDDLE_GPU_SKIP
#define HEDDLE_GPU_IN_sm HEDDLE_GPU_MEMBER
struct Multiprocessor {
#include "gpu/model_facts.inc"
};
#undef HEDDLE_GPU_IN_sm
#undef HEDDLE_GPU_IN_chip
#define HEDDLE_GPU_IN_sm HEDDLE_GPU_SKIP
#define HEDDLE_GPU_IN_chip HEDDLE_GPU_MEMBER
struct Chip {
#include "gpu/model_facts.inc"
};
#undef HEDDLE_GPU_IN_chip
#undef HEDDLE_GPU_IN_texture
#define HEDDLE_GPU_IN_chip HEDDLE_GPU_SKIP
#define HEDDLE_GPU_IN_texture HEDDLE_GPU_MEMBER
struct TextureLimits {
#include "gpu/model_facts.inc"
};
#undef HEDDLE_GPU_IN_launch
#undef HEDDLE_GPU_IN_sm
#undef HEDDLE_GPU_IN_chip
#undef HEDDLE_GPU_IN_texture
#undef HEDDLE_GPU_FACT
#undef HEDDLE_GPU_SKIP
#undef HEDDLE_GPU_MEMBER
#undef HEDDLE_GPU_MEMBER_required
#undef HEDDLE_GPU_MEMBER_optional

struct Model {
  std::string id;            // name of the file: "h200"
  std::string name;          // what cudaDeviceProp::name says: "NVIDIA H200"
  std::string architecture;  // "Hopper"
  int major = 0;             // compute capability
  int minor = 0;
  LaunchLimits launch;
  Multiprocessor sm;
  Chip chip;
  TextureLimits texture;
  std::map<std::string, std::string> sources;      // key -> what it is
  std::map<std::string, std::string> fact_source;  // "sm.max_warps" -> key of `sources`

  int arch() const { return major * 10 + minor; }  // as in sm_90
  Integer max_threads_per_sm() const { return sm.max_warps * launch.warp_size; }

  // Peaks that follow from the facts at the highest clock: bytes/s and operations/s (an FMA is
  // two).
  double memory_bytes_per_second() const {
    return 2.0 * 1000 * double(chip.memory_clock_khz) * double(chip.memory_bus_bits) / 8;
  }
  double fp32_flops() const { return flops(sm.fp32_lanes); }
  double fp64_flops() const { return flops(sm.fp64_lanes); }
  // Dense matrix instructions of half with sums of float; 0: not known, or there are none.
  double matrix_flops() const { return flops(sm.tensor_fp16_fma.value_or(0)); }

 private:
  double flops(Integer lanes) const {
    return 2.0 * 1000 * double(chip.clock_khz) * double(chip.sm_count) * double(lanes);
  }
};

}  // namespace heddle::gpu
