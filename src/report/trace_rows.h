// SPDX-License-Identifier: Apache-2.0
// Which row of a picture each span is drawn in: in one row spans lie side by side or within each
// other. Viewers ask for that, and work that overlaps needs rows of its own.
#pragma once

#include <vector>

#include "profiler/timeline.h"

namespace heddle::report {

// For each span its row, from 0: the first one where it fits. Begin earlier comes first; of two
// that begin together, the longer one.
std::vector<unsigned> rows_of(const std::vector<profiler::Span>& spans);

}  // namespace heddle::report
