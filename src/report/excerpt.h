// SPDX-License-Identifier: Apache-2.0
// The source line of a place, with a mark under it:
//
//     9 |   if (i <= n) y[i] = a * x[i] + y[i];
//       |               ^~~~
#pragma once

#include <span>
#include <string>
#include <vector>

#include "checker/finding.h"

namespace heddle::report {

// No lines when the source cannot be read.
std::vector<std::string> excerpt(const checker::Place& place,
                                 std::span<const checker::VariableValue> variables = {});

}  // namespace heddle::report
