// SPDX-License-Identifier: Apache-2.0
#include "frontend/workspace.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "frontend/failure.h"

namespace heddle::frontend {

namespace fs = std::filesystem;

support::WorkFolder temporary_folder() {
  support::WorkFolder folder(support::temporary_parents());
  if (folder) return folder;
  throw Failure(fmt::format("cannot make a temporary directory in {}: {}",
                            fmt::join(support::temporary_parents(), " or "), std::strerror(errno)));
}

Workspace::Workspace(const Options& options) {
  if (!options.keep) {
    temporary_.emplace(temporary_folder());
    directory_ = temporary_->path();
    return;
  }
  std::error_code error;
  directory_ = options.keep_dir.empty() ? "." : options.keep_dir;
  fs::create_directories(directory_, error);
  if (error) throw Failure(fmt::format("cannot make the directory '{}'", directory_));
}

std::string Workspace::file(const std::string& input, const std::string& suffix) {
  const std::string stem = fs::path(input).stem().string();
  const std::string name =
      temporary_ ? fmt::format("{}-{}{}", stem, serial_.fetch_add(1), suffix) : stem + suffix;
  return (fs::path(directory_) / name).string();
}

void check_space(const std::string& directory, std::uint64_t bytes) {
  struct statvfs info{};
  const std::string path = directory.empty() ? "." : directory;
  if (statvfs(path.c_str(), &info) != 0 || info.f_blocks == 0) return;
  if (info.f_bavail * info.f_frsize >= bytes) return;
  throw Failure(fmt::format("no space left in '{}'", path));
}

}  // namespace heddle::frontend
