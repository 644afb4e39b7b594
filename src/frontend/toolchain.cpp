// SPDX-License-Identifier: Apache-2.0
#include "frontend/toolchain.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "frontend/failure.h"
#include "frontend/words.h"
#include "gpu/registry.h"
#include "support/environment.h"
#include "support/settings.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

std::string tool_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).string();
}

// A directory of the install tree that the tool is part of, or of the build tree.
std::string locate(const char* built, const fs::path& installed, const char* file) {
  if (fs::exists(installed / file)) return installed.lexically_normal().string();
  if (fs::exists(fs::path(built) / file)) return built;
  throw Failure(fmt::format("{} is neither in {} nor in {}; is the build complete?", file, built,
                            installed.lexically_normal().string()));
}

std::string identity(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return path;
  return fmt::format("{}:{}:{}.{}", path, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

// A package carries a clang of its own: what another one would do with our words nobody has tried.
std::string find_clang(const fs::path& prefix) {
  const fs::path carried = prefix / "lib/heddle/llvm/bin/clang++";
  if (access(carried.c_str(), X_OK) == 0) return carried.string();
  std::string pinned = HEDDLE_CLANG;
  if (access(pinned.c_str(), X_OK) == 0) return pinned;
  std::string found = find_program("clang++-22");
  if (found.empty()) throw Failure("clang-22 is not installed (apt-get install clang-22)");
  return found;
}

// Beside the toolkit. One who built without them has none.
std::string find_third_party(const fs::path& toolkit) {
  const fs::path headers = toolkit.parent_path() / "third_party/include";
  return fs::is_directory(headers) ? headers.string() : std::string();
}

Toolchain find_toolchain() {
  const std::string tool = tool_path();
  const fs::path prefix = fs::path(tool).parent_path().parent_path();
  Toolchain found;
  found.clang = find_clang(prefix);
  found.include_dir = locate(HEDDLE_INCLUDE_DIR, prefix / "include", "cuda_runtime.h");
  found.library_dir = locate(HEDDLE_LIBRARY_DIR, prefix / "lib", "libheddle.so");
  found.toolkit_dir = locate(HEDDLE_TOOLKIT_DIR, prefix / "share/heddle/cuda", "bin/nvcc");
  found.third_party_dir = find_third_party(found.toolkit_dir);
  found.has_lld = fs::exists(fs::path(found.clang).parent_path() / "ld.lld");
  found.build_id = identity(tool);
  for (const char* plugin :
       {kKeepIndexWraps, kRefuseThreadLocals, kBoundConversions, kLimitEffort, kExpandAddressTables,
        kKeepStaticVariables, kKeepStaticTextures, kCoverLanes, kMarkLocals}) {
    found.build_id += '\0' + identity(found.library_dir + plugin);
  }
  return found;
}

}  // namespace

const Toolchain& toolchain() {
  static const Toolchain found = find_toolchain();
  return found;
}

std::string toolkit_library_dir() {
  return toolchain().toolkit_dir + "/targets/x86_64-linux/lib";
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = support::variable("PATH");
  for (const std::string& dir : split(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    std::string candidate = dir + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

unsigned native_arch() {
  const auto found = gpu::find_models(support::chosen_gpus());
  if (const auto* sentence = std::get_if<std::string>(&found)) throw Failure(*sentence);
  return static_cast<unsigned>(std::get<std::vector<gpu::Model>>(found).front().arch());
}

}  // namespace heddle::frontend
