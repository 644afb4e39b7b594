// SPDX-License-Identifier: Apache-2.0
// The end of a check: completes the findings, leaves out what the options say, writes the report.
#pragma once

#include <string>

#include "checker/options.h"
#include "report/report.h"

namespace heddle::tools {

// Writes to the log file, else to stderr. Returns the exit status for a program that ended with
// `status`. Throws OptionError when a file cannot be written.
int deliver(report::Report& report, const checker::Options& options,
            const std::string& library_folder, int status);

// That exit status: a program that failed by itself keeps its own, unless --error-exitcode names
// one.
int exit_status(const checker::Options& options, bool has_errors, int status);

}  // namespace heddle::tools
