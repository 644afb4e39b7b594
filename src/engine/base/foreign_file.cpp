// SPDX-License-Identifier: Apache-2.0
#include "engine/base/foreign_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <string_view>

namespace heddle::engine {

FileName name_of(int file, std::uint64_t magic) {
  struct stat status{};
  if (fstat(file, &status) != 0) return {};
  return {magic, getpid(), file, status.st_ino};
}

bool is_own(const FileName& name) {
  return name.process == getpid();
}

int make_memory_file(const char* name, std::uint64_t bytes) {
  const int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  const bool good = fchmod(file, 0600) == 0 && ftruncate(file, static_cast<off_t>(bytes)) == 0 &&
                    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) == 0;
  if (good) return file;
  close(file);
  return -1;
}

int number_in_name(int file, const char* prefix) {
  char target[64] = {};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  if (readlink(link.c_str(), target, sizeof target - 1) < 0) return -1;
  std::string_view name = target;
  const std::string begin = std::string("/memfd:") + prefix;
  if (!name.starts_with(begin)) return -1;
  name.remove_prefix(begin.size());
  int number = -1;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

bool is_memory_of_this_user(int file) {
  struct stat status{};
  const int seals = fcntl(file, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0 && fstat(file, &status) == 0 &&
         S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

int open_file(const FileName& name, std::uint64_t bytes) {
  // By the descriptor of the process's folder, so that all of it is about one process.
  const std::string process = "/proc/" + std::to_string(name.process);
  const int folder = open(process.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  const std::string path = "fd/" + std::to_string(name.file);
  struct stat status{};
  const bool same_user = fstat(folder, &status) == 0 && status.st_uid == geteuid();
  // Not blocking: until it is looked at, it may be anything, even a FIFO.
  const int file =
      same_user ? openat(folder, path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
  close(folder);
  if (file < 0) return -1;
  const bool good = is_memory_of_this_user(file) && fstat(file, &status) == 0 &&
                    status.st_ino == name.file_number &&
                    static_cast<std::uint64_t>(status.st_size) >= bytes;
  if (good) return file;
  close(file);
  return -1;
}

}  // namespace heddle::engine
