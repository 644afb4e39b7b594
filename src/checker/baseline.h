// SPDX-License-Identifier: Apache-2.0
// Findings of an earlier run, so that a project can begin with the old ones accepted. A finding is
// known again by its class, its functions and the text of its source lines, wherever these have
// moved to.
#pragma once

#include <span>
#include <string>
#include <unordered_set>

#include "checker/finding.h"

namespace heddle::checker {

std::string fingerprint(const Finding& finding);

// The text of a baseline file, and its fingerprints. read_baseline throws OptionError.
std::string baseline_text(std::span<const Finding> findings);
std::unordered_set<std::string> read_baseline(const std::string& file);

}  // namespace heddle::checker
