// SPDX-License-Identifier: Apache-2.0
#include "frontend/run_cache.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "frontend/driver.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

fs::path cache_directory() {
  if (const char* dir = std::getenv("HEDDLE_CACHE_DIR"); dir != nullptr && *dir != 0) return dir;
  if (const char* dir = std::getenv("XDG_CACHE_HOME"); dir != nullptr && *dir != 0) {
    return fs::path(dir) / "heddle";
  }
  if (const char* dir = std::getenv("HOME"); dir != nullptr && *dir != 0) {
    return fs::path(dir) / ".cache" / "heddle";
  }
  return {};
}

std::string hash(const std::string& text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Which program is meant: the words, where they are read, and the tool.
std::string identity(std::span<const std::string> words) {
  std::error_code error;
  std::string text = toolchain().build_id + '\0' + fs::current_path(error).string();
  text += '\0' + std::to_string(native_arch());
  for (const std::string& word : words) text += '\0' + word;
  return hash(text);
}

// The files of a make rule "target: a b \<newline> c": spaces in names are escaped.
std::vector<std::string> rule_files(const std::string& rule) {
  std::vector<std::string> files;
  std::string file;
  const auto flush = [&] {
    if (!file.empty()) files.push_back(file);
    file.clear();
  };
  std::size_t i = rule.find(": ");
  for (i = i == std::string::npos ? rule.size() : i + 2; i < rule.size(); ++i) {
    const char c = rule[i];
    if (c == '\\' && i + 1 < rule.size() && rule[i + 1] == '\n') {
      ++i;
      flush();
    } else if (c == '\\' && i + 1 < rule.size() && rule[i + 1] == ' ') {
      file += rule[++i];
    } else if (c == '$' && i + 1 < rule.size() && rule[i + 1] == '$') {
      file += rule[++i];
    } else if (c == ' ' || c == '\n') {
      flush();
    } else {
      file += c;
    }
  }
  flush();
  return files;
}

// One line a file: content hash, path. A file of the list that has changed makes the entry stale.
std::string manifest_of(const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) text += hash(contents(file)) + ' ' + file + '\n';
  return text;
}

bool is_fresh(const fs::path& entry) {
  if (access((entry / "program").c_str(), X_OK) != 0) return false;
  const std::string recorded = contents(entry / "manifest");
  std::vector<std::string> files;
  std::size_t at = 0;
  while (at < recorded.size()) {
    const std::size_t end = recorded.find('\n', at);
    if (end == std::string::npos || end < at + 17) return false;
    files.push_back(recorded.substr(at + 17, end - at - 17));
    at = end + 1;
  }
  return !files.empty() && manifest_of(files) == recorded;
}

// Everything that went into the program: what the compilers read, and objects and libraries given
// by name.
void write_manifest(const Options& options, const fs::path& staging) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(staging)) {
    if (entry.path().extension() != ".d") continue;
    const std::vector<std::string> read = rule_files(contents(entry.path()));
    files.insert(files.end(), read.begin(), read.end());
  }
  for (const std::string& input : options.inputs) {
    if (!input.starts_with('-')) files.push_back(input);
  }
  std::ofstream(staging / "manifest") << manifest_of(files);
}

// A directory of this process's own in which to build, next to its final place so that one rename
// publishes it.
fs::path make_staging(const fs::path& cache, const std::string& name) {
  for (const fs::path& base : {cache, fs::temp_directory_path()}) {
    if (base.empty()) continue;
    std::error_code error;
    fs::create_directories(base, error);
    std::string path = (base / (name + ".XXXXXX")).string();
    if (mkdtemp(path.data()) != nullptr) return path;
  }
  throw Failure("neither the cache directory nor the temporary directory can be written");
}

}  // namespace

std::string cached_program(std::span<const std::string> words) {
  Options options = parse_options(words);
  if (options.phase != Phase::kLink || options.shared || !options.output.empty()) {
    throw Failure(
        "heddle run makes and runs one program: -o, -c, -E, -M, -lib and -shared are for heddle "
        "cc");
  }
  const fs::path cache = cache_directory();
  const fs::path programs = cache.empty() ? fs::path() : cache / "programs";
  const std::string name = identity(words);
  if (!programs.empty() && is_fresh(programs / name)) return (programs / name / "program").string();

  const fs::path staging = make_staging(programs, name);
  try {
    options.output = (staging / "program").string();
    options.dependency_file = true;
    options.dependency_dir = staging.string();
    drive(options);
    write_manifest(options, staging);
  } catch (...) {
    std::error_code error;
    fs::remove_all(staging, error);
    throw;
  }
  std::error_code error;
  if (staging.parent_path() != programs) return (staging / "program").string();
  // An entry in the way is stale, or another process was faster with the same result.
  fs::rename(staging, programs / name, error);
  if (error) {
    const fs::path old = fs::path(staging.string() + ".old");
    fs::rename(programs / name, old, error);
    fs::rename(staging, programs / name, error);
    if (error) return (staging / "program").string();
    fs::remove_all(old, error);
  }
  return (programs / name / "program").string();
}

}  // namespace heddle::frontend
