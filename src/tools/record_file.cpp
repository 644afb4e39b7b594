// SPDX-License-Identifier: Apache-2.0
#include "tools/record_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>

#include "support/option_words.h"
#include "support/read_file.h"
#include "support/trusted_folder.h"

namespace heddle::tools {
namespace {

Record read_record(const std::string& path) {
  Record record;
  std::istringstream lines(support::read_file(path).value_or(""));
  for (std::string text; std::getline(lines, text);) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) continue;  // cut off by the process's death
    if (json.contains("command")) {
      record.process = json["process"];
      record.command = json["command"].get<std::vector<std::string>>();
    } else {
      record.lines.push_back(std::move(json));
    }
  }
  return record;
}

}  // namespace

std::vector<std::string> own_command() {
  std::vector<std::string> words;
  std::istringstream text(support::read_file("/proc/self/cmdline").value_or(""));
  for (std::string word; std::getline(text, word, '\0');) words.push_back(word);
  return words;
}

RecordFile::RecordFile(const std::string& folder) {
  const auto path = fmt::format("{}/{}-{}", folder, getpid(), support::unforeseeable_name());
  file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
  if (file_ < 0) {
    throw support::OptionError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  line(Json{{"process", getpid()}, {"command", own_command()}});
}

RecordFile::~RecordFile() {
  close(file_);
}

void RecordFile::line(const Json& json) const {
  line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void RecordFile::line(const std::string& text) const {
  const std::string whole = text + "\n";
  support::write_all(file_, whole.data(), whole.size());
}

std::vector<Record> read_record_files(const std::string& folder) {
  std::set<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    paths.insert(entry.path());
  }
  std::vector<Record> records;
  for (const auto& path : paths) records.push_back(read_record(path.string()));
  return records;
}

}  // namespace heddle::tools
