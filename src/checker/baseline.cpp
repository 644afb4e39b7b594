// SPDX-License-Identifier: Apache-2.0
#include "checker/baseline.h"

#include <fmt/format.h>

#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "checker/options.h"
#include "support/hash.h"
#include "support/read_file.h"
#include "support/source_lines.h"

namespace heddle::checker {
namespace {

constexpr std::string_view kHead = "# heddle check: baseline 1";

void add(support::FieldHash& hash, const Place& place) {
  hash.add(place.function);
  hash.add(place.file.substr(place.file.rfind('/') + 1));
  const auto line = support::source_line(place.file, place.line).value_or("");
  const auto begin = line.find_first_not_of(" \t");
  hash.add(begin == std::string::npos ? "" : line.substr(begin));
}

void add(support::FieldHash& hash, const Side& side) {
  hash.add(side.action);
  for (const auto& place : side.places) add(hash, place);
}

// Of two threads that did the same, as write, either may be told first, as they happened to run.
std::vector<const Side*> in_order(const std::vector<Side>& sides) {
  std::vector<const Side*> order;
  for (const auto& side : sides) order.push_back(&side);
  const auto alone = [](const Side* side) {
    support::FieldHash hash;
    add(hash, *side);
    return hash.finish().hex();
  };
  if (sides.size() == 2 && sides[0].action == sides[1].action &&
      alone(order[1]) < alone(order[0])) {
    std::swap(order[0], order[1]);
  }
  return order;
}

}  // namespace

std::string fingerprint(const Finding& finding) {
  support::FieldHash hash;
  hash.add(row(finding.id).name);
  hash.add(finding.kernel);
  for (const auto* side : in_order(finding.sides)) add(hash, *side);
  for (const auto* trace : finding.own_traces()) {
    for (const auto& frame : trace->frames) add(hash, frame.place);
  }
  return hash.finish().hex();
}

std::string baseline_text(std::span<const Finding> findings) {
  std::set<std::string> lines;
  for (const auto& finding : findings) {
    const Place* place = finding.place();
    lines.insert(fmt::format("{}  # {} in {}{}\n", fingerprint(finding), row(finding.id).name,
                             finding.kernel.empty() ? "no kernel" : finding.kernel,
                             place ? fmt::format(" at {}:{}", place->file, place->line) : ""));
  }
  std::string text = std::string(kHead) + "\n";
  for (const auto& line : lines) text += line;
  return text;
}

std::unordered_set<std::string> read_baseline(const std::string& file) {
  const auto text = support::read_file(file);
  if (!text) throw OptionError(fmt::format("cannot read the baseline {}", file));
  if (!text->starts_with(kHead)) {
    throw OptionError(fmt::format("{} is no baseline of heddle check", file));
  }
  std::unordered_set<std::string> known;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const auto word = line.substr(0, line.find(' '));
    if (!word.starts_with('#') && !word.empty()) known.insert(word);
  }
  return known;
}

}  // namespace heddle::checker
