// SPDX-License-Identifier: Apache-2.0
// Reads a GPU model. Every number in the file is written [value, "source"], and the source must be
// a key of the file's [sources] table.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "gpu/model.h"

namespace heddle::gpu {

// The model, or one sentence that names `origin`, the line and what is wrong.
using ParseResult = std::variant<Model, std::string>;

ParseResult parse_model(std::string_view text, const std::string& id, const std::string& origin);

// What the facts must fulfil together; empty when they do, else a sentence.
std::string check_model(const Model& model);

}  // namespace heddle::gpu
