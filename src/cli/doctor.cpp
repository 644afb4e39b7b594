// SPDX-License-Identifier: Apache-2.0
#include "doctor/doctor.h"

#include <fmt/format.h>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "frontend/failure.h"

namespace heddle::cli {
namespace {

using Kind = doctor::Line::Kind;

const char* word_for(Kind kind) {
  switch (kind) {
    case Kind::kGood:
      return "ok";
    case Kind::kNote:
      return "note";
    case Kind::kMissing:
      break;
  }
  return "MISSING";
}

}  // namespace

int doctor(std::span<const std::string> words) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    fmt::print("{}{}\n", usage_of("doctor"), command_named("doctor")->text);
    return 0;
  }
  if (!words.empty()) {
    throw frontend::Failure(fmt::format("heddle doctor takes no '{}'", words[0]));
  }
  const doctor::Report report = doctor::examine();
  fmt::print("heddle {}\n", HEDDLE_VERSION);
  for (const doctor::Line& line : report.lines()) {
    fmt::print("{:<8} {:<12} {}\n", word_for(line.kind), line.topic, line.text);
  }
  const unsigned missing = report.missing_count();
  if (missing == 0) fmt::print("All that Heddle needs is here.\n");
  if (missing != 0) fmt::print("{} missing: programs will not compile or run.\n", missing);
  return missing == 0 ? 0 : 1;
}

}  // namespace heddle::cli
