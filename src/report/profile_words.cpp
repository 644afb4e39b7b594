// SPDX-License-Identifier: Apache-2.0
// How the pages of a profile name things.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "profiler/block_sample.h"
#include "report/profile_report.h"

namespace heddle::report {
namespace {

std::string triple(const std::array<std::uint32_t, 3>& three) {
  return fmt::format("({}, {}, {})", three[0], three[1], three[2]);
}

}  // namespace

std::string launch_title(const profiler::Profile& profile) {
  std::string text =
      fmt::format("{} {}x{}", profile.kernel, triple(profile.grid), triple(profile.block));
  if (profile.cluster != std::array<std::uint32_t, 3>{1, 1, 1}) {
    text += fmt::format(", clusters of {}", triple(profile.cluster));
  }
  text += fmt::format(", Launch {}", profile.first_launch);
  if (profile.launches > 1) text += fmt::format(" and {} like it", profile.launches - 1);
  if (profile.process != 0) text += fmt::format(", Process {}", profile.process);
  return text;
}

std::string file_text(const std::string& file) {
  std::error_code error;
  static const auto here = std::filesystem::current_path(error).string() + "/";
  return file.starts_with(here) ? file.substr(here.size()) : file;
}

std::string value_text(const profiler::Value& value) {
  if (!value.text.empty()) return value.text;
  if (!value.number) return "";
  const auto number = *value.number;
  if (number == std::floor(number) && std::abs(number) < 9e15) {
    return fmt::format("{}", static_cast<std::int64_t>(number));
  }
  return fmt::format("{:.6g}", number);
}

Scaled scaled(double number, std::string_view unit) {
  constexpr std::string_view kLetters[] = {"", "K", "M", "G", "T", "P", "E"};
  std::size_t thousands = 0;
  const bool scales = !unit.empty() && unit != "%";
  while (scales && std::abs(number) >= 1000 && thousands + 1 < std::size(kLetters)) {
    number /= 1000;
    ++thousands;
  }
  const bool is_whole = thousands == 0 && number == std::floor(number);
  auto text = is_whole ? fmt::format("{:.0f}", number) : fmt::format("{:.2f}", number);
  if (!scales) {
    // A plain number: its thousands apart.
    const auto point = std::min(text.find('.'), text.size());
    for (auto at = point; at > 3 && text[at - 4] != '-'; at -= 3) text.insert(at - 3, ",");
  }
  return {text, std::string(kLetters[thousands]) + std::string(unit)};
}

std::vector<std::string> remarks_on(const profiler::Run& run) {
  auto remarks = run.remarks;
  if (run.launches == 0) remarks.emplace_back("No kernel was launched.");
  if (run.not_chosen != 0) {
    remarks.push_back(
        fmt::format("{} of {} launches were left out (--kernel-name, --launch-skip, "
                    "--launch-count).",
                    run.not_chosen, run.launches));
  }
  if (run.over_limit != 0) {
    remarks.push_back(fmt::format(
        "{} launches are not shown: more than {} did something that no other did (--kernel-name, "
        "--launch-skip and --launch-count choose).",
        run.over_limit, run.profiles.size()));
  }
  return remarks;
}

std::vector<std::string> remarks_on(const profiler::Profile& profile) {
  std::vector<std::string> remarks;
  if (profile.faulted) {
    remarks.emplace_back("The kernel failed: what is counted is what it did until then.");
  }
  if (profile.is_not_counted()) {
    remarks.emplace_back(
        "The kernel's threads ran one by one, in code that counts nothing: nothing in it is "
        "counted.");
  } else if (profile.one_by_one) {
    remarks.emplace_back(
        "The lanes of the kernel's warps wait for each other, so its threads ran one by one. What "
        "a "
        "warp does at once is put together as if its threads met again behind each branch; these "
        "numbers are estimates, and how often loops go round that wait for other threads is that "
        "of "
        "this run. Caches and time are not estimated.");
  }
  if (profile.misses_functions) {
    remarks.emplace_back(
        "The kernel calls functions through pointers: what these do is not counted.");
  }
  std::uint64_t inferred = 0;
  for (const auto& access : profile.accesses) inferred += access.inferred;
  if (inferred != 0) {
    remarks.push_back(fmt::format(
        "Scattered accesses were looked at in about one of {} blocks. What {} others cost is "
        "inferred from these and marked as an estimate; --exact looks at all.",
        profiler::BlockSample::blocks_of_one(profile.blocks()), inferred));
  }
  if (profile.lines_of_one > 1) {
    remarks.push_back(
        fmt::format("The caches were simulated with all accesses to one of {} lines of 128 bytes; "
                    "--exact takes all lines.",
                    profile.lines_of_one));
  }
  return remarks;
}

}  // namespace heddle::report
