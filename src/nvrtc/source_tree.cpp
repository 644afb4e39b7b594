// SPDX-License-Identifier: Apache-2.0
#include "nvrtc/source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace heddle::nvrtc {
namespace {

namespace fs = std::filesystem;

// Headers may be called "../x.h": the folder lies so many levels deep.
constexpr int kLevels = 8;

bool write(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out);
}

bool leads_out(const fs::path& name) {
  int level = kLevels;
  for (const fs::path& part : name) {
    if (part == "..") --level;
    if (level <= 0) return true;
  }
  return name.is_absolute();
}

}  // namespace

std::string source_name(const std::string& name) {
  fs::path path = fs::path(name).lexically_normal();
  const bool inside = path.is_relative() && (path.empty() || *path.begin() != "..");
  if (!inside) path = path.filename();
  if (!path.has_filename() || path == "." || path == "..") return "default_program";
  // A word that begins with a dash would be an option.
  return path.string().starts_with('-') ? "./" + path.string() : path.string();
}

SourceTree write_tree(const _nvrtcProgram& program, const std::string& text,
                      const std::string& root) {
  SourceTree tree;
  fs::path folder = root;
  for (int level = 0; level < kLevels; ++level) folder /= "p";
  tree.folder = folder.string();
  tree.source = source_name(program.name);
  for (const auto& [name, contents] : program.headers) {
    if (leads_out(name) || !fs::path(name).has_filename()) {
      tree.log = "nvrtc: error: the header name '" + name + "' cannot be a file's below a folder\n";
      return tree;
    }
    if (!write(folder / name, contents)) tree.log = "nvrtc: error: cannot write " + name + "\n";
  }
  // A header of that name is what an #include means.
  const auto has_name = [&](const auto& header) {
    return fs::path(header.first).lexically_normal() == fs::path(tree.source).lexically_normal();
  };
  if (std::ranges::any_of(program.headers, has_name)) tree.source = "source/" + tree.source;
  if (!write(folder / tree.source, text)) tree.log = "nvrtc: error: cannot write the source\n";
  return tree;
}

}  // namespace heddle::nvrtc
