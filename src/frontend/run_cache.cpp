// SPDX-License-Identifier: Apache-2.0
#include "frontend/run_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "frontend/driver.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"
#include "frontend/workspace.h"
#include "support/cache_bound.h"
#include "support/cache_entry.h"
#include "support/environment.h"
#include "support/manifest.h"
#include "support/message.h"
#include "support/read_file.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;
using support::content_hash;
using support::Descriptor;
using support::EntryKind;
using support::rule_files;
using support::TrustedFolder;
using support::WorkFolder;

constexpr const char* kProgram = "program";
constexpr EntryKind kPrograms = {support::kProgramFolder, kProgram, 0700};

// Which program is meant: the words, where they are read, and the tool.
std::string identity(std::span<const std::string> words) {
  std::error_code error;
  std::string text = toolchain().build_id + '\0' + fs::current_path(error).string();
  text += '\0' + std::to_string(native_arch());
  for (const std::string& word : words) text += '\0' + word;
  return content_hash(text);
}

// Everything that went into the program: what the compilers read, and objects and libraries given
// by name.
std::vector<std::string> files_of(const Options& options, const std::string& work) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(work)) {
    if (entry.path().extension() != ".d") continue;
    const std::vector<std::string> read = rule_files(support::read_file(entry.path()).value_or(""));
    files.insert(files.end(), read.begin(), read.end());
  }
  for (const std::string& input : options.inputs) {
    if (!input.starts_with('-')) files.push_back(input);
  }
  return files;
}

// Says why a program is not kept, unless that has been said.
void say_not_kept(int error) {
  if (error == EPERM || error == EFBIG) return;
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
  for (const std::string& input :
       std::span(options.inputs).subspan(options.inputs.empty() ? 0 : 1)) {
    // A number, a word: nothing that a program is made of.
    const std::filesystem::path path(input);
    if (input.starts_with('-') || path.has_extension() || std::filesystem::exists(path)) continue;
    throw Failure(fmt::format(
        "no such file: '{}' (arguments of the program stand behind --: heddle run {} -- {})", input,
        options.inputs.front(), input));
  }
  const std::string name = identity(words);
  const auto in_cache = [](TrustedFolder entry) {
    std::string path = entry.path() + "/" + kProgram;
    return Program{std::move(path), std::move(entry)};
  };
  if (TrustedFolder entry = find_entry(kPrograms, name)) return in_cache(std::move(entry));

  WorkFolder work = temporary_folder();
  options.output = work.file(kProgram);
  options.dependency_file = true;
  options.dependency_dir = work.path();
  drive(options);
  const std::string program = support::read_file(options.output).value_or("");
  int error = 0;
  if (TrustedFolder entry =
          store_entry(kPrograms, name, program, files_of(options, work.path()), &error)) {
    return in_cache(std::move(entry));
  }
  say_not_kept(error);
  return {options.output, std::move(work)};
}

}  // namespace heddle::frontend
