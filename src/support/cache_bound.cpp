// SPDX-License-Identifier: Apache-2.0
#include "support/cache_bound.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace heddle::support {
namespace {

namespace fs = std::filesystem;

struct Entry {
  fs::file_time_type used;
  std::uint64_t size = 0;
  fs::path path;
};

// Other processes may delete any of it meanwhile.
std::uint64_t size_of(const fs::path& path) {
  std::error_code error;
  std::uint64_t size = fs::is_regular_file(fs::symlink_status(path, error))
                           ? fs::file_size(path, error)
                           : std::uint64_t{0};
  if (error) return 0;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    const std::uint64_t more = it->is_regular_file(gone) ? it->file_size(gone) : 0;
    if (!gone) size += more;
  }
  return size;
}

void add_entries(const fs::path& folder, std::vector<Entry>* out) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    Entry entry{it->last_write_time(gone), size_of(it->path()), it->path()};
    if (!gone) out->push_back(std::move(entry));
  }
}

}  // namespace

void trim_cache(const std::string& cache, std::uint64_t max_bytes) {
  std::vector<Entry> entries;
  for (const char* folder : {kKernelFolder, kProgramFolder, kHeaderFolder, kModuleFolder}) {
    add_entries(fs::path(cache) / folder, &entries);
  }
  std::uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.size;
  if (total <= max_bytes) return;
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (total <= max_bytes / 10 * 9) break;
    std::error_code error;
    fs::remove_all(entry.path, error);
    if (!error) total -= entry.size;
  }
}

}  // namespace heddle::support
