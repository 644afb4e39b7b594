// SPDX-License-Identifier: Apache-2.0
// --page source: the lines of the source, each with what it costs.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/profile_report.h"
#include "support/source_lines.h"

namespace heddle::report {

using profiler::Line;

namespace {

// Lines around one that costs something.
constexpr std::uint32_t kAround = 2;

// A number as narrow as it can be, "" for none.
std::string narrow(std::uint64_t number) {
  if (number == 0) return "";
  const auto shown = scaled(static_cast<double>(number), " ");
  return shown.number + (shown.unit == " " ? "" : shown.unit.substr(0, 1));
}

std::string percent(std::uint64_t part, std::uint64_t all) {
  if (part == 0 || all == 0) return "";
  return fmt::format("{:.0f}%", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

std::string columns(const Line& line, const Line& all) {
  const auto& a = line.accesses;
  const auto per_instruction =
      line.warp_instructions == 0
          ? std::string()
          : fmt::format("{:.1f}", static_cast<double>(line.thread_instructions) /
                                      static_cast<double>(line.warp_instructions));
  return fmt::format(
      "{:>8} {:>5} {:>5} {:>8} {:>5} {:>8} {:>8} {:>5} {:>8} {:>8}", narrow(line.warp_instructions),
      percent(line.warp_instructions, all.warp_instructions), per_instruction,
      narrow(a.global_sectors), percent(a.global_sectors, all.accesses.global_sectors),
      narrow(a.global_sectors - a.global_ideal_sectors), narrow(a.shared_wavefronts),
      percent(a.shared_wavefronts, all.accesses.shared_wavefronts),
      narrow(a.shared_wavefronts - a.shared_ideal_wavefronts), narrow(line.divergent_branches));
}

constexpr std::string_view kHead =
    "   instr     %   thr  sectors     %   excess   passes     %   excess   diverg.";

void add(Line& to, const Line& line) {
  to.warp_instructions += line.warp_instructions;
  to.thread_instructions += line.thread_instructions;
  to.branches += line.branches;
  to.divergent_branches += line.divergent_branches;
  to.accesses.add(line.accesses);
}

std::string file_page(const std::string& file, const std::map<std::uint32_t, Line>& lines,
                      const Line& all) {
  std::string text = fmt::format("    {}\n    {}\n", file_text(file), kHead);
  const std::string nothing(columns(Line{}, all).size(), ' ');
  std::uint32_t shown = 0;
  for (const auto& [number, line] : lines) {
    const auto begin = number > kAround ? number - kAround : 1;
    if (shown != 0 && begin > shown + 1) text += fmt::format("    {} |   ...\n", nothing);
    for (auto n = std::max(shown + 1, begin); n <= number + kAround; ++n) {
      const auto source = support::source_line(file, n);
      if (!source && n != number) continue;
      const auto here = lines.find(n);
      if (n > number && here != lines.end()) break;
      text += fmt::format("    {} |{:>5} {}\n",
                          here == lines.end() ? nothing : columns(here->second, all), n,
                          source.value_or("(the source cannot be read)"));
      shown = n;
    }
  }
  return text + "\n";
}

}  // namespace

std::string source_page(const ProfileReport& report) {
  std::string text;
  for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
    const auto& profile = report.run.profiles[k];
    text += fmt::format("  {}\n", launch_title(profile));
    for (const auto& remark : remarks_on(profile)) text += fmt::format("    WRN   {}\n", remark);
    std::map<std::string, std::map<std::uint32_t, Line>> files;
    Line all;
    for (const auto& line : report.lines[k]) {
      files[line.file][line.line] = line;
      add(all, line);
    }
    if (files.empty()) text += "    (no line is known: built without -lineinfo?)\n";
    for (const auto& [file, lines] : files) text += file_page(file, lines, all);
  }
  return text +
         "  instr: instructions of warps, as compiled;  thr: threads that take part in one;  "
         "sectors: of "
         "global memory;\n"
         "  passes: through the banks of shared memory;  excess: above the ideal;  diverg.: "
         "branches whose "
         "threads went both ways\n";
}

}  // namespace heddle::report
