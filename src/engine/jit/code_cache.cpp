// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/code_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <filesystem>

namespace heddle::engine {
namespace {

namespace fs = std::filesystem;

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

bool read_all(int fd, std::vector<std::uint8_t>* out) {
  struct stat info{};
  if (fstat(fd, &info) != 0 || info.st_size <= static_cast<off_t>(sizeof(Trailer))) return false;
  out->resize(static_cast<std::size_t>(info.st_size));
  std::size_t done = 0;
  while (done < out->size()) {
    const ssize_t n = read(fd, out->data() + done, out->size() - done);
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  // The access order of the files is their modification time.
  if (info.st_mtime + kTouchAfter < std::time(nullptr)) futimens(fd, nullptr);
  return true;
}

bool write_all(int fd, const void* data, std::size_t size) {
  auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(fd, bytes, size);
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

CodeCache::CodeCache(std::string directory, std::uint64_t max_bytes)
    : directory_(directory.empty() ? "" : directory + "/kernels"), max_bytes_(max_bytes) {}

std::string CodeCache::path_of(const support::Hash128& key) const {
  return fmt::format("{}/{}.so", directory_, key.hex());
}

std::optional<CodeCache::Entry> CodeCache::load(const support::Hash128& key) const {
  if (directory_.empty()) return std::nullopt;
  Entry entry{path_of(key), {}};
  const int fd = open(entry.path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  const bool complete = read_all(fd, &entry.object);
  close(fd);
  if (complete) {
    const std::size_t size = entry.object.size() - sizeof(Trailer);
    const Trailer expected = trailer_of(entry.object.data(), size);
    if (std::memcmp(entry.object.data() + size, &expected, sizeof expected) == 0) {
      entry.object.resize(size);
      return entry;
    }
  }
  unlink(entry.path.c_str());
  return std::nullopt;
}

std::string CodeCache::store(const support::Hash128& key, const std::uint8_t* object,
                             std::size_t size) {
  if (directory_.empty() || max_bytes_ == 0) return "";
  std::error_code ignored;
  fs::create_directories(directory_, ignored);
  std::string temporary = directory_ + "/.new-XXXXXX";
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return "";
  const Trailer trailer = trailer_of(object, size);
  bool good = write_all(fd, object, size) && write_all(fd, &trailer, sizeof trailer) &&
              fchmod(fd, 0644) == 0;
  good = close(fd) == 0 && good;
  const std::string path = path_of(key);
  if (!good || rename(temporary.c_str(), path.c_str()) != 0) {
    unlink(temporary.c_str());
    return "";
  }
  if (stores_++ % kStoresPerTrim == 0) trim();
  return path;
}

void CodeCache::trim() const {
  struct File {
    fs::file_time_type used;
    std::uint64_t size;
    fs::path path;
  };
  std::vector<File> files;
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator it(directory_, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code gone;  // another process may delete it while we look
    File file{it->last_write_time(gone), 0, it->path()};
    if (!gone) file.size = it->file_size(gone);
    if (gone) continue;
    total += file.size;
    files.push_back(std::move(file));
  }
  if (total <= max_bytes_) return;
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.used < b.used; });
  for (const File& file : files) {
    if (total <= max_bytes_ / 10 * 9) break;
    if (fs::remove(file.path, error)) total -= file.size;
  }
}

}  // namespace heddle::engine
