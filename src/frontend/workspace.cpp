// SPDX-License-Identifier: Apache-2.0
#include "frontend/workspace.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "frontend/failure.h"

namespace heddle::frontend {

namespace fs = std::filesystem;

Workspace::Workspace(const Options& options) : keep_(options.keep) {
  std::error_code error;
  if (keep_) {
    directory_ = options.keep_dir.empty() ? "." : options.keep_dir;
    fs::create_directories(directory_, error);
    if (error) throw Failure(fmt::format("cannot make the directory '{}'", directory_));
    return;
  }
  std::string path = (fs::temp_directory_path(error) / "heddle-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) {
    throw Failure(fmt::format("cannot make a temporary directory: {}", std::strerror(errno)));
  }
  directory_ = path;
}

Workspace::~Workspace() {
  std::error_code error;
  if (!keep_) fs::remove_all(directory_, error);
}

std::string Workspace::file(const std::string& input, const std::string& suffix) {
  const std::string stem = fs::path(input).stem().string();
  const std::string name =
      keep_ ? stem + suffix : fmt::format("{}-{}{}", stem, serial_.fetch_add(1), suffix);
  return (fs::path(directory_) / name).string();
}

}  // namespace heddle::frontend
