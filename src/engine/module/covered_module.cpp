// SPDX-License-Identifier: Apache-2.0
#include "engine/module/covered_module.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

#include "image/coverage.h"
#include "support/environment.h"
#include "support/message.h"
#include "support/trusted_folder.h"

namespace heddle::engine {
namespace {

using Table = const std::uint64_t* const*;

constexpr std::size_t kShownDigits = 16;  // of a key, in names of files

// Where the program's own profile goes; LLVM's runtime knows the patterns (%p).
std::string program_profile() {
  const char* given = support::variable("LLVM_PROFILE_FILE");
  return given && *given ? given : "default.profraw";
}

// Whole or not at all: other processes may write the same one.
bool write_copy(const std::string& path, std::span<const std::uint8_t> bytes) {
  const std::string unfinished = fmt::format("{}.{}", path, getpid());
  const support::Descriptor file(
      open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file) return false;
  if (support::write_all(file.number(), bytes.data(), bytes.size()) &&
      std::rename(unfinished.c_str(), path.c_str()) == 0) {
    return true;
  }
  const int why = errno;
  unlink(unfinished.c_str());
  errno = why;
  return false;
}

Table open_module(const std::string& key, std::span<const std::uint8_t> object) {
  const std::string profile = program_profile();
  const std::string name = "module-" + key.substr(0, kShownDigits);
  const auto slash = profile.rfind('/');
  std::string folder = slash == std::string::npos ? "" : profile.substr(0, slash + 1);
  if (folder.find('%') != std::string::npos) folder.clear();
  const std::string copy = folder + name + ".so";
  if (!write_copy(copy, object)) {
    support::message(
        fmt::format("--coverage: '{}' cannot be written: {}", copy, std::strerror(errno)));
  }
  const auto ending = profile.rfind(".profraw");
  const std::string own = profile.substr(0, ending) + "-" + name + ".profraw";
  // What is opened is not that copy, which somebody may change.
  // The file stays open: the loader takes equal names for equal objects.
  const int file = memfd_create("heddle-coverage", MFD_CLOEXEC);
  void* handle = nullptr;
  if (file >= 0 && support::write_all(file, object.data(), object.size())) {
    handle = dlopen(fmt::format("/proc/self/fd/{}", file).c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  using Exported = Table (*)(const char*);
  const auto table =
      handle ? reinterpret_cast<Exported>(dlsym(handle, image::kCoverageTable)) : nullptr;
  if (table) return table(own.c_str());
  support::message("--coverage: a module's counters cannot be opened");
  return nullptr;
}

}  // namespace

Table module_counters(const std::string& key, std::span<const std::uint8_t> object) {
  static std::mutex mutex;
  static std::map<std::string, Table> opened;
  const std::scoped_lock lock(mutex);
  const auto [row, is_new] = opened.try_emplace(key, nullptr);
  if (is_new) row->second = open_module(key, object);
  return row->second;
}

}  // namespace heddle::engine
