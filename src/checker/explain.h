// SPDX-License-Identifier: Apache-2.0
// What a class of findings means, with an example and the usual mend: `heddle check --explain`.
#pragma once

#include <string>

#include "checker/class.h"

namespace heddle::checker {

std::string explain(Class id);

// Of all classes, with commas between.
std::string names_of_classes();

}  // namespace heddle::checker
