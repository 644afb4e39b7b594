// SPDX-License-Identifier: Apache-2.0
// heddle explore: runs a program under one schedule after the other until it fails in one, and says
// how to repeat that.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "cli/explore/one_run.h"
#include "cli/target.h"
#include "frontend/failure.h"
#include "support/environment.h"
#include "support/work_folder.h"

namespace heddle::cli {
namespace {

using frontend::Failure;
using Words = std::vector<std::string>;

struct Options {
  std::uint64_t runs = 100, first_seed = 1, limit = 60;
  bool check = false, same_output = false, single_threads = false, barriers_only = false;
  bool help = false;

  // Every second schedule lets threads change before accesses. heddle check hears of warps alone.
  bool has_accesses() const { return !check && !single_threads && !barriers_only; }
};

std::uint64_t at_least_one(const std::string& value, std::uint64_t most) {
  const auto number = support::number_in(value, most);
  if (number == 0) throw support::OptionError("expected a number from 1 on");
  return number;
}

constexpr support::OptionRow<Options> kRows[] = {
    {"--runs", "N", "as many schedules (100)",
     [](Options& o, const std::string& value) { o.runs = at_least_one(value, 1'000'000'000); }},
    {"--seed", "N", "the seed of the first one; the others follow it (1)",
     [](Options& o, const std::string& value) {
       o.first_seed = support::number_in(value, 1ull << 62);
     }},
    {"--check", "", "each run under heddle check: what that finds is a failure too",
     [](Options& o, const std::string&) { o.check = true; }},
    {"--same-output", "", "standard output must be that of the run in order",
     [](Options& o, const std::string&) { o.same_output = true; }},
    {"--single-threads", "",
     "CUDA threads one by one instead of warps (HEDDLE_REFERENCE=1): slower",
     [](Options& o, const std::string&) { o.single_threads = true; }},
    {"--barriers-only", "", "no schedule changes threads before accesses: quicker, finds less",
     [](Options& o, const std::string&) { o.barriers_only = true; }},
    {"--timeout", "SECONDS", "a run that takes longer has failed (60)",
     [](Options& o, const std::string& value) { o.limit = at_least_one(value, 1'000'000); }},
    {"--help", "", "this text", [](Options& o, const std::string&) { o.help = true; }},
};

// A kernel that ended by an error, which a program may overlook: messages of docs/errors.md.
bool kernel_failed(const std::string& errors) {
  return errors.starts_with("heddle: kernel ") ||
         errors.find("\nheddle: kernel ") != std::string::npos ||
         errors.find(" Assertion `") != std::string::npos;
}

// Why a run has failed, empty: it has not. `in_order`: the run to compare with, null for that run
// itself.
std::string failure_of(const RunEnd& run, const RunEnd* in_order, const Options& options) {
  if (run.timed_out) return fmt::format("did not end in {} s", options.limit);
  if (run.status > 128) {
    return fmt::format("was ended by signal {} ({})", run.status - 128,
                       strsignal(run.status - 128));
  }
  if (run.status != 0) return fmt::format("exit status {}", run.status);
  if (kernel_failed(run.errors)) return "a kernel failed";
  if (in_order && options.same_output && run.output != in_order->output) {
    return "standard output is another one than in order";
  }
  return {};
}

std::string_view last_lines(std::string_view text, int lines) {
  std::size_t begin = text.size();
  if (text.ends_with('\n') && begin > 0) --begin;
  while (lines-- > 0 && begin != std::string_view::npos && begin > 0) {
    begin = text.rfind('\n', begin - 1);
  }
  return begin == std::string_view::npos ? text : text.substr(begin == 0 ? 0 : begin + 1);
}

// What a shell is to be given. `words`: those of this command behind its options.
std::string command_line(const Schedule& schedule, const Options& options,
                         std::span<const std::string> words) {
  std::string line = "HEDDLE_SCHEDULE=" + schedule.text();
  const char* threads = support::variable("HEDDLE_THREADS");
  line += fmt::format(" HEDDLE_THREADS={}", threads ? threads : "1");
  if (!schedule.at_accesses) {
    line += options.single_threads ? " HEDDLE_REFERENCE=1" : " HEDDLE_FIBER=1";
  }
  const bool source = words[0].ends_with(".cu");
  if (options.check || source) line += options.check ? " heddle check" : " heddle run";
  if (!options.check && words[0] == "--") words = words.subspan(1);
  return line + " " + support::join_words(words);
}

Target to_explore(const Options& options, std::span<const std::string> words) {
  if (!options.check) return target_of(words, "heddle explore", {});
  // In a process each, since heddle check is what puts the findings of all children together.
  Target target;
  target.command = {"/proc/self/exe", "check"};
  target.command.insert(target.command.end(), words.begin(), words.end());
  return target;
}

int tell(const RunEnd& run, const std::string& what) {
  fmt::print("{}", what);
  for (const auto& [name, text] :
       {std::pair{"standard output", &run.output}, std::pair{"standard error", &run.errors}}) {
    if (text->empty()) continue;
    fmt::print("The end of its {}:\n", name);
    const auto shown = last_lines(*text, 20);
    fmt::print("{}{}", shown, shown.ends_with('\n') ? "" : "\n");
  }
  return 1;
}

// Says on a terminal, after 5 s, 10 s, 20 s and so on, how far it is.
class SlowRuns {
 public:
  void tell(std::uint64_t done, std::uint64_t runs) {
    const auto since = std::chrono::steady_clock::now() - begin_;
    if (since < next_ || isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "heddle explore: {} s, {} of {} runs\n",
               std::chrono::duration_cast<std::chrono::seconds>(since).count(), done, runs);
    while (next_ <= since) next_ *= 2;
  }

 private:
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration next_ = std::chrono::seconds(5);
};

int explored(const Options& options, std::span<const std::string> words) {
  Words behind(words.begin(), words.end());
  // heddle explore app -- arguments, as for a .cu
  if (behind.size() > 1 && behind[0] != "--" && !behind[0].ends_with(".cu") && behind[1] == "--") {
    behind.erase(behind.begin() + 1);
  }
  Target target = to_explore(options, behind);
  const support::WorkFolder folder(support::temporary_parents());
  if (!folder) throw Failure(fmt::format("no folder for temporary files: {}", strerror(errno)));
  // Compiled loops over the warps of a block know no other order; warps with stacks of their own
  // do.
  setenv(options.single_threads ? "HEDDLE_REFERENCE" : "HEDDLE_FIBER", "1", 1);
  const std::chrono::seconds limit(options.limit);

  const RunEnd in_order = run_once(target, {}, folder.path(), limit);
  if (const auto why = failure_of(in_order, nullptr, options); !why.empty()) {
    return tell(in_order,
                fmt::format("heddle explore: it fails in order already: {}\nRepeat it:  {}\n", why,
                            command_line({}, options, behind)));
  }
  SlowRuns slow;
  for (std::uint64_t done = 0; done < options.runs; ++done) {
    slow.tell(done, options.runs);
    const Schedule schedule{options.first_seed + done, options.has_accesses() && done % 2 == 1};
    const RunEnd run = run_once(target, schedule, folder.path(), limit);
    const auto why = failure_of(run, &in_order, options);
    if (why.empty()) continue;
    return tell(run,
                fmt::format("heddle explore: run {} of {} fails: {}\nRepeat it:  {}\n", done + 1,
                            options.runs, why, command_line(schedule, options, behind)));
  }
  fmt::print("heddle explore: {} runs (seeds {} to {}), and one in order: no failure\n",
             options.runs, options.first_seed, options.first_seed + options.runs - 1);
  return 0;
}

}  // namespace

std::vector<support::OptionText> explore_options() {
  return support::option_texts(kRows);
}

int explore(std::span<const std::string> words) {
  try {
    Options options;
    const auto used = support::read_option_rows(kRows, words, options);
    if (options.help) {
      fmt::print("{}\n{}", usage_of("explore"), support::option_rows_help(kRows));
      return 0;
    }
    return explored(options, words.subspan(used));
  } catch (const support::OptionError& error) {
    throw Failure(error.what());
  }
}

}  // namespace heddle::cli
