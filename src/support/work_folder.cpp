// SPDX-License-Identifier: Apache-2.0
#include "support/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>

#include "support/environment.h"

namespace heddle::support {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "heddle-work-";

bool is_own_folder(const struct stat& info) {
  return S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

Descriptor open_in(int parent, const std::string& name) {
  return Descriptor(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// What dead processes left in `parent`.
void remove_abandoned(const TrustedFolder& parent) {
  std::error_code error;
  for (fs::directory_iterator it(parent.path(), error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename();
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + kUnforeseeable) continue;
    struct stat info{};
    if (fstatat(parent.descriptor(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!is_own_folder(info)) continue;
    const Descriptor folder = open_in(parent.descriptor(), name);
    if (!folder || flock(folder.number(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    fs::remove_all(parent.path() + "/" + name, ignored);
  }
}

void remove_abandoned_once(const TrustedFolder& parent) {
  static std::mutex mutex;
  static std::set<std::string> done;
  const std::lock_guard lock(mutex);
  if (done.insert(parent.path()).second) remove_abandoned(parent);
}

}  // namespace

bool WorkFolder::make_in(const TrustedFolder& parent) {
  remove_abandoned_once(parent);
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string name = std::string(kPrefix) + unforeseeable_name();
    if (mkdirat(parent.descriptor(), name.c_str(), 0700) != 0) {
      if (errno == EEXIST) continue;
      return false;
    }
    locked_ = open_in(parent.descriptor(), name);
    struct stat info{};
    // Before it was locked, another process may have taken it for an abandoned one.
    if (!locked_ || flock(locked_.number(), LOCK_EX) != 0 || fstat(locked_.number(), &info) != 0) {
      if (errno == ENOENT) continue;
      // A file system without locks: the folder does as well, but nobody will clear up after us.
      if (!locked_) return false;
    } else if (info.st_nlink == 0 || !is_own_folder(info)) {
      continue;
    }
    path_ = parent.path() + "/" + name;
    return true;
  }
  return false;
}

WorkFolder::WorkFolder(std::span<const std::string> parents) {
  for (const std::string& path : parents) {
    std::string why;
    const TrustedFolder parent = TrustedFolder::above(path, &why);
    if (!why.empty()) complain_once("no temporary files in '" + path + "': " + why);
    if (parent && make_in(parent)) return;
  }
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void WorkFolder::keep_through_exec() {
  fcntl(locked_.number(), F_SETFD, 0);
  release();
}

void remove_abandoned(std::span<const std::string> parents) {
  for (const std::string& path : parents) {
    std::string why;
    if (const TrustedFolder parent = TrustedFolder::above(path, &why)) remove_abandoned(parent);
  }
}

std::vector<std::string> memory_parents() {
  std::vector<std::string> parents = temporary_parents();
  parents.insert(parents.begin(), "/dev/shm");
  return parents;
}

std::vector<std::string> temporary_parents() {
  std::vector<std::string> parents;
  if (const char* given = variable("TMPDIR"); given && *given) parents.emplace_back(given);
  parents.emplace_back("/tmp");
  return parents;
}

}  // namespace heddle::support
