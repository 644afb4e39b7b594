// SPDX-License-Identifier: Apache-2.0
// Options, suppressions, baselines, and how findings are collected.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "checker/baseline.h"
#include "checker/checks.h"
#include "checker/explain.h"

namespace heddle::checker {
namespace {

using Words = std::vector<std::string>;

std::string file(const std::string& name, const std::string& text) {
  const auto path = ::testing::TempDir() + "heddle_check_" + name;
  std::ofstream(path) << text;
  return path;
}

Finding finding_at(const std::string& path, std::uint32_t line,
                   const std::string& kernel = "saxpy(int)") {
  Finding finding;
  finding.kernel = kernel;
  finding.sides.push_back({"", {{kernel, path, line, 1}}, Index3{}, Index3{}});
  return finding;
}

std::string error_of(const Words& words) {
  Options options;
  try {
    read_options(words, options);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckOptions, EndWhereTheProgramBegins) {
  Options options;
  EXPECT_EQ(
      read_options(Words{"--tool", "synccheck", "--print-limit=7", "./app", "--tool"}, options),
      3u);
  EXPECT_FALSE(options.memcheck);
  EXPECT_TRUE(options.synccheck);
  EXPECT_EQ(options.print_limit, 7u);
  EXPECT_EQ(read_options(Words{"--", "make"}, options), 0u);
}

TEST(CheckOptions, SayWhatIsWrong) {
  EXPECT_EQ(error_of({"--tools"}), "unknown option '--tools'");
  EXPECT_EQ(error_of({"--tool"}), "--tool needs a value");
  EXPECT_EQ(error_of({"--tool", "lint"}),
            "--tool: 'lint' is none of memcheck, initcheck, racecheck, synccheck and all");
  EXPECT_EQ(error_of({"--print-limit", "5x"}),
            "--print-limit: '5x' is not a number from 0 to 18446744073709551615");
  EXPECT_EQ(error_of({"--error-exitcode=256"}),
            "--error-exitcode: '256' is not a number from 0 to 255");
  EXPECT_EQ(error_of({"--help=5"}), "--help takes no value");
}

TEST(CheckOptions, WordsSurviveTheEnvironment) {
  const Words words = {"--kernel-name", "a b'c\"d\\", "", "--x=y"};
  EXPECT_EQ(split_words(join_words(words)), words);
  EXPECT_EQ(join_words(Words{"app.cu", "--", "--n=3", "two words", "$n", "it's", ""}),
            "app.cu -- --n=3 'two words' '$n' 'it'\\''s' ''");
  EXPECT_EQ(split_words("  --a  \"b c\"\\ d 'e'f\n"), (Words{"--a", "b c d", "ef"}));
  EXPECT_EQ(split_words(""), Words{});
}

TEST(Suppressions, ByClassKernelAndPlace) {
  const auto path = file("suppressions",
                         "# old ones\n"
                         "out-of-bounds ^saxpy saxpy.cu:9  # known\n"
                         "* blur *\n");
  Suppressions suppressions;
  suppressions.read(path);
  EXPECT_TRUE(suppressions.covers(finding_at("/src/saxpy.cu", 9)));
  EXPECT_FALSE(suppressions.covers(finding_at("/src/saxpy.cu", 10)));
  EXPECT_FALSE(suppressions.covers(finding_at("/src/mysaxpy.cu", 9)));
  EXPECT_FALSE(suppressions.covers(finding_at("/src/saxpy.cu", 9, "scale(int)")));
  EXPECT_TRUE(suppressions.covers(finding_at("x.cu", 1, "blur(int)")));
  auto other = finding_at("/src/saxpy.cu", 9);
  other.id = Class::kRace;
  EXPECT_FALSE(suppressions.covers(other));
}

TEST(Suppressions, SayWhereTheFileIsBroken) {
  const auto complaint = [](const std::string& text) {
    const auto path = file("broken", "\n" + text + "\n");
    try {
      Suppressions().read(path);
    } catch (const OptionError& error) {
      return std::string(error.what()).substr(path.size());
    }
    return std::string();
  };
  EXPECT_EQ(complaint("out-of-bounds x"), ":2: a line is: class kernel file:line (or * for any)");
  EXPECT_EQ(complaint("outofbounds * *"), ":2: there is no class 'outofbounds'");
  EXPECT_EQ(complaint("* * a.cu:0"), ":2: 'a.cu:0' is no file:line");
  EXPECT_EQ(complaint("* * a.cu:1 b"), ":2: 'b' is one word too many");
  EXPECT_NE(complaint("* ( *"), "");
  EXPECT_THROW(Suppressions().read("/nowhere"), OptionError);
}

TEST(Suppressions, ByACommentInTheSource) {
  const auto path = file("source.cu",
                         "a[i] = 0;  // heddle-check: ignore out-of-bounds, race\n"
                         "b[i] = 0;\n"
                         "// heddle-check: ignore all (the tail is padded)\n"
                         "c[i] = 0;\n"
                         "d[i] = 0;\n");
  EXPECT_TRUE(is_ignored_in_source(finding_at(path, 1)));
  EXPECT_FALSE(is_ignored_in_source(finding_at(path, 2)));  // the comment before it is line 1's
  EXPECT_TRUE(is_ignored_in_source(finding_at(path, 4)));
  EXPECT_FALSE(is_ignored_in_source(finding_at(path, 5)));
  auto other = finding_at(path, 1);
  other.id = Class::kMisaligned;
  EXPECT_FALSE(is_ignored_in_source(other));
}

TEST(Baseline, KnowsAFindingWhoseLineHasMoved) {
  std::filesystem::create_directories(::testing::TempDir() + "one");
  std::filesystem::create_directories(::testing::TempDir() + "two");
  std::ofstream(::testing::TempDir() + "one/a.cu") << "y[i] = 0;\n";
  std::ofstream(::testing::TempDir() + "two/a.cu") << "\n\n  y[i] = 0;\ny[i] = 1;\n";
  const auto before = finding_at(::testing::TempDir() + "one/a.cu", 1);
  EXPECT_EQ(fingerprint(before), fingerprint(finding_at(::testing::TempDir() + "two/a.cu", 3)));
  EXPECT_NE(fingerprint(before), fingerprint(finding_at(::testing::TempDir() + "two/a.cu", 4)));
  const auto path = file("baseline", baseline_text(std::vector{before}));
  EXPECT_TRUE(read_baseline(path).contains(fingerprint(before)));
  EXPECT_THROW(read_baseline(file("none", "x")), OptionError);
}

TEST(Baseline, KnowsARaceWhoseThreadsCameTheOtherWayRound) {
  const auto race_of = [](const char* first, unsigned line, const char* second, unsigned other) {
    Finding finding;
    finding.id = Class::kRace;
    for (const auto& [action, at] : {std::pair(first, line), std::pair(second, other)}) {
      finding.sides.push_back({action, {{"deblock", "/nowhere/a.cu", at, 1}}, {}, {}});
      finding.sides.back().places.front().function += std::to_string(at);
    }
    return fingerprint(finding);
  };
  EXPECT_EQ(race_of("Write access", 3, "Write access", 7),
            race_of("Write access", 7, "Write access", 3));
  EXPECT_NE(race_of("Write access", 3, "Read access", 7),
            race_of("Write access", 7, "Read access", 3));
}

TEST(Findings, OneForEachPlaceWithItsCount) {
  Findings findings(2);
  std::vector<std::uint64_t> told;
  findings.on_finding([&](auto number, const Finding&) { told.push_back(number); },
                      [&](auto number, auto count) { told.push_back(100 * (number + 1) + count); });
  const auto report = [&](std::uint64_t place) {
    findings.report(Class::kRace, place, 0, 1, [] { return Finding{}; });
  };
  for (int i = 0; i < 4; ++i) report(7);
  report(8);
  report(9);  // over the limit of its class
  report(9);
  findings.report(Class::kLeak, 9, 0, 1, [] { return Finding{}; });
  EXPECT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings.occurrences(0), 4u);
  EXPECT_EQ(findings.dropped().over_limit, 1u);
  EXPECT_EQ(told, (std::vector<std::uint64_t>{0, 102, 104, 1, 2}));
}

TEST(Explain, HasATextForEachClass) {
  for (const auto& about : kClasses) {
    EXPECT_EQ(class_named(about.name), about.id);
    const auto text = explain(about.id);
    EXPECT_NE(text.find(about.sentence), std::string::npos);
    EXPECT_EQ(text.find("Example:\n    \n"), std::string::npos) << about.name;
  }
}

}  // namespace
}  // namespace heddle::checker
