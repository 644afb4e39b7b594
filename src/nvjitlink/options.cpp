// SPDX-License-Identifier: Apache-2.0
#include "nvjitlink/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace heddle::nvjitlink {
namespace {

// About an assembler and its messages, which there is none of: kernels are compiled when they are
// launched, which is also why -lto changes nothing.
constexpr std::array<std::string_view, 20> kWithoutEffect = {"-lto",
                                                             "-time",
                                                             "-verbose",
                                                             "-O",
                                                             "-g",
                                                             "-lineinfo",
                                                             "-ftz",
                                                             "-prec-div",
                                                             "-prec-sqrt",
                                                             "-fma",
                                                             "-kernels-used",
                                                             "-Xptxas",
                                                             "-variables-used",
                                                             "-Xnvvm",
                                                             "-optimize-unused-variables",
                                                             "-split-compile",
                                                             "-split-compile-extended",
                                                             "-no-cache",
                                                             "-jump-table-density",
                                                             "-device-stack-protector"};

bool is_known(std::string_view word) {
  return std::ranges::any_of(kWithoutEffect, [&](std::string_view name) {
    if (!word.starts_with(name)) return false;
    const auto rest = word.substr(name.size());
    if (name == "-O") return rest == "0" || rest == "3";
    return rest.empty() || rest[0] == '=';
  });
}

std::uint32_t arch_of(std::string_view value) {
  if (!value.starts_with("sm_")) return 0;
  value.remove_prefix(3);
  std::uint32_t arch = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), arch);
  const std::string_view rest(end, value.data() + value.size());
  return error == std::errc() && (rest.empty() || rest == "a" || rest == "f") ? arch : 0;
}

bool read_number(std::string_view text, std::uint32_t* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Options read_options(std::span<const char* const> words) {
  Options options;
  for (const char* given : words) {
    if (!given) {
      options.result = NVJITLINK_ERROR_NULL_INPUT;
      return options;
    }
    std::string_view word(given);
    if (word.starts_with("--")) word.remove_prefix(1);
    constexpr std::string_view kArch = "-arch=", kRegisters = "-maxrregcount=";
    if (word.starts_with(kArch)) {
      options.arch = arch_of(word.substr(kArch.size()));
      if (options.arch == 0) options.result = NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
    } else if (word.starts_with(kRegisters)) {
      if (!read_number(word.substr(kRegisters.size()), &options.max_registers)) {
        options.result = NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
      }
    } else if (!is_known(word)) {  // -ptx among them
      options.result = NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
    }
    if (options.result != NVJITLINK_SUCCESS) return options;
  }
  if (options.arch == 0) options.result = NVJITLINK_ERROR_MISSING_ARCH;
  return options;
}

}  // namespace heddle::nvjitlink
