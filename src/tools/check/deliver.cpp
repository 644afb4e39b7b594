// SPDX-License-Identifier: Apache-2.0
#include "tools/check/deliver.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "checker/baseline.h"
#include "checker/suppressions.h"
#include "support/trusted_folder.h"
#include "tools/check/host_places.h"

namespace heddle::tools {

using checker::OptionError;

namespace {

void write_file(const std::string& path, const std::string& text) {
  const support::Descriptor file(
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file || !support::write_all(file.number(), text.data(), text.size())) {
    throw OptionError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
}

// Findings of the host have places only now, so they meet the filters here.
void leave_out(report::Report& report, const checker::Options& options) {
  checker::Suppressions suppressions;
  if (!options.suppressions.empty()) suppressions.read(options.suppressions);
  const auto suppressed = [&](const checker::Finding& finding) {
    return suppressions.covers(finding) || checker::is_ignored_in_source(finding);
  };
  report.suppressed += std::erase_if(report.findings, suppressed);
  if (options.baseline.empty()) return;
  const auto known = checker::read_baseline(options.baseline);
  report.in_baseline += std::erase_if(report.findings, [&](const checker::Finding& finding) {
    return known.contains(checker::fingerprint(finding));
  });
}

std::string text_of(const report::Report& report, const std::string& format) {
  if (format == "json") return report::as_json(report);
  if (format == "sarif") return report::as_sarif(report);
  if (format == "junit") return report::as_junit(report);
  return report::as_text(report);
}

}  // namespace

int exit_status(const checker::Options& options, bool has_errors, int status) {
  if (!has_errors || !options.save_baseline.empty()) return status;
  if (options.error_exitcode) return *options.error_exitcode;
  return status == 0 ? 1 : status;
}

int deliver(report::Report& report, const checker::Options& options,
            const std::string& library_folder, int status) {
  find_host_places(report.findings, library_folder);
  leave_out(report, options);
  if (!options.save_baseline.empty()) {
    write_file(options.save_baseline, checker::baseline_text(report.findings));
  }
  const auto text = text_of(report, options.format);
  if (options.log_file.empty()) {
    support::write_all(STDERR_FILENO, text.data(), text.size());
  } else {
    write_file(options.log_file, text);
  }
  return exit_status(options, report.errors() != 0, status);
}

}  // namespace heddle::tools
