// SPDX-License-Identifier: Apache-2.0
// The options of nvrtcCompileProgram as words for `heddle cc` (NVRTC documentation, "Supported
// Compile Options").
#pragma once

#include <span>
#include <string>
#include <vector>

namespace heddle::nvrtc {

struct Options {
  std::vector<std::string> words;   // for heddle cc
  std::string arch;                 // "sm_90", "compute_90"; empty: not given
  bool device_is_default = false;   // -default-device
  bool syntax_only = false;         // -fdevice-syntax-only
  bool lto = false;                 // -dlto: the result is for nvJitLink or cuLinkAddData alone
  bool coverage = false;            // --coverage
  bool no_source_include = false;   // not the folder of the source
  std::string create_pch, use_pch;  // --create-pch, --use-pch
  std::string pch_folder;           // --pch-dir
  bool pch_automatic = false;       // --pch
  bool pch_messages = true;         // --pch-messages
  std::string refusal;              // empty, or what is wrong with which option
};

Options read_options(std::span<const char* const> given);

// A virtual architecture has no machine code: its result is PTX only.
bool makes_cubin(const Options& options);

}  // namespace heddle::nvrtc
