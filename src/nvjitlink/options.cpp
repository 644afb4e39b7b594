// SPDX-License-Identifier: Apache-2.0
#include "nvjitlink/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace heddle::nvjitlink {
namespace {

// About an assembler and its messages, which there is none of.
constexpr std::array<std::string_view, 19> kWithoutEffect = {"-time",
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

std::uint32_t arch_of(std::string_view value, bool* is_virtual) {
  constexpr std::string_view kReal = "sm_", kVirtual = "compute_";
  *is_virtual = value.starts_with(kVirtual);
  if (!*is_virtual && !value.starts_with(kReal)) return 0;
  value.remove_prefix(*is_virtual ? kVirtual.size() : kReal.size());
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
  bool is_virtual = false;
  const auto refuse = [&](nvJitLinkResult result, const std::string& error) {
    options.result = result;
    options.error = error + "\n";
    return options;
  };
  for (const char* given : words) {
    if (!given) return refuse(NVJITLINK_ERROR_NULL_INPUT, "an option is null");
    const std::string_view word(given);
    constexpr std::string_view kArch = "-arch=", kRegisters = "-maxrregcount=";
    bool is_good = true;
    if (word.starts_with(kArch)) {
      options.arch = arch_of(word.substr(kArch.size()), &is_virtual);
      is_good = options.arch != 0;
    } else if (word.starts_with(kRegisters)) {
      is_good = read_number(word.substr(kRegisters.size()), &options.max_registers);
    } else if (word == "-lto") {  // kernels are compiled when they are launched, in any case
      options.lto = true;
    } else if (word == "-ptx") {
      options.ptx = true;
    } else {
      is_good = is_known(word);
    }
    if (!is_good) {
      return refuse(NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                    "unrecognized option: " + std::string(word));
    }
  }
  if (options.arch == 0) return refuse(NVJITLINK_ERROR_MISSING_ARCH, "-arch is missing");
  if (options.ptx && !options.lto) {
    return refuse(NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS, "error: -ptx requires -lto");
  }
  if (is_virtual && !options.ptx) {
    return refuse(NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS, "error: a virtual -arch requires -ptx");
  }
  return options;
}

}  // namespace heddle::nvjitlink
