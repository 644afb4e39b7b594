// SPDX-License-Identifier: Apache-2.0
// A finding as JSON, and back: the form in which processes hand findings on.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/finding.h"

namespace heddle::report {

using Json = nlohmann::ordered_json;

Json to_json(const checker::Finding& finding);

// Throws Json::exception for what is no finding.
checker::Finding finding_from(const Json& json);

}  // namespace heddle::report
