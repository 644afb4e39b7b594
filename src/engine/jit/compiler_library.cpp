// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/compiler_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

namespace heddle::engine {
namespace {

std::string own_directory() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(&own_directory), &info) || !info.dli_fname) return ".";
  // A toolkit's lib64 holds only links to this library.
  std::error_code error;
  const auto path = std::filesystem::canonical(info.dli_fname, error);
  return error || !path.has_parent_path() ? "." : path.parent_path().string();
}

std::string file_identity(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return "none";
  return fmt::format("{}-{}.{}", info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

bool exists(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0;
}

// Tools and tests that contain the engine lie in bin/ beside lib/.
std::string find_folder() {
  const std::string folder = own_directory();
  return exists(folder + "/libheddle-compiler.so") ? folder : folder + "/../lib";
}

}  // namespace

CompilerLibrary::CompilerLibrary() : CompilerLibrary(find_folder()) {}

CompilerLibrary::CompilerLibrary(const std::string& folder)
    : folder_(folder), path_(folder + "/libheddle-compiler.so") {
  identity_ = file_identity(path_) + ";" + file_identity(folder + "/heddle/devicelib.bc");
}

const CompilerLibrary::Functions* CompilerLibrary::open(std::string* reason) {
  std::lock_guard lock(mutex_);
  if (handle_) return &functions_;
  void* handle = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    *reason = fmt::format("the kernel compiler cannot be loaded: {}", dlerror());
    return nullptr;
  }
  auto get = [handle](auto* function, const char* name) {
    *function = reinterpret_cast<std::remove_reference_t<decltype(*function)>>(dlsym(handle, name));
    return *function != nullptr;
  };
  if (!get(&functions_.compile, "heddle_compile") ||
      !get(&functions_.release, "heddle_compile_free") ||
      !get(&functions_.symbolize, "heddle_symbolize") ||
      !get(&functions_.check_passes, "heddle_check_passes") ||
      !get(&functions_.translate_ptx, "heddle_translate_ptx") ||
      !get(&functions_.release_ptx, "heddle_translate_ptx_free") ||
      !get(&functions_.link_images, "heddle_link_images") ||
      !get(&functions_.link_ptx, "heddle_link_ptx")) {
    *reason = fmt::format("{} is not the compiler of this version of Heddle: {}", path_, dlerror());
    return nullptr;
  }
  handle_ = handle;
  return &functions_;
}

}  // namespace heddle::engine
