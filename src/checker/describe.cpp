// SPDX-License-Identifier: Apache-2.0
#include "checker/describe.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/auxv.h>

#include <filesystem>
#include <string_view>

#include "support/demangle.h"

namespace heddle::checker {
namespace {

bool is_own_library(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  return name.starts_with("libheddle") || name.starts_with("libcudart");
}

// The loader knows the program by the name it was started with, which may be relative, or none.
std::string path_of(const Dl_info& info) {
  static const auto* const program = [] {
    Dl_info main{};
    dladdr(reinterpret_cast<void*>(getauxval(AT_PHDR)), &main);
    return main.dli_fbase;
  }();
  if (info.dli_fbase != program) return info.dli_fname;
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

}  // namespace

std::vector<Place> places_of(const probes::Site& site) {
  std::vector<Place> places;
  const auto frames = site.where();
  for (std::size_t i = site.user_frame; i < frames.size(); ++i) {
    const auto& frame = frames[i];
    places.push_back({frame.function ? support::demangle(frame.function) : "",
                      frame.file ? frame.file : "", frame.line, frame.column});
  }
  return places;
}

Index3 thread_of(const probes::At& at, unsigned lane) {
  const auto* dim = at.block.launch.block;
  return thread_in({dim[0], dim[1], dim[2]}, at.warp * abi::kWarpSize + lane);
}

Index3 thread_in(const std::array<std::uint32_t, 3>& dim, std::uint32_t linear) {
  return {linear % dim[0], linear / dim[0] % dim[1], linear / dim[0] / dim[1]};
}

std::string kernel_of(const probes::Launch& launch) {
  return support::demangle(std::string(launch.kernel));
}

void tell_kernel(Finding& finding, const probes::Launch& launch) {
  finding.kernel = kernel_of(launch);
  finding.launched_by = support::demangle(std::string(launch.launched_by));
}

Side side_of(const probes::At& at, unsigned lane) {
  return {"", places_of(at.site), thread_of(at, lane), block_of(at.block)};
}

namespace {

std::string value_text(std::uint64_t word, const probes::Local& local) {
  const unsigned above = 64 - local.bits;
  const auto bits = word << above >> above;
  switch (local.kind) {
    case probes::NumberKind::kSigned:
      return fmt::format("{}", static_cast<std::int64_t>(word << above) >> above);
    case probes::NumberKind::kUnsigned:
      return fmt::format("{}", bits);
    case probes::NumberKind::kFloat:
      return local.bits == 32 ? fmt::format("{}", std::bit_cast<float>(std::uint32_t(bits)))
                              : fmt::format("{}", std::bit_cast<double>(bits));
    case probes::NumberKind::kBool:
      return (bits & 1) != 0 ? "true" : "false";
    case probes::NumberKind::kPointer:
      return fmt::format("{:#x}", bits);
  }
  return "";
}

}  // namespace

std::vector<VariableValue> variables_of(const probes::Values& event, unsigned lane) {
  std::vector<VariableValue> variables;
  for (std::uint32_t k = 0; k < event.site.local_count; ++k) {
    const auto& local = event.site.locals[k];
    variables.push_back({local.name, value_text(event.words[k][lane], local)});
  }
  return variables;
}

std::vector<HostFrame> frames_of(std::span<void* const> trace) {
  std::vector<HostFrame> frames;
  for (void* const address : trace) {
    Dl_info info{};
    if (!dladdr(address, &info) || !info.dli_fname) continue;
    if (is_own_library(info.dli_fname)) continue;
    // The call lies before the address where it returns to.
    const auto offset =
        reinterpret_cast<std::uint64_t>(address) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
    HostFrame frame{path_of(info), offset - 1, {}};
    if (info.dli_sname) frame.place.function = support::demangle(info.dli_sname);
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::uint64_t place_key(std::span<void* const> trace) {
  std::uint64_t key = trace.size();
  for (void* const address : trace) {
    key = (key ^ reinterpret_cast<std::uint64_t>(address)) * 0x9e3779b97f4a7c15;
    key ^= key >> 32;
  }
  return key;
}

std::string bytes_text(std::uint64_t bytes) {
  return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

std::string relation_of(std::uint64_t address, std::uint64_t begin, std::uint64_t bytes) {
  if (address == begin && bytes != 0) return "at the beginning of";
  if (address < begin) return bytes_text(begin - address) + " before the beginning of";
  if (address - begin < bytes) return bytes_text(address - begin) + " inside";
  if (address - begin == bytes) return "right after the end of";
  return bytes_text(address - begin - bytes) + " after the end of";
}

}  // namespace heddle::checker
