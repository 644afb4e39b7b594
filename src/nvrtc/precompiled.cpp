// SPDX-License-Identifier: Apache-2.0
#include "nvrtc/precompiled.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "nvrtc/pch_heap.h"
#include "support/hash.h"
#include "support/read_file.h"
#include "support/tool_run.h"

namespace heddle::nvrtc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "Heddle's record of a precompiled header\n";

// Comments become blanks; lines that go on behind a backslash are joined.
std::string without_comments(const std::string& source) {
  std::string text;
  char quote = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const std::string_view rest = std::string_view(source).substr(i);
    if (rest.starts_with("\\\n")) {
      ++i;
    } else if (quote == 0 && rest.starts_with("//")) {
      i = std::min(source.find('\n', i), source.size()) - 1;
    } else if (quote == 0 && rest.starts_with("/*")) {
      i = std::min(source.find("*/", i + 2), source.size() - 1) + 1;
      text += ' ';
    } else {
      if (source[i] == '\n' || source[i] == quote) {
        quote = 0;
      } else if (quote == 0 && (source[i] == '"' || source[i] == '\'')) {
        quote = source[i];
      }
      text += source[i];
    }
  }
  return text;
}

// One blank between words, none behind the #.
std::string tidy(std::string_view line) {
  std::string text;
  for (const char c : line) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
    if (!is_blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ' && text != "#") {
      text += ' ';
    }
  }
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

// Files of --pch without --pch-dir: they live as long as the process.
struct Kept {
  std::mutex mutex;
  std::map<std::string, std::string> files;
};
// Never destroyed: destructors of the program's static objects may still call.
Kept& kept() {
  static auto* const root = new Kept;
  return *root;
}

std::string options_record(const Options& options) {
  support::FieldHash hash;
  hash.add(support::Installation::find().identity);
  hash.add(options.arch);
  hash.add(options.device_is_default);
  for (const std::string& word : options.words) hash.add(word);
  return hash.finish().hex() + "\n";
}

}  // namespace

std::vector<std::string> first_directives(const std::string& source) {
  const std::string text = without_comments(source);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const std::string line = tidy(std::string_view(text).substr(at, end - at));
    at = end + 1;
    if (line.empty()) continue;
    if (!line.starts_with('#') || line == "#pragma nv_hdrstop" || line == "#pragma hdrstop") break;
    lines.push_back(line);
  }
  return lines;
}

Precompiled::Precompiled(const _nvrtcProgram& program, const Options& options)
    : program_(program),
      options_(options),
      folder_(options.pch_folder),
      stem_(fs::path(program.name).stem()),
      record_(std::string(kMagic) + options_record(options)) {
  for (const std::string& line : first_directives(program.source)) directives_ += line + "\n";
}

std::string Precompiled::automatic_name() const {
  static std::atomic<int> next{0};
  return (fs::path(folder_) / (stem_ + "_" + std::to_string(next++) + ".pch")).string();
}

// Says why not.
bool Precompiled::uses(const std::string& path) {
  std::optional<std::string> bytes;
  if (options_.pch_automatic && folder_.empty()) {
    const std::lock_guard lock(kept().mutex);
    bytes = kept().files[path];
  } else {
    bytes = support::read_file(path);
  }
  const auto refuse = [&](const char* why) {
    messages_ += "warning: precompiled header file \"" + path + "\" is not used: " + why + "\n";
    return false;
  };
  if (!bytes || !bytes->starts_with(kMagic)) return refuse("it is no such file, or incomplete");
  if (!bytes->starts_with(record_))
    return refuse("the command line options do not match those used when it was created");
  if (!directives_.starts_with(bytes->substr(record_.size())))
    return refuse(
        "the initial sequence of preprocessing directives is not compatible with its own");
  if (options_.pch_messages) {
    messages_ += '"' + program_.name + "\": using precompiled header file \"" + path + "\"\n";
  }
  return true;
}

nvrtcResult Precompiled::begin(std::string* log) {
  if (!options_.pch_automatic && options_.create_pch.empty() && options_.use_pch.empty())
    return NVRTC_SUCCESS;
  std::error_code error;
  if (!folder_.empty() && !fs::is_directory(folder_, error)) {
    *log = "error: invalid PCH directory: " + folder_ + "\n";
    return NVRTC_ERROR_COMPILATION;
  }
  const auto path = [&](const std::string& name) { return (fs::path(folder_) / name).string(); };
  if (!options_.create_pch.empty()) {
    to_make_ = path(options_.create_pch);
  } else if (!options_.use_pch.empty()) {
    const std::string file = path(options_.use_pch);
    if (!fs::exists(file, error)) {
      *log = "error: cannot open precompiled header file \"" + file + "\"\n";
      return NVRTC_ERROR_COMPILATION;
    }
    uses(file);
  } else {
    std::vector<std::string> files;
    if (folder_.empty()) {
      const std::lock_guard lock(kept().mutex);
      for (const auto& [name, bytes] : kept().files) files.push_back(name);
    } else {
      for (const auto& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() == ".pch") files.push_back(entry.path().string());
      }
    }
    std::erase_if(files, [&](const std::string& file) {
      return !fs::path(file).filename().string().starts_with(stem_ + "_");
    });
    std::ranges::sort(files);
    if (std::ranges::none_of(files, [&](const auto& file) { return uses(file); }))
      to_make_ = automatic_name();
  }
  return NVRTC_SUCCESS;
}

bool Precompiled::make(const std::string& path) {
  if (options_.pch_automatic && folder_.empty()) {
    const std::lock_guard lock(kept().mutex);
    kept().files[path] = record_ + directives_;
    return true;
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << record_ << directives_;
  return bool(file.flush());
}

nvrtcResult Precompiled::end(nvrtcResult result, std::string* log, PchStatus* status) {
  // A header that is not found ends a compilation among the directives.
  const bool went_on = result == NVRTC_SUCCESS || (result == NVRTC_ERROR_COMPILATION &&
                                                   log->find("fatal error:") == log->npos);
  if (!to_make_.empty() && went_on) {
    const std::size_t heap = pch_heap_size();
    status->required = kPchHeapRequired;
    if (heap == 0) {
      *status = {};
      messages_ += "warning: the heap for precompiled headers has size 0: none is made\n";
    } else if (heap < kPchHeapRequired) {
      status->result = NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED;
      messages_ +=
          "warning: insufficient preallocated memory for generation of precompiled header file (" +
          std::to_string(kPchHeapRequired) + " bytes required)\n";
    } else if (!make(to_make_)) {
      status->result = NVRTC_ERROR_PCH_CREATE;
      messages_ += "error: cannot open precompiled header file \"" + to_make_ + "\"\n";
      result = NVRTC_ERROR_COMPILATION;
    } else {
      status->result = NVRTC_SUCCESS;
      if (options_.pch_messages) {
        messages_ +=
            '"' + program_.name + "\": creating precompiled header file \"" + to_make_ + "\"\n";
      }
    }
  }
  *log = messages_ + *log;
  return result;
}

}  // namespace heddle::nvrtc
