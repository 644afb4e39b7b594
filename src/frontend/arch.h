// SPDX-License-Identifier: Apache-2.0
// -arch, -code and -gencode: which device images to make (spec/000, "nvcc").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

// One device compilation.
struct Target {
  std::string compile_arch;      // clang's name, e.g. "sm_90a": sets __CUDA_ARCH__
  std::uint32_t image_arch = 0;  // least compute capability the image runs on, e.g. 90
  bool operator==(const Target&) const = default;
};

// What the command line said, in order.
struct ArchOptions {
  std::string arch;                  // -arch
  std::vector<std::string> code;     // -code, split at commas
  std::vector<std::string> gencode;  // -gencode, as given
};

// The device compilations asked for, each once, lowest first. `native` is the compute capability of
// the chosen GPU model (e.g. 90), used for -arch=native and when nothing is given; in the latter
// case the image runs on every model, as the PTX that nvcc embeds by default does.
// Throws Failure on a name that is no architecture.
std::vector<Target> select_targets(const ArchOptions& options, std::uint32_t native);

// The compute capabilities that can be compiled for, lowest first.
std::span<const std::uint32_t> known_archs();

// "sm_86", "compute_86", "lto_86", "sm_90a" -> 86 ... ; 0 when it is none of these.
std::uint32_t parse_arch(std::string_view name);

}  // namespace heddle::frontend
