// SPDX-License-Identifier: Apache-2.0
// The command line of `heddle cc`: nvcc's options, parsed by a table of rows (option_table.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/arch.h"
#include "support/option_texts.h"

namespace heddle::frontend {

// How far to go with the inputs.
enum class Phase {
  kLink,          // to an executable or, with -shared, a shared object
  kCompile,       // -c, -dc, -dw: one object an input
  kImage,         // -fatbin, -cubin: the device image of one input, for modules
  kPtx,           // -ptx: PTX of one input
  kDeviceLink,    // -dlink: an object that completes relocatable device code
  kArchive,       // -lib
  kPreprocess,    // -E
  kDependencies,  // -M, -MM
};

// -cudart
enum class CudaRuntime { kStatic, kShared, kNone };

enum class Language { kByName, kCuda, kCpp, kC, kPtx, kNvvm };

struct Options {
  Phase phase = Phase::kLink;
  bool cubin = false;                     // of Phase::kImage: for one architecture
  Language language = Language::kByName;  // -x
  std::vector<std::string> inputs;        // sources, objects and libraries, in order
  std::string output;                     // -o
  std::string output_dir;                 // -odir
  ArchOptions arch;

  // Words for clang in both passes: -I -isystem -D -U -include, in order.
  std::vector<std::string> preprocessor;
  std::string standard;                  // "c++17" ...
  std::string optimize = "2";            // host code; the device pass is optimised in any case
  bool debug = false;                    // -g
  bool device_debug = false;             // -G
  bool line_info = false;                // -lineinfo
  bool coverage = false;                 // --coverage
  std::string coverage_folder;           // --coverage-folder
  bool default_device = false;           // --default-device
  bool mark_locals = false;              // --mark-locals
  bool through_ptx = false;              // --through-ptx
  std::string ptx_beside;                // --ptx-beside
  std::vector<std::string> lazy_nvvm;    // --lazy-nvvm
  bool verify_nvvm = false;              // --verify-nvvm
  bool fast_math = false;                // --use_fast_math
  std::optional<bool> flush_denormals;   // -ftz
  std::optional<bool> contract;          // -fmad
  std::optional<bool> precise_division;  // -prec-div: in PTX that is written
  std::optional<bool> precise_root;      // -prec-sqrt: the same
  bool relocatable = false;              // -rdc=true, -dc
  bool per_thread_stream = false;
  bool extended_lambda = false;
  bool relaxed_constexpr = false;
  std::uint32_t max_registers = 0;         // -maxrregcount
  bool resource_usage = false;             // --resource-usage, -Xptxas -v
  std::vector<std::string> warnings;       // -w -W...
  std::vector<std::string> host_compiler;  // -Xcompiler
  std::string host_compiler_path;          // -ccbin
  bool forward_unknown = false;            // unknown options belong to -Xcompiler

  bool shared = false;
  CudaRuntime runtime = CudaRuntime::kStatic;
  bool position_independent_executable = true;
  std::vector<std::string> linker;  // words for the link line, in order: -L -Xlinker ...
  bool dependency_file = false;     // -MD, -MMD
  bool system_dependencies = true;  // -M, -MD; not -MM, -MMD
  std::string dependency_output;    // -MF
  std::string dependency_dir;       // one file an object here, instead (set by `heddle run`)
  std::vector<std::string> dependency_targets;  // -MT
  bool dependency_phony = false;                // -MP

  unsigned jobs = 1;     // -t: inputs compiled at the same time
  bool verbose = false;  // -v
  bool dry_run = false;  // --dryrun
  bool keep = false;     // --keep
  std::string keep_dir;  // --keep-dir
  std::string list;      // print the architectures with this prefix (--list-gpu-arch)
  bool clangd = false;   // --clangd
  bool help = false;
  bool version = false;
};

// Reads the words after `heddle cc`. Response files (@file, -optf file) are expanded.
// Throws Failure on an unknown option, a missing value or a value that makes no sense.
Options parse_options(std::span<const std::string> words);

// The text of `heddle cc --help`, one line a row of the table.
std::string options_help();
// The rows that it lists.
std::vector<support::OptionText> option_texts();

}  // namespace heddle::frontend
