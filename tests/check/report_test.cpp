// SPDX-License-Identifier: Apache-2.0
// The forms of a report.
#include "report/report.h"

#include <gtest/gtest.h>

#include <fstream>

#include "report/excerpt.h"
#include "report/finding_json.h"
#include "tools/check/deliver.h"
#include "tools/check/host_places.h"
#include "tools/check/records.h"

namespace heddle::report {
namespace {

using namespace checker;

std::string source() {
  const auto path = ::testing::TempDir() + "saxpy.cu";
  std::ofstream(path) << "\n\n  if (i <= n) y[i] = a * x[i] + y[i];\n";
  return path;
}

Finding example() {
  Finding finding;
  finding.headline = "Invalid __global__ write of size 4 bytes";
  finding.kernel = "saxpy<float>(int, float*)";
  finding.sides.push_back({"",
                           {{"at<float>(float*)", source(), 3, 15}, {"saxpy", "main.cu", 9, 0}},
                           Index3{127, 0, 0},
                           Index3{3, 0, 0}});
  finding.address = 0x7f00;
  finding.object = Object{"allocation", "y", 2000, "cudaMalloc", "4 bytes after the end of"};
  finding.traces.push_back({"allocated", {{"/bin/app", 16, {"main", "main.cu", 21, 0}}}});
  finding.notes.emplace_back("A note");
  finding.occurrences = 16;
  return finding;
}

Report report_of(std::vector<Finding> findings) {
  Report report;
  report.command = {"./app", "5"};
  report.findings = std::move(findings);
  report.version = "1.2";
  return report;
}

TEST(TextReport, HasTheKnownShape) {
  EXPECT_EQ(as_text(report_of({example()})),
            "========= HEDDLE CHECK\n"
            "========= Invalid __global__ write of size 4 bytes\n"
            "=========     at at<float>(float*) in " +
                source() +
                ":3:15\n"
                "=========     inlined into saxpy in main.cu:9\n"
                "=========     by thread (127,0,0) in block (3,0,0)\n"
                "=========     Address 0x7f00 is 4 bytes after the end of the 2000-byte allocation "
                "\"y\" made at main.cu:21 (cudaMalloc)\n"
                "=========     A note\n"
                "=========     allocated by main in main.cu:21\n"
                "=========     3 |   if (i <= n) y[i] = a * x[i] + y[i];\n"
                "=========       |               ^~~~\n"
                "=========     16 occurrences [out-of-bounds]\n"
                "========= \n"
                "========= ERROR SUMMARY: 1 error (16 occurrences)\n");
}

TEST(TextReport, TellsTheVariablesThatTheLineNames) {
  auto finding = example();
  finding.sides[0].variables = {{"i", "500"}, {"in", "1"}, {"n", "500"}, {"saxpy", "2"}};
  EXPECT_NE(as_text(report_of({finding})).find("  |               ^~~~  i = 500, n = 500\n"),
            std::string::npos);
  const auto again = finding_from(to_json(finding));
  ASSERT_EQ(again.sides[0].variables.size(), 4u);
  EXPECT_EQ(again.sides[0].variables[3].name, "saxpy");
  EXPECT_EQ(again.sides[0].variables[3].value, "2");
}

TEST(TextReport, OfNothing) {
  EXPECT_EQ(as_text(report_of({})),
            "========= HEDDLE CHECK\n========= ERROR SUMMARY: 0 errors (0 occurrences)\n");
}

TEST(TextReport, SaysWhatIsLeftOutAndWarned) {
  auto warning = example();
  warning.id = Class::kRaceSameValue;
  auto report = report_of({example(), warning});
  report.over_limit = 1;
  report.suppressed = 2;
  const auto text = as_text(report);
  EXPECT_NE(text.find("========= 1 finding more of these classes (--print-limit)\n"),
            std::string::npos);
  EXPECT_NE(text.find("========= 2 findings suppressed\n"), std::string::npos);
  EXPECT_NE(text.find("ERROR SUMMARY: 1 error, 1 warning (32 occurrences)"), std::string::npos);
}

TEST(Excerpt, KeepsTabsAndMarksOneSign) {
  const auto path = ::testing::TempDir() + "tabs.cu";
  std::ofstream(path) << "\ta = f(x, (y));\r\n";
  using Lines = std::vector<std::string>;
  EXPECT_EQ(excerpt({"", path, 1, 4}), (Lines{"1 | \ta = f(x, (y));", "  | \t  ^"}));
  EXPECT_EQ(excerpt({"", path, 1, 6}), (Lines{"1 | \ta = f(x, (y));", "  | \t    ^~~~~~~~~"}));
  EXPECT_EQ(excerpt({"", path, 2, 1}), Lines{});
}

TEST(JsonReport, CarriesAFindingThereAndBack) {
  const auto finding = finding_from(to_json(example()));
  EXPECT_EQ(to_json(finding), to_json(example()));
  EXPECT_EQ(finding.sides[0].thread, (Index3{127, 0, 0}));
  EXPECT_EQ(finding.traces[0].frames[0].offset, 16u);
  const auto json = Json::parse(as_json(report_of({example()})));
  EXPECT_EQ(json["errors"], 1);
  EXPECT_EQ(json["findings"][0]["object"]["name"], "y");
}

TEST(SarifReport, HasWhatCodeScanningNeeds) {
  const auto json = Json::parse(as_sarif(report_of({example()})));
  EXPECT_EQ(json["version"], "2.1.0");
  const auto& run = json["runs"][0];
  const auto& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "out-of-bounds");
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<int>()]["id"], "out-of-bounds");
  EXPECT_EQ(result["level"], "error");
  const auto& location = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(location["region"]["startLine"], 3);
  EXPECT_EQ(location["region"]["startColumn"], 15);
  EXPECT_TRUE(location["artifactLocation"]["uri"].get<std::string>().ends_with("/saxpy.cu"));
  // Below the current folder: relative.
  EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "main.cu");
  EXPECT_TRUE(result["partialFingerprints"].contains("heddleCheck/v1"));
}

TEST(JunitReport, EscapesAndCounts) {
  const auto text = as_junit(report_of({example()}));
  EXPECT_NE(text.find("<testsuites tests=\"1\" failures=\"1\">"), std::string::npos);
  EXPECT_NE(text.find("classname=\"saxpy&lt;float&gt;(int, float*)\""), std::string::npos);
  EXPECT_NE(text.find("i &lt;= n"), std::string::npos);
  EXPECT_NE(as_junit(report_of({})).find("failures=\"0\""), std::string::npos);
}

TEST(Records, JoinWhatProcessesFound) {
  const std::string folder = ::testing::TempDir() + "records";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  for (int process = 0; process < 2; ++process) {
    Findings findings(100);
    tools::RecordWriter writer(folder);
    findings.on_finding([&](auto number, const auto& finding) { writer.finding(number, finding); },
                        [&](auto number, auto count) { writer.count(number, count); });
    for (int i = 0; i < 5; ++i) {
      findings.report(Class::kOutOfBounds, 1, 0, 1, [] { return example(); });
    }
    // The second one is killed: what it has told by then counts.
    if (process == 0) writer.end(findings);
  }
  Report report;
  EXPECT_EQ(tools::read_records(folder, report), 2u);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].occurrences, 5u + 4u);
  EXPECT_EQ(report.remarks.size(), 1u);
}

TEST(HostPlaces, NameOfAnAllocation) {
  using tools::name_in_call;
  EXPECT_EQ(name_in_call("  cudaMalloc(&y, n);", "cudaMalloc"), "y");
  EXPECT_EQ(name_in_call("CHECK(cudaMalloc((void **)&s.y[0], n));", "cudaMalloc"), "s.y[0]");
  EXPECT_EQ(name_in_call("cudaMalloc(reinterpret_cast<void**>(&y), n);", "cudaMalloc"), "");
  EXPECT_EQ(name_in_call("y = make(n);", "cudaMalloc"), "");
  EXPECT_EQ(name_in_call("cudaMalloc(&y,", "cudaMalloc"), "y");
  EXPECT_EQ(name_in_call("cudaMalloc(", "cudaMalloc"), "");
}

TEST(ExitStatus, IsNotZeroWhenSomethingWasFound) {
  Options options;
  EXPECT_EQ(tools::exit_status(options, false, 0), 0);
  EXPECT_EQ(tools::exit_status(options, false, 3), 3);
  EXPECT_EQ(tools::exit_status(options, true, 0), 1);
  EXPECT_EQ(tools::exit_status(options, true, 3), 3);
  options.error_exitcode = 42;
  EXPECT_EQ(tools::exit_status(options, true, 3), 42);
  options.save_baseline = "b";
  EXPECT_EQ(tools::exit_status(options, true, 0), 0);
}

}  // namespace
}  // namespace heddle::report
