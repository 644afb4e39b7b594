// SPDX-License-Identifier: Apache-2.0
// The report as text, in the shape that people and scripts know.
#include <fmt/format.h>

#include <filesystem>

#include "report/excerpt.h"
#include "report/report.h"

namespace heddle::report {

using checker::Finding;
using checker::Place;
using checker::Side;
using checker::Trace;

namespace {

constexpr std::size_t kMostFrames = 12;

// Below the current folder, a file is named as one would type it.
std::string file_text(const std::string& file) {
  std::error_code error;
  static const auto here = std::filesystem::current_path(error).string() + "/";
  return file.starts_with(here) ? file.substr(here.size()) : file;
}

std::string place_text(const Place& place) {
  if (place.file.empty()) return place.function.empty() ? "?" : place.function;
  std::string text = place.function.empty() ? "" : place.function + " in ";
  text += fmt::format("{}:{}", file_text(place.file), place.line);
  if (place.column) text += fmt::format(":{}", place.column);
  return text;
}

std::string index_text(const checker::Index3& index) {
  return fmt::format("({},{},{})", index[0], index[1], index[2]);
}

void add_side(std::vector<std::string>& lines, const Side& side) {
  bool first = true;
  for (const auto& place : side.places) {
    const auto* word = !first ? "inlined into" : side.action.empty() ? "at" : nullptr;
    lines.push_back("    " + (word ? std::string(word) : side.action + " at") + " " +
                    place_text(place));
    first = false;
  }
  if (side.places.empty() && !side.action.empty()) lines.push_back("    " + side.action);
  if (side.thread && side.block) {
    lines.push_back(fmt::format("    by thread {} in block {}", index_text(*side.thread),
                                index_text(*side.block)));
  }
}

// "saxpy.cu:21", of the innermost frame that has a line.
std::string made_at(const Finding& finding) {
  for (const auto& trace : finding.traces) {
    if (trace.what != "allocated") continue;
    for (const auto& frame : trace.frames) {
      if (!frame.place.file.empty()) {
        return fmt::format(" made at {}:{}", file_text(frame.place.file), frame.place.line);
      }
    }
  }
  return "";
}

std::string object_text(const Finding& finding) {
  const auto& object = *finding.object;
  return fmt::format(
      "    Address {:#x} is {} the {}-byte {}{}{}{}", finding.address.value_or(0), object.relation,
      object.bytes, object.kind, object.name.empty() ? "" : fmt::format(" \"{}\"", object.name),
      made_at(finding), object.call.empty() ? "" : fmt::format(" ({})", object.call));
}

void add_trace(std::vector<std::string>& lines, const Trace& trace) {
  std::size_t shown = 0;
  for (const auto& frame : trace.frames) {
    if (shown++ == kMostFrames) {
      lines.emplace_back("        ...");
      return;
    }
    const auto* word = shown == 1 ? trace.what.c_str() : "    called";
    const bool known = !frame.place.function.empty() || !frame.place.file.empty();
    lines.push_back(fmt::format(
        "    {} by {}", word,
        known ? place_text(frame.place) : fmt::format("{}+{:#x}", frame.module, frame.offset)));
  }
}

std::string plural(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

std::vector<std::string> finding_lines(const Finding& finding) {
  std::vector<std::string> lines = {finding.headline};
  for (const auto& side : finding.sides) {
    add_side(lines, side);
    // Of one place, the excerpt stands at the end.
    if (finding.sides.size() < 2 || side.places.empty()) continue;
    for (const auto& line : excerpt(side.places.front(), side.variables)) {
      lines.push_back("      " + line);
    }
  }
  if (!finding.kernel.empty() && finding.sides.empty()) {
    lines.push_back("    in kernel " + finding.kernel);
  }
  if (!finding.launched_by.empty()) {
    lines.push_back(
        fmt::format("    Kernel {} was launched by {}", finding.kernel, finding.launched_by));
  }
  if (finding.object) lines.push_back(object_text(finding));
  for (const auto& note : finding.notes) lines.push_back("    " + note);
  for (const auto& trace : finding.traces) add_trace(lines, trace);
  if (finding.sides.size() == 1 && !finding.sides[0].places.empty()) {
    const auto& side = finding.sides[0];
    for (const auto& line : excerpt(side.places.front(), side.variables)) {
      lines.push_back("    " + line);
    }
  } else if (finding.sides.size() < 2 && finding.place()) {
    for (const auto& line : excerpt(*finding.place())) lines.push_back("    " + line);
  }
  const auto& row = checker::row(finding.id);
  lines.push_back(fmt::format("    {}{} [{}]",
                              row.level == checker::Level::kWarning ? "warning, " : "",
                              plural(finding.occurrences, "occurrence"), row.name));
  return lines;
}

std::string as_text(const Report& report) {
  static constexpr std::string_view kPrefix = "========= ";
  std::string text = std::string(kPrefix) + "HEDDLE CHECK\n";
  for (const auto& finding : report.findings) {
    for (const auto& line : finding_lines(finding)) text += fmt::format("{}{}\n", kPrefix, line);
    text += fmt::format("{}\n", kPrefix);
  }
  for (const auto& remark : report.remarks) text += fmt::format("{}{}\n", kPrefix, remark);
  const auto left_out = [&](std::uint64_t count, std::string_view why) {
    if (count) text += fmt::format("{}{} {}\n", kPrefix, plural(count, "finding"), why);
  };
  left_out(report.over_limit, "more of these classes (--print-limit)");
  left_out(report.suppressed, "suppressed");
  left_out(report.in_baseline, "of the baseline");
  std::string warnings;
  if (report.warnings()) warnings = ", " + plural(report.warnings(), "warning");
  return text + fmt::format("{}ERROR SUMMARY: {}{} ({})\n", kPrefix,
                            plural(report.errors(), "error"), warnings,
                            plural(report.occurrences(), "occurrence"));
}

}  // namespace heddle::report
