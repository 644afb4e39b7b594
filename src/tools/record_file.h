// SPDX-License-Identifier: Apache-2.0
// What a process that a tool looks at writes down: a file of its own in a folder, a line of JSON
// for each thing that is told, written at once. So a process may end in any way. The first line
// says who it is:
//
//     {"process": 17, "command": ["./app", "-n", "5"]}
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle::tools {

using Json = nlohmann::ordered_json;

class RecordFile {
 public:
  // A new file in `folder`. Throws support::OptionError when it cannot be made.
  explicit RecordFile(const std::string& folder);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  void line(const Json& json) const;
  void line(const std::string& text) const;

 private:
  int file_;
};

// One process's file, as far as it was written.
struct Record {
  std::uint64_t process = 0;
  std::vector<std::string> command;
  std::vector<Json> lines;  // behind the first one
};

// All of a folder, in the order of their names.
std::vector<Record> read_record_files(const std::string& folder);

// The command line of this process.
std::vector<std::string> own_command();

}  // namespace heddle::tools
