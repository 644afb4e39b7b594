// SPDX-License-Identifier: Apache-2.0
#include "starter/new_project.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "frontend/failure.h"
#include "starter/files.h"

namespace heddle::starter {
namespace {

namespace fs = std::filesystem;
using frontend::Failure;

constexpr std::size_t kLongestName = 64;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// It becomes the name of targets of CMake and of a program.
void check_name(const std::string& name) {
  const auto may_follow = [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  if (name.empty() || name.size() > kLongestName || !is_letter(name[0]) ||
      !std::ranges::all_of(name, may_follow)) {
    throw Failure(
        fmt::format("'{}' is no name for a project: a letter, then letters, digits, _ and -, at "
                    "most {}",
                    name, kLongestName));
  }
  for (const std::string_view taken :
       {"all", "clean", "depend", "edit_cache", "help", "install", "package", "preinstall",
        "rebuild_cache", "saxpy_test", "test"}) {
    if (name == taken) {
      throw Failure(fmt::format(
          "'{}' is no name for a project: its build has another target of that name", name));
    }
  }
}

// A folder beside the project's, gone unless it has become the project's.
class Draft {
 public:
  explicit Draft(const fs::path& beside) {
    std::string pattern = (beside / ".heddle-new-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw Failure(fmt::format("cannot write in {}: {}", beside.string(), std::strerror(errno)));
    }
    path_ = pattern;
    // Else it is the owner's alone, as mkdtemp wants it.
    fs::permissions(path_, fs::status(beside).permissions() & fs::perms(0777));
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  void write(const File& file, const std::string& name) const {
    const fs::path path = path_ / file.path;
    fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    std::string_view rest = file.text;
    constexpr std::string_view kName = "@NAME@";
    for (auto at = rest.find(kName); at != rest.npos; at = rest.find(kName)) {
      out << rest.substr(0, at) << name;
      rest.remove_prefix(at + kName.size());
    }
    out << rest;
    out.close();
    if (!out) throw Failure(fmt::format("cannot write {}: {}", path.string(), strerror(errno)));
  }

  void become(const fs::path& project) {
    // An empty folder gives way.
    if (std::rename(path_.c_str(), project.c_str()) != 0) {
      throw Failure(fmt::format("cannot make {}: {}", project.string(), std::strerror(errno)));
    }
    path_.clear();
  }

 private:
  fs::path path_;
};

}  // namespace

void make_project(const fs::path& path) {
  if (path.empty()) check_name("");
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path project = whole.has_filename() ? whole : whole.parent_path();
  const std::string name = project.filename().string();
  check_name(name);
  try {
    const auto status = fs::symlink_status(project);
    if (fs::exists(status) && (!fs::is_directory(status) || !fs::is_empty(project))) {
      throw Failure(fmt::format("{} is there already{}", project.string(),
                                fs::is_directory(status) ? " and is not empty" : ""));
    }
    Draft draft(project.parent_path());
    for (const File& file : files()) draft.write(file, name);
    draft.become(project);
  } catch (const fs::filesystem_error& error) {
    throw Failure(fmt::format("cannot make {}: {}", project.string(), error.code().message()));
  }
}

}  // namespace heddle::starter
