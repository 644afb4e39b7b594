// SPDX-License-Identifier: Apache-2.0
// Options of nvJitLinkCreate.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "nvJitLink.h"

namespace heddle::nvjitlink {

struct Options {
  std::uint32_t arch = 0;           // e.g. 90
  std::uint32_t max_registers = 0;  // 0: as many as a thread needs
  bool lto = false;                 // -lto
  bool ptx = false;                 // -ptx: the result is PTX
  nvJitLinkResult result = NVJITLINK_SUCCESS;
  std::string error;  // why it is none
};

Options read_options(std::span<const char* const> words);

}  // namespace heddle::nvjitlink
