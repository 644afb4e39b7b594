// SPDX-License-Identifier: Apache-2.0
// The GPU models that are built in (devices/*.toml), and how a user names one.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gpu/model.h"

namespace heddle::gpu {

inline constexpr std::string_view kDefaultModel = "h200";

// Ids of the built-in models, sorted.
std::vector<std::string> model_ids();

// The built-in model `name` ("h200", "H200", "rtx-4090" and "RTX 4090" alike) or, when `name`
// contains a
// '/' or ends in ".toml", the model in that file. Else a sentence that says what is wrong.
std::variant<Model, std::string> find_model(const std::string& name);

// HEDDLE_GPU: one or several names, comma separated. Device 0 is the first.
std::variant<std::vector<Model>, std::string> find_models(const std::string& list);

}  // namespace heddle::gpu
