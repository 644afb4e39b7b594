// SPDX-License-Identifier: Apache-2.0
#include "support/cache_entry.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "support/cache_bound.h"
#include "support/environment.h"
#include "support/manifest.h"
#include "support/settings.h"
#include "support/work_folder.h"

namespace heddle::support {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "manifest";

std::optional<std::string> contents_of(const Descriptor& file) {
  std::vector<std::uint8_t> bytes;
  if (!file || !read_all(file.number(), &bytes)) return std::nullopt;
  return std::string(bytes.begin(), bytes.end());
}

TrustedFolder folder_of(const EntryKind& kind, bool make) {
  const std::string cache = cache_directory();
  if (cache.empty()) errno = ENOENT;
  const TrustedFolder root = cache.empty() ? TrustedFolder() : TrustedFolder::open(cache, make);
  return root ? root.folder(kind.folder, make) : TrustedFolder();
}

// Gives the folder `from` the name of an entry. One that is there already is another process's,
// with the same result, or stale or damaged.
bool publish(const EntryKind& kind, const TrustedFolder& entries, const std::string& from,
             const std::string& name) {
  const int folder = entries.descriptor();
  const auto rename = [&](const std::string& old_name, const std::string& new_name) {
    return renameat(folder, old_name.c_str(), folder, new_name.c_str()) == 0;
  };
  if (rename(from, name)) return true;
  if (errno != EEXIST && errno != ENOTEMPTY) return false;
  if (find_entry(kind, name)) return false;
  const std::string old = from + ".old";
  const bool moved = rename(name, old) && rename(from, name);
  std::error_code ignored;
  fs::remove_all(entries.path() + "/" + old, ignored);
  return moved;
}

}  // namespace

TrustedFolder find_entry(const EntryKind& kind, const std::string& name,
                         std::vector<std::string>* files) {
  const TrustedFolder entries = folder_of(kind, false);
  if (!entries) return {};
  TrustedFolder entry = entries.folder(name, false);
  if (!entry) return {};
  const auto manifest = contents_of(entry.file(kManifest));
  const Descriptor file = entry.file(kind.file);
  struct stat info{};
  const bool usable = file && fstat(file.number(), &info) == 0 &&
                      (info.st_mode & kind.mode & S_IRWXU) == (kind.mode & S_IRWXU);
  const auto contents = manifest && usable ? contents_of(file) : std::nullopt;
  if (!contents || !is_current(*manifest, *contents)) return {};
  if (files != nullptr) *files = files_in(*manifest);
  futimens(entry.descriptor(), nullptr);  // for trim_cache()
  return entry;
}

bool can_store(const EntryKind& kind) {
  return static_cast<bool>(folder_of(kind, true));
}

TrustedFolder store_entry(const EntryKind& kind, const std::string& name, std::string_view contents,
                          const std::vector<std::string>& files, int* error) {
  const std::string manifest = manifest_of(contents, files);
  const std::uint64_t bound = cache_bytes(), size = contents.size() + manifest.size();
  *error = EFBIG;
  if (size > bound) return {};
  const TrustedFolder entries = folder_of(kind, true);
  *error = errno;
  if (!entries) return {};
  trim_cache(fs::path(entries.path()).parent_path(), bound - size);
  const std::string parents[] = {entries.path()};
  WorkFolder staging(parents);
  const auto folder = staging ? TrustedFolder::open(staging.path(), false) : TrustedFolder();
  const bool stored = folder &&
                      folder.store(kind.file, {{contents.data(), contents.size()}}, kind.mode) &&
                      folder.store(kManifest, {{manifest.data(), manifest.size()}}, 0600);
  if (stored && publish(kind, entries, fs::path(staging.path()).filename(), name)) {
    staging.release();
  }
  *error = errno;
  return stored ? find_entry(kind, name) : TrustedFolder();
}

}  // namespace heddle::support
