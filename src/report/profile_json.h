// SPDX-License-Identifier: Apache-2.0
// A profile as JSON, and back: the form in which processes hand profiles on.
#pragma once

#include <nlohmann/json.hpp>

#include "profiler/profile.h"

namespace heddle::report {

using Json = nlohmann::ordered_json;

// Of the form that is described in docs/profile.md; a reader that knows another one should say so.
constexpr int kProfileSchema = 1;

Json to_json(const profiler::Places& places);
Json to_json(const profiler::AccessSums& sums);
Json to_json(const profiler::Profile& profile);

// Throws Json::exception for what is no profile.
profiler::Profile profile_from(const Json& json);

}  // namespace heddle::report
