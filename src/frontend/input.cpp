// SPDX-License-Identifier: Apache-2.0
#include "frontend/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "frontend/failure.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

struct Suffix {
  std::string_view name;
  Language language;
};

constexpr std::array<Suffix, 13> kSuffixes = {{
    {".cu", Language::kCuda},
    {".ptx", Language::kPtx},
    {".ll", Language::kNvvm},
    {".bc", Language::kNvvm},
    {".cpp", Language::kCpp},
    {".cc", Language::kCpp},
    {".cxx", Language::kCpp},
    {".c++", Language::kCpp},
    {".C", Language::kCpp},
    {".c", Language::kC},
    {".o", Language::kByName},
    {".a", Language::kByName},
    {".so", Language::kByName},
}};

// Libraries of the toolkit whose functions libheddle holds.
constexpr std::array<std::string_view, 6> kOwnLibraries = {
    "-lcudart", "-lcudart_static", "-lcuda", "-lcudadevrt", "-lcudanvrt", "-lnvToolsExt"};

// Libraries that are not there, named in a sentence instead of in the linker's words.
constexpr std::array<std::string_view, 4> kAbsentLibraries = {"-lcudnn", "-lnppc", "-lnvjpeg",
                                                              "-lcupti"};

bool is_own_library(std::string_view word) {
  return std::ranges::find(kOwnLibraries, word) != kOwnLibraries.end();
}

// A library of that name in one of the user's own directories.
bool found_by_user(const Options& options, std::string_view word) {
  const std::string name = "lib" + std::string(word.substr(2));
  return std::ranges::any_of(options.linker, [&](const std::string& option) {
    if (!option.starts_with("-L")) return false;
    const fs::path directory = option.substr(2);
    return fs::exists(directory / (name + ".so")) || fs::exists(directory / (name + ".a"));
  });
}

Input classify(const Options& options, const std::string& path) {
  if (!fs::exists(path)) throw Failure(fmt::format("no such file: '{}'", path));
  if (fs::is_directory(path)) throw Failure(fmt::format("'{}' is a directory", path));
  const std::string name = fs::path(path).filename().string();
  const std::string suffix = fs::path(path).extension().string();
  const auto* row = std::ranges::find(kSuffixes, suffix, &Suffix::name);
  const bool known = row != kSuffixes.end();
  if (known && row->language == Language::kByName) return {path, Language::kByName};
  if (options.language != Language::kByName) return {path, options.language};
  if (known) return {path, row->language};
  if (name.find(".so.") != std::string::npos) return {path, Language::kByName};
  throw Failure(
      fmt::format("'{}': the suffix tells neither a source nor an object (use -x)", path));
}

void check_image_inputs(const Options& options, const std::vector<Input>& inputs,
                        std::size_t sources) {
  const bool is_ptx = options.phase == Phase::kPtx;
  const char* option = is_ptx ? "-ptx" : options.cubin ? "-cubin" : "-fatbin";
  for (const Input& input : inputs) {
    const bool is_image = is_ptx || options.cubin;
    if (input.language == Language::kCuda || (input.language == Language::kPtx && !is_ptx) ||
        (input.language == Language::kNvvm && is_image)) {
      continue;
    }
    throw Failure(fmt::format("'{}' has no device code for {}", input.path, option));
  }
  const auto is_nvvm = [](const Input& input) { return input.language == Language::kNvvm; };
  const auto nvvm = static_cast<std::size_t>(std::ranges::count_if(inputs, is_nvvm));
  if (nvvm > 0 && nvvm < inputs.size()) {
    throw Failure("NVVM IR is compiled by itself, without other inputs");
  }
  if (!options.output.empty() && sources > 1 && nvvm == 0) {
    throw Failure(fmt::format("-o with {} takes one input", option));
  }
}

}  // namespace

std::vector<Input> classify_inputs(const Options& options) {
  std::vector<Input> inputs;
  std::size_t sources = 0;
  for (const std::string& word : options.inputs) {
    if (is_own_library(word)) continue;
    if (std::ranges::find(kAbsentLibraries, word) != kAbsentLibraries.end() &&
        !found_by_user(options, word)) {
      throw Failure(fmt::format("{}: Heddle has no such library", word));
    }
    if (word.starts_with("-l")) {
      if (options.phase == Phase::kImage) continue;  // nothing is linked, as with nvcc
      inputs.push_back({word, Language::kByName});
      continue;
    }
    inputs.push_back(classify(options, word));
    if (inputs.back().is_source()) ++sources;
  }
  const bool any_file =
      std::ranges::any_of(inputs, [](const Input& input) { return !input.path.starts_with("-l"); });
  if (!any_file) throw Failure("no input files");
  if (options.phase == Phase::kCompile && !options.output.empty() && sources > 1) {
    throw Failure("-o with -c takes one input");
  }
  if (options.phase == Phase::kImage || options.phase == Phase::kPtx)
    check_image_inputs(options, inputs, sources);
  return inputs;
}

}  // namespace heddle::frontend
