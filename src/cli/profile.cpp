// SPDX-License-Identifier: Apache-2.0
// heddle profile: runs a command whose processes count what their kernels do, and reports it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "cli/commands.h"
#include "cli/target.h"
#include "frontend/failure.h"
#include "profiler/launch_choice.h"
#include "report/profile_report.h"
#include "support/work_folder.h"
#include "tools/profile/deliver.h"
#include "tools/profile/records.h"

namespace heddle::cli {
namespace {

using frontend::Failure;

constexpr std::string_view kUsage =
    "Usage: heddle profile [options] file.cu [options of heddle cc] [-- arguments]\n"
    "       heddle profile [options] program [arguments]\n"
    "       heddle profile [options] -- command with children, as make test\n\n";

int profiled(const profiler::Options& options, std::span<const std::string> option_words,
             std::span<const std::string> words) {
  // What is wrong with the options is said before anything runs.
  auto asked = tools::asked_for(options);
  const profiler::LaunchChoice try_out(options);
  Target target = target_of(words, "heddle profile", {});
  const support::WorkFolder folder(support::temporary_parents());
  if (!folder) throw Failure(fmt::format("no folder for temporary files: {}", strerror(errno)));
  std::vector<std::string> for_children(option_words.begin(), option_words.end());
  for_children.push_back("--records=" + folder.path());
  setenv("HEDDLE_PROFILE", support::join_words(for_children).c_str(), 1);

  // The program asks its GPU what it can do: the first of those that the report speaks of.
  if (!options.gpus.empty()) {
    setenv("HEDDLE_GPU", options.gpus.substr(0, options.gpus.find(',')).c_str(), 1);
  }

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
      fmt::print("{}{}", kUsage, profiler::options_help());
      return 0;
    }
    if (options.list_metrics) {
      fmt::print("{}",
                 options.format == "json" ? report::metrics_as_json() : report::metrics_list());
      return 0;
    }
    return profiled(options, words.first(used), words.subspan(used));
  } catch (const support::OptionError& error) {
    throw Failure(error.what());
  }
}

}  // namespace heddle::cli
