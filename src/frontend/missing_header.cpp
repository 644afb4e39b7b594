// SPDX-License-Identifier: Apache-2.0
#include "frontend/missing_header.h"

#include <fmt/format.h>

namespace heddle::frontend {
namespace {

struct Row {
  std::string_view begin;  // of the name as #include has it
  std::string_view library;
};

// The longer of two that fit stands first.
constexpr Row kLibraries[] = {
    {"cudnn", "cuDNN"},
    {"cutlass/", "CUTLASS"},
    {"cute/", "CUTLASS"},
    {"nccl_device", "device API of NCCL"},
    {"npp", "NPP"},
    {"nvrtc", "NVRTC"},
    {"nvJitLink", "nvJitLink"},
    {"cupti", "CUPTI"},
    {"cuda_gl_interop", "OpenGL interoperability"},
    {"cuda_vdpau_interop", "VDPAU interoperability"},
    {"cuda_egl_interop", "EGL interoperability"},
};

constexpr std::string_view kNotFound = "' file not found";

// Between the quotes.
std::string_view header_in(std::string_view message) {
  const std::size_t end = message.find(kNotFound);
  if (end == std::string_view::npos) return {};
  const std::size_t quote = message.rfind('\'', end - 1);
  return quote == std::string_view::npos ? std::string_view()
                                         : message.substr(quote + 1, end - quote - 1);
}

// Where an error stands: the name within .../include/ of "/usr/local/include/cublas_api.h:285:68:
// error: ", empty elsewhere.
std::string_view system_header_in(std::string_view message) {
  constexpr std::string_view kInclude = "/include/";
  std::string_view line = message.substr(0, message.find(": error: "));
  if (line.size() == message.size()) return {};
  if (const std::size_t begin = line.rfind('\n'); begin != line.npos) line.remove_prefix(begin + 1);
  const std::size_t include = line.rfind(kInclude), end = line.find(':');
  if (!line.starts_with('/') || include == line.npos || end < include) return {};
  return line.substr(include + kInclude.size(), end - include - kInclude.size());
}

// A machine with another toolkit has headers of libraries that Heddle does not have.
std::string hint_for_foreign(std::string_view header) {
  for (const Row& row : kLibraries) {
    if (header.empty() || !header.starts_with(row.begin)) continue;
    return fmt::format(
        "heddle: <{}> is of another toolkit; Heddle has no {} yet (docs/roadmap.md)\n", header,
        row.library);
  }
  return {};
}

}  // namespace

std::string hint_for(std::string_view message, bool has_third_party) {
  const std::string_view header = header_in(message);
  if (header.empty()) return hint_for_foreign(system_header_in(message));
  for (const char* begin : {"cuda/", "nv/", "thrust/", "cub/", "nvtx3/"}) {
    if (!header.starts_with(begin) || has_third_party) continue;
    return fmt::format(
        "heddle: <{}> is of CCCL or NVTX, which this build lacks: scripts/install_headers brings "
        "them\n",
        header);
  }
  for (const Row& row : kLibraries) {
    if (!header.starts_with(row.begin)) continue;
    return fmt::format("heddle: Heddle has no {} yet (<{}>); docs/roadmap.md says what it has\n",
                       row.library, header);
  }
  return {};
}

}  // namespace heddle::frontend
