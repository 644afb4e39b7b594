// SPDX-License-Identifier: Apache-2.0
// JUnit's XML, as CI systems read it: a test case for each finding, or one that passed.
#include <fmt/format.h>

#include "report/report.h"
#include "report/xml.h"

namespace heddle::report {
namespace {

std::string case_of(const checker::Finding& finding) {
  const auto* place = finding.place();
  const auto where = place ? fmt::format(" at {}:{}", place->file, place->line) : "";
  const auto name = std::string(checker::row(finding.id).name) + where;
  std::string text;
  for (const auto& line : finding_lines(finding)) text += line + "\n";
  const bool failed = checker::row(finding.id).level == checker::Level::kError;
  // A warning is shown, but fails nothing.
  const auto* element = failed ? "failure" : "system-out";
  const auto attributes =
      failed ? fmt::format(" type=\"{}\" message=\"{}\"", checker::row(finding.id).name,
                           xml_escaped(finding.headline))
             : "";
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{}\">\n      <{}{}>{}</{}>\n    </testcase>\n",
      xml_escaped(finding.kernel.empty() ? "program" : finding.kernel), xml_escaped(name), element,
      attributes, xml_escaped(text), element);
}

}  // namespace

std::string as_junit(const Report& report) {
  const std::uint64_t cases = report.findings.empty() ? 1 : report.findings.size();
  const auto counts = fmt::format("tests=\"{}\" failures=\"{}\"", cases, report.errors());
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites {}>\n  <testsuite name=\"heddle check\" {}>\n", counts, counts);
  for (const auto& finding : report.findings) text += case_of(finding);
  if (report.findings.empty()) {
    text += "    <testcase classname=\"program\" name=\"no findings\"/>\n";
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace heddle::report
