// SPDX-License-Identifier: Apache-2.0
#include "nvvm/options.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace heddle::nvvm {
namespace {

constexpr auto kArchs = std::to_array<int>(
    {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121});
constexpr int kFirstWithVariants = 90;  // compute_90a, compute_100f
constexpr std::string_view kDefaultArch = "compute_52";
constexpr int kMostDensity = 101;

// Whole, or -1.
int number(std::string_view text) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

struct Row {
  std::string_view name;
  bool has_value;
  // False: the value is none of the documentation's.
  bool (*set)(Options& options, std::string_view value);
};

bool set_truth(Options& o, const char* word, std::string_view value) {
  if (value != "0" && value != "1") return false;
  o.words.push_back(std::string(word) + (value == "1" ? "true" : "false"));
  return true;
}

constexpr Row kRows[] = {
    {"arch", true,
     [](Options& o, std::string_view value) {
       o.words.push_back("-arch=" + std::string(value));
       return arch_number(value) != 0;
     }},
    {"opt", true,
     [](Options& o, std::string_view value) {
       if (value == "0") o.words.emplace_back("-G");
       return value == "0" || value == "3";
     }},
    {"g", false,
     [](Options& o, std::string_view) {
       o.words.emplace_back("-g");
       return true;
     }},
    // Without -g lines are what is kept.
    {"generate-line-info", false, [](Options&, std::string_view) { return true; }},
    {"gen-lto", false,
     [](Options& o, std::string_view) {
       o.lto = true;
       return true;
     }},
    {"ftz", true, [](Options& o, std::string_view value) { return set_truth(o, "-ftz=", value); }},
    {"fma", true, [](Options& o, std::string_view value) { return set_truth(o, "-fmad=", value); }},
    {"prec-div", true,
     [](Options& o, std::string_view value) { return set_truth(o, "-prec-div=", value); }},
    {"prec-sqrt", true,
     [](Options& o, std::string_view value) { return set_truth(o, "-prec-sqrt=", value); }},
    {"jump-table-density", true,
     [](Options&, std::string_view value) {
       return number(value) >= 0 && number(value) <= kMostDensity;
     }},
};

}  // namespace

int arch_number(std::string_view name) {
  constexpr std::string_view kPrefix = "compute_";
  if (!name.starts_with(kPrefix)) return 0;
  name.remove_prefix(kPrefix.size());
  const bool is_variant = name.ends_with('a') || name.ends_with('f');
  if (is_variant) name.remove_suffix(1);
  const int arch = number(name);
  if (is_variant && arch < kFirstWithVariants) return 0;
  return std::ranges::find(kArchs, arch) != kArchs.end() ? arch : 0;
}

Options read_options(std::span<const char* const> given) {
  Options options;
  options.words.push_back("-arch=" + std::string(kDefaultArch));
  for (const char* text : given) {
    const std::string_view word = text ? text : "";
    const auto equals = std::min(word.find('='), word.size());
    const bool has_value = equals < word.size();
    const std::string_view name = word.substr(0, equals);
    const auto* row = std::ranges::find_if(
        kRows, [&](const Row& r) { return name.starts_with('-') && name.substr(1) == r.name; });
    if (row == std::end(kRows)) {
      options.refusal = "unsupported option '" + std::string(word) + "'";
    } else if (row->has_value != has_value ||
               !row->set(options, word.substr(std::min(equals + 1, word.size())))) {
      options.refusal = "unsupported value of option '" + std::string(word) + "'";
    }
    if (!options.refusal.empty()) break;
  }
  return options;
}

}  // namespace heddle::nvvm
