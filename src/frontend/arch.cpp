// SPDX-License-Identifier: Apache-2.0
#include "frontend/arch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/failure.h"
#include "frontend/words.h"

namespace heddle::frontend {
namespace {

// What clang-22 compiles for. Below 5.0 there is no model, and nvcc 12 refuses it too.
constexpr auto kKnown = std::to_array<std::uint32_t>(
    {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120, 121});
// -arch=all: one image for each family of the GPU models in devices/.
constexpr std::array<std::uint32_t, 6> kAll = {75, 80, 86, 89, 90, 100};
constexpr std::array<std::uint32_t, 4> kAllMajor = {75, 80, 90, 100};
constexpr std::uint32_t kEveryModel = 50;

Target target(std::string_view name) {
  const std::uint32_t arch = parse_arch(name);
  const bool known = std::ranges::find(kKnown, arch) != kKnown.end();
  if (arch != 0 && arch < kKnown.front()) {
    throw Failure(fmt::format("'{}' is too old: the oldest that is compiled for is sm_{}", name,
                              kKnown.front()));
  }
  if (!known) throw Failure(fmt::format("'{}' is not a GPU architecture", name));
  return {"sm_" + std::string(name.substr(name.find('_') + 1)), arch};
}

Target plain(std::uint32_t arch) {
  return {fmt::format("sm_{}", arch), arch};
}

// "arch=compute_70,code=\"compute_70,sm_70\"" or code=[compute_70,sm_70]: the virtual architecture
// decides what is compiled, `code` only names forms of it.
std::string gencode_arch(const std::string& text) {
  std::string clean;
  std::ranges::copy_if(text, std::back_inserter(clean), [](char c) {
    return std::string_view("\"'\\[]").find(c) == std::string::npos;
  });
  std::string arch;
  bool in_code = false;
  for (const std::string& word : split(clean, ',')) {
    if (word.starts_with("arch=")) {
      arch = word.substr(5);
      in_code = false;
    } else if (word.starts_with("code=")) {
      target(word.substr(5));
      in_code = true;
    } else if (in_code) {
      target(word);
    } else {
      throw Failure(fmt::format("-gencode '{}' is not arch=compute_XX,code=sm_XX", text));
    }
  }
  if (arch.empty()) throw Failure(fmt::format("-gencode '{}' names no arch", text));
  return arch;
}

}  // namespace

std::span<const std::uint32_t> known_archs() {
  return kKnown;
}

std::uint32_t parse_arch(std::string_view name) {
  for (const std::string_view prefix : {"sm_", "compute_", "lto_"}) {
    if (!name.starts_with(prefix)) continue;
    name.remove_prefix(prefix.size());
    // The suffix of architecture- and family-specific features.
    if (name.ends_with('a') || name.ends_with('f')) name.remove_suffix(1);
    if (name.size() < 2 || name.size() > 3) return 0;
    std::uint32_t value = 0;
    for (const char c : name) {
      if (c < '0' || c > '9') return 0;
      value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
  }
  return 0;
}

std::vector<Target> select_targets(const ArchOptions& options, std::uint32_t native) {
  std::vector<Target> targets;
  for (const std::string& text : options.gencode) targets.push_back(target(gencode_arch(text)));
  if (options.arch == "native") {
    targets.push_back(plain(native));
  } else if (options.arch == "all") {
    for (const std::uint32_t arch : kAll) targets.push_back(plain(arch));
  } else if (options.arch == "all-major") {
    for (const std::uint32_t arch : kAllMajor) targets.push_back(plain(arch));
  } else if (!options.arch.empty()) {
    targets.push_back(target(options.arch));
    for (const std::string& code : options.code) target(code);
  } else if (!options.code.empty()) {
    throw Failure("-code needs -arch");
  }
  if (targets.empty()) targets.push_back({plain(native).compile_arch, kEveryModel});

  std::ranges::sort(targets, {}, &Target::image_arch);
  const auto repeated = std::ranges::unique(targets, {}, &Target::image_arch);
  targets.erase(repeated.begin(), repeated.end());
  return targets;
}

}  // namespace heddle::frontend
