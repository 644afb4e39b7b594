// SPDX-License-Identifier: Apache-2.0
// heddle check: runs a command whose processes write down what they find, and reports it.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "checker/checks.h"
#include "checker/explain.h"
#include "cli/command_table.h"
#include "cli/commands.h"
#include "cli/target.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"
#include "support/work_folder.h"
#include "tools/check/deliver.h"
#include "tools/check/records.h"

namespace heddle::cli {
namespace {

using frontend::Failure;
using Words = std::vector<std::string>;

int checked(const checker::Options& options, std::span<const std::string> option_words,
            std::span<const std::string> words) {
  // What is wrong with the options is said before anything runs.
  const checker::Checks try_out(options);
  // With the host's line numbers, for where memory was allocated.
  const Words more = {"-g", "--mark-locals"};
  Target target = target_of(words, "heddle check", more);
  const support::WorkFolder folder(support::temporary_parents());
  if (!folder) throw Failure(fmt::format("no folder for temporary files: {}", strerror(errno)));
  Words for_children(option_words.begin(), option_words.end());
  for_children.push_back("--records=" + folder.path());
  setenv("HEDDLE_CHECK", checker::join_words(for_children).c_str(), 1);

  const int status = run_target(target, "heddle check", [&] {
    report::Report report;
    tools::read_records(folder.path(), report);
    const auto found = report.findings.size();
    return fmt::format("{} finding{} so far", found, found == 1 ? "" : "s");
  });
  report::Report report;
  report.version = HEDDLE_VERSION;
  report.command = target.command;
  if (tools::read_records(folder.path(), report) == 0) {
    report.remarks.emplace_back(
        "Nothing was checked: no process called the runtime of Heddle (was it built with heddle "
        "cc?)");
  }
  if (status > 128) {
    report.remarks.push_back(fmt::format("The program was ended by signal {}", status - 128));
  }
  return tools::deliver(report, options, frontend::toolchain().library_dir, status);
}

}  // namespace

int check(std::span<const std::string> words) {
  try {
    checker::Options options;
    const auto used = checker::read_options(words, options);
    if (options.help) {
      fmt::print("{}\n{}", usage_of("check"), checker::options_help());
      return 0;
    }
    if (!options.explain.empty()) {
      const auto id = checker::class_named(options.explain);
      if (!id) {
        throw Failure(fmt::format("there is no class '{}'; there are {}", options.explain,
                                  checker::names_of_classes()));
      }
      fmt::print("{}", checker::explain(*id));
      return 0;
    }
    return checked(options, words.first(used), words.subspan(used));
  } catch (const checker::OptionError& error) {
    throw Failure(error.what());
  }
}

}  // namespace heddle::cli
