// SPDX-License-Identifier: Apache-2.0
// The options of nvvmCompileProgram as words for `heddle cc` (libNVVM API Specification,
// "nvvmCompileProgram").
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvvm {

struct Options {
  std::vector<std::string> words;  // for heddle cc
  bool lto = false;                // -gen-lto: the result is for nvJitLink or cuLinkAddData alone
  std::string refusal;             // empty, or what is wrong with which option
};

Options read_options(std::span<const char* const> given);

// The number in "compute_90", "compute_90a"; 0: that is no architecture of the documentation.
int arch_number(std::string_view name);

}  // namespace heddle::nvvm
