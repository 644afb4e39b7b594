// SPDX-License-Identifier: Apache-2.0
// heddle profile: runs a command whose processes count what their kernels do, and reports it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "cli/target.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"
#include "profiler/launch_choice.h"
#include "report/profile_report.h"
#include "support/environment.h"
#include "support/work_folder.h"
#include "tools/profile/deliver.h"
#include "tools/profile/records.h"
#include "tools/trace/deliver_trace.h"

namespace heddle::cli {
namespace {

using frontend::Failure;

support::WorkFolder folder_for_records() {
  support::WorkFolder folder(support::temporary_parents());
  if (!folder) throw Failure(fmt::format("no folder for temporary files: {}", strerror(errno)));
  return folder;
}

// What children read. The program asks its GPU what it can do: the first of those that the report
// speaks of.
void tell_children(const profiler::Options& options, std::span<const std::string> option_words,
                   const std::string& folder) {
  std::vector<std::string> for_children(option_words.begin(), option_words.end());
  for_children.push_back("--records=" + folder);
  setenv("HEDDLE_PROFILE", support::join_words(for_children).c_str(), 1);
  if (!options.gpus.empty()) {
    setenv("HEDDLE_GPU", options.gpus.substr(0, options.gpus.find(',')).c_str(), 1);
  }
}

// --trace. What times calls is loaded in front of libheddle, and by NVTX.
int traced(const profiler::Options& options, std::span<const std::string> option_words,
           std::span<const std::string> words) {
  const auto asked = tools::asked_for(options);
  Target target = target_of(words, "heddle profile", {});
  const auto folder = folder_for_records();
  tell_children(options, option_words, folder.path());
  const auto library = frontend::toolchain().library_dir + "/libheddle_trace.so";
  const char* others = support::variable("LD_PRELOAD");
  const auto preloaded = others && *others ? library + ":" + others : library;
  setenv("LD_PRELOAD", preloaded.c_str(), 1);
  setenv("NVTX_INJECTION64_PATH", library.c_str(), 1);
  const int status = run_target(target, "heddle profile", [] { return "a time line is taken"; });
  tools::deliver_trace(folder.path(), {words.begin(), words.end()}, options, asked);
  return status;
}

int profiled(const profiler::Options& options, std::span<const std::string> option_words,
             std::span<const std::string> words) {
  // What is wrong with the options is said before anything runs.
  auto asked = tools::asked_for(options);
  const profiler::LaunchChoice try_out(options);
  Target target = target_of(words, "heddle profile", {});
  const auto folder = folder_for_records();
  tell_children(options, option_words, folder.path());

  const int status = run_target(target, "heddle profile", [&] {
    return fmt::format("{} launches profiled so far", tools::launches_so_far(folder.path()));
  });
  std::size_t processes = 0;
  auto run = tools::read_profiles(folder.path(), processes);
  if (processes == 0) {
    run.remarks.emplace_back(
        "Nothing was profiled: no process called the runtime of Heddle (was it built with heddle "
        "cc?).");
  }
  if (status > 128) {
    run.remarks.push_back(fmt::format("The program was ended by signal {}.", status - 128));
  }
  const std::vector<std::string> command(words.begin(), words.end());
  tools::deliver(std::move(run), command, options, std::move(asked), STDOUT_FILENO);
  return status;
}

}  // namespace

int profile(std::span<const std::string> words) {
  try {
    profiler::Options options;
    const auto used = profiler::read_options(words, options);
    if (options.help) {
      fmt::print("{}\n{}", usage_of("profile"), profiler::options_help());
      return 0;
    }
    if (options.list_metrics) {
      fmt::print("{}",
                 options.format == "json" ? report::metrics_as_json() : report::metrics_list());
      return 0;
    }
    if (!options.compare.empty()) return compare(options, words.subspan(used));
    const auto run = options.trace.empty() ? profiled : traced;
    return run(options, words.first(used), words.subspan(used));
  } catch (const support::OptionError& error) {
    throw Failure(error.what());
  }
}

}  // namespace heddle::cli
