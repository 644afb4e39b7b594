// SPDX-License-Identifier: Apache-2.0
// For heddle doctor: what Heddle needs of this machine, and what may be in its way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::doctor {

struct Line {
  enum class Kind : std::uint8_t { kGood, kNote, kMissing };
  Kind kind;
  std::string topic, text;
};

class Report {
 public:
  void good(std::string topic, std::string text);
  // Works, and may surprise.
  void note(std::string topic, std::string text);
  // Does not work, and what to do about it.
  void missing(std::string topic, std::string text);
  const std::vector<Line>& lines() const { return lines_; }
  unsigned missing_count() const;

 private:
  std::vector<Line> lines_;
};

void look_at_tools(Report& report);     // clang, C++ library, Heddle's own files
void look_at_machine(Report& report);   // CPU, libc, temporary folders
void look_at_settings(Report& report);  // variables and the cache
void look_at_vendor(Report& report);    // another toolkit, libcuda
// Compiles and runs one as a user would, with `heddle run`.
void try_a_kernel(Report& report);

// All of them; a kernel is tried if nothing is missing.
Report examine();

}  // namespace heddle::doctor
