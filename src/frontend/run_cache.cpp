// SPDX-License-Identifier: Apache-2.0
#include "frontend/run_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/driver.h"
#include "frontend/failure.h"
#include "frontend/run_manifest.h"
#include "frontend/toolchain.h"
#include "frontend/workspace.h"
#include "support/cache_bound.h"
#include "support/environment.h"
#include "support/message.h"
#include "support/settings.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;
using support::Descriptor;
using support::TrustedFolder;
using support::WorkFolder;

constexpr const char* kProgram = "program";
constexpr const char* kManifest = "manifest";

// Which program is meant: the words, where they are read, and the tool.
std::string identity(std::span<const std::string> words) {
  std::error_code error;
  std::string text = toolchain().build_id + '\0' + fs::current_path(error).string();
  text += '\0' + std::to_string(native_arch());
  for (const std::string& word : words) text += '\0' + word;
  return content_hash(text);
}

std::optional<std::string> contents(const Descriptor& file) {
  std::vector<std::uint8_t> bytes;
  if (!file || !support::read_all(file.number(), &bytes)) return std::nullopt;
  return std::string(bytes.begin(), bytes.end());
}

std::optional<std::string> contents(const std::string& path) {
  return contents(Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC)));
}

TrustedFolder programs_folder(bool make) {
  const std::string cache = support::cache_directory();
  if (cache.empty()) errno = ENOENT;
  const TrustedFolder root = cache.empty() ? TrustedFolder() : TrustedFolder::open(cache, make);
  return root ? root.folder(support::kProgramFolder, make) : TrustedFolder();
}

// The entry, if it is good.
TrustedFolder find_entry(const std::string& name) {
  const TrustedFolder programs = programs_folder(false);
  if (!programs) return {};
  TrustedFolder entry = programs.folder(name, false);
  if (!entry) return {};
  const auto manifest = contents(entry.file(kManifest));
  const Descriptor file = entry.file(kProgram);
  struct stat info{};
  const bool runs = file && fstat(file.number(), &info) == 0 && (info.st_mode & S_IXUSR) != 0;
  const auto program = manifest && runs ? contents(file) : std::nullopt;
  if (!program || !is_current(*manifest, *program)) return {};
  futimens(entry.descriptor(), nullptr);  // for trim_cache()
  return entry;
}

// Everything that went into the program: what the compilers read, and objects and libraries given
// by name.
std::vector<std::string> files_of(const Options& options, const std::string& work) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(work)) {
    if (entry.path().extension() != ".d") continue;
    const std::vector<std::string> read = rule_files(contents(entry.path()).value_or(""));
    files.insert(files.end(), read.begin(), read.end());
  }
  for (const std::string& input : options.inputs) {
    if (!input.starts_with('-')) files.push_back(input);
  }
  return files;
}

// Gives the folder `from` the name of an entry. One that is there already is another process's,
// with the same result, or stale or damaged.
bool publish(const TrustedFolder& programs, const std::string& from, const std::string& name) {
  const int folder = programs.descriptor();
  const auto rename = [&](const std::string& old_name, const std::string& new_name) {
    return renameat(folder, old_name.c_str(), folder, new_name.c_str()) == 0;
  };
  if (rename(from, name)) return true;
  if (errno != EEXIST && errno != ENOTEMPTY) return false;
  if (find_entry(name)) return false;
  const std::string old = from + ".old";
  const bool moved = rename(name, old) && rename(from, name);
  std::error_code ignored;
  fs::remove_all(programs.path() + "/" + old, ignored);
  return moved;
}

// A folder with both files, complete from the moment that it has its name. Empty with `error`.
TrustedFolder store_entry(const std::string& name, std::string_view program,
                          const std::string& manifest, int* error) {
  const TrustedFolder programs = programs_folder(true);
  *error = errno;
  if (!programs) return {};
  const std::string parents[] = {programs.path()};
  WorkFolder staging(parents);
  const auto files = staging ? TrustedFolder::open(staging.path(), false) : TrustedFolder();
  bool stored = files && files.store(kProgram, {{program.data(), program.size()}}, 0700) &&
                files.store(kManifest, {{manifest.data(), manifest.size()}}, 0600);
  if (stored && publish(programs, fs::path(staging.path()).filename(), name)) staging.release();
  *error = errno;
  return stored ? find_entry(name) : TrustedFolder();
}

// Says why a program is not kept, unless that has been said.
void say_not_kept(int error) {
  if (error == EPERM) return;
  const std::string cache = support::cache_directory();
  if (cache.empty()) {
    support::message("the program is not kept: there is no cache folder (HOME is not set)");
    return;
  }
  support::message(fmt::format("the program is not kept in '{}': {}", cache, std::strerror(error)));
}

}  // namespace

void Program::execute(char* const* arguments) {
  int descriptor = -1;
  if (auto* temporary = std::get_if<WorkFolder>(&folder)) {
    descriptor = temporary->descriptor();
    temporary->keep_through_exec();
  } else {
    descriptor = std::get<TrustedFolder>(folder).descriptor();
  }
  const std::string name = fmt::format("/proc/self/fd/{}/{}", descriptor, kProgram);
  // Open before it may be removed to keep the cache within its bound.
  const Descriptor file(open(name.c_str(), O_RDONLY | O_CLOEXEC));
  execv(name.c_str(), arguments);
  if (errno == ENOENT && file) fexecve(file.number(), arguments, environ);
}

Program cached_program(std::span<const std::string> words) {
  Options options = parse_options(words);
  if (options.phase != Phase::kLink || options.shared || !options.output.empty()) {
    throw Failure(
        "heddle run makes and runs one program: -o, -c, -E, -M, -lib and -shared are for heddle "
        "cc");
  }
  const std::string name = identity(words);
  const auto in_cache = [](TrustedFolder entry) {
    std::string path = entry.path() + "/" + kProgram;
    return Program{std::move(path), std::move(entry)};
  };
  if (TrustedFolder entry = find_entry(name)) return in_cache(std::move(entry));

  WorkFolder work = temporary_folder();
  options.output = work.file(kProgram);
  options.dependency_file = true;
  options.dependency_dir = work.path();
  drive(options);
  const std::string program = contents(options.output).value_or("");
  const std::string manifest = manifest_of(program, files_of(options, work.path()));
  const std::uint64_t bound = support::cache_bytes(), size = program.size() + manifest.size();
  if (size <= bound) {
    if (const TrustedFolder programs = programs_folder(false)) {
      support::trim_cache(fs::path(programs.path()).parent_path(), bound - size);
    }
    int error = 0;
    if (TrustedFolder entry = store_entry(name, program, manifest, &error)) {
      return in_cache(std::move(entry));
    }
    say_not_kept(error);
  }
  return {options.output, std::move(work)};
}

}  // namespace heddle::frontend
