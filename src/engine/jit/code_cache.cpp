// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/code_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "support/cache_bound.h"

namespace heddle::engine {
namespace {

constexpr char kMagic[16] = "HEDDLE-OBJECT-1";
constexpr unsigned kStoresPerTrim = 64;
constexpr std::time_t kTouchAfter = 3600;  // seconds; a hit need not write to the disk every time

struct Trailer {
  char magic[16];
  std::uint64_t size;
  support::Hash128 hash;
};

Trailer trailer_of(const std::uint8_t* object, std::size_t size) {
  Trailer trailer{};
  std::memcpy(trailer.magic, kMagic, sizeof kMagic);
  trailer.size = size;
  trailer.hash = support::hash128(object, size);
  return trailer;
}

std::string name_of(const support::Hash128& key) {
  return key.hex() + ".so";
}

// The program may go to another directory.
std::string absolute(const std::string& path) {
  std::error_code error;
  return path.empty() ? path : std::filesystem::absolute(path, error).string();
}

CodeCache::Place place_of(const support::TrustedFolder& folder, const std::string& name) {
  return {folder.path() + "/" + name, folder.name_by_descriptor(name)};
}

}  // namespace

std::span<const std::uint8_t> object_of(std::span<const std::uint8_t> contents) {
  if (contents.size() <= sizeof(Trailer)) return {};
  const std::span object = contents.first(contents.size() - sizeof(Trailer));
  const Trailer expected = trailer_of(object.data(), object.size());
  const bool good = std::memcmp(object.data() + object.size(), &expected, sizeof expected) == 0;
  return good ? object : std::span<const std::uint8_t>();
}

CodeCache::CodeCache(const std::string& directory, std::uint64_t max_bytes)
    : directory_(absolute(directory)), max_bytes_(max_bytes) {}

bool CodeCache::open_folder(bool make) {
  if (kernels_) return true;
  if (const auto cache = support::TrustedFolder::open(directory_, make)) {
    kernels_ = cache.folder(support::kKernelFolder, make);
  }
  return static_cast<bool>(kernels_);
}

std::optional<CodeCache::Entry> CodeCache::load(const support::Hash128& key) {
  if (directory_.empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!open_folder(false)) return std::nullopt;
  const std::string name = name_of(key);
  const support::Descriptor file = kernels_.file(name);
  if (!file) return std::nullopt;
  Entry entry{place_of(kernels_, name), {}};
  if (support::read_all(file.number(), &entry.object)) {
    if (const std::size_t size = object_of(entry.object).size(); size > 0) {
      entry.object.resize(size);
      // The access order of the files is their modification time.
      struct stat info{};
      const bool old =
          fstat(file.number(), &info) == 0 && info.st_mtime + kTouchAfter < std::time(nullptr);
      if (old) futimens(file.number(), nullptr);
      return entry;
    }
  }
  kernels_.remove(name);
  return std::nullopt;
}

bool CodeCache::usable() {
  if (directory_.empty() || max_bytes_ == 0) return false;
  const std::lock_guard lock(mutex_);
  return open_folder(true);
}

bool CodeCache::contains(const support::Hash128& key) {
  const std::lock_guard lock(mutex_);
  return open_folder(false) && faccessat(kernels_.descriptor(), name_of(key).c_str(), R_OK, 0) == 0;
}

std::optional<CodeCache::Place> CodeCache::store(const support::Hash128& key,
                                                 const std::uint8_t* object, std::size_t size) {
  if (directory_.empty() || max_bytes_ == 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const Trailer trailer = trailer_of(object, size);
  const std::string name = name_of(key);
  const auto write = [&] {
    return open_folder(true) &&
           kernels_.store(name, {{object, size}, {&trailer, sizeof trailer}}, 0600);
  };
  if (!write()) {
    // The folder may have been deleted since it was opened.
    if (!kernels_ || errno != ENOENT) return std::nullopt;
    kernels_ = {};
    if (!write()) return std::nullopt;
  }
  if (stores_++ % kStoresPerTrim == 0) trim();
  return place_of(kernels_, name);
}

bool CodeCache::writable() {
  if (directory_.empty() || max_bytes_ == 0) return false;
  const std::lock_guard lock(mutex_);
  return open_folder(true) && faccessat(kernels_.descriptor(), ".", W_OK, 0) == 0;
}

support::Descriptor CodeCache::lock() {
  support::Descriptor folder;
  {
    const std::lock_guard lock(mutex_);
    // It was opened to find files in it, no more.
    constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    if (open_folder(false))
      folder = support::Descriptor(openat(kernels_.descriptor(), ".", kFlags));
  }
  while (folder && flock(folder.number(), LOCK_EX) != 0) {
    if (errno != EINTR) return support::Descriptor();
  }
  return folder;
}

void CodeCache::trim() const {
  if (kernels_) {
    support::trim_cache(std::filesystem::path(kernels_.path()).parent_path(), max_bytes_);
  }
}

}  // namespace heddle::engine
