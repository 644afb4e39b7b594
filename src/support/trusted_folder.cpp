// SPDX-License-Identifier: Apache-2.0
#include "support/trusted_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>

#include "support/environment.h"
#include "support/message.h"

namespace heddle::support {
namespace {

namespace fs = std::filesystem;

constexpr int kFolder = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

std::string real_path(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  std::string result(real ? real : "");
  std::free(real);
  return result;
}

// Where the walk down to `real` begins: what stands above the user's home could do anything to the
// user anyhow, and in containers it belongs to users that are not known inside.
std::string first_checked(const std::string& real) {
  const char* home = variable("HOME");
  const std::string start = home && *home == '/' ? real_path(home) : "";
  if (start.size() > 1 && (real == start || real.starts_with(start + "/"))) return start;
  return "/";
}

bool is_trusted(int file, const std::string& path, Place place, std::string* why) {
  struct stat info{};
  if (fstat(file, &info) != 0) return false;
  const std::string reason = distrust(info, geteuid(), place);
  if (reason.empty()) return true;
  *why = fmt::format("'{}' {}", path, reason);
  return false;
}

bool is_link(int folder, const std::string& name) {
  struct stat info{};
  return fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
}

// What is refused is refused for a reason of its own; all else (ENOENT, ENOSPC) is the system's.
void refuse(const std::string& why) {
  if (why.empty()) return;
  complain_once("the cache is not used: " + why);
  errno = EPERM;
}

}  // namespace

void complain_once(std::string_view sentence) {
  static std::atomic_flag told;
  if (!told.test_and_set()) message(sentence);
}

std::string distrust(const struct stat& info, uid_t user, Place place) {
  if (info.st_uid != user && info.st_uid != 0) {
    return fmt::format("belongs to user {}", info.st_uid);
  }
  const bool own_entries_only = place == Place::kAbove && (info.st_mode & S_ISVTX) != 0;
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0 && !own_entries_only) {
    return "can be written by others (chmod go-w)";
  }
  return "";
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

bool write_all(int file, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(file, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool read_all(int file, std::vector<std::uint8_t>* out) {
  struct stat info{};
  if (fstat(file, &info) != 0 || info.st_size < 0) return false;
  out->resize(static_cast<std::size_t>(info.st_size));
  std::size_t done = 0;
  while (done < out->size()) {
    const ssize_t n = read(file, out->data() + done, out->size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

std::string unforeseeable_name() {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  unsigned char random[kUnforeseeable];
  if (getentropy(random, sizeof random) != 0) std::abort();
  std::string name;
  for (const unsigned char byte : random) name += kLetters[byte % kLetters.size()];
  return name;
}

TrustedFolder TrustedFolder::above(const std::string& path, std::string* why) {
  why->clear();
  const std::string real = real_path(path);
  if (real.empty()) return {};
  std::string at = first_checked(real);
  Descriptor folder(::open(at.c_str(), O_PATH | kFolder));
  std::size_t next = at == "/" ? 1 : at.size() + 1;
  while (folder && is_trusted(folder.number(), at, Place::kAbove, why)) {
    if (next >= real.size()) return TrustedFolder(std::move(folder), real);
    const std::size_t end = std::min(real.find('/', next), real.size());
    const std::string name = real.substr(next, end - next);
    folder = Descriptor(openat(folder.number(), name.c_str(), O_PATH | kFolder));
    at = real.substr(0, end);
    next = end + 1;
  }
  return {};
}

TrustedFolder TrustedFolder::open(const std::string& path, bool make) {
  std::error_code error;
  fs::path above_it = fs::absolute(path, error).lexically_normal();
  if (!above_it.has_filename()) above_it = above_it.parent_path();
  std::vector<std::string> names;
  TrustedFolder folder;
  std::string why;
  // What is there is found through links; what is made, and the folder itself, are none.
  do {
    if (!above_it.has_relative_path()) return {};
    names.push_back(above_it.filename());
    above_it = above_it.parent_path();
    folder = above(above_it, &why);
  } while (!folder && why.empty() && errno == ENOENT);
  refuse(why);
  while (folder && !names.empty()) {
    folder = folder.folder(names.back(), make);
    names.pop_back();
  }
  return folder;
}

TrustedFolder TrustedFolder::folder(const std::string& name, bool make) const {
  const std::string path = path_ + "/" + name;
  std::string why;
  if (make && mkdirat(descriptor(), name.c_str(), 0700) != 0 && errno != EEXIST) return {};
  Descriptor opened(openat(descriptor(), name.c_str(), O_RDONLY | kFolder));
  if (opened && is_trusted(opened.number(), path, Place::kOwn, &why)) {
    return TrustedFolder(std::move(opened), path);
  }
  const int error = errno;
  if (!opened && is_link(descriptor(), name)) why = fmt::format("'{}' is a link", path);
  errno = error;
  refuse(why);
  return {};
}

Descriptor TrustedFolder::file(const std::string& name) const {
  std::string why;
  // Not blocking: it may be a FIFO.
  Descriptor opened(
      openat(descriptor(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info{};
  if (opened && is_trusted(opened.number(), path_ + "/" + name, Place::kOwn, &why) &&
      fstat(opened.number(), &info) == 0) {
    if (S_ISREG(info.st_mode)) return opened;
    why = fmt::format("'{}/{}' is no plain file", path_, name);
  }
  const int error = errno;
  if (!opened && error == ELOOP) why = fmt::format("'{}/{}' is a link", path_, name);
  errno = error;
  refuse(why);
  return Descriptor();
}

bool TrustedFolder::store(const std::string& name, const std::vector<Bytes>& parts,
                          mode_t mode) const {
  const std::string temporary = ".new-" + unforeseeable_name();
  const int file = openat(descriptor(), temporary.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool good = true;
  for (const auto& [data, size] : parts) good = good && write_all(file, data, size);
  good = good && fchmod(file, mode) == 0;
  int error = errno;
  if (close(file) != 0 && good) {
    good = false;
    error = errno;
  }
  if (good && renameat(descriptor(), temporary.c_str(), descriptor(), name.c_str()) == 0) {
    return true;
  }
  if (good) error = errno;
  unlinkat(descriptor(), temporary.c_str(), 0);
  errno = error;
  return false;
}

void TrustedFolder::remove(const std::string& name) const {
  unlinkat(descriptor(), name.c_str(), 0);
}

std::string TrustedFolder::name_by_descriptor(const std::string& name) const {
  return fmt::format("/proc/{}/fd/{}/{}", getpid(), descriptor(), name);
}

}  // namespace heddle::support
