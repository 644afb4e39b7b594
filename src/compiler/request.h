// SPDX-License-Identifier: Apache-2.0
// What one compilation is asked for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/target.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::compiler {

using BlockShape = std::array<std::uint32_t, 3>;

struct Request {
  std::vector<llvm::StringRef> modules;  // bitcode; [0] defines the kernel
  std::string kernel;                    // mangled; empty: all functions that are pointed to
  std::optional<BlockShape> block;       // none: code for every block shape
  bool wide_grid = false;                // gridDim * blockDim may exceed 2^31-1 in a dimension
  bool reference = false;
  bool debug = false;  // code for a debugger, with `reference`
  bool fiber = false;
  bool probes = false;
  std::uint32_t probe_mask = 0;
  double budget = 0;  // CPU seconds that the compilation should take at most, 0: any
  Isa isa;
  std::string dump_dir;
  std::vector<std::string> left_out;  // names of speed passes
  bool verify_each = false;           // after each pass, not only where the table says so
  bool switches = false;              // threads may change at accesses, with `reference`
};

}  // namespace heddle::compiler
