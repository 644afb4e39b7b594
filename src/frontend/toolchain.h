// SPDX-License-Identifier: Apache-2.0
// Where things are: clang, Heddle's headers, libheddle.
#pragma once

#include <string>

namespace heddle::frontend {

struct Toolchain {
  std::string clang;            // clang++-22
  std::string include_dir;      // holds cuda_runtime.h
  std::string library_dir;      // holds libheddle.so
  std::string toolkit_dir;      // the same, laid out as a CUDA toolkit
  std::string third_party_dir;  // headers of CCCL and NVTX (scripts/install_headers); or empty
  bool has_lld = false;         // beside clang: a faster linker
  std::string build_id;  // changes when this tool or its plugins are rebuilt: part of cache keys
};

// A plugin that clang loads for host code, in library_dir.
inline constexpr const char* kKeepIndexWraps = "/heddle/keep-index-wraps.so";
// Plugins that clang loads for the device pass, in library_dir.
inline constexpr const char* kBoundConversions = "/heddle/bound-conversions.so";         // always
inline constexpr const char* kLimitEffort = "/heddle/limit-effort.so";                   // always
inline constexpr const char* kRefuseThreadLocals = "/heddle/refuse-thread-locals.so";    // always
inline constexpr const char* kExpandAddressTables = "/heddle/expand-address-tables.so";  // always
inline constexpr const char* kKeepStaticTextures = "/heddle/keep-static-textures.so";    // programs
inline constexpr const char* kKeepStaticVariables = "/heddle/keep-static-variables.so";  // modules
inline constexpr const char* kCoverLanes = "/heddle/cover-lanes.so";  // --coverage
inline constexpr const char* kMarkLocals = "/heddle/mark-locals.so";  // --mark-locals

// The directories beside the tool (<prefix>/include, lib, share/heddle/cuda), else those of the
// build tree. Throws Failure when clang-22 or a directory is missing.
const Toolchain& toolchain();

// The toolkit's directory of libraries.
std::string toolkit_library_dir();

// Full path of a program on PATH, empty when there is none.
std::string find_program(const std::string& name);

// The compute capability of the chosen GPU model (HEDDLE_GPU), e.g. 90.
unsigned native_arch();

}  // namespace heddle::frontend
