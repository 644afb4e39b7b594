// SPDX-License-Identifier: Apache-2.0
#include "engine/base/foreign_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace heddle::engine {

FileName name_of(int file, std::uint64_t magic) {
  struct stat status{};
  if (fstat(file, &status) != 0) return {};
  return {magic, getpid(), file, status.st_ino};
}

bool is_own(const FileName& name) {
  return name.process == getpid();
}

int open_file(const FileName& name, std::uint64_t bytes) {
  const std::string path =
      "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat status{};
  const bool good = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                    status.st_ino == name.file_number &&
                    static_cast<std::uint64_t>(status.st_size) >= bytes;
  if (good) return file;
  close(file);
  return -1;
}

}  // namespace heddle::engine
