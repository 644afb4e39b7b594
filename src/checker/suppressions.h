// SPDX-License-Identifier: Apache-2.0
// Findings that the user does not want to hear of. Either a line of a file,
//
//     class            kernel (regex)   place
//     out-of-bounds    ^blur            image.cu:120     # why
//     race             *                *
//
// where a place is file[:line], the file by the end of its path; or a comment in the source, at the
// line or alone on the line before it:  // heddle-check: ignore out-of-bounds
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "checker/finding.h"

namespace heddle::checker {

class Suppressions {
 public:
  // Adds the lines of a file. Throws OptionError: file, line, and what is wrong there.
  void read(const std::string& file);

  bool covers(const Finding& finding) const;

 private:
  struct Row {
    std::optional<Class> id;           // none: all
    std::optional<std::regex> kernel;  // none: all
    std::string file;                  // empty: all
    std::uint32_t line = 0;            // 0: all
  };
  static Row row_of(const std::string& text);
  static bool covers(const Row& row, const Finding& finding);

  std::vector<Row> rows_;
};

// Whether a comment in the source names the class of the finding (or `all`).
bool is_ignored_in_source(const Finding& finding);

}  // namespace heddle::checker
