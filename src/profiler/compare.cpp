// SPDX-License-Identifier: Apache-2.0
#include "profiler/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "profiler/line_match.h"

namespace heddle::profiler {
namespace {

struct Judged {
  std::string_view metric;
  Direction direction;
};
// What a kernel pays with. Of all others a change is neither good nor bad by itself.
constexpr Judged kJudged[] = {
    {"smsp__inst_executed.sum", Direction::kLessIsBetter},
    {"memory_l2_theoretical_sectors_global", Direction::kLessIsBetter},
    {"memory_l1_wavefronts_shared", Direction::kLessIsBetter},
    {"memory_l1_tag_requests_global", Direction::kLessIsBetter},
    {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", Direction::kLessIsBetter},
    {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", Direction::kLessIsBetter},
    {"heddle__atomic_same_address.sum", Direction::kLessIsBetter},
    {"heddle__constant_words_per_request.ratio", Direction::kLessIsBetter},
    {"smsp__sass_branch_targets_threads_divergent.sum", Direction::kLessIsBetter},
    {"dram__bytes_read.sum", Direction::kLessIsBetter},
    {"dram__bytes_write.sum", Direction::kLessIsBetter},
    {"gpu__time_duration.sum", Direction::kLessIsBetter},
    {"sm__maximum_warps_per_active_cycle_pct", Direction::kMoreIsBetter},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", Direction::kMoreIsBetter},
};

// What a line costs.
struct LineNumber {
  const char *name, *label;
  double (*of)(const Line& line);
};
template <std::uint64_t AccessSums::* member>
double sum_of(const Line& line) {
  return static_cast<double>(line.accesses.*member);
}
constexpr LineNumber kLineNumbers[] = {
    {"warp_instructions", "instructions",
     [](const Line& line) { return static_cast<double>(line.warp_instructions); }},
    {"global_sectors", "sectors", sum_of<&AccessSums::global_sectors>},
    {"shared_wavefronts", "passes", sum_of<&AccessSums::shared_wavefronts>},
    {"local_requests", "local requests", sum_of<&AccessSums::local_requests>},
    {"divergent_branches", "divergent branches",
     [](const Line& line) { return static_cast<double>(line.divergent_branches); }},
};

bool is_change(const Change& change, double threshold) {
  if (change.before == change.after) return false;
  const auto ratio = change.ratio();
  return !ratio || std::abs(*ratio) >= threshold;
}

class Comparer {
 public:
  Comparer(const SavedReport& before, const SavedReport& after, Comparison& result)
      : before_(before), after_(after), result_(result) {}

  void run() {
    for (const auto& gpu : after_.gpus) {
      if (std::ranges::count(before_.gpus, gpu) != 0) gpus_.push_back(gpu);
    }
    if (gpus_.empty()) result_.remarks.emplace_back("The reports speak of different GPUs.");
    pair_profiles();
    pair_files();
  }

 private:
  static auto shape_of(const SavedProfile& p) {
    return std::tuple(p.grid, p.block, p.cluster, p.dynamic_shared);
  }

  void pair_profiles() {
    std::vector<const SavedProfile*> partners(after_.profiles.size());
    std::set<const SavedProfile*> taken;
    for (const bool by_shape : {true, false}) {
      for (std::size_t k = 0; k < partners.size(); ++k) {
        if (partners[k]) continue;
        const auto& after = after_.profiles[k];
        const auto it = std::ranges::find_if(before_.profiles, [&](const SavedProfile& before) {
          return before.kernel == after.kernel && !taken.contains(&before) &&
                 (!by_shape || shape_of(before) == shape_of(after));
        });
        if (it == before_.profiles.end()) continue;
        partners[k] = &*it;
        taken.insert(&*it);
      }
    }
    for (std::size_t k = 0; k < partners.size(); ++k) {
      const auto& after = after_.profiles[k];
      if (partners[k]) {
        result_.kernels.push_back(compare(*partners[k], after));
      } else {
        result_.kernels.push_back({after.kernel, nullptr, &after, {}, {}});
      }
    }
    for (const auto& before : before_.profiles) {
      if (!taken.contains(&before)) {
        result_.kernels.push_back({before.kernel, &before, nullptr, {}, {}});
      }
    }
  }

  void pair_files() {
    for (const auto& [file, lines] : after_.sources) {
      const auto& numbers = old_numbers(file);
      if (!has_text_.contains(file)) continue;
      FileMatch match{partner_of(file), file, std::vector<std::uint32_t>(lines.size())};
      for (const auto& [now, was] : numbers) match.was[now - 1] = was;
      result_.files.push_back(std::move(match));
    }
  }

  KernelChanges compare(const SavedProfile& before, const SavedProfile& after) {
    KernelChanges kernel{after.kernel, &before, &after, {}, {}};
    for (const auto& gpu : gpus_) {
      const auto was = before.metrics.find(gpu), is = after.metrics.find(gpu);
      if (was == before.metrics.end() || is == after.metrics.end()) continue;
      auto changes = metrics(was->second, is->second);
      if (!changes.empty()) kernel.gpus.push_back({gpu, std::move(changes)});
    }
    kernel.lines = lines(before.lines, after.lines);
    return kernel;
  }

  std::vector<Change> metrics(const std::map<std::string, double>& before,
                              const std::map<std::string, double>& after) const {
    std::vector<Change> changes;
    for (const auto& metric : after_.metrics) {
      const auto was = before.find(metric.name), is = after.find(metric.name);
      if (was == before.end() || is == after.end()) continue;
      Change change{metric.name, metric.label, metric.unit, direction_of(metric.name),
                    was->second, is->second};
      if (is_change(change, result_.threshold)) changes.push_back(std::move(change));
    }
    return changes;
  }

  // The file of that name, else the only one whose last part is the same.
  std::string partner_of(const std::string& file) const {
    if (before_.sources.contains(file)) return file;
    const auto last_part = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
    std::string found;
    for (const auto& [path, lines] : before_.sources) {
      if (last_part(path) != last_part(file)) continue;
      if (!found.empty()) return file;
      found = path;
    }
    return found.empty() ? file : found;
  }

  // Of a file of the new report: what the numbers of its lines were.
  const std::map<std::uint32_t, std::uint32_t>& old_numbers(const std::string& file) {
    const auto [it, is_new] = old_numbers_.try_emplace(file);
    if (!is_new) return it->second;
    const auto was = before_.sources.find(partner_of(file)), is = after_.sources.find(file);
    if (was == before_.sources.end() || is == after_.sources.end()) {
      result_.remarks.push_back(
          fmt::format("{} is not in both reports: its lines are paired by their numbers.", file));
      return it->second;
    }
    for (const auto& [old_line, new_line] : match_lines(was->second, is->second)) {
      it->second[new_line] = old_line;
    }
    has_text_.insert(file);
    return it->second;
  }

  static std::string text_of(const SavedReport& report, const std::string& file,
                             std::uint32_t line) {
    const auto it = report.sources.find(file);
    return it == report.sources.end() || line == 0 || line > it->second.size()
               ? ""
               : it->second[line - 1];
  }

  std::vector<LineChange> lines(const std::vector<Line>& before, const std::vector<Line>& after) {
    std::map<std::pair<std::string, std::uint32_t>, const Line*> olds;
    for (const auto& line : before) olds[{line.file, line.line}] = &line;
    std::vector<LineChange> result;
    for (const auto& line : after) {
      const auto& numbers = old_numbers(line.file);
      const auto it = numbers.find(line.line);
      const auto number = it != numbers.end()             ? it->second
                          : has_text_.contains(line.file) ? 0
                                                          : line.line;
      const auto file = partner_of(line.file);
      const auto old = olds.find({file, number});
      const Line* was = old == olds.end() ? nullptr : old->second;
      if (was) olds.erase(old);
      add(result, {file, line.file, number, line.line, text_of(after_, line.file, line.line), {}},
          was, &line);
    }
    for (const auto& [place, line] : olds) {
      add(result, {line->file, "", line->line, 0, text_of(before_, line->file, line->line), {}},
          line, nullptr);
    }
    return result;
  }

  void add(std::vector<LineChange>& result, LineChange line, const Line* was,
           const Line* is) const {
    const Line nothing;
    for (const auto& number : kLineNumbers) {
      Change change{number.name,
                    number.label,
                    "",
                    Direction::kLessIsBetter,
                    number.of(was ? *was : nothing),
                    number.of(is ? *is : nothing)};
      if (is_change(change, result_.threshold)) line.changes.push_back(std::move(change));
    }
    if (!line.changes.empty()) result.push_back(std::move(line));
  }

  const SavedReport &before_, &after_;
  Comparison& result_;
  std::vector<std::string> gpus_;  // of both
  std::map<std::string, std::map<std::uint32_t, std::uint32_t>> old_numbers_;
  std::set<std::string> has_text_;  // files whose lines are paired by their text
};

template <class Is>
std::uint64_t count(const Comparison& comparison, Is is) {
  std::uint64_t count = 0;
  for (const auto& kernel : comparison.kernels) {
    for (const auto& gpu : kernel.gpus) {
      count += static_cast<std::uint64_t>(std::ranges::count_if(gpu.changes, is));
    }
  }
  return count;
}

}  // namespace

Direction direction_of(const std::string& metric) {
  const auto* const it = std::ranges::find(kJudged, std::string_view(metric), &Judged::metric);
  return it == std::end(kJudged) ? Direction::kNeither : it->direction;
}

std::optional<double> Change::ratio() const {
  if (before == 0) return std::nullopt;
  return (after - before) / std::abs(before);
}

bool Change::is_worse() const {
  return direction == Direction::kLessIsBetter   ? after > before
         : direction == Direction::kMoreIsBetter ? after < before
                                                 : false;
}

bool Change::is_better() const {
  return direction != Direction::kNeither && before != after && !is_worse();
}

std::uint64_t Comparison::worse() const {
  return count(*this, [](const Change& change) { return change.is_worse(); });
}

std::uint64_t Comparison::better() const {
  return count(*this, [](const Change& change) { return change.is_better(); });
}

bool Comparison::changed() const {
  return std::ranges::any_of(kernels, [](const auto& kernel) { return kernel.changed(); });
}

Comparison compare(const SavedReport& before, const SavedReport& after, double threshold) {
  Comparison result;
  result.threshold = threshold;
  Comparer(before, after, result).run();
  return result;
}

}  // namespace heddle::profiler
