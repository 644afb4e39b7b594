// SPDX-License-Identifier: Apache-2.0
#include "frontend/parsed_prologue.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "frontend/toolchain.h"
#include "frontend/workspace.h"
#include "support/cache_bound.h"
#include "support/cache_entry.h"
#include "support/environment.h"
#include "support/manifest.h"
#include "support/read_file.h"
#include "support/settings.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;
using support::content_hash;
using support::EntryKind;
using support::rule_files;

constexpr const char* kFile = "prologue.pch";
constexpr EntryKind kHeaders = {support::kHeaderFolder, kFile, 0600};
// Each is about 5 MB, and a program needs two.
constexpr std::uint64_t kLeastCache = 64 << 20;

// Folders that are searched before the system's, as the words name them.
std::vector<std::string> searched_folders(const Command& pass) {
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < pass.size(); ++i) {
    for (const char* option : {"-isystem", "-iquote", "-I"}) {
      if (!pass[i].starts_with(option)) continue;
      const std::string joined = pass[i].substr(std::string_view(option).size());
      folders.push_back(joined.empty() && i + 1 < pass.size() ? pass[i + 1] : joined);
      break;
    }
  }
  std::erase(folders, toolchain().include_dir);
  std::erase(folders, toolchain().third_party_dir);
  return folders;
}

// How an #include can name these files: c.h, b/c.h and so on for .../include/a/b/c.h.
std::set<std::string> names_of(const std::vector<std::string>& files) {
  std::set<std::string> names;
  for (const std::string& file : files) {
    const fs::path path = fs::path(file).lexically_normal();
    fs::path name;
    for (auto it = path.end(); it != path.begin() && *--it != "include" && *it != "/";) {
      name = name.empty() ? *it : *it / name;
      names.insert(name);
    }
  }
  return names;
}

// What the user puts into such a folder later is found first, and the manifest does not know it.
bool may_be_shadowed(const std::vector<std::string>& files, const Command& pass) {
  const std::vector<std::string> folders = searched_folders(pass);
  if (folders.empty()) return false;
  const std::set<std::string> names = names_of(files);
  return std::ranges::any_of(folders, [&](const fs::path& folder) {
    return std::ranges::any_of(names, [&](const std::string& name) {
      struct stat found{};
      return stat((folder / name).c_str(), &found) == 0 && !S_ISDIR(found.st_mode);
    });
  });
}

bool make(const std::string& name, const Command& pass) {
  const support::WorkFolder work = temporary_folder();
  const std::string output = work.file(kFile), rule = work.file("prologue.d");
  Command command = pass;
  // Whether a header is what it was says the manifest, not the time when it was written. Templates
  // that the headers use (the special functions of <cmath>) are instantiated now, not in each
  // program: two thirds of what clang's host pass did for a small one.
  for (const char* word : {"-Xclang", "-emit-pch", "-Xclang", "-fpch-instantiate-templates",
                           "-Xclang", "-fno-pch-timestamp", "-c", "-MD", "-MF", rule.c_str(),
                           "-Wno-pragma-once-outside-header", "-o", output.c_str()}) {
    command.emplace_back(word);
  }
  command.push_back(toolchain().include_dir + "/heddle/prologue.h");
  Child child(command, work.file("messages"));
  if (child.wait() != 0) return false;
  const auto contents = support::read_file(output);
  const std::vector<std::string> files = rule_files(support::read_file(rule).value_or(""));
  int error = 0;
  return contents && !files.empty() && store_entry(kHeaders, name, *contents, files, &error);
}

}  // namespace

bool may_parse_prologue_before(const Options& options) {
  const auto stands_first = [](const std::string& word) {
    return word.starts_with("-include") || word.starts_with("-imacros");
  };
  for (const char* folders : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    if (support::variable(folders) != nullptr) return false;
  }
  return std::ranges::none_of(options.preprocessor, stands_first) &&
         std::ranges::none_of(options.host_compiler, stands_first);
}

std::string parsed_prologue(const Command& pass) {
  if (support::cache_bytes() < kLeastCache) return {};
  std::string text = toolchain().build_id;
  for (const std::string& word : pass) text += '\0' + word;
  const std::string name = content_hash(text);
  std::vector<std::string> files;
  auto entry = find_entry(kHeaders, name, &files);
  if (!entry && can_store(kHeaders) && make(name, pass)) {
    entry = find_entry(kHeaders, name, &files);
  }
  return entry && !may_be_shadowed(files, pass) ? entry.path() + "/" + kFile : std::string();
}

}  // namespace heddle::frontend
