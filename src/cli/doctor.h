// SPDX-License-Identifier: Apache-2.0
// heddle doctor: what Heddle needs of this machine, and what may be in its way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

struct DoctorLine {
  enum class Kind : std::uint8_t { kGood, kNote, kMissing };
  Kind kind;
  std::string topic, text;
};

class DoctorReport {
 public:
  void good(std::string topic, std::string text);
  // Works, and may surprise.
  void note(std::string topic, std::string text);
  // Does not work, and what to do about it.
  void missing(std::string topic, std::string text);
  const std::vector<DoctorLine>& lines() const { return lines_; }
  unsigned missing_count() const;

 private:
  std::vector<DoctorLine> lines_;
};

void look_at_tools(DoctorReport& report);     // clang, C++ library, Heddle's own files
void look_at_machine(DoctorReport& report);   // CPU, libc, temporary folders
void look_at_settings(DoctorReport& report);  // variables and the cache
void look_at_vendor(DoctorReport& report);    // another toolkit, libcuda
void try_a_kernel(DoctorReport& report);

}  // namespace heddle::cli
