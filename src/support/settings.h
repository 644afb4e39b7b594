// SPDX-License-Identifier: Apache-2.0
// The HEDDLE_* environment variables, read once.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::support {

struct Settings {
  std::string gpu = "h200";  // HEDDLE_GPU: one or several model names, comma separated
  unsigned threads = 1;      // HEDDLE_THREADS: workers, default all CPUs of the process
  std::string isa;           // HEDDLE_ISA: one of kIsaNames, default the best of this CPU
  bool shuffle = false;      // HEDDLE_SCHEDULE=shuffle[:seed] or accesses[:seed]
  std::uint64_t seed = 1;    // of the shuffle
  bool reference = false;    // HEDDLE_REFERENCE=1: one CUDA thread at a time
  bool fiber = false;        // HEDDLE_FIBER=1: warps on fibers
  // HEDDLE_DEBUG_CODE: kernels compiled with -G are code for a debugger where one looks on, or
  // always.
  enum class DebugCode : std::uint8_t { kAuto, kAlways };
  DebugCode debug_code = DebugCode::kAuto;
  bool at_accesses = false;  // HEDDLE_SCHEDULE=accesses: with `shuffle` and `reference`
  std::string cache_dir;     // HEDDLE_CACHE_DIR, empty: no usable directory
  std::uint64_t cache_bytes = std::uint64_t{1} << 30;  // HEDDLE_CACHE_SIZE
  // HEDDLE_COMPILE_BUDGET: CPU seconds that a kernel's compilation should take at most, 0: any.
  double compile_budget = 0;
  bool compile_ahead = false;  // HEDDLE_COMPILE_AHEAD=0: no kernel is compiled before its launch
  std::uint64_t memory_bytes = 0;  // HEDDLE_MEMORY: bound of device memory, 0 = by the host
  std::string dump_dir;            // HEDDLE_DUMP, empty: none
  std::string passes;              // HEDDLE_PASSES=-name,..: passes of the compiler left out
  bool log_launch = false;         // HEDDLE_LOG=launch: a line a launch
  bool log_compile = false;        // HEDDLE_LOG=compile: a line a kernel that is compiled
  enum class Strict : std::uint8_t { kOff, kBest, kPages };
  Strict strict = Strict::kOff;  // HEDDLE_STRICT: the host cannot touch device memory
  int registers = 0;  // HEDDLE_REGISTERS: what every kernel's threads have, 0: an estimate
  bool launch_blocking = false;  // CUDA_LAUNCH_BLOCKING=1: the host waits for each kernel
};

// Reads the environment. A bad value is one sentence on stderr and exit status 2.
Settings read_settings();

// HEDDLE_GPU alone, or the usual model, for the tool `heddle`.
std::string chosen_gpus();

// HEDDLE_CACHE_SIZE alone, for the tool `heddle`.
std::uint64_t cache_bytes();

// Parses "123", "64K", "80M", "2G" (powers of 1024). False when it is none of these.
bool parse_bytes(const std::string& text, std::uint64_t* out);

}  // namespace heddle::support
